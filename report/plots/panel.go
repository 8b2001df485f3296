package plots

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/report/style"
)

// A panel is one pair of axes with marks. Its gonum plot lives in the unit
// square; the marks map their data through the panel's axes.
type panel struct {
	x, y axis
	plot *plot.Plot
}

// A mark draws itself on the data area of a panel.
type mark interface {
	draw(c *canvas)
}

// canvas is the data area of a panel while it is drawn.
type canvas struct {
	draw.Canvas
	x, y *axis
}

// point returns where (x, y) lies; ok is false where a coordinate is NaN.
func (c *canvas) point(x, y float64) (p vg.Point, ok bool) {
	px, okX := c.x.at(x)
	py, okY := c.y.at(y)
	return vg.Point{X: c.X(px), Y: c.Y(py)}, okX && okY
}

// plotter hands a mark to gonum/plot.
type plotter struct {
	panel *panel
	mark  mark
}

// Plot implements plot.Plotter.
func (m plotter) Plot(c draw.Canvas, _ *plot.Plot) {
	m.mark.draw(&canvas{Canvas: c, x: &m.panel.x, y: &m.panel.y})
}

// newPanel returns a panel that will be about width points wide, its axes
// included: as many tick labels are left out as would run into each other.
func newPanel(x, y axis, width vg.Length, marks ...mark) *panel {
	p := &panel{x: x, y: y, plot: plot.New()}
	p.plot.BackgroundColor = nil
	ink, grey := inkColor(), greyColor()
	p.plot.X.Label.TextStyle = sans(labelSize, ink, draw.XCenter, draw.YBottom)
	p.plot.Y.Label.TextStyle = sans(labelSize, ink, draw.XCenter, draw.YBottom)
	p.plot.X.Tick.Label = sans(tickSize, grey, draw.XCenter, draw.YTop)
	p.plot.Y.Tick.Label = sans(tickSize, grey, draw.XRight, draw.YCenter)
	// gonum/plot adds the descent to the middle of the tick.
	p.plot.Y.Tick.Label.Handler = crisp{
		Plain: text.Plain{Fonts: font.DefaultCache},
		lift:  -p.plot.Y.Tick.Label.FontExtents().Descent,
	}
	p.plot.Legend.TextStyle = sans(tickSize, ink, draw.XLeft, draw.YBottom)
	p.plot.Title.TextStyle = bold(sans(panelSize, ink, draw.XCenter, draw.YTop))
	p.plot.Title.Padding = vg.Points(6)

	maxName := width * 0.4
	if width < vg.Points(320) {
		maxName = width * 0.48 // in a small panel names need more, relatively
	}
	if p.y.names != nil {
		p.y.names = fitAll(p.y.names, p.plot.Y.Tick.Label, maxName)
		p.plot.Y.Tick.Label.Color = ink
	}
	setAxis(&p.plot.X, &p.x)
	setAxis(&p.plot.Y, &p.y)
	left := maxLabelWidth(p.y.marks(), p.plot.Y.Tick.Label) + vg.Points(30)
	p.plot.X.Tick.Marker = ticks(thin(p.x.marks(), p.plot.X.Tick.Label, width-left))

	p.add(marks...)
	return p
}

func (p *panel) add(marks ...mark) {
	for _, m := range marks {
		p.plot.Add(plotter{p, m})
	}
}

// titled sets the line above the panel.
func (p *panel) titled(s string) *panel {
	p.plot.Title.Text = printable(s)
	return p
}

func setAxis(dst *plot.Axis, a *axis) {
	dst.Min, dst.Max = 0, 1
	dst.Padding = 0
	dst.Width = 0 // grid draws it
	dst.Tick.LineStyle = draw.LineStyle{Color: lineColor(), Width: hairline}
	dst.Tick.Length = vg.Points(4)
	dst.Label.Text = printable(a.title)
	dst.Label.Padding = vg.Points(3)
	dst.Tick.Marker = ticks(a.marks())
	if a.names != nil {
		dst.Tick.Width = 0
		dst.Tick.Length = 0
	}
}

