package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/report/style"
)

// A span is a horizontal bar from one value to another, on a row of a panel
// whose y axis is nominal.
type span struct {
	row      int
	from, to float64
	color    color.Color
	hatched  bool // nothing is there: free, or lost
	thin     bool // a part of the bar above
	text     string
}

// spans draws floating bars over a zebra. One that goes beyond the axis ends in
// an arrow.
type spans struct {
	bars  []span
	limit float64 // a dashed line across the rows; 0: none
}

// arrowLength is how long the head of a bar that goes on is.
const arrowLength = 9

func (m spans) draw(c *canvas) {
	for _, s := range m.bars {
		s.fill(c)
	}
	if pos, _ := c.x.at(m.limit); m.limit > 0 && c.x.beyond(m.limit) == 0 {
		c.StrokeLine2(dashed(), c.X(pos), c.Min.Y, c.X(pos), c.Max.Y)
	}
	for _, s := range m.bars {
		s.label(c)
	}
}

// ends returns where the bar starts and ends, at least a pixel apart.
func (s span) ends(c *canvas) (x0, x1 vg.Length) {
	from, _ := c.x.at(s.from)
	to, _ := c.x.at(s.to)
	return c.X(from), max(c.X(to), c.X(from)+hairline)
}

func (s span) fill(c *canvas) {
	if !(s.to > s.from) {
		return
	}
	mid, slot := c.y.slot(s.row)
	y := c.Y(mid)
	half := min(vg.Length(slot)*(c.Max.Y-c.Min.Y)*0.36, vg.Points(11))
	if s.thin {
		half *= 0.55
	}
	x0, x1 := s.ends(c)
	end := x1
	if c.x.beyond(s.to) > 0 {
		end = max(x0, x1-vg.Points(arrowLength))
		c.FillPolygon(s.color, []vg.Point{{X: end, Y: y - half - 2}, {X: x1, Y: y}, {X: end, Y: y + half + 2}})
	}
	fillRect(&c.Canvas, s.color, x0, y-half, end, y+half)
	if s.hatched {
		hatch(&c.Canvas, lineColor(), x0, y-half, end, y+half)
	}
}

// label writes the text behind the bar, where that has no room before it, else
// on the bar.
func (s span) label(c *canvas) {
	if s.text == "" {
		return
	}
	sty := sans(cellSize, inkColor(), draw.XLeft, draw.YCenter)
	gap, width := vg.Points(5), sty.Width(s.text)
	x0, x1 := s.ends(c)
	x, back := x1+gap, rowColor(s.row)
	if x+width > c.Max.X {
		x = x0 - gap - width
	}
	if x < c.Min.X {
		x, back = max(x0, (x0+x1-width)/2), s.color
		if fill, ok := s.color.(style.RGB); ok && !s.hatched {
			sty.Color = fill.Ink()
		}
	}
	mid, _ := c.y.slot(s.row)
	ground(c, back, x-2, x+width+2, c.Y(mid))
	write(&c.Canvas, sty, x, c.Y(mid), s.text)
}

// rowColor is what zebra leaves of a row.
func rowColor(row int) color.Color {
	if row%2 == 0 {
		return emptyColor()
	}
	return color.White
}

// ground is a plain field to read a line of text on.
func ground(c *canvas, fill color.Color, x0, x1, y vg.Length) {
	fillRect(&c.Canvas, fill, x0, y-vg.Points(6.5), x1, y+vg.Points(6.5))
}

// dashed is the line of a limit.
func dashed() draw.LineStyle {
	return draw.LineStyle{Color: inkColor(), Width: vg.Points(1.2), Dashes: []vg.Length{4, 3}}
}
