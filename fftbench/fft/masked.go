package fft

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// Masked is a frequency filter in one plan: it transforms, multiplies each bin
// by a real gain, and transforms back. It may be used by any number of goroutines
// at once. A power of two goes to its spectrum and back without ever being
// sorted, faster than a Plan used twice; other lengths are that.
//
// As everywhere, the inverse is not divided by Len: with gains of 1 the result
// is Len times the input. Divide the gains where that matters.
type Masked[C Complex] struct{ rows rows[C] }

// NewMasked plans filters of rows of n elements, 1 ≤ n ≤ MaxLen, with one gain
// for each bin in natural order.
func NewMasked[C Complex](n int, gains []float64) (*Masked[C], error) {
	if err := checkLen(n); err != nil {
		return nil, err
	}
	if len(gains) != n {
		return nil, fmt.Errorf("fft: %d gains for %d bins: %w", len(gains), n, ErrLength)
	}
	return &Masked[C]{newRows[C](n,
		func(n int) rowPlan[float32] { return planMasked[float32](n, gains) },
		func(n int) rowPlan[float64] { return planMasked[float64](n, gains) },
	)}, nil
}

// Len returns the number of elements of a row.
func (m *Masked[C]) Len() int { return m.rows.n }

// Apply filters each row of src into the same row of dst, which may be src
// itself.
func (m *Masked[C]) Apply(dst, src []C) error { return m.rows.Forward(dst, src) }

// Footprint returns the plan's memory with the scratch of one call in flight.
func (m *Masked[C]) Footprint() Footprint { return m.rows.Footprint() }

// planMasked plans a filter as a rowPlan whose forward transform is the filter.
func planMasked[F kernels.Float](n int, gains []float64) rowPlan[F] {
	if n&(n-1) != 0 {
		return &maskedTwice[F]{n: n, plan: build[F](machineChooser[F](kernels.ISA()).choose(n)), gains: rounded[F](gains)}
	}
	for _, k := range kernels.AllColumns[F]() {
		if k.HasBack() && n >= k.Lanes*k.Lanes {
			return planMaskedColumns(k, filterRadices(n/k.Lanes), gains)
		}
	}
	plan, order := planInPlace[F](n)
	p := &maskedInPlace[F]{plan: plan, gains: make([]F, n)}
	for i, bin := range order {
		p.gains[i] = F(gains[bin])
	}
	return p
}

func rounded[F kernels.Float](gains []float64) []F {
	r := make([]F, len(gains))
	for k, g := range gains {
		r[k] = F(g)
	}
	return r
}

// weigh multiplies numbers by a gain each.
func weigh[F kernels.Float](x, gains []F) {
	for k, g := range gains {
		pair := x[2*k : 2*k+2 : 2*k+2]
		pair[0] *= g
		pair[1] *= g
	}
}

// maskedColumns goes to the spectrum by the passes over columns, and back by the
// same passes in the opposite order.
type maskedColumns[F kernels.Float] struct {
	n       int
	kernels *kernels.Columns[F]
	passes  []kernels.ColumnsPass[F]
	rows    kernels.ColumnsLast // of the groups as they lie in the work
	mask    []F
}

func planMaskedColumns[F kernels.Float](k *kernels.Columns[F], radices []int, gains []float64) *maskedColumns[F] {
	places := rowPlaces(radices)
	p := &maskedColumns[F]{n: k.Lanes * len(places), kernels: k}
	p.passes = planPasses(newRootsOf[F](p.n), k, radices, places)
	sorted := lastPass[F](k.Lanes, places, true)
	p.rows.Stride = sorted.Stride
	// Neighbours in the work one after the other: groups in the order of their
	// outputs lie a power of two apart, and their loads would wait for the stores
	// of the group before (1.5 times the time at 4096 complex128).
	starts := slices.Collect(slices.Chunk(sorted.Starts, k.Lanes/4))
	groups := make([]int, len(starts))
	for g := range groups {
		groups[g] = g
	}
	slices.SortFunc(groups, func(a, b int) int { return cmp.Compare(starts[a][0], starts[b][0]) })
	p.rows.Starts = make([]int32, 0, len(sorted.Starts))
	p.mask = make([]F, 0, p.n)
	for _, g := range groups {
		p.rows.Starts = append(p.rows.Starts, starts[g]...)
		for j := range k.Lanes {
			for l := range k.Lanes {
				bin := g*k.Lanes + kernels.Dealt[F](l, k.Lanes) + j*len(groups)*k.Lanes
				p.mask = append(p.mask, F(gains[bin]))
			}
		}
	}
	return p
}

// workLen is one row.
func (p *maskedColumns[F]) workLen() int { return 2 * p.n }

func (p *maskedColumns[F]) inPlace() bool { return true }

func (p *maskedColumns[F]) forward(dst, src, work []F) {
	work = work[:2*p.n]
	first, others := &p.passes[0], p.passes[1:]
	first.First(work, src, false)
	for i := range others {
		others[i].Run(work)
	}
	p.kernels.Mask(work, &p.rows, p.mask)
	for i := len(others) - 1; i >= 0; i-- {
		others[i].Back(work)
	}
	first.BackTo(dst, work)
}

func (p *maskedColumns[F]) inverse(dst, src, work []F) { p.forward(dst, src, work) }

func (p *maskedColumns[F]) footprint() Footprint {
	return Footprint{
		complexPart[F]("twiddles", Parameter, twiddleParts(p.passes)),
		part[F]("gains", Parameter, len(p.mask)),
		part[int32]("group order", Table, len(p.rows.Starts)),
	}
}

// maskedInPlace works in its output: decimation in frequency, the gains in the
// order which that leaves, decimation in time.
type maskedInPlace[F kernels.Float] struct {
	plan  *inPlace[F]
	gains []F // in the plan's order
}

func (p *maskedInPlace[F]) workLen() int { return 0 }

func (p *maskedInPlace[F]) inPlace() bool { return true }

func (p *maskedInPlace[F]) forward(dst, src, _ []F) {
	copy(dst, src)
	p.plan.forward(dst)
	weigh(dst, p.gains)
	p.plan.inverse(dst)
}

func (p *maskedInPlace[F]) inverse(dst, src, work []F) { p.forward(dst, src, work) }

func (p *maskedInPlace[F]) footprint() Footprint {
	return Footprint{
		part[[2]F]("twiddles", Parameter, p.plan.twiddleCount()),
		part[F]("gains", Parameter, len(p.gains)),
	}
}

// maskedTwice is a transform and an inverse transform of any plan.
type maskedTwice[F kernels.Float] struct {
	n     int
	plan  rowPlan[F]
	gains []F
}

// workLen is the spectrum and the plan's scratch.
func (p *maskedTwice[F]) workLen() int { return 2*p.n + p.plan.workLen() }

// inPlace: the spectrum is complete before dst is written.
func (p *maskedTwice[F]) inPlace() bool { return true }

func (p *maskedTwice[F]) forward(dst, src, work []F) {
	spectrum, work := work[:2*p.n], work[2*p.n:]
	p.plan.forward(spectrum, src, work)
	weigh(spectrum, p.gains)
	p.plan.inverse(dst, spectrum, work)
}

func (p *maskedTwice[F]) inverse(dst, src, work []F) { p.forward(dst, src, work) }

func (p *maskedTwice[F]) footprint() Footprint {
	return append(p.plan.footprint(), part[F]("gains", Parameter, len(p.gains)))
}