func ticks(marks []style.Tick) plot.ConstantTicks {
	out := make(plot.ConstantTicks, len(marks))
	for i, m := range marks {
		out[i] = plot.Tick{Value: m.Value, Label: m.Label}
	}
	return out
}

// thin leaves out the labels that would touch the one before, every second,
// third, … one, so that what is left stays regular.
func thin(marks []style.Tick, sty text.Style, width vg.Length) []style.Tick {
	gap := sty.Width("n")
	for every := 1; every <= len(marks); every++ {
		out := make([]style.Tick, len(marks))
		clear := true
		labelled := 0
		var end vg.Length = -1e9
		for i, m := range marks {
			out[i] = m
			if m.Label == "" {
				continue
			}
			labelled++
			if (labelled-1)%every != 0 {
				out[i].Label = ""
				continue
			}
			half := sty.Width(m.Label) / 2
			mid := vg.Length(m.Value) * width
			clear = clear && mid-half > end+gap
			end = mid + half
		}
		if clear {
			return out
		}
	}
	return marks
}

func fitAll(names []string, sty text.Style, width vg.Length) []string {
	out := make([]string, len(names))
	for i, s := range names {
		out[i] = fit(s, sty, width)
		if out[i] == "" {
			out[i] = "(no name)" // an empty label would make a minor tick
		}
	}
	return out
}

func maxLabelWidth(marks []style.Tick, sty text.Style) (w vg.Length) {
	for _, m := range marks {
		w = max(w, sty.Width(m.Label))
	}
	return w
}

// hairline is one pixel.
const hairline = vg.Inch / dpi

// grid draws the axes, a line at each labelled tick of a numeric one, and the
// floor lines on which zeros sit.
type grid struct{}

func (grid) draw(c *canvas) {
	floor := draw.LineStyle{Color: lineColor(), Width: vg.Points(0.75), Dashes: []vg.Length{2, 2}}
	if c.x.names == nil {
		for _, t := range c.x.marks() {
			if t.Label != "" {
				verticalLine(&c.Canvas, gridColor(), c.X(t.Value), c.Min.Y, c.Max.Y, hairline)
			}
		}
	}
	if c.y.names == nil {
		for _, t := range c.y.marks() {
			if t.Label != "" {
				horizontalLine(&c.Canvas, gridColor(), c.Min.X, c.Max.X, c.Y(t.Value), hairline)
			}
		}
	}
	if c.x.names == nil && len(c.x.ticks) > 0 {
		horizontalLine(&c.Canvas, lineColor(), c.Min.X, c.Max.X, c.Min.Y, hairline)
	}
	if c.y.names == nil {
		verticalLine(&c.Canvas, lineColor(), c.Min.X, c.Min.Y, c.Max.Y, hairline)
	}
	if c.x.floor > 0 {
		c.StrokeLine2(floor, c.X(floorLine), c.Min.Y, c.X(floorLine), c.Max.Y)
	}
	if c.y.floor > 0 {
		c.StrokeLine2(floor, c.Min.X, c.Y(floorLine), c.Max.X, c.Y(floorLine))
	}
}

// verticalLine and horizontalLine fill a line of whole pixels around x or y.
func verticalLine(c *draw.Canvas, clr color.Color, x, y0, y1, width vg.Length) {
	x = snap(x - width/2)
	fillRect(c, clr, x, y0, x+width, y1)
}

func horizontalLine(c *draw.Canvas, clr color.Color, x0, x1, y, width vg.Length) {
	y = snap(y - width/2)
	fillRect(c, clr, x0, y, x1, y+width)
}

// fillRect fills the rectangle between two corners, on whole pixels.
func fillRect(c *draw.Canvas, clr color.Color, x0, y0, x1, y1 vg.Length) {
	x0, y0, x1, y1 = snap(x0), snap(y0), snap(x1), snap(y1)
	c.FillPolygon(clr, []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
}
