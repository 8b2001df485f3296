package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// ButterflyCompiled is the network of ButterflyEager specialised for its
// length when it is planned. Three or four radix-2 stages become one first
// pass without any table of twiddles, which reads the input in order and
// stores its groups in permuted order, so that no pass is spent on the
// permutation; every two stages after it become one radix-4 pass in place,
// whose twiddles lie in the order of their use. A row of several blocks (see
// StockhamCompiled) is transformed block by block.
//
// Its scratch is the tile of a strip of blocks, none for one block.
type ButterflyCompiled[C Complex] struct {
	rows[C]
}

// NewButterflyCompiled plans transforms of n elements, a power of two.
func NewButterflyCompiled[C Complex](n int) (*ButterflyCompiled[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	return &ButterflyCompiled[C]{newRows[C](n, planButterfly[float32], planButterfly[float64])}, nil
}

// butterfly is the plan of one precision.
type butterfly[F kernels.Float] struct {
	block  int       // length of a block
	first  int       // radix of the first pass
	order  []int32   // where the first pass stores its groups
	passes []runs[F] // twiddles of the passes of radix 4 in a block
	joins  []runs[F] // and of those that join blocks, inner to outer
}

func planButterfly[F kernels.Float](n int) rowPlan[F] {
	p := &butterfly[F]{block: blockLength[F](n), first: firstRadix(n)}
	radices := []int{p.first}
	r := newRootsOf[F](n)
	for h := p.first; h < n; h *= 4 {
		radices = append(radices, 4)
		if h < p.block {
			p.passes = append(p.passes, newRuns[F](r, h))
		} else {
			p.joins = append(p.joins, newRuns[F](r, h))
		}
	}
	if n > 1 { // one number stays where it is
		p.order = digitReversal(radices)
	}
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

// workLen is the tile of a strip of blocks, if there are any.
func (p *butterfly[F]) workLen() int {
	if len(p.joins) == 0 {
		return 0
	}
	return kernels.TileLen(p.block, firstStrip[F](p.blocks()).Count, p.first)
}

// blocks is the number of blocks.
func (p *butterfly[F]) blocks() int { return len(p.order) * p.first / p.block }

func (p *butterfly[F]) forward(dst, src, work []F) { p.transform(dst, src, work, false) }

func (p *butterfly[F]) inverse(dst, src, work []F) { p.transform(dst, src, work, true) }

func (p *butterfly[F]) transform(dst, src, work []F, backwards bool) {
	if len(p.joins) == 0 {
		p.firstPass(dst, src, nil, kernels.All(len(p.order)), backwards)
		p.passBlock(dst)
		return
	}
	for strip := firstStrip[F](p.blocks()); strip.First < strip.Columns; strip.First += strip.Count {
		p.firstPass(dst, src, work, strip, backwards)
		for _, o := range p.order[strip.First:][:strip.Count] {
			p.passBlock(dst[o:][:2*p.block])
		}
	}
	join(dst, p.joins)
}

func (p *butterfly[F]) firstPass(dst, src, tile []F, strip kernels.Strip, backwards bool) {
	switch p.first {
	case 1:
		copy(dst, src)
	case 2:
		kernels.First2(dst, src, p.order, backwards)
	case 4:
		kernels.First4(dst, src, p.order, backwards)
	case 8:
		kernels.First8(dst, src, tile, p.order, strip, backwards)
	case 16:
		kernels.First16(dst, src, tile, p.order, strip, backwards)
	}
}

// passBlock runs the passes after the first one.
func (p *butterfly[F]) passBlock(x []F) {
	for _, t := range p.passes {
		kernels.DIT4(x, t.w1, t.w2, t.w3)
	}
}

func (p *butterfly[F]) footprint() Footprint {
	count := 0
	for _, t := range slices.Concat(p.passes, p.joins) {
		count += t.count()
	}
	return Footprint{
		complexPart[F]("twiddles", Parameter, count),
		part[int32]("permutation", Table, len(p.order)),
	}
}
