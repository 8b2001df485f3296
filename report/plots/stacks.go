package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/report/style"
)

// A column is the stack of one value of a knob.
type column struct {
	x     float64
	pos   float64   // on the x axis
	parts []float64 // from the bottom to the top
	total float64
}

// stacks draws columns from zero; as parts of one where share is set.
type stacks struct {
	list   []column
	width  vg.Length
	colors []color.Color // of the parts
	share  bool
}

func (m stacks) draw(c *canvas) {
	half := m.width / 2
	for _, col := range m.list {
		x := c.X(col.pos)
		x0 := snap(x - half)
		x1 := max(snap(x+half), x0+hairline)
		whole := 1.0
		if m.share {
			whole = col.total
		}
		at := 0.0
		low, _ := c.y.at(0)
		for i, v := range col.parts {
			if v <= 0 || whole <= 0 {
				continue
			}
			at += v
			high, ok := c.y.at(at / whole)
			if !ok {
				continue
			}
			fillRect(&c.Canvas, m.colors[i], x0, c.Y(low), x1, c.Y(high))
			low = high
		}
	}
}

// totals draws the sum of each column as a point, those over the limit apart.
type totals struct {
	list  []column
	width vg.Length
	limit float64 // 0: none
}

func fitsLook() look { return look{color: style.BetterColor(), radius: 4} }
func overLook() look { return look{color: style.WorseColor(), radius: 4, marker: 3} }

func (m totals) over(total float64) bool { return m.limit > 0 && total > m.limit }

func (m totals) draw(c *canvas) {
	for _, col := range m.list {
		if !c.y.shows(col.total) {
			continue
		}
		l := fitsLook()
		if m.over(col.total) {
			l = overLook()
		}
		l.radius = min(l.radius, max(m.width.Points()/2, 1))
		y, _ := c.y.at(col.total)
		l.drawMarker(&c.Canvas, vg.Point{X: c.X(col.pos), Y: c.Y(y)})
	}
}

// A budgetLine is a horizontal dashed line with words above its left end. One
// that lies beyond the axis is an arrow with words in a row at the top.
type budgetLine struct {
	value float64
	row   int
	text  string
}

func (b budgetLine) draw(c *canvas) {
	sty := sans(cellSize, inkColor(), draw.XLeft, draw.YCenter)
	width := sty.Width(b.text)
	x := c.Min.X + vg.Points(6)
	if c.y.beyond(b.value) == 0 {
		pos, _ := c.y.at(b.value)
		y := c.Y(pos)
		c.StrokeLine2(dashed(), c.Min.X, y, c.Max.X, y)
		up := y + vg.Points(9)
		ground(c, color.White, x-2, x+width+2, up)
		write(&c.Canvas, sty, x, up, b.text)
		return
	}
	y := c.Max.Y - vg.Points(signTop+signRow*float64(b.row))
	shape := 2 // a triangle that points up
	if c.y.beyond(b.value) < 0 {
		shape, y = 4, c.Min.Y+vg.Points(signTop)
	}
	ground(c, color.White, x-2, x+vg.Points(12)+width+2, y)
	c.FillPolygon(inkColor(), markerShape(shape, vg.Point{X: x + vg.Points(4), Y: y}, vg.Points(4.5)))
	write(&c.Canvas, sty, x+vg.Points(13), y, b.text)
}
