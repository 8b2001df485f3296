package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// StockhamCompiled is the network of StockhamEager specialised for its length
// when it is planned: two stages become one radix-4 pass, twiddles lie in the
// order of their use, and the first and the last pass, whose inner loops or
// twiddles are trivial, have their own code.
//
// Its scratch is one row.
type StockhamCompiled[C Complex] struct{ rows[C] }

// NewStockhamCompiled plans transforms of n elements, a power of two.
func NewStockhamCompiled[C Complex](n int) (*StockhamCompiled[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	return &StockhamCompiled[C]{newRows[C](n, planStockham[float32], planStockham[float64])}, nil
}

// stockham is the plan of one precision. Its passes are radix 4 but for a last
// one of radix 2 where log2 n is odd.
type stockham[F kernels.Float] struct {
	n        int
	twiddles [][]kernels.Twiddles3[F] // one table for each pass but the last
	last     int                      // radix of the last pass
}

func planStockham[F kernels.Float](n int) rowPlan[F] {
	p := &stockham[F]{n: n}
	r := newRoots(n)
	length := n // of the transforms that remain to be done
	for ; length > 4; length /= 4 {
		p.twiddles = append(p.twiddles, twiddles4[F](r, length/4))
	}
	p.last = length
	return p
}

// twiddles4 are the factors of a radix-4 pass between m transforms of four and
// four transforms of m points; r holds the roots of a multiple of 4m.
func twiddles4[F kernels.Float](r *roots, m int) []kernels.Twiddles3[F] {
	step := r.n / (4 * m)
	t := make([]kernels.Twiddles3[F], m)
	for p := range t {
		t[p] = kernels.Twiddles3[F]{
			W1: pair[F](r, p*step), W2: pair[F](r, 2*p*step), W3: pair[F](r, 3*p*step),
		}
	}
	return t
}

func (p *stockham[F]) workLen() int { return p.n }

func (p *stockham[F]) forward(dst, src, work []kernels.Pair[F]) {
	from, to, other := src, dst, work[:p.n]
	if len(p.twiddles)%2 == 1 {
		to, other = other, to
	}
	s := 1
	for i, t := range p.twiddles {
		if i == 0 {
			kernels.StockhamFirst4(to, from, t)
		} else {
			kernels.Stockham4(to, from, s, t)
		}
		s *= 4
		from = to
		to, other = other, to
	}
	switch p.last {
	case 1:
		copy(to, from)
	case 2:
		kernels.StockhamLast2(to, from)
	case 4:
		kernels.StockhamLast4(to, from)
	}
}

func (p *stockham[F]) inverse(dst, src, work []kernels.Pair[F]) {
	p.forward(dst, src, work)
	slices.Reverse(dst[1:])
}

func (p *stockham[F]) footprint() Footprint {
	twiddles := 0
	for _, t := range p.twiddles {
		twiddles += 3 * len(t)
	}
	return Footprint{part[kernels.Pair[F]]("twiddles", Parameter, twiddles)}
}
