package fft

import (
	"slices"
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// InPlace is a pair of transforms for pipelines that go to the spectrum and
// back: Forward takes a row from natural to permuted order by decimation in
// frequency, Inverse takes it back by decimation in time. Neither sorts and
// neither needs a second buffer; what works on the spectrum in between, such
// as a mask, is put into the permuted order once, by Order.
//
//	x ── Forward ──▶ spectrum, bin Order()[i] at i ── mask[Order()[i]] ── Inverse ──▶ n·filtered x
//
// Two radix-2 stages are fused into one radix-4 pass, the three or four on
// neighbours into one without tables. It needs no scratch.
type InPlace[C Complex] struct {
	n      int
	order  []int32
	single *inPlace[float32] // exactly one of single and double is set
	double *inPlace[float64]
}

// NewInPlace plans transforms of n elements, a power of two.
func NewInPlace[C Complex](n int) (*InPlace[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	p := &InPlace[C]{n: n}
	var c C
	if unsafe.Sizeof(c) == unsafe.Sizeof(complex64(0)) {
		p.single = planInPlace[float32](n)
		p.order = p.single.order
	} else {
		p.double = planInPlace[float64](n)
		p.order = p.double.order
	}
	return p, nil
}

// Len returns the number of elements of a row.
func (p *InPlace[C]) Len() int { return p.n }

// Order returns a new slice with the bin that Forward leaves at each place.
func (p *InPlace[C]) Order() []int32 { return slices.Clone(p.order) }

// Forward transforms each row of x in place, its bins in permuted order.
func (p *InPlace[C]) Forward(x []C) error {
	if err := checkWholeRows(p.n, len(x)); err != nil {
		return err
	}
	for o := 0; o < len(x); o += p.n {
		if p.single != nil {
			p.single.forward(parts[float32](x[o : o+p.n]))
		} else {
			p.double.forward(parts[float64](x[o : o+p.n]))
		}
	}
	return nil
}

// Inverse transforms each row of x, bins in permuted order, in place into
// natural order; it does not divide by Len.
func (p *InPlace[C]) Inverse(x []C) error {
	if err := checkWholeRows(p.n, len(x)); err != nil {
		return err
	}
	for o := 0; o < len(x); o += p.n {
		if p.single != nil {
			p.single.inverse(parts[float32](x[o : o+p.n]))
		} else {
			p.double.inverse(parts[float64](x[o : o+p.n]))
		}
	}
	return nil
}

// Footprint returns the plan's memory.
func (p *InPlace[C]) Footprint() Footprint {
	count := 0
	if p.single != nil {
		count = p.single.twiddleCount()
	} else {
		count = p.double.twiddleCount()
	}
	return Footprint{
		part[C]("twiddles", Parameter, count),
		part[int32]("order", Table, len(p.order)),
	}
}

// inPlace is the plan of one precision: radix-4 passes down to leaves of up to
// 16 neighbours.
type inPlace[F kernels.Float] struct {
	leaf     int
	order    []int32
	twiddles []runs[F] // of radix-4 passes, inner to outer
}

func planInPlace[F kernels.Float](n int) *inPlace[F] {
	p := &inPlace[F]{leaf: firstRadix(n)}
	radices := []int{p.leaf}
	r := newRootsOf[F](n)
	for h := p.leaf; h < n; h *= 4 {
		radices = append(radices, 4)
		p.twiddles = append(p.twiddles, newRuns[F](r, h))
	}
	groups := digitReversal(radices)
	p.order = make([]int32, n)
	for i, place := range groups {
		for k := range p.leaf {
			p.order[int(place)+k] = int32(i + leafBin(p.leaf, k)*len(groups))
		}
	}
	return p
}

// leafBin is the bin that a forward leaf leaves at place k.
func leafBin(leaf, k int) int {
	if leaf == 16 {
		return k/4 + k%4*4
	}
	return k
}

func (p *inPlace[F]) forward(x []F) {
	for _, t := range slices.Backward(p.twiddles) {
		kernels.DIF4(x, t.w1, t.w2, t.w3)
	}
	switch p.leaf {
	case 2:
		kernels.Leaves2(x)
	case 4:
		kernels.Leaves4(x)
	case 8:
		kernels.Leaves8(x)
	case 16:
		kernels.Leaves16(x)
	}
}

func (p *inPlace[F]) inverse(x []F) {
	switch p.leaf {
	case 2:
		kernels.Leaves2(x)
	case 4:
		kernels.InverseLeaves4(x)
	case 8:
		kernels.InverseLeaves8(x)
	case 16:
		kernels.InverseLeaves16(x)
	}
	for _, t := range p.twiddles {
		kernels.InverseDIT4(x, t.w1, t.w2, t.w3)
	}
}

func (p *inPlace[F]) twiddleCount() int {
	count := 0
	for _, t := range p.twiddles {
		count += t.count() / 2
	}
	return count
}
