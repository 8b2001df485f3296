package fft

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// butterflyAnatomy is that of planButterfly.
func butterflyAnatomy[F kernels.Float](n int) *rowAnatomy {
	const twiddles, permutation = 0, 1
	a, c := &rowAnatomy{}, call{block: "dit"}
	block, first := blockLength[F](n), firstRadix(n)
	from, groups := InputRow, n/first
	if block < n {
		a.work = kernels.TileLen(block, firstStrip[F](n/block).Count, first)
		c.step("gather", "gather", InputRow, workRow)
		from = workRow
	}
	if n == 1 {
		groups = 0
		c.step("copy", "copy", InputRow, OutputRow)
	} else {
		c.pass(first, from, OutputRow, permutation)
	}
	parts := c.runs(first, block, OutputRow, twiddles)
	parts += c.joins(block, n, OutputRow, twiddles)
	a.holdings = []Holding{
		{Part: complexPart[F]("twiddles", Parameter, parts)},
		{Part: part[int32]("permutation", Table, groups)},
	}
	a.forward, a.inverse = c.stages, c.stages
	return a
}

// runs adds the passes of radix 4 in place that make transforms of n out of
// those of h, and tells the parts of their twiddles.
func (c *call) runs(h, n, place, twiddles int) (parts int) {
	for ; h < n; h *= 4 {
		c.pass(4, place, place, twiddles)
		parts += runsParts(h)
	}
	return parts
}

// joins is runs of whole blocks.
func (c *call) joins(h, n, place, twiddles int) (parts int) {
	for level := 1; h < n; h, level = 4*h, level+1 {
		c.step(fmt.Sprintf("join %d", level), "radix 4", place, place, twiddles)
		parts += runsParts(h)
	}
	return parts
}

// DescribeButterflyCompiled is the anatomy of what NewButterflyCompiled makes.
func DescribeButterflyCompiled[C Complex](n int) (*Anatomy, error) {
	if err := checkDescribedPower(n); err != nil {
		return nil, err
	}
	return ofPrecision[C](n, butterflyAnatomy[float32], butterflyAnatomy[float64]), nil
}

// DescribeButterflyEager is the anatomy of what NewButterflyEager makes.
func DescribeButterflyEager[C Complex](n int) (*Anatomy, error) {
	const twiddles, reversal = 0, 1
	if err := checkDescribedPower(n); err != nil {
		return nil, err
	}
	c := call{block: "dit"}
	c.step("permute", "bit reversal", InputRow, OutputRow, reversal)
	for h := 1; h < n; h *= 2 {
		c.pass(2, OutputRow, OutputRow, twiddles)
	}
	return &Anatomy{
		Holdings: []Holding{
			{Part: part[C]("twiddles", Parameter, n-1)},
			{Part: part[int32]("bit reversal", Table, n)},
		},
		Stages: c.stages, Inverse: c.stages,
	}, nil
}
