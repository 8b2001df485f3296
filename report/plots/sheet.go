package plots

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// A sheet is a figure before it is drawn: an opaque white card with title,
// panels, a legend in a column of its own, and a footnote.
type sheet struct {
	name, section string
	title         string
	subtitle      string // what is shown, with the unit and which way is better
	caption       string
	foot          string
	exact         []color.Color // kept as they are beside those of the legend
	legend        legend
	panels        [][]*panel // rows of equally many; nil leaves a gap
	rowHeight     float64    // of one row of panels, in points
}

const (
	// sheetWidth in points, small enough that text of 11 points can be read on
	// a phone, which shows the picture at three fifths of that.
	sheetWidth = 600
	// dpi makes it 1000 pixels wide, about 1.7 times what a page shows in two
	// columns: crisp on a screen of two device pixels a pixel. More would cost
	// a page its size, most of which is edges of text.
	dpi    = 120
	margin = 14 // points
)

// note adds a sentence to the footnote.
func (s *sheet) note(format string, args ...any) {
	s.foot = strings.TrimSpace(s.foot + " " + fmt.Sprintf(format, args...))
}

// bodyWidth returns how wide the panels of a sheet with this legend are
// together, in points.
func bodyWidth(l *legend) vg.Length {
	w := vg.Points(sheetWidth - 2*margin)
	if !l.empty() {
		w -= l.width() + vg.Points(margin)
	}
	return w
}

// render draws the sheet.
func (s *sheet) render() (Figure, error) {
	img := s.paint()
	data, err := encode(img, append(s.legend.colors(), s.exact...))
	if err != nil {
		return Figure{}, fmt.Errorf("figure %s: %w", s.name, err)
	}
	b := img.Bounds()
	return Figure{
		Name: s.name, Section: s.section, Title: s.title, Caption: s.caption,
		PNG: data, Width: b.Dx(), Height: b.Dy(),
	}, nil
}

func (s *sheet) paint() image.Image {
	width := vg.Points(sheetWidth)
	inner := width - 2*vg.Points(margin)
	title := bold(sans(titleSize, inkColor(), draw.XLeft, draw.YTop))
	small := sans(tickSize, greyColor(), draw.XLeft, draw.YTop)
	heads := wrap(s.title, title, inner, 2)
	subs := wrap(s.subtitle, small, inner, 3)
	feet := wrap(s.foot, small, inner, 4)

	const headLine, subLine = 21, 15
	head := vg.Points(headLine*float64(len(heads)) + subLine*float64(len(subs)) + 10)
	foot := vg.Length(0)
	if len(feet) > 0 {
		foot = vg.Points(subLine*float64(len(feet)) + 8)
	}
	body := max(vg.Points(s.rowHeight)*vg.Length(len(s.panels)), s.legend.height())
	height := head + body + foot + 2*vg.Points(margin)
	height = vg.Points(3 * math.Ceil(height.Points()/3)) // whole pixels: 3 points are 5

	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))
	c := draw.New(canvas)
	x, y := vg.Points(margin), height-vg.Points(margin)
	for _, line := range heads {
		write(&c, title, x, y, line)
		y -= vg.Points(headLine)
	}
	for _, line := range subs {
		write(&c, small, x, y, line)
		y -= vg.Points(subLine)
	}
	y = vg.Points(margin) + foot - vg.Points(8)
	for _, line := range feet {
		write(&c, small, x, y, line)
		y -= vg.Points(subLine)
	}
	area := draw.Crop(c, vg.Points(margin), -vg.Points(margin), vg.Points(margin)+foot, -vg.Points(margin)-head)
	if !s.legend.empty() {
		w := s.legend.width()
		s.legend.draw(draw.Crop(area, area.Max.X-area.Min.X-w, 0, 0, 0))
		area = draw.Crop(area, 0, -w-vg.Points(margin), 0, 0)
	}
	s.drawPanels(area)
	return canvas.Image()
}

// drawPanels tiles the panels so that their data areas line up.
func (s *sheet) drawPanels(area draw.Canvas) {
	if len(s.panels) == 0 {
		return
	}
	cols := len(s.panels[0])
	grid := make([][]*plot.Plot, len(s.panels))
	for i, row := range s.panels {
		grid[i] = make([]*plot.Plot, cols)
		for j, p := range row {
			if p != nil {
				grid[i][j] = p.plot
			}
		}
	}
	// A legend taller than the panels leaves them at their own height.
	area.Min.Y = max(area.Min.Y, area.Max.Y-vg.Points(s.rowHeight)*vg.Length(len(s.panels)))
	tiles := draw.Tiles{Rows: len(grid), Cols: cols, PadX: vg.Points(10), PadY: vg.Points(12)}
	places := plot.Align(grid, tiles, area)
	for i, row := range grid {
		for j, p := range row {
			if p != nil {
				p.Draw(places[i][j])
			}
		}
	}
}
