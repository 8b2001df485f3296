package plots

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/report/style"
)

// A bar as a test writes it.
type fallBar struct {
	name     string
	from, to float64
	text     string
}

func fallBars(w Waterfall) (list []fallBar) {
	f := newFall(w)
	for i, s := range f.bars.bars {
		list = append(list, fallBar{f.names[i], s.from, s.to, s.text})
	}
	return list
}

// TestWaterfallAddsUp: each term starts where the one before ends, parts lie
// within theirs, and the headroom is what is left.
func TestWaterfallAddsUp(t *testing.T) {
	w := Waterfall{Budget: 100, Terms: []WaterfallTerm{
		{Name: "a", Bytes: 30}, {Name: "p", Bytes: 10, Part: true}, {Name: "q", Bytes: 25, Part: true},
		{Name: "nothing"}, {Name: "of nothing", Bytes: 1, Part: true}, {Name: "b", Bytes: 50}}}
	assert.Equal(t, []fallBar{
		{"budget", 0, 100, "100 B"},
		{"a", 0, 30, "30 B · 30.0 %"},
		{"of which p", 0, 10, "10 B · 10.0 %"},
		{"of which q", 10, 30, "25 B · 25.0 %"}, // more than is left of a: drawn as far as that goes
		{"b", 30, 80, "50 B · 50.0 %"},
		{"total", 0, 80, "80 B · 80.0 %"},
		{"headroom", 80, 100, "20 B · 20.0 %"},
	}, fallBars(w))
	w.Budget = 60
	over := fallBars(w)
	assert.Equal(t, fallBar{"headroom", 60, 80, "-20 B · over budget"}, over[len(over)-1])
	w.Budget = 0
	without := fallBars(w)
	assert.Equal(t, fallBar{"total", 0, 80, "80 B · 100.0 %"}, without[len(without)-1])

	rapid.Check(t, func(t *rapid.T) {
		var terms []WaterfallTerm
		sum := int64(0)
		for _, b := range rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 20).Draw(t, "bytes") {
			terms = append(terms, WaterfallTerm{Bytes: b})
			sum += b
		}
		at := 0.0
		bars := fallBars(Waterfall{Terms: terms})
		if sum == 0 {
			assert.Empty(t, bars)
			return
		}
		for _, b := range bars[:len(bars)-1] {
			assert.Equal(t, at, b.from)
			at = b.to
		}
		assert.Equal(t, float64(sum), at, "all terms, joined ones included")
		assert.Equal(t, float64(sum), bars[len(bars)-1].to)
		assert.LessOrEqual(t, len(bars), maxTerms+2)
	})
}

// TestStackColumns: in order, once each, and only where every term is known.
func TestStackColumns(t *testing.T) {
	st := newStack(MemoryStack{X: []int64{8, 2, 4, 2, 16}, Terms: []MemoryTerm{
		{"a", []int64{80, 20, 40, 21, 160}}, {"zero", []int64{0, 0, 0, 0, 0}}, {"b", []int64{8, -5, 4, 2}}}})
	assert.Equal(t, []column{
		{x: 2, parts: []float64{20, 0}, total: 20},
		{x: 4, parts: []float64{40, 4}, total: 44},
		{x: 8, parts: []float64{80, 8}, total: 88},
	}, st.columns)
	assert.Equal(t, []int{0, 2}, st.places)
	assert.Equal(t, 1, st.lacking)
	assert.Nil(t, st.at(16))
	assert.Equal(t, 44.0, st.at(4).total)

	many := MemoryStack{X: []int64{1}}
	for i := range int64(13) {
		many.Terms = append(many.Terms, MemoryTerm{"t", []int64{i + 1}})
	}
	st = newStack(many)
	assert.Equal(t, []float64{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1 + 2 + 3}, st.columns[0].parts)
	assert.Equal(t, "3 smaller terms", st.name(maxTerms))
}

