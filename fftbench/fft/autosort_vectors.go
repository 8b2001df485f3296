package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// vectorSort is Stockham's algorithm by vectors: the plan of New for smooth
// lengths with too few factors of two for columns.
type vectorSort[F kernels.Float] struct {
	calls *kernels.Calls[F]
	count int // parts of all twiddles
}

// planVectors plans n = Π radices, the first one first.
func planVectors[F kernels.Float](k *kernels.Autosort[F], n int, radices []int) *vectorSort[F] {
	r := newRootsOf[F](n)
	m := n / radices[0]
	twiddles := [][]F{groupTwiddles[F](r, radices[0])}
	for _, radix := range radices[1 : len(radices)-1] {
		m /= radix
		twiddles = append(twiddles, fans[F](r, radix, m))
	}
	p := &vectorSort[F]{calls: k.Calls(radices, twiddles)}
	for _, t := range twiddles {
		p.count += len(t)
	}
	return p
}

// groupTwiddles are those of a first pass of this radix over r.n numbers: for each
// output but the first, of all groups.
func groupTwiddles[F kernels.Float](r *roots, radix int) []F {
	m := r.n / radix
	all := make([]F, 2*(radix-1)*m)
	for j := 1; j < radix; j++ {
		fillRoots(all[2*(j-1)*m:][:2*m], 2, r, j)
	}
	return all
}

func (p *vectorSort[F]) workLen() int { return p.calls.WorkLen() }

// oneLen is none where one row has its work on the stack.
func (p *vectorSort[F]) oneLen() int {
	if p.calls.Short() {
		return 0
	}
	return p.workLen()
}

// inPlace: all of src is read before dst is written.
func (p *vectorSort[F]) inPlace() bool { return true }

func (p *vectorSort[F]) forward(dst, src, work []F) { p.calls.Run(dst, src, work, false) }

func (p *vectorSort[F]) inverse(dst, src, work []F) { p.calls.Run(dst, src, work, true) }

func (p *vectorSort[F]) footprint() Footprint {
	return Footprint{complexPart[F]("twiddles", Parameter, p.count)}
}

// inVectors is the autosort of n by vectors that costs least; nil if n has other
// factors or is too short.
func (c *chooser) inVectors(n int) *recipe {
	if c.wide == 0 {
		return nil
	}
	s := vectorSearch{costs: c.costs, n: n, lanes: c.wide, best: map[int]vectorPass{}}
	if s.from(1).radix == 0 {
		return nil
	}
	r := &recipe{n: n, kind: inVectors, radices: []int{c.wide}}
	for run := 1; run < n; {
		radix := s.from(run).radix
		r.radices = append(r.radices, radix)
		run *= radix
	}
	return r
}

// vectorSearch finds the radices of least cost.
type vectorSearch struct {
	costs    *costs
	n, lanes int
	best     map[int]vectorPass // by the run it finds
}

// vectorPass is a pass and the cost of it and those behind it; radix 0 is none.
type vectorPass struct {
	radix int
	cost  float64
}

// from is the best pass where run sequences are interleaved.
func (s *vectorSearch) from(run int) vectorPass {
	best, known := s.best[run]
	if known {
		return best
	}
	for _, radix := range kernels.AutosortRadices() {
		if s.n/run%radix != 0 || run == 1 && min(radix, s.n/radix) < s.lanes {
			continue
		}
		cost := s.costs.vectors(s.n, s.lanes, run, radix)
		if next := run * radix; next < s.n {
			rest := s.from(next)
			if rest.radix == 0 {
				continue
			}
			cost += rest.cost
		}
		if best.radix == 0 || cost < best.cost {
			best = vectorPass{radix, cost}
		}
	}
	s.best[run] = best
	return best
}

// ordersInVectors are autosorts of n by vectors whose passes come in other orders.
func (c *chooser) ordersInVectors(n int) []*recipe {
	r := c.inVectors(n)
	if r == nil {
		return nil
	}
	list := []*recipe{r}
	passes := r.radices[1:]
	falling := slices.Clone(passes)
	slices.Reverse(falling)
	for _, order := range [][]int{falling, rotated(passes, 1)} {
		if min(order[0], n/order[0]) >= c.wide {
			list = append(list, &recipe{n: n, kind: inVectors, radices: append([]int{c.wide}, order...)})
		}
	}
	return list
}
