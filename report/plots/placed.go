package plots

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/report/style"
)

func placedColor() style.RGB { return style.RGB{R: 0xcf, G: 0xe3, B: 0xf0} }
func peakColor() style.RGB   { return style.RGB{R: 0x6a, G: 0xae, B: 0xd6} }
func edgeColor() style.RGB   { return style.RGB{R: 0x1b, G: 0x4f, B: 0x72} }

// placedColors are kept exactly in the picture.
func placedColors() []color.Color {
	return []color.Color{placedColor(), peakColor(), edgeColor()}
}

func arenaLook() look { return look{color: inkColor(), width: 1.6} }
func lowerLook() look { return look{color: style.WorseColor(), width: 1.6, dash: 1} }
func peakLook() look  { return look{color: inkColor(), radius: 4.5, marker: 4} }

const (
	// maxFields is how many buffers are drawn one by one, the largest first, and
	// smallField how many points a side of these has at least. The others merge.
	maxFields  = 2000
	smallField = 3.6
)

// A field is a buffer on the canvas.
type field struct {
	x0, y0, x1, y1 vg.Length
	peak           bool
	name           string
}

func (f field) small() bool {
	return f.x1-f.x0 < vg.Points(smallField) || f.y1-f.y0 < vg.Points(smallField)
}

func (p *placement) draw(c *canvas) {
	fields := make([]field, 0, len(p.list))
	for _, b := range p.list {
		x0, _ := c.x.at(float64(b.First))
		x1, _ := c.x.at(float64(b.Last) + 1)
		y0, _ := c.y.at(size(b.Offset))
		y1, _ := c.y.at(size(b.Offset) + size(b.Bytes))
		fields = append(fields, field{c.X(x0), c.Y(y0), c.X(x1), c.Y(y1), p.atPeak(b), b.Name})
	}
	slices.SortStableFunc(fields, func(a, b field) int {
		return cmp.Compare((b.x1-b.x0)*(b.y1-b.y0), (a.x1-a.x0)*(a.y1-a.y0))
	})
	var large, small []field
	for _, f := range fields {
		if len(large) == maxFields || f.small() {
			small = append(small, f)
		} else {
			large = append(large, f)
		}
	}
	if len(small) > 0 {
		r := newCoverage(c)
		for _, f := range small {
			r.add(f)
		}
		r.draw(c)
	}
	for _, f := range large {
		f.fill(c)
	}
	p.drawPeak(c)
	for _, f := range large {
		f.label(c)
	}
}

func (f field) color() style.RGB {
	if f.peak {
		return peakColor()
	}
	return placedColor()
}

func (f field) fill(c *canvas) {
	fillRect(&c.Canvas, edgeColor(), f.x0, f.y0, f.x1, f.y1)
	fillRect(&c.Canvas, f.color(), f.x0+hairline, f.y0+hairline, f.x1-hairline, f.y1-hairline)
}

// label writes the buffer's name where it fits whole, upwards in a narrow field.
func (f field) label(c *canvas) {
	along, across := f.x1-f.x0, f.y1-f.y0
	upwards := across > 2*along
	if upwards {
		along, across = across, along
	}
	if f.name == "" || across < vg.Points(cellSize+1) || along < vg.Points(2*cellSize) || len(f.name) > 100 {
		return
	}
	name := printable(f.name)
	sty := sans(cellSize, inkColor(), draw.XCenter, draw.YCenter)
	half := sty.Width(name)/2 + 2
	if 2*half > along-vg.Points(4) {
		return
	}
	x, y, high := (f.x0+f.x1)/2, (f.y0+f.y1)/2, vg.Points(6)
	if upwards {
		sty.Rotation = math.Pi / 2
		fillRect(&c.Canvas, f.color(), x-high, y-half, x+high, y+half)
	} else {
		fillRect(&c.Canvas, f.color(), x-half, y-high, x+half, y+high)
	}
	write(&c.Canvas, sty, x, y, name)
}

// drawPeak marks the step of the peak by a line with a triangle at both ends.
func (p *placement) drawPeak(c *canvas) {
	at := float64(p.peak) + 0.5
	pos, ok := c.x.at(at)
	if p.peak < 0 || !ok || c.x.beyond(at) != 0 {
		return
	}
	x := c.X(pos)
	sty := draw.LineStyle{Color: inkColor(), Width: vg.Points(0.8), Dashes: []vg.Length{3, 2}}
	c.StrokeLine2(sty, x, c.Min.Y, x, c.Max.Y)
	peakLook().drawMarker(&c.Canvas, vg.Point{X: x, Y: c.Max.Y})
}

// levelLine is a horizontal line at a value.
type levelLine struct {
	value float64
	look  look
}

func (l levelLine) draw(c *canvas) {
	if c.y.beyond(l.value) == 0 {
		pos, _ := c.y.at(l.value)
		c.StrokeLine2(l.look.line(), c.Min.X, c.Y(pos), c.Max.X, c.Y(pos))
	}
}
