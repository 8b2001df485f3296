package plots

import (
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/fftstudy/fftstudy/report/style"
)

// rasterCell is the side of a cell, in points: two pixels.
const rasterCell = 1.2

// coverage joins fields too small or too many to be drawn: a cell of its raster
// is filled where any of them lies. It takes the time of the fields and of the
// cells, not of their product: until summed up, cells hold how the number of
// fields differs from that of the cells before.
type coverage struct {
	left, bottom vg.Length
	cols, rows   int
	all, peak    []int32 // fields, and those alive at the peak, by row and column
}

func newCoverage(c *canvas) *coverage {
	cells := func(length vg.Length) int { return max(int(math.Ceil(float64(length/vg.Points(rasterCell)))), 1) }
	r := &coverage{left: snap(c.Min.X), bottom: snap(c.Min.Y), cols: cells(c.Max.X - c.Min.X), rows: cells(c.Max.Y - c.Min.Y)}
	r.all = make([]int32, (r.rows+1)*(r.cols+1))
	r.peak = make([]int32, len(r.all))
	return r
}

func (r *coverage) add(f field) {
	x0, x1 := cellRange(f.x0-r.left, f.x1-r.left, r.cols)
	y0, y1 := cellRange(f.y0-r.bottom, f.y1-r.bottom, r.rows)
	count := func(cells []int32) {
		stride := r.cols + 1
		cells[y0*stride+x0]++
		cells[y0*stride+x1]--
		cells[y1*stride+x0]--
		cells[y1*stride+x1]++
	}
	count(r.all)
	if f.peak {
		count(r.peak)
	}
}

// cellRange returns the cells [from, to) that a length touches, at least one.
func cellRange(lo, hi vg.Length, cells int) (from, to int) {
	from = int(math.Floor(float64(lo / vg.Points(rasterCell))))
	to = int(math.Ceil(float64(hi / vg.Points(rasterCell))))
	from = min(max(from, 0), cells-1)
	return from, min(max(to, from+1), cells)
}

// sum turns differences into numbers of fields.
func (r *coverage) sum() {
	stride := r.cols + 1
	for _, cells := range [][]int32{r.all, r.peak} {
		for i := range cells {
			if i%stride > 0 {
				cells[i] += cells[i-1]
			}
		}
		for i := stride; i < len(cells); i++ {
			cells[i] += cells[i-stride]
		}
	}
}

func (r *coverage) draw(c *canvas) {
	r.sum()
	for y := range r.rows {
		for x := 0; x < r.cols; {
			fill, drawn := r.color(x, y)
			end := x + 1
			for ; end < r.cols; end++ {
				if next, also := r.color(end, y); next != fill || also != drawn {
					break
				}
			}
			if drawn {
				r.fill(c, fill, x, end, y)
			}
			x = end
		}
	}
}

func (r *coverage) color(x, y int) (fill style.RGB, drawn bool) {
	i := y*(r.cols+1) + x
	switch {
	case r.peak[i] > 0:
		return peakColor(), true
	case r.all[i] > 0:
		return placedColor(), true
	}
	return style.RGB{}, false
}

func (r *coverage) fill(c *canvas, clr style.RGB, x0, x1, y int) {
	cell := vg.Points(rasterCell)
	left, bottom := r.left+vg.Length(x0)*cell, r.bottom+vg.Length(y)*cell
	fillRect(&c.Canvas, clr, left, bottom, min(r.left+vg.Length(x1)*cell, c.Max.X), min(bottom+cell, c.Max.Y))
}
