package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/report/style"
)

// A look is how a series is drawn, in the panel and in the legend alike.
type look struct {
	color  color.Color
	dash   int
	marker int
	width  float64 // of the line, in points
	radius float64 // of the marker, in points; 0 draws none
	hollow bool    // marker as an outline: on no front, or alike
}

// seriesLook is the look of a variant by its colour slot.
func seriesLook(slot int) look {
	return look{
		color: style.Series(slot), dash: style.SeriesDash(slot), marker: style.SeriesMarker(slot),
		width: 2, radius: 3.6,
	}
}

// mutedLook is the look of series in the background.
func mutedLook() look {
	return look{color: mutedColor(), width: 1.2}
}

func (l look) line() draw.LineStyle {
	dashes := [style.Dashes][]vg.Length{nil, {7, 3}, {2, 2.5}, {8, 3, 2, 3}}
	return draw.LineStyle{Color: l.color, Width: vg.Points(l.width), Dashes: dashes[l.dash%len(dashes)]}
}

// drawMarker draws the look's marker around p.
func (l look) drawMarker(c *draw.Canvas, p vg.Point) {
	if l.radius <= 0 {
		return
	}
	outline := draw.LineStyle{Color: l.color, Width: vg.Points(1.5)}
	fill := l.color
	if l.hollow {
		fill = color.White
	}
	r := vg.Points(l.radius)
	pts := markerShape(l.marker, p, r)
	if pts == nil {
		path := vg.Path{}
		path.Move(vg.Point{X: p.X + r, Y: p.Y})
		path.Arc(p, r, 0, 2*math.Pi)
		path.Close()
		c.SetColor(fill)
		c.Fill(path)
		if l.hollow {
			c.SetLineStyle(outline)
			c.Stroke(path)
		}
		return
	}
	c.FillPolygon(fill, pts)
	if l.hollow {
		c.StrokeLines(outline, append(pts, pts[0]))
	}
}

// markerShape returns the corners of marker shape i around p, nil for the disc.
func markerShape(i int, p vg.Point, r vg.Length) []vg.Point {
	at := func(unit ...float64) []vg.Point {
		pts := make([]vg.Point, len(unit)/2)
		for k := range pts {
			pts[k] = vg.Point{X: p.X + r*vg.Length(unit[2*k]), Y: p.Y + r*vg.Length(unit[2*k+1])}
		}
		return pts
	}
	switch i {
	case 1: // square
		return at(-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9)
	case 2: // triangle
		return at(-1.1, -0.8, 1.1, -0.8, 0, 1.2)
	case 3: // diamond
		return at(0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0)
	case 4: // triangle, point down
		return at(-1.1, 0.8, 0, -1.2, 1.1, 0.8)
	case 5: // plus
		const a, b = 0.4, 1.25
		return at(-a, -b, a, -b, a, -a, b, -a, b, a, a, a, a, b, -a, b, -a, a, -b, a, -b, -a, -a, -a)
	}
	return nil
}

// A datum is one value with its interval: Lo and Hi may be infinite or NaN
// where there is none.
type datum struct{ X, Y, Lo, Hi float64 }

// series is a line through points with vertical interval bars. Points that have
// no place on the axes leave a gap.
type series struct {
	look   look
	points []datum
}

func (s series) draw(c *canvas) {
	var run []vg.Point
	flush := func() {
		if len(run) > 1 {
			c.StrokeLines(s.look.line(), run)
		}
		run = nil
	}
	for _, d := range s.points {
		if !c.x.shows(d.X) || !c.y.shows(d.Y) {
			flush()
			continue
		}
		p, _ := c.point(d.X, d.Y)
		run = append(run, p)
	}
	flush()
	for _, d := range s.points {
		if !c.x.shows(d.X) || !c.y.shows(d.Y) {
			continue
		}
		p, _ := c.point(d.X, d.Y)
		s.look.drawBar(c, p, d)
		s.look.drawMarker(&c.Canvas, p)
	}
}

// drawBar draws the vertical interval of d, clamped to the panel. An open
// interval (too few samples) is left out: it would say nothing.
func (l look) drawBar(c *canvas, p vg.Point, d datum) {
	if l.radius <= 0 || !finite(d.Lo) || !finite(d.Hi) || d.Lo > d.Hi {
		return
	}
	lo, _ := c.y.at(d.Lo)
	hi, _ := c.y.at(d.Hi)
	sty := draw.LineStyle{Color: l.color, Width: vg.Points(1.2)}
	y0, y1, cap := c.Y(lo), c.Y(hi), vg.Points(3)
	if y1-y0 < vg.Points(1) {
		return // hidden behind the marker
	}
	c.StrokeLines(sty,
		[]vg.Point{{X: p.X, Y: y0}, {X: p.X, Y: y1}},
		[]vg.Point{{X: p.X - cap, Y: y0}, {X: p.X + cap, Y: y0}},
		[]vg.Point{{X: p.X - cap, Y: y1}, {X: p.X + cap, Y: y1}})
}

// rule is a vertical line across the panel at one value.
type rule struct{ value float64 }

func (r rule) draw(c *canvas) {
	if pos, ok := c.x.at(r.value); ok {
		verticalLine(&c.Canvas, inkColor(), c.X(pos), c.Min.Y, c.Max.Y, vg.Points(1))
	}
}

// steps joins points as the border of what they dominate: right, then down.
type steps struct {
	points []datum // ascending X
}

func (s steps) draw(c *canvas) {
	var pts []vg.Point
	for _, d := range s.points {
		if !c.x.shows(d.X) || !c.y.shows(d.Y) {
			continue
		}
		p, _ := c.point(d.X, d.Y)
		if len(pts) == 0 {
			pts = append(pts, vg.Point{X: p.X, Y: c.Max.Y})
		} else {
			pts = append(pts, vg.Point{X: p.X, Y: pts[len(pts)-1].Y})
		}
		pts = append(pts, p)
	}
	if len(pts) == 0 {
		return
	}
	pts = append(pts, vg.Point{X: c.Max.X, Y: pts[len(pts)-1].Y})
	c.StrokeLines(draw.LineStyle{Color: lineColor(), Width: vg.Points(1.4), Dashes: []vg.Length{5, 3}}, pts)
}