func TestKnobScales(t *testing.T) {
	const room = 400
	scale := func(xs ...float64) knobScale { return newKnobScale("batch", xs, room) }
	powers := scale(1, 2, 4, 8, 16, 32)
	assert.True(t, powers.axis.log && !powers.even && !powers.dense)
	few := scale(1, 2, 4, 8)
	assert.False(t, few.axis.log, "no more than a factor of eight")
	counts := make([]float64, 64)
	for i := range counts {
		counts[i] = float64(i + 1)
	}
	assert.False(t, scale(counts...).axis.log, "steps, not factors")
	assert.True(t, scale(3, 10, 30, 100, 300).axis.log, "factors, no powers of two")
	assert.False(t, scale(0, 1, 2, 4, 8, 16).axis.log, "zero has no logarithm")

	beside := scale(1021, 1024, 2048, 2053, 4096, 4099, 8191, 8192)
	assert.True(t, beside.even)
	var names []string
	for _, m := range beside.axis.marks() {
		names = append(names, m.Label)
	}
	assert.Equal(t, []string{"", "1024", "2048", "", "4096", "", "", "8192"}, names)
	pos, beyond := beside.at(2050)
	assert.Equal(t, []float64{3. / 8, 0}, []float64{pos, float64(beyond)}, "between the third and the fourth")
	_, beyond = beside.at(5)
	assert.Equal(t, -1, beyond)
	_, beyond = beside.at(9000)
	assert.Equal(t, 1, beyond)
	pos, _ = beside.at(1021)
	assert.Equal(t, 1./16, pos)

	dense := make([]float64, 1000)
	for i := range dense {
		dense[i] = float64(i + 1)
	}
	assert.True(t, scale(dense...).dense)
	_, beyond = powers.at(1000)
	assert.Equal(t, 1, beyond)
	_, beyond = powers.at(0)
	assert.Equal(t, -1, beyond)
	one := scale(7)
	pos, _ = one.at(7)
	assert.InDelta(t, 0.5, pos, 1e-12)
}

// TestColumnsStayApart: whatever the values, columns are in order, inside the
// axis, and touch only where the scale says so.
func TestColumnsStayApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfNDistinct(rapid.OneOf(rapid.Int64Range(0, 300), rapid.Int64()), 1, 200, rapid.ID[int64]).Draw(t, "x")
		values := make([]float64, len(xs))
		for i, x := range xs {
			values[i] = float64(x)
		}
		slices.Sort(values)
		values = slices.Compact(values)
		const room = 400
		scale := newKnobScale("x", values, room)
		last := math.Inf(-1)
		for _, x := range values {
			pos, beyond := scale.at(x)
			assert.Zero(t, beyond)
			assert.True(t, pos >= 0 && pos <= 1)
			if !scale.dense {
				assert.Greater(t, pos*room-last, float64(scale.width), "%g", x)
			}
			last = pos * room
		}
	})
}

func TestExtremes(t *testing.T) {
	list := []column{{x: 1, pos: 0.01, total: 5}, {x: 2, pos: 0.02, total: 9}, {x: 3, pos: 0.09, total: 2}, {x: 4, pos: 0.11, total: 4}}
	most, least := extremes(list, 0.1)
	xs := func(list []column) (x []float64) {
		for _, c := range list {
			x = append(x, c.x)
		}
		return x
	}
	assert.Equal(t, []float64{2, 4}, xs(most))
	assert.Equal(t, []float64{3, 4}, xs(least))
	assert.InDelta(t, 0.05, most[0].pos, 1e-12)
}

// testCanvas is an area of 400 × 300 points with these axes.
func testCanvas(x, y axis) *canvas {
	return &canvas{Canvas: draw.New(vgimg.New(400, 300)), x: &x, y: &y}
}

// TestSignsDoNotCross: two marks close together, where the words of the one
// would stand in the way of the other's arrow.
func TestSignsDoNotCross(t *testing.T) {
	c := testCanvas(axis{hi: 1}, axis{hi: 1})
	for _, list := range [][]signpost{
		{{pos: 0.5, text: "asked: 64, 32.7 MiB"}, {pos: 0.6, text: "largest that fits: 512"}},
		{{pos: 0.9, text: "largest that fits: 512"}, {pos: 0.8, text: "asked: 64, 32.7 MiB"}, {pos: 0.95, text: "all fit up to: 500"}},
		{{pos: 0, text: "all fit up to: 1"}, {pos: 0.05, text: "asked: 2"}, {pos: 0.02, text: "largest that fits: 3"}},
		{{pos: 1, beyond: 1, text: "largest that fits: 9999"}, {pos: 0.97, text: "asked: 512, 1.00 GiB"}},
	} {
		signs := signposts{list: list}.arrange(c)
		require.Len(t, signs, len(list))
		assert.Zero(t, crossings(signs), "%v", list)
		for i, s := range signs {
			assert.True(t, s.left >= c.Min.X && s.right <= c.Max.X, s.text)
			assert.Equal(t, c.Max.Y-vg.Points(signTop+signRow*float64(i)), s.y)
		}
	}
}

