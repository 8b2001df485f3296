package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A bar is one horizontal bar of a panel whose y axis is nominal.
type bar struct {
	row   int
	value float64
	color color.Color
	text  string // behind its end
}

// bars draws horizontal bars from a base value: 1 of a ratio, 0, or the axis'
// start. A value without a place on the axis draws no bar, only its text.
type bars struct {
	base float64 // NaN for the start of the axis
	bars []bar
}

func (b bars) draw(c *canvas) {
	base := 0.0
	if !math.IsNaN(b.base) {
		base, _ = c.x.at(b.base)
	}
	sty := sans(cellSize, inkColor(), draw.XLeft, draw.YCenter)
	for _, r := range b.bars {
		mid, size := c.y.slot(r.row)
		end := base
		if c.x.shows(r.value) {
			end, _ = c.x.at(r.value)
		}
		half := vg.Length(size) * (c.Max.Y - c.Min.Y) * 0.36
		half = min(half, vg.Points(11))
		if end != base && (r.value != 0 || !c.x.log) { // nothing is no bar, not even a short one
			fillRect(&c.Canvas, r.color, c.X(base), c.Y(mid)-half, c.X(end), c.Y(mid)+half)
		}
		writeBeside(c, sty, c.X(max(end, base)), c.Y(mid), r.text)
	}
}

// writeBeside writes s right of x, or left-aligned as far right as it fits.
func writeBeside(c *canvas, sty draw.TextStyle, x, y vg.Length, s string) {
	x = min(x+vg.Points(5), c.Max.X-sty.Width(s))
	write(&c.Canvas, sty, x, y, s)
}

// A dot is one value of a row with its interval.
type dot struct {
	row    int
	v      float64
	lo, hi float64
	look   look
	text   string // at the right border
}

// dots draws values on the rows of a nominal y axis, with horizontal interval
// bars clamped to the panel.
type dots []dot

func (ds dots) draw(c *canvas) {
	for _, d := range ds {
		mid, _ := c.y.slot(d.row)
		y := c.Y(mid)
		if finite(d.lo) && finite(d.hi) && d.lo <= d.hi {
			lo, _ := c.x.at(d.lo)
			hi, _ := c.x.at(d.hi)
			horizontalLine(&c.Canvas, d.look.color, c.X(lo), c.X(hi), y, vg.Points(1.5))
		}
		if c.x.shows(d.v) {
			pos, _ := c.x.at(d.v)
			d.look.drawMarker(&c.Canvas, vg.Point{X: c.X(pos), Y: y})
		}
		sty := sans(cellSize, inkColor(), draw.XRight, draw.YCenter)
		write(&c.Canvas, sty, c.Max.X, y, d.text)
	}
}

// zebra tints every second row, so that the eye finds the way from a name to
// its mark.
type zebra struct{}

func (zebra) draw(c *canvas) {
	for i := 0; i < len(c.y.names); i += 2 {
		mid, size := c.y.slot(i)
		fillRect(&c.Canvas, emptyColor(), c.Min.X, c.Y(mid-size/2), c.Max.X, c.Y(mid+size/2))
	}
}
