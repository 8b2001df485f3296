package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// StockhamCompiled is the network of StockhamEager specialised for its length
// when it is planned: three or four stages become one first pass of radix 8 or
// 16, every two stages after it one radix-4 pass that keeps its twiddles in
// registers, and the last pass, which has none, has its own code.
//
// A row whose two buffers would not fit the first-level cache is decimated in
// time into blocks that do. The first pass deals the input out to a strip of
// them, each is transformed and sorted by itself, and radix-4 passes in place
// join them all; what is sorted stays sorted.
//
// Its scratch is one block and, with several, the tile of a strip of them; a row
// of two passes needs none.
type StockhamCompiled[C Complex] struct {
	rows[C]
}

// NewStockhamCompiled plans transforms of n elements, a power of two.
func NewStockhamCompiled[C Complex](n int) (*StockhamCompiled[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	return &StockhamCompiled[C]{newRows[C](n, planStockham[float32], planStockham[float64])}, nil
}

// stockham is the plan of one precision for n > 16.
type stockham[F kernels.Float] struct {
	block  int       // length of a block
	first  int       // radix of the first pass
	deal   []F       // twiddles of the first pass
	places []int32   // of the blocks, in parts of a row
	passes [][]F     // twiddles of a block's radix-4 passes but the last
	joins  []runs[F] // twiddles of the passes that join blocks, inner to outer
}

func planStockham[F kernels.Float](n int) rowPlan[F] {
	if n <= 16 {
		return planButterfly[F](n) // one pass, which has nothing to sort
	}
	block := blockLength[F](n)
	p := &stockham[F]{block: block, first: firstRadix(block)}
	r := newRootsOf[F](n)
	m := block / p.first
	p.deal = fans[F](r, p.first, m)
	for ; m > 4; m /= 4 {
		p.passes = append(p.passes, fans[F](r, 4, m/4))
	}
	radices := []int{block}
	for h := block; h < n; h *= 4 {
		radices = append(radices, 4)
		p.joins = append(p.joins, newRuns[F](r, h))
	}
	p.places = digitReversal(radices)
	for i := range p.places {
		p.places[i] *= 2 // kernels count parts
	}
	return p
}

// fans are the factors w^p, w^2p … w^((radix−1)p), w = e^(−2πi/(radix·m)), for
// each p < m of an autosorting pass; r holds the roots of a multiple of
// radix·m.
func fans[F kernels.Float](r *roots, radix, m int) []F {
	gap := 2 * (radix - 1)
	all := make([]F, fansParts(radix, m))
	step := r.n / (radix * m)
	for j := 1; j < radix && m > 0; j++ {
		fillRoots(all[2*(j-1):], gap, r, j*step)
	}
	return all
}

// fansParts are the parts of fans.
func fansParts(radix, m int) int { return 2 * (radix - 1) * m }

// workLen is one block and, if there are more, the tile of a strip of them.
func (p *stockham[F]) workLen() int {
	switch {
	case len(p.places) > 1:
		return 2*p.block + kernels.TileLen(p.block, firstStrip[F](len(p.places)).Count, p.first)
	case len(p.passes) > 0:
		return 2 * p.block
	}
	return 0
}

func (p *stockham[F]) forward(dst, src, work []F) { p.transform(dst, src, work, false) }

func (p *stockham[F]) inverse(dst, src, work []F) { p.transform(dst, src, work, true) }

// transform deals and sorts a strip of blocks at a time, then joins them all.
func (p *stockham[F]) transform(dst, src, work []F, backwards bool) {
	var tile []F
	if len(p.passes) > 0 {
		work, tile = work[:2*p.block], work[2*p.block:]
	}
	for strip := firstStrip[F](len(p.places)); strip.First < strip.Columns; strip.First += strip.Count {
		if p.first == 8 {
			kernels.StockhamFirst8(dst, src, tile, p.deal, p.places, strip, backwards)
		} else {
			kernels.StockhamFirst16(dst, src, tile, p.deal, p.places, strip, backwards)
		}
		for _, o := range p.places[strip.First:][:strip.Count] {
			p.sort(dst[o:][:2*p.block], work)
		}
	}
	join(dst, p.joins)
}

// sort runs the passes of a block after the first. They alternate between x
// and work but for the last one, whose inputs and outputs have the same
// places: it ends in x from wherever the others ended.
func (p *stockham[F]) sort(x, work []F) {
	from, to := x, work
	s := 2 * p.first
	for _, t := range p.passes {
		kernels.Stockham4(to, from, s, t)
		s *= 4
		from, to = to, from
	}
	kernels.StockhamLast4(x, from)
}

func (p *stockham[F]) footprint() Footprint {
	count := len(p.deal)
	for _, t := range p.passes {
		count += len(t)
	}
	for i := range p.joins {
		count += p.joins[i].count()
	}
	return Footprint{
		complexPart[F]("twiddles", Parameter, count),
		part[int32]("block places", Table, len(p.places)),
	}
}
