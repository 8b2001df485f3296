package study

import (
	"math"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/style"
)

// surfaceView is the landscapes as the script turns them in space; the pictures
// of the models show the same without it.
type surfaceView struct{ ID string }

// surfaces is the data of all landscapes for the script. Go scales, colours and
// words; the script projects.
type surfaces struct {
	Ramp []string  `json:"ramp"` // colours from low to high
	List []surface `json:"list"`
}

// surface is one landscape in the unit cube: x and y in [-1,1], heights in [0,1],
// null where unknown.
type surface struct {
	Model  string       `json:"model"` // as shown
	Text   string       `json:"text"`  // for those who do not see it
	Labels [3]string    `json:"labels"`
	X      []float64    `json:"x"`
	Y      []float64    `json:"y"`
	Z      [][]*float64 `json:"z"`
	Ticks  [3][]tick    `json:"ticks"`
	Origin [2]float64   `json:"origin"` // the trained weights; beyond [-1,1] where they are not on the grid
}

type tick struct {
	At   float64 `json:"at"`
	Text string  `json:"t"`
}

const (
	surfaceColors = 33
	maxGrid       = 41 // points a side: more are no smoother on a page
)

// surfaces hands the landscapes of the models to the script; nil where there is
// none.
func (b *builder) surfaces(models []*training.Model) *surfaceView {
	out := surfaces{}
	for _, m := range models[:min(len(models), plots.MaxModels)] {
		if m.Landscape == nil {
			continue
		}
		if s, ok := newSurface(m); ok {
			out.List = append(out.List, s)
		}
	}
	if len(out.List) == 0 {
		return nil
	}
	for i := range surfaceColors {
		out.Ramp = append(out.Ramp, style.Viridis((float64(i)+0.5)/surfaceColors).Hex())
	}
	b.turned = &out
	return &surfaceView{ID: b.ids.take("trained-landscape")}
}

func newSurface(m *training.Model) (surface, bool) {
	l := m.Landscape
	h := newHeights(l.Z)
	if h == nil {
		return surface{}, false
	}
	xs, ys := thinned(len(l.X)), thinned(len(l.Y))
	s := surface{
		Model:  show(m.ID),
		Labels: [3]string{show(orWord(l.XLabel, "x")), show(orWord(l.YLabel, "y")), "held-out loss"},
		Text: "Held-out loss of " + show(m.ID) + " around its trained weights, from " + style.ErrorValue(h.least) + " to " +
			style.ErrorValue(h.most) + ". Arrow keys turn it, Home turns it back.",
	}
	x, y := span(l.X), span(l.Y)
	for _, i := range xs {
		s.X = append(s.X, x.at(l.X[i]))
	}
	for _, j := range ys {
		s.Y = append(s.Y, y.at(l.Y[j]))
		row := make([]*float64, len(xs))
		for k, i := range xs {
			if t := h.at(l.Z[j][i]); !math.IsNaN(t) {
				row[k] = &t
			}
		}
		s.Z = append(s.Z, row)
	}
	s.Ticks = [3][]tick{x.ticks(), y.ticks(), h.ticks()}
	s.Origin = [2]float64{x.at(0), y.at(0)}
	return s, true
}

func orWord(s, word string) string {
	if s == "" {
		return word
	}
	return s
}

// thinned picks at most maxGrid of n places, the ends among them.
func thinned(n int) []int {
	k := min(n, maxGrid)
	out := make([]int, k)
	for i := range out {
		out[i] = (i*(n-1) + (k-1)/2) / (k - 1)
	}
	return out
}

// A reach is a range of distances, mapped to [-1,1].
type reach struct{ lo, hi float64 }

func span(values []float64) reach { return reach{values[0], values[len(values)-1]} }

func (r reach) at(v float64) float64 {
	return rounded(2*(v/2-r.lo/2)/(r.hi/2-r.lo/2) - 1) // halved, since hi−lo may overflow
}

func (r reach) ticks() []tick {
	out := []tick{} // the script walks over them, none or some
	for _, t := range style.LinearTicks(r.lo, r.hi, 4, tickText) {
		out = append(out, tick{r.at(t.Value), t.Label})
	}
	return out
}

func tickText(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// heights maps losses to [0,1], by their logarithm where all are positive.
type heights struct {
	least, most float64
	log         bool
}

// newHeights spans the finite losses; nil where there is none.
func newHeights(z [][]float64) *heights {
	h := &heights{least: math.Inf(1), most: math.Inf(-1)}
	for _, row := range z {
		for _, v := range row {
			if finite(v) {
				h.least, h.most = min(h.least, v), max(h.most, v)
			}
		}
	}
	if h.least > h.most {
		return nil
	}
	h.log = h.least > 0
	return h
}

func (h *heights) at(v float64) float64 {
	lo, hi := h.least, h.most
	switch {
	case !finite(v):
		return math.NaN()
	case lo == hi:
		return 0
	case h.log:
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	return rounded((v/2 - lo/2) / (hi/2 - lo/2))
}

func (h *heights) ticks() []tick {
	list := style.ErrorTicks(h.least, h.most)
	if !h.log {
		list = style.LinearTicks(h.least, h.most, 4, tickText)
	}
	out := []tick{} // the script walks over them, none or some
	for _, t := range list {
		if t.Label != "" {
			out = append(out, tick{h.at(t.Value), t.Label})
		}
	}
	return out
}

// rounded keeps what a screen shows; 0 stands for a share of a range that
// float64 cannot part.
func rounded(v float64) float64 {
	if !finite(v) {
		return 0
	}
	return math.Round(v*1e4) / 1e4
}
