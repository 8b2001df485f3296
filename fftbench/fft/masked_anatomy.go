package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// maskedAnatomy is that of planMasked on machines of an instruction set.
func maskedAnatomy[F kernels.Float](n int, isa string) *rowAnatomy {
	if n&(n-1) != 0 {
		return maskedTwiceAnatomy[F](n, recipeAnatomy[F](machineChooser[F](isa).choose(n), isa))
	}
	for _, lanes := range inventory[F](isa).Columns {
		if n >= lanes*lanes {
			return maskedColumnsAnatomy[F](n, lanes, filterRadices(n/lanes))
		}
	}
	return maskedInPlaceAnatomy[F](n)
}

// maskedTwiceAnatomy is that of maskedTwice, which has a spectrum beside the
// plan's work.
func maskedTwiceAnatomy[F kernels.Float](n int, plan *rowAnatomy) *rowAnatomy {
	gains := len(plan.holdings)
	c := call{block: "filter"}
	c.embed("there.", plan.forward, 0, InputRow, workRow)
	c.step("mask", "mask", workRow, workRow, gains)
	c.embed("back.", plan.inverse, 0, workRow, OutputRow)
	return &rowAnatomy{
		holdings: append(plan.holdings, Holding{Part: part[F]("gains", Parameter, n)}),
		forward:  c.stages,
		work:     2*n + plan.work,
	}
}

// maskedColumnsAnatomy is that of planMaskedColumns.
func maskedColumnsAnatomy[F kernels.Float](n, lanes int, radices []int) *rowAnatomy {
	const twiddles, gains, order = 0, 1, 2
	c := call{block: "columns"}
	parts := c.overColumns(n, lanes, radices, twiddles)
	c.step("mask", "mask", workRow, workRow, gains, order)
	for i := len(radices) - 1; i > 0; i-- {
		c.pass(radices[i], workRow, workRow, twiddles)
	}
	c.pass(radices[0], workRow, OutputRow, twiddles)
	return &rowAnatomy{
		holdings: []Holding{
			{Part: complexPart[F]("twiddles", Parameter, parts)},
			{Part: part[F]("gains", Parameter, n)},
			{Part: part[int32]("group order", Table, rowStarts(n/lanes, lanes, true))},
		},
		forward: c.stages,
		work:    2 * n,
	}
}

// maskedInPlaceAnatomy is that of maskedInPlace.
func maskedInPlaceAnatomy[F kernels.Float](n int) *rowAnatomy {
	const twiddles, gains = 0, 1
	leaf, parts := firstRadix(n), 0
	for h := leaf; h < n; h *= 4 {
		parts += runsParts(h)
	}
	c := call{block: "filter"}
	passes := func() {
		for h := leaf; h < n; h *= 4 {
			c.pass(4, OutputRow, OutputRow, twiddles)
		}
	}
	leaves := func() {
		if n > 1 {
			c.pass(leaf, OutputRow, OutputRow)
		}
	}
	c.step("copy", "copy", InputRow, OutputRow)
	passes()
	leaves()
	c.step("mask", "mask", OutputRow, OutputRow, gains)
	leaves()
	passes()
	return &rowAnatomy{
		holdings: []Holding{
			{Part: complexPart[F]("twiddles", Parameter, parts)},
			{Part: part[F]("gains", Parameter, n)},
		},
		forward: c.stages,
	}
}

// DescribeMasked is the anatomy of what NewMasked makes, whatever the gains. Of
// the options it looks at ForISA.
func DescribeMasked[C Complex](n int, options ...Option) (*Anatomy, error) {
	s, err := describeSettings(n, options)
	if err != nil {
		return nil, err
	}
	return ofPrecision[C](n,
		func(n int) *rowAnatomy { return maskedAnatomy[float32](n, s.isa) },
		func(n int) *rowAnatomy { return maskedAnatomy[float64](n, s.isa) },
	), nil
}
