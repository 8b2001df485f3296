package fft

import (
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// ButterflyCompiled is the network of ButterflyEager specialised for its
// length when it is planned. Three or four radix-2 stages become one first
// pass without any table of twiddles, which reads the input in order and
// stores its groups in permuted order, so that no pass is spent on the
// permutation; every two stages after it become one radix-4 pass in place,
// whose twiddles lie in the order of their use.
//
// It needs no scratch.
type ButterflyCompiled[C Complex] struct{ rows[C] }

// NewButterflyCompiled plans transforms of n elements, a power of two.
func NewButterflyCompiled[C Complex](n int) (*ButterflyCompiled[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	return &ButterflyCompiled[C]{newRows[C](n, planButterfly[float32], planButterfly[float64])}, nil
}

// butterfly is the plan of one precision.
type butterfly[F kernels.Float] struct {
	first    int       // radix of the first pass
	order    []int32   // where the first pass stores its groups
	twiddles []runs[F] // of the passes of radix 4, inner to outer
}

func planButterfly[F kernels.Float](n int) rowPlan[F] {
	p := &butterfly[F]{first: firstRadix(n)}
	radices := []int{p.first}
	r := newRoots(n)
	for h := p.first; h < n; h *= 4 {
		radices = append(radices, 4)
		p.twiddles = append(p.twiddles, newRuns[F](r, h))
	}
	p.order = digitReversal(radices)
	for i := range p.order {
		p.order[i] *= 2 // kernels count parts
	}
	return p
}

// firstRadix is the radix of a first pass that leaves a power of four: 16 or 8
// where n is long enough.
func firstRadix(n int) int {
	switch {
	case n <= 16:
		return n
	case log2(n)%2 == 1:
		return 8
	default:
		return 16
	}
}

// digitReversal is where a first pass of radix radices[0] stores its group i:
// the digits of i in the radices of the other passes, outermost first, are
// turned end for end.
func digitReversal(radices []int) []int32 {
	n := 1
	for _, r := range radices {
		n *= r
	}
	order := make([]int32, n/radices[0])
	for i := range order {
		rest, span, place := i, n, 0
		for k := len(radices) - 1; k > 0; k-- {
			span /= radices[k]
			place += rest % radices[k] * span
			rest /= radices[k]
		}
		order[i] = int32(place)
	}
	return order
}

func (p *butterfly[F]) workLen() int { return 0 }

func (p *butterfly[F]) forward(dst, src, _ []F) { p.transform(dst, src, false) }

func (p *butterfly[F]) inverse(dst, src, _ []F) { p.transform(dst, src, true) }

func (p *butterfly[F]) transform(dst, src []F, backwards bool) {
	switch p.first {
	case 1:
		copy(dst, src)
	case 2:
		kernels.First2(dst, src, p.order, backwards)
	case 4:
		kernels.First4(dst, src, p.order, backwards)
	case 8:
		kernels.First8(dst, src, p.order, backwards)
	case 16:
		kernels.First16(dst, src, p.order, backwards)
	}
	p.join(dst, len(p.twiddles))
}

// cached is the largest block, in bytes, on which passes run one after the
// other: half of a common first-level data cache, which leaves room for
// twiddles.
const cached = 16 << 10

// join runs the first passes over x, which those passes join into one
// transform. What does not fit the cache is joined part by part first, so that
// each level of memory is crossed as seldom as its size allows.
func (p *butterfly[F]) join(x []F, passes int) {
	var part F
	if passes > 1 && uintptr(len(x))*unsafe.Sizeof(part) > cached {
		passes--
		quarter := len(x) / 4
		for o := 0; o < len(x); o += quarter {
			p.join(x[o:o+quarter], passes)
		}
		t := &p.twiddles[passes]
		kernels.DIT4(x, t.w1, t.w2, t.w3)
		return
	}
	for _, t := range p.twiddles[:passes] {
		kernels.DIT4(x, t.w1, t.w2, t.w3)
	}
}

func (p *butterfly[F]) footprint() Footprint {
	count := 0
	for _, t := range p.twiddles {
		count += t.count()
	}
	return Footprint{
		complexPart[F]("twiddles", Parameter, count),
		part[int32]("permutation", Table, len(p.order)),
	}
}
