package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/report/style"
)

// A cell is one field of a map with two nominal axes.
type cell struct {
	fill  style.RGB
	text  string
	kind  cellKind
	hatch bool // tied, or not clearly different
	// framed marks the best of a column.
	framed bool
}

type cellKind int

const (
	cellMissing cellKind = iota // not measured: crossed out lightly, never a value's colour
	cellValue
	cellFailed // tried and did not work
)

// cells fills the fields of a map; at[row][col].
type cells [][]cell

func (m cells) draw(c *canvas) {
	size := m.textSize(c)
	for row := range m {
		for col := range m[row] {
			m.drawCell(c, row, col, size)
		}
	}
}

// textSize returns the largest size at which every text fits its field; 0 where
// none is readable.
func (m cells) textSize(c *canvas) float64 {
	_, w := c.x.slot(0)
	_, h := c.y.slot(0)
	width, height := c.X(w)-c.X(0)-vg.Points(4), c.Y(h)-c.Y(0)-vg.Points(2)
	for _, size := range []float64{cellSize, cellSize - 1, cellSize - 2, cellSize - 3} {
		sty := sans(size, inkColor(), draw.XCenter, draw.YCenter)
		if vg.Points(size) <= height && m.maxWidth(sty) <= width {
			return size
		}
	}
	return 0
}

func (m cells) maxWidth(sty draw.TextStyle) (w vg.Length) {
	for _, row := range m {
		for _, d := range row {
			w = max(w, sty.Width(d.text))
		}
	}
	return w
}

func (m cells) drawCell(c *canvas, row, col int, size float64) {
	x, w := c.x.slot(col)
	y, h := c.y.slot(row)
	gap := vg.Points(1)
	x0, x1 := c.X(x-w/2)+gap, c.X(x+w/2)-gap
	y0, y1 := c.Y(y-h/2)+gap, c.Y(y+h/2)-gap
	if x1 <= x0 || y1 <= y0 {
		return
	}
	d := m[row][col]
	switch d.kind {
	case cellMissing:
		fillRect(&c.Canvas, emptyColor(), x0, y0, x1, y1)
		hatch(&c.Canvas, gridColor(), x0, y0, x1, y1)
		return
	case cellFailed:
		fillRect(&c.Canvas, emptyColor(), x0, y0, x1, y1)
		cross(&c.Canvas, (x0+x1)/2, (y0+y1)/2, min(x1-x0, y1-y0)*0.25)
		return
	}
	fillRect(&c.Canvas, d.fill, x0, y0, x1, y1)
	if d.framed {
		frame(&c.Canvas, x0, y0, x1, y1)
	}
	ink := d.fill.Ink()
	if d.hatch {
		hatch(&c.Canvas, hatchColor(d.fill), x0, y0, x1, y1)
	}
	if d.text == "" || size == 0 {
		return
	}
	sty := sans(size, ink, draw.XCenter, draw.YCenter)
	if d.hatch { // a plain ground to read on
		tw, th := sty.Width(d.text)/2+gap, vg.Points(size)/2
		fillRect(&c.Canvas, d.fill, (x0+x1)/2-tw, (y0+y1)/2-th, (x0+x1)/2+tw, (y0+y1)/2+th)
	}
	write(&c.Canvas, sty, (x0+x1)/2, (y0+y1)/2, d.text)
}

// hatchColor is the colour of the lines over a fill.
func hatchColor(fill style.RGB) style.RGB { return fill.Mix(fill.Ink(), 0.45) }

// hatch fills a rectangle with diagonal lines.
func hatch(c *draw.Canvas, clr color.Color, x0, y0, x1, y1 vg.Length) {
	sty := draw.LineStyle{Color: clr, Width: vg.Points(1)}
	step := vg.Points(6)
	for d := step / 2; d < (x1-x0)+(y1-y0); d += step {
		// The line x−x0 + y−y0 = d, cut at the borders.
		ax, ay := min(x0+d, x1), y0+max(0, d-(x1-x0))
		bx, by := x0+max(0, d-(y1-y0)), min(y0+d, y1)
		c.StrokeLine2(sty, ax, ay, bx, by)
	}
}

// frame draws a border that shows on light and dark fields.
func frame(c *draw.Canvas, x0, y0, x1, y1 vg.Length) {
	border := func(clr color.Color, inset, width vg.Length) {
		x0, y0, x1, y1 := x0+inset, y0+inset, x1-inset, y1-inset
		fillRect(c, clr, x0, y0, x1, y0+width)
		fillRect(c, clr, x0, y1-width, x1, y1)
		fillRect(c, clr, x0, y0, x0+width, y1)
		fillRect(c, clr, x1-width, y0, x1, y1)
	}
	border(style.WorseColor(), 0, vg.Points(2))
	border(color.White, vg.Points(2), hairline)
}

// cross marks a failure.
func cross(c *draw.Canvas, x, y, r vg.Length) {
	sty := draw.LineStyle{Color: style.WorseColor(), Width: vg.Points(2)}
	r = min(r, vg.Points(6))
	c.StrokeLine2(sty, x-r, y-r, x+r, y+r)
	c.StrokeLine2(sty, x-r, y+r, x+r, y-r)
}