// TestCoverage holds the summed raster against filling cell by cell.
func TestCoverage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := testCanvas(axis{hi: 1}, axis{hi: 1})
		c.Max.X, c.Max.Y = c.Min.X+40, c.Min.Y+30
		r := newCoverage(c)
		type state struct{ all, peak bool }
		want := map[[2]int]state{}
		for range rapid.IntRange(0, 30).Draw(t, "fields") {
			at := func(label string, limit float64) float64 { return rapid.Float64Range(-2, limit).Draw(t, label) }
			x, y := at("x", 40), at("y", 30)
			f := field{x0: vg.Length(x), y0: vg.Length(y), x1: vg.Length(x + at("w", 20) + 2), y1: vg.Length(y + at("h", 20) + 2),
				peak: rapid.Bool().Draw(t, "peak")}
			r.add(f)
			x0, x1 := cellRange(f.x0, f.x1, r.cols)
			y0, y1 := cellRange(f.y0, f.y1, r.rows)
			for i := x0; i < x1; i++ {
				for k := y0; k < y1; k++ {
					want[[2]int{i, k}] = state{true, f.peak || want[[2]int{i, k}].peak}
				}
			}
		}
		r.sum()
		for i := range r.cols {
			for k := range r.rows {
				clr, drawn := r.color(i, k)
				w := want[[2]int{i, k}]
				assert.Equal(t, w.all, drawn)
				if drawn {
					assert.Equal(t, w.peak, clr == peakColor())
				}
			}
		}
	})
}

func TestCellRange(t *testing.T) {
	for _, c := range []struct {
		lo, hi   float64
		from, to int
	}{
		{0, 1, 0, 1}, {0.5, 0.5, 0, 1}, {2.5, 4, 2, 4}, {-3, -1, 0, 1}, {9.5, 20, 9, 10}, {30, 40, 9, 10},
	} {
		from, to := cellRange(vg.Points(c.lo*rasterCell), vg.Points(c.hi*rasterCell), 10)
		assert.Equal(t, [2]int{c.from, c.to}, [2]int{from, to}, "%v", c)
	}
}

// TestFarBudgetDoesNotSquash: columns are as tall as without a budget, but for
// the row of words that tells of it.
func TestFarBudgetDoesNotSquash(t *testing.T) {
	m := modelLadder()
	m.Asked, m.Largest, m.Budget = 0, 0, 0
	tall := stackHeight(t, m)
	m.Budget = 1 << 60
	assert.Greater(t, stackHeight(t, m), tall*9/10)
	m.Budget = 2 * int64(newStack(m).most)
	assert.Less(t, stackHeight(t, m), tall*6/10, "to scale where it is near")
}

// stackHeight is how many pixels tall the tallest column is.
func stackHeight(t *testing.T, m MemoryStack) int {
	figures, errs := Draw([]Drawing{m}, Options{})
	require.Empty(t, errs)
	img := checkPNG(t, figures[0])
	x := 165 // within the first column
	for img.At(x, img.Rect.Dy()/2) == img.Palette[0] {
		x++
	}
	rows := 0
	for y := range img.Rect.Dy() {
		for k := range m.Terms {
			if r, g, b, _ := img.At(x, y).RGBA(); (style.RGB{R: uint8(r), G: uint8(g), B: uint8(b)}) == termColor(k) {
				rows++
			}
		}
	}
	require.Positive(t, rows)
	return rows
}

// TestWarningColour is in the picture where the budget is exceeded, and only
// there.
func TestWarningColour(t *testing.T) {
	w := Waterfall{Budget: 112 * gib, Terms: modelTerms()}
	count := func(w Waterfall) (n int) {
		figures, errs := Draw([]Drawing{w}, Options{})
		require.Empty(t, errs)
		img := checkPNG(t, figures[0])
		for i := range img.Pix {
			r, g, b, _ := img.Palette[img.Pix[i]].RGBA()
			if (style.RGB{R: uint8(r), G: uint8(g), B: uint8(b)}) == style.WorseColor() {
				n++
			}
		}
		return n
	}
	assert.Less(t, count(w), 100, "edges of other colours at most")
	w.Budget = 100 * gib
	assert.Greater(t, count(w), 500)
}

// TestPeakIsMarked: of the ping-pong chain two fields are alive at the peak.
func TestPeakIsMarked(t *testing.T) {
	p := newPlacement(pingPong(), pingPong().Buffers)
	assert.Equal(t, 2, p.alive)
	assert.Equal(t, float64(32*mib), p.live)
	assert.Equal(t, float64(320*mib), p.sum)
	assert.Equal(t, 21.0, p.steps)
	marks := func(steps float64) (labels []string) {
		for _, m := range stepTicks(steps) {
			assert.Equal(t, 0.5, m.Value-math.Floor(m.Value), "in the middle of the step")
			labels = append(labels, m.Label)
		}
		return labels
	}
	assert.Equal(t, []string{"0"}, marks(1))
	assert.Equal(t, []string{"0", "1", "2"}, marks(3))
	assert.Equal(t, []string{"0", "5", "10", "15", "20", "25", "30"}, marks(31))
}
