package plots

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/report/style"
)

// Font sizes in points. See sheetWidth for why they are what they are.
const (
	titleSize = 16
	panelSize = 12.5
	labelSize = 12
	tickSize  = 11
	cellSize  = 10.5
)

// Colours of everything that is not data.
func inkColor() color.Color   { return style.RGB{R: 0x1f, G: 0x23, B: 0x28} }
func greyColor() color.Color  { return style.RGB{R: 0x57, G: 0x60, B: 0x6a} }
func mutedColor() color.Color { return style.RGB{R: 0xc4, G: 0xc8, B: 0xcc} }
func lineColor() color.Color  { return style.RGB{R: 0x8c, G: 0x95, B: 0x9f} }
func gridColor() color.Color  { return style.RGB{R: 0xe4, G: 0xe7, B: 0xea} }
func emptyColor() color.Color { return style.RGB{R: 0xf4, G: 0xf5, B: 0xf6} }

// sans returns a text style in Liberation Sans, which gonum/plot brings along.
// It is set per text, since the package defaults of gonum/plot are shared by
// the whole program.
func sans(size float64, c color.Color, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)},
		XAlign:  x,
		YAlign:  y,
		Handler: crisp{Plain: text.Plain{Fonts: font.DefaultCache}},
	}
}

// crisp is gonum/plot's plain text on whole pixels, vertically centred on the
// height of capitals. Equal words are then equal pixels, which halves the size
// of a picture full of names.
type crisp struct {
	text.Plain
	lift vg.Length // added to y: what a caller adds for another idea of centred
}

// Draw implements text.Handler for one line of text.
func (h crisp) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	if sty.Rotation != 0 {
		h.Plain.Draw(c, txt, sty, pt)
		return
	}
	face := h.Fonts.Lookup(sty.Font, sty.Font.Size)
	pt.X += vg.Length(sty.XAlign) * face.Width(txt)
	pt.Y += h.lift
	if sty.YAlign == text.YCenter {
		const capHeight = 0.688 // of Liberation Sans, in units of its size
		pt.Y -= sty.Font.Size * capHeight / 2
	} else {
		pt.Y += sty.Height(txt)*vg.Length(sty.YAlign) - face.Extents().Ascent + sty.Font.Size
	}
	c.SetColor(sty.Color)
	// The rasteriser truncates to 1/64 pixel: stay off the edge, on which side
	// the rounding of points to pixels would fall by chance.
	const inside = vg.Inch / dpi / 256
	c.FillString(face, vg.Point{X: snap(pt.X) + inside, Y: snap(pt.Y) - inside}, txt)
}

// snap rounds a length to whole pixels.
func snap(x vg.Length) vg.Length {
	const pixel = vg.Inch / dpi
	return vg.Length(math.Round(float64(x/pixel))) * pixel
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

// printable returns s with everything that Liberation Sans cannot draw as an
// escape: a name of Chinese characters would otherwise leave a hole.
func printable(s string) string {
	s = style.Visible(s)
	if isASCII(s) {
		return s
	}
	face := font.DefaultCache.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, tickSize)
	var buf sfnt.Buffer
	var b strings.Builder
	for _, r := range s {
		if i, err := face.Face.GlyphIndex(&buf, r); err == nil && i != 0 {
			b.WriteRune(r)
			continue
		}
		q := strconv.QuoteRuneToASCII(r)
		b.WriteString(q[1 : len(q)-1])
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// fit returns s, printable and with its middle cut out as far as needed to be
// no wider than width.
func fit(s string, sty text.Style, width vg.Length) string {
	s = printable(style.Shorten(s, 200)) // a name of 4 KiB is not worth measuring
	if sty.Width(s) <= width {
		return s
	}
	lo, hi := 1, utf8.RuneCountInString(s) // the longest that fits, by bisection
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if sty.Width(style.Shorten(s, mid)) <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return style.Shorten(s, lo)
}

// wrap breaks s at spaces (not at the narrow ones within numbers) into at most limit lines no wider than width; the
// last line is fitted.
func wrap(s string, sty text.Style, width vg.Length, limit int) []string {
	var lines []string
	line := ""
	words := strings.FieldsFunc(printable(s), func(r rune) bool { return r == ' ' })
	for i, w := range words {
		next := w
		if line != "" {
			next = line + " " + w
		}
		if line == "" || sty.Width(next) <= width {
			line = next
			continue
		}
		if len(lines) == limit-1 {
			return append(lines, fit(line+" "+strings.Join(words[i:], " "), sty, width))
		}
		lines = append(lines, fit(line, sty, width))
		line = w
	}
	if line == "" {
		return lines
	}
	return append(lines, fit(line, sty, width))
}

// write draws one line of text; baseline is YBottom-aligned by the style.
func write(c *draw.Canvas, sty text.Style, x, y vg.Length, s string) {
	if s == "" || !finite(float64(x)) || !finite(float64(y)) {
		return
	}
	c.FillText(sty, vg.Point{X: x, Y: y}, s)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// plural returns "1 size", "3 sizes".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
