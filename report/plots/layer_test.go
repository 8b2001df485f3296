package plots

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/report/style"
)

func TestAxisPositions(t *testing.T) {
	a := logAxis("t", style.TimeTicks, 1e-6, 1e-3)
	lo, _ := a.at(1e-6)
	mid, _ := a.at(math.Sqrt(1e-6 * 1e-3))
	hi, _ := a.at(1e-3)
	assert.InDelta(t, 0.5, mid, 1e-12, "the geometric mean is the middle")
	assert.InDelta(t, 1-hi, lo, 1e-12)
	assert.Greater(t, lo, 0.0)
	assert.False(t, a.shows(0), "no floor without a zero")

	z := logAxis("e", style.ErrorTicks, 0, 1e-16, 1e-8)
	zero, _ := z.at(0)
	least, _ := z.at(1e-16)
	assert.Equal(t, floorLine, zero)
	assert.Greater(t, least, zero)
	assert.True(t, z.shows(0))
	assert.Equal(t, "0", z.marks()[0].Label)

	l := fromZero("g", style.Count, 10)
	half, _ := l.at(5.3)
	assert.InDelta(t, 0.5, half, 1e-12) // up to 10.6: 6 % above the largest
}

// TestEveryNumberHasItsPlace: positions stay in [0,1] and in order, whatever
// the axis was made of.
func TestEveryNumberHasItsPlace(t *testing.T) {
	number := rapid.OneOf(rapid.SampledFrom(oddNumbers()), rapid.Float64())
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(number, 0, 8).Draw(t, "values")
		p, q := number.Draw(t, "p"), number.Draw(t, "q")
		for _, a := range []axis{logAxis("", style.TimeTicks, values...), fromZero("", style.Count, values...), ratioAxis("", values)} {
			x, okX := a.at(p)
			y, okY := a.at(q)
			assert.Equal(t, !math.IsNaN(p), okX)
			assert.True(t, x >= 0 && x <= 1 && y >= 0 && y <= 1, "%g %g", x, y)
			if okX && okY && p < q {
				assert.LessOrEqual(t, x, y, "order of %g and %g", p, q)
			}
			for _, m := range a.marks() {
				assert.True(t, m.Value >= 0 && m.Value <= 1)
			}
		}
	})
}

func TestSizeAxisTicks(t *testing.T) {
	labels := func(a axis) (s []string) {
		for _, m := range a.marks() {
			if m.Label != "" {
				s = append(s, m.Label)
			}
		}
		return s
	}
	assert.Equal(t, []string{"64", "128", "256"}, labels(sizeAxis("n", []int{64, 128, 256})))
	assert.Equal(t, []string{"100", "1000", "1024"}, labels(sizeAxis("n", []int{100, 1000, 1024})), "sizes themselves where one is no power of two")
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"stockham_compiled": "stockham_compiled",
		"é µ × ≥ — ∞":       "é µ × ≥ — ∞",
		"快速":                `\u5feb\u901f`,
		"go🚀":               `go\U0001f680`,
		"a\tb\u202e":        `a\tb\u202e`,
		"\xff":              `\xff`,
	} {
		assert.Equal(t, want, printable(in))
	}
}

func TestFit(t *testing.T) {
	sty := sans(tickSize, inkColor(), draw.XLeft, draw.YCenter)
	assert.Equal(t, "short", fit("short", sty, 100))
	long := fit("welch_butterfly_compiled_with_more", sty, 100)
	assert.Contains(t, long, "…")
	assert.True(t, strings.HasPrefix(long, "welch") && strings.HasSuffix(long, "more"), long)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringN(0, 400, -1).Draw(t, "s")
		got := fit(s, sty, 80)
		assert.True(t, sty.Width(got) <= 80, "%q is %v wide", got, sty.Width(got))
	})
}

func TestWrap(t *testing.T) {
	sty := sans(tickSize, inkColor(), draw.XLeft, draw.YCenter)
	assert.Empty(t, wrap("  ", sty, 100, 3))
	assert.Equal(t, []string{"one two"}, wrap("one two", sty, 100, 3))
	assert.Equal(t, []string{"takes", "67\u202f108\u202f859"}, wrap("takes 67\u202f108\u202f859", sty, 80, 3), "a number stays whole")
	lines := wrap(strings.Repeat("word ", 100), sty, 100, 3)
	assert.Len(t, lines, 3)
	assert.Contains(t, lines[2], "…")
	for _, l := range lines {
		assert.True(t, sty.Width(l) <= 100)
	}
}

func TestThinKeepsLabelsApart(t *testing.T) {
	sty := sans(tickSize, inkColor(), draw.XCenter, draw.YTop)
	var marks []style.Tick
	for i := range 20 {
		marks = append(marks, style.Tick{Value: float64(i) / 19, Label: "131072"})
	}
	thinned := thin(marks, sty, 300)
	var end vg.Length = -100
	count := 0
	for _, m := range thinned {
		if m.Label == "" {
			continue
		}
		count++
		x := vg.Length(m.Value) * 300
		assert.Greater(t, x-sty.Width(m.Label)/2, end)
		end = x + sty.Width(m.Label)/2
	}
	assert.Greater(t, count, 4)
	assert.Len(t, thinned, 20, "marks stay")
}

