package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// inPlace is a pair of transforms for filters where no vectors run: forward takes
// a row from natural to permuted order by decimation in frequency, inverse takes
// it back by decimation in time. Neither sorts and neither needs a second buffer.
//
// Two radix-2 stages are one pass of radix 4; the three or four on neighbours, a
// leaf, need no tables.
type inPlace[F kernels.Float] struct {
	leaf     int
	twiddles []runs[F] // of radix-4 passes, inner to outer
}

// planInPlace also tells the order: bin order[i] is at place i.
func planInPlace[F kernels.Float](n int) (p *inPlace[F], order []int32) {
	p = &inPlace[F]{leaf: firstRadix(n)}
	radices := []int{p.leaf}
	r := newRootsOf[F](n)
	for h := p.leaf; h < n; h *= 4 {
		radices = append(radices, 4)
		p.twiddles = append(p.twiddles, newRuns[F](r, h))
	}
	groups := digitReversal(radices)
	order = make([]int32, n)
	for i, place := range groups {
		for k := range p.leaf {
			order[int(place)+k] = int32(i + leafBin(p.leaf, k)*len(groups))
		}
	}
	return p, order
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
