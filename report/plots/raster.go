package plots

import (
	"gonum.org/v1/plot/vg"

	"github.com/fftstudy/fftstudy/report/style"
)

// raster fills a map without gaps between its fields: there may be more of them
// than a grid of cells has room for.
type raster struct {
	// edges of the columns in data units, rising: one more than columns.
	edges []float64
	// ends are the same of the rows; without, the y axis is nominal.
	ends []float64
	rows int
	at   func(row, col int) (fill style.RGB, ok bool)
}

func (r raster) draw(c *canvas) {
	for row := range r.rows {
		y0, y1 := r.row(c, row)
		for col := 0; col < len(r.edges)-1; {
			fill, ok := r.at(row, col)
			end := col + 1
			for end < len(r.edges)-1 { // equal neighbours are one field
				next, known := r.at(row, end)
				if known != ok || next != fill {
					break
				}
				end++
			}
			x0, _ := c.x.at(r.edges[col])
			x1, _ := c.x.at(r.edges[end])
			if ok {
				fillRect(&c.Canvas, fill, c.X(x0), y0, c.X(x1), y1)
			} else {
				fillRect(&c.Canvas, emptyColor(), c.X(x0), y0, c.X(x1), y1)
				hatch(&c.Canvas, lineColor(), c.X(x0), y0, c.X(x1), y1)
			}
			col = end
		}
	}
}

func (r raster) row(c *canvas, row int) (y0, y1 vg.Length) {
	if r.ends == nil {
		mid, size := c.y.slot(row)
		const gap = 0.04
		return c.Y(mid - size*(0.5-gap)), c.Y(mid + size*(0.5-gap))
	}
	a, _ := c.y.at(r.ends[row])
	b, _ := c.y.at(r.ends[row+1])
	return c.Y(a), c.Y(b)
}

// between returns the borders of fields around values that rise: half way to
// the neighbour, the outer ones as far out as in.
func between(values []float64) []float64 {
	n := len(values)
	edges := make([]float64, n+1)
	for i := 1; i < n; i++ {
		edges[i] = values[i-1]/2 + values[i]/2
	}
	edges[0] = values[0] - (edges[1] - values[0])
	edges[n] = values[n-1] + (values[n-1] - edges[n-1])
	return edges
}

// parted reports whether an axis can tell the first border from the last: its
// arithmetic neither overflows nor vanishes.
func parted(edges []float64) bool {
	lo, hi := edges[0], edges[len(edges)-1]
	return finite(lo) && finite(hi) && hi/2-lo/2 >= 0x1p-1022
}
