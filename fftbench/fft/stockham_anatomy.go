package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// stockhamAnatomy is that of planStockham.
func stockhamAnatomy[F kernels.Float](n int) *rowAnatomy {
	if n <= 16 {
		return butterflyAnatomy[F](n)
	}
	const twiddles, places = 0, 1
	a, c := &rowAnatomy{}, call{block: "stockham"}
	block := blockLength[F](n)
	first, from := firstRadix(block), InputRow
	if block < n {
		a.work = kernels.TileLen(block, firstStrip[F](n/block).Count, first)
		c.step("gather", "gather", InputRow, workRow)
		from = workRow
	}
	m := block / first
	parts := fansParts(first, m)
	c.pass(first, from, OutputRow, twiddles, places)
	if m > 4 {
		a.work += 2 * block
	}
	from, to := OutputRow, workRow
	for ; m > 4; m /= 4 {
		c.pass(4, from, to, twiddles)
		parts += fansParts(4, m/4)
		from, to = to, from
	}
	c.pass(4, from, OutputRow) // by turns of i, which take no twiddles
	parts += c.joins(block, n, OutputRow, twiddles)
	a.holdings = []Holding{
		{Part: complexPart[F]("twiddles", Parameter, parts)},
		{Part: part[int32]("block places", Table, n/block)},
	}
	a.forward, a.inverse = c.stages, c.stages
	return a
}

// DescribeStockhamCompiled is the anatomy of what NewStockhamCompiled makes.
func DescribeStockhamCompiled[C Complex](n int) (*Anatomy, error) {
	if err := checkDescribedPower(n); err != nil {
		return nil, err
	}
	return ofPrecision[C](n, stockhamAnatomy[float32], stockhamAnatomy[float64]), nil
}

// DescribeStockhamEager is the anatomy of what NewStockhamEager makes.
func DescribeStockhamEager[C Complex](n int) (*Anatomy, error) {
	const twiddles, scratch = 0, 1
	if err := checkDescribedPower(n); err != nil {
		return nil, err
	}
	a := &Anatomy{Holdings: []Holding{{Part: part[C]("twiddles", Parameter, n/2)}}}
	if work := eagerWork(n); work > 0 {
		a.Holdings = append(a.Holdings, Holding{Part: part[C]("scratch", Scratch, work)})
	}
	c := call{block: "stockham"}
	if n == 1 {
		c.step("copy", "copy", InputRow, OutputRow)
	}
	alternate(log2(n), scratch, func(_, from, to int) { c.pass(2, from, to, twiddles) })
	a.Stages = slices.Clip(c.stages)
	c.step("reverse", "reverse", OutputRow, OutputRow)
	a.Inverse = c.stages
	return a, nil
}

// alternate yields passes that alternate between the output and a work so that
// the last one writes the output.
func alternate(passes, work int, yield func(pass, from, to int)) {
	from, to, other := InputRow, OutputRow, work
	if passes%2 == 0 {
		to, other = other, to
	}
	for pass := range passes {
		yield(pass, from, to)
		from, to, other = to, other, to
	}
}
