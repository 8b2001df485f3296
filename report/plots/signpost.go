package plots

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A signpost marks one value of a knob: words at the top of the panel and an
// arrow from them down to the column.
type signpost struct {
	pos    float64 // on the x axis
	beyond int     // -1 or 1 for a value left or right of the axis
	foot   float64 // where the arrow ends, in units of y
	text   string
}

// signposts draws a few of them in rows of their own, so that their words do not
// meet, below the given number of other rows.
type signposts struct {
	list []signpost
	row  int
}

const (
	signRow = 16 // points
	signTop = 9
	signGap = 6
)

func (m signposts) draw(c *canvas) {
	signs := m.arrange(c)
	for _, s := range signs {
		s.arrow(c)
	}
	for _, s := range signs {
		ground(c, color.White, s.left-2, s.right+2, s.y)
		write(&c.Canvas, signStyle(), s.left, s.y, s.text)
	}
}

func signStyle() draw.TextStyle { return sans(cellSize, inkColor(), draw.XLeft, draw.YCenter) }

// A sign is a signpost with its place on the canvas.
type sign struct {
	signpost
	x, y        vg.Length // of the arrow's start
	left, right vg.Length // of the words
}

// arrange tries the rows from left to right and from right to left, and the
// words of each on either side of their arrow, and takes the first way in which
// fewest arrows cross words.
func (m signposts) arrange(c *canvas) (best []sign) {
	least := -1
	byPos := slices.Clone(m.list)
	slices.SortStableFunc(byPos, func(a, b signpost) int { return cmp.Compare(a.pos, b.pos) })
	for range 2 {
		for sides := range 1 << len(byPos) {
			signs, ok := m.place(c, byPos, sides)
			if n := crossings(signs); ok && (least < 0 || n < least) {
				best, least = signs, n
			}
		}
		slices.Reverse(byPos)
	}
	return best
}

// place puts the words of sign i right of its arrow, or left where that bit of
// sides is set. Where they have no room on that side it is not ok; a sign that
// has room on neither is.
func (m signposts) place(c *canvas, list []signpost, sides int) (signs []sign, ok bool) {
	ok = true
	for i, p := range list {
		s := sign{signpost: p, x: c.X(p.pos), y: c.Max.Y - vg.Points(signTop+signRow*float64(m.row+i))}
		width, gap := signStyle().Width(p.text), vg.Points(signGap)
		if p.beyond != 0 {
			gap += vg.Points(arrowLength)
		}
		right, left := s.x+gap, s.x-gap-width
		fitsRight, fitsLeft := right+width <= c.Max.X, left >= c.Min.X
		s.left = right
		if sides>>i&1 == 1 {
			s.left = left
			ok = ok && (fitsLeft || !fitsRight)
		} else {
			ok = ok && (fitsRight || !fitsLeft)
		}
		s.left = max(min(s.left, c.Max.X-width), c.Min.X)
		s.right = s.left + width
		signs = append(signs, s)
	}
	return signs, ok
}

// crossings counts the arrows that go down through the words of another sign.
func crossings(signs []sign) (n int) {
	for i, a := range signs {
		for _, b := range signs[i+1:] {
			if a.beyond == 0 && b.left-2 <= a.x && a.x <= b.right+2 {
				n++
			}
		}
	}
	return n
}

func (s sign) arrow(c *canvas) {
	if s.beyond != 0 {
		back, high := s.x-vg.Length(s.beyond)*vg.Points(arrowLength), vg.Points(4)
		c.FillPolygon(inkColor(), []vg.Point{{X: back, Y: s.y - high}, {X: s.x, Y: s.y}, {X: back, Y: s.y + high}})
		return
	}
	foot, _ := c.y.at(s.foot)
	tip := c.Y(foot) + vg.Points(5)
	c.StrokeLine2(draw.LineStyle{Color: inkColor(), Width: vg.Points(0.9)}, s.x, tip, s.x, s.y)
	c.FillPolygon(inkColor(), markerShape(4, vg.Point{X: s.x, Y: tip}, vg.Points(4)))
}
