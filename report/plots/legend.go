package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/report/style"
)

// legendKind says what stands before an entry's words.
type legendKind int

const (
	legendLine legendKind = iota
	legendPoint
	legendBox
	legendHatch
	legendMissing
	legendFailed
	legendFrame
	legendHeading
	legendText // words only, small and grey
)

type legendEntry struct {
	kind legendKind
	text string
	look look
}

// A colorBar explains a colour scale; its ticks are at positions in [0,1].
type colorBar struct {
	title string
	color func(t float64) style.RGB
	ticks []style.Tick
}

// colorSteps is how many colours of a scale are told apart, in a map and on its
// bar: odd, so that a diverging scale has a middle. More would be as many
// colours in the palette and none for the eye.
const colorSteps = 33

// step returns the middle of t's step of a colour scale.
func step(t float64) float64 {
	i := min(max(math.Floor(t*colorSteps), 0), colorSteps-1)
	return (i + 0.5) / colorSteps
}

// A legend stands in a column of its own, right of the data.
type legend struct {
	entries []legendEntry
	bar     *colorBar
}

const (
	legendMax   = 168 // points
	thumbWidth  = 24
	legendRow   = 18
	colorBarLen = 150
)

func (l *legend) empty() bool { return len(l.entries) == 0 && l.bar == nil }

// colors lists the colours of the series: a hollow mark has too few pixels for
// the encoder to take its colour for one.
func (l *legend) colors() (list []color.Color) {
	for _, e := range l.entries {
		if e.look.color != nil {
			list = append(list, e.look.color)
		}
	}
	return list
}

func (l *legend) style(e legendEntry) draw.TextStyle {
	switch e.kind {
	case legendHeading:
		return bold(sans(tickSize, inkColor(), draw.XLeft, draw.YCenter))
	case legendText:
		return sans(tickSize-0.5, greyColor(), draw.XLeft, draw.YCenter)
	}
	return sans(tickSize, inkColor(), draw.XLeft, draw.YCenter)
}

func (e legendEntry) indent() vg.Length {
	if e.kind == legendHeading || e.kind == legendText {
		return 0
	}
	return vg.Points(thumbWidth + 6)
}

// lines returns the entry's text as drawn: words may take several lines.
func (l *legend) lines(e legendEntry) []string {
	width := vg.Points(legendMax) - e.indent()
	if e.kind == legendText || e.kind == legendHeading {
		return wrap(e.text, l.style(e), width, 4)
	}
	return []string{fit(e.text, l.style(e), width)}
}

// width returns how wide the legend's column must be.
func (l *legend) width() (w vg.Length) {
	for _, e := range l.entries {
		for _, s := range l.lines(e) {
			w = max(w, e.indent()+l.style(e).Width(s))
		}
	}
	if l.bar != nil {
		sty := sans(tickSize, inkColor(), draw.XLeft, draw.YCenter)
		for _, s := range wrap(l.bar.title, bold(sty), vg.Points(legendMax), 3) {
			w = max(w, bold(sty).Width(s))
		}
		for _, t := range l.bar.ticks {
			w = max(w, vg.Points(26)+sty.Width(printable(t.Label)))
		}
	}
	return min(w, vg.Points(legendMax))
}

// height returns how tall the legend is.
func (l *legend) height() (h vg.Length) {
	for _, e := range l.entries {
		h += vg.Points(legendRow) * vg.Length(max(len(l.lines(e)), 1))
	}
	if l.bar != nil {
		h += vg.Points(colorBarLen + 3*legendRow)
	}
	return h
}

// draw draws the legend from the top left corner of c.
func (l *legend) draw(c draw.Canvas) {
	y := c.Max.Y
	if l.bar != nil {
		y = l.bar.draw(c, y)
	}
	for _, e := range l.entries {
		lines := l.lines(e)
		sty := l.style(e)
		mid := y - vg.Points(legendRow)/2
		e.thumb(&c, c.Min.X, mid)
		for _, s := range lines {
			write(&c, sty, c.Min.X+e.indent(), y-vg.Points(legendRow)/2, s)
			y -= vg.Points(legendRow)
		}
		if len(lines) == 0 {
			y -= vg.Points(legendRow)
		}
	}
}

// thumb draws the sample of an entry's mark.
func (e legendEntry) thumb(c *draw.Canvas, x, y vg.Length) {
	w, half := vg.Points(thumbWidth), vg.Points(6)
	switch e.kind {
	case legendLine:
		c.StrokeLine2(e.look.line(), x, y, x+w, y)
		e.look.drawMarker(c, vg.Point{X: x + w/2, Y: y})
	case legendPoint:
		e.look.drawMarker(c, vg.Point{X: x + w/2, Y: y})
	case legendBox:
		fillRect(c, e.look.color, x, y-half, x+w, y+half)
	case legendHatch:
		fillRect(c, gridColor(), x, y-half, x+w, y+half)
		hatch(c, lineColor(), x, y-half, x+w, y+half)
	case legendMissing:
		fillRect(c, emptyColor(), x, y-half, x+w, y+half)
		hatch(c, gridColor(), x, y-half, x+w, y+half)
	case legendFrame:
		fillRect(c, gridColor(), x, y-half, x+w, y+half)
		frame(c, x, y-half, x+w, y+half)
	case legendFailed:
		fillRect(c, emptyColor(), x, y-half, x+w, y+half)
		cross(c, x+w/2, y, vg.Points(4))
	}
}

// draw draws the colour bar below top and returns where it ends.
func (b *colorBar) draw(c draw.Canvas, top vg.Length) vg.Length {
	sty := sans(tickSize, inkColor(), draw.XLeft, draw.YCenter)
	for _, s := range wrap(b.title, bold(sty), vg.Points(legendMax), 3) {
		write(&c, bold(sty), c.Min.X, top-vg.Points(legendRow)/2, s)
		top -= vg.Points(legendRow - 2)
	}
	top -= vg.Points(6)
	height, w := vg.Points(colorBarLen), vg.Points(16)
	for i := range colorSteps {
		y := top - height + height*vg.Length(i)/colorSteps
		fillRect(&c, b.color((float64(i)+0.5)/colorSteps), c.Min.X, y, c.Min.X+w, y+height/colorSteps)
	}
	for _, t := range b.ticks {
		y := top - height + height*vg.Length(t.Value)
		c.StrokeLine2(draw.LineStyle{Color: lineColor(), Width: vg.Points(0.75)}, c.Min.X+w, y, c.Min.X+w+vg.Points(4), y)
		write(&c, sty, c.Min.X+w+vg.Points(8), y, printable(t.Label))
	}
	return top - height - vg.Points(legendRow)
}