func TestCompact(t *testing.T) {
	names, common := compact([]string{"FFT/variant=a/dir=forward/n=64-2", "FFT/variant=b/dir=forward/n=64-2"})
	assert.Equal(t, []string{"a", "b"}, names)
	assert.Equal(t, " All: FFT/dir=forward/n=64-2.", common)

	names, common = compact([]string{"Encode-8", "Decode-8"})
	assert.Equal(t, []string{"Encode", "Decode"}, names)
	assert.Equal(t, " All: -8.", common)

	for _, same := range [][]string{nil, {"Only/one=1-2"}, {"A/x=1", "B"}, {"A", "B"}, {"A", "A"}} {
		names, common = compact(same)
		assert.Equal(t, same, names)
		assert.Empty(t, common)
	}
}

func TestSlug(t *testing.T) {
	assert.Equal(t, "forward-f32-cpu", slug("forward · f32 · CPU"))
	assert.Equal(t, "intel-r-xeon-r-2-40", slug("Intel(R) Xeon(R) 2.40"))
	assert.Equal(t, "", slug("快速/../"))
	assert.LessOrEqual(t, len(slug(strings.Repeat("long name ", 100))), 61)
	used := map[string]int{}
	assert.Equal(t, []string{"a", "a-2", "a-3", "a-2-2"}, []string{unique(used, "a"), unique(used, "a"), unique(used, "a"), unique(used, "a-2")})
}

// TestEncodeKeepsColours: areas and the given colours come out exactly, and the
// rest close to what it was.
func TestEncodeKeepsColours(t *testing.T) {
	src := image.NewRGBA(image.Rect(0, 0, 200, 200))
	for y := range 200 {
		for x := range 200 {
			c := color.RGBA{0xff, 0xff, 0xff, 0xff}
			switch {
			case y < 20:
				c = color.RGBA{0x00, 0x72, 0xb2, 0xff} // an area
			case y < 40:
				c = color.RGBA{uint8(x), uint8(255 - x), uint8(6 * y), 0xff} // hundreds of shades
			}
			src.SetRGBA(x, y, c)
		}
	}
	rare := color.RGBA{0xc0, 0x00, 0x90, 0xff}
	src.SetRGBA(100, 100, rare)
	data, err := encode(src, []color.Color{rare})
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	got, ok := img.(*image.Paletted)
	require.True(t, ok)
	assert.LessOrEqual(t, len(got.Palette), largePalette)
	for _, p := range []image.Point{{5, 5}, {150, 150}, {100, 100}} {
		assert.Equal(t, src.At(p.X, p.Y), color.RGBAModel.Convert(got.At(p.X, p.Y)), "%v", p)
	}
	worst := 0.0
	for x := range 200 {
		a, b := src.RGBAAt(x, 30), color.RGBAModel.Convert(got.At(x, 30)).(color.RGBA)
		d := math.Hypot(math.Hypot(float64(a.R)-float64(b.R), float64(a.G)-float64(b.G)), float64(a.B)-float64(b.B))
		worst = max(worst, d)
	}
	assert.Less(t, worst, 80.0)
}

// TestZeroOnTheFloor looks at the pixels: a zero error is drawn, left of every
// other, and a bar of zero is none.
func TestZeroOnTheFloor(t *testing.T) {
	blue, orange := style.Series(0), style.Series(1)
	values := []float64{0, 1e-8}
	x := logAxis("error", style.ErrorTicks, values...)
	marks := dots{
		{row: 0, v: 0, lo: math.NaN(), hi: math.NaN(), look: look{color: blue, radius: 5}},
		{row: 1, v: 1e-8, lo: math.NaN(), hi: math.NaN(), look: look{color: orange, radius: 5}},
	}
	at := columns(t, x, marks)
	require.NotEmpty(t, at[blue])
	require.NotEmpty(t, at[orange])
	assert.Less(t, at[blue][len(at[blue])-1], at[orange][0])

	b := bars{base: math.NaN(), bars: []bar{{row: 0, value: 0, color: blue}, {row: 1, value: 1e-8, color: orange}}}
	at = columns(t, x, b)
	assert.Empty(t, at[blue])
	assert.Greater(t, len(at[orange]), 100)
}

// TestBarsGrowFromOne: a ratio below one grows to the left, above to the right,
// as far as its logarithm says.
func TestBarsGrowFromOne(t *testing.T) {
	blue, orange := style.BetterColor(), style.WorseColor()
	b := bars{base: 1, bars: []bar{{row: 0, value: 4, color: blue}, {row: 1, value: 0.5, color: orange}}}
	at := columns(t, ratioAxis("ratio", []float64{4, 0.5}), b)
	require.NotEmpty(t, at[blue])
	require.NotEmpty(t, at[orange])
	assert.InDelta(t, at[orange][len(at[orange])-1], at[blue][0], 2, "both start at 1×")
	assert.InDelta(t, 2*len(at[orange]), len(at[blue]), 3, "4× is twice as long as 1/2×")
}

// columns draws marks over two rows and returns the pixel columns that hold
// each colour.
func columns(t *testing.T, x axis, m mark) map[style.RGB][]int {
	s := &sheet{name: "columns", rowHeight: 120}
	s.panels = [][]*panel{{newPanel(x, topDown([]string{"first", "second"}), bodyWidth(&s.legend), m)}}
	f, err := s.render()
	require.NoError(t, err)
	img := checkPNG(t, f)
	out := map[style.RGB][]int{}
	for px := range img.Rect.Dx() {
		seen := map[style.RGB]bool{}
		for py := range img.Rect.Dy() {
			r, g, b, _ := img.At(px, py).RGBA()
			c := style.RGB{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8)}
			if !seen[c] {
				seen[c] = true
				out[c] = append(out[c], px)
			}
		}
	}
	return out
}
