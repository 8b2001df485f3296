package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// raderAnatomy is that of planRader. Its spectrum is of roots in the order of the
// permutations, of which the second is the first one backwards.
func raderAnatomy[F kernels.Float](n int, inner *rowAnatomy) *rowAnatomy {
	const spectrum, permutations, own = 0, 1, 2
	m := n - 1
	a := &rowAnatomy{
		holdings: append([]Holding{
			{Part: complexPart[F]("roots spectrum", Parameter, 2*m), Derived: true},
			{Part: part[int32]("generator permutations", Table, 2*m)},
		}, inner.holdings...),
		work: inner.transformedLen(m),
	}
	c := call{block: "rader"}
	c.step("gather", "permute", InputRow, workRow, permutations)
	c.embed("inner.", inner.forward, own, workRow, workRow)
	c.step("bin 0", "sum", workRow, OutputRow)
	c.alsoFrom(InputRow)
	c.step("spectrum", "multiply", workRow, workRow, spectrum)
	c.alsoFrom(InputRow)
	c.embed("back.", inner.inverse, own, workRow, workRow)
	c.step("scatter", "permute", workRow, OutputRow, permutations)
	a.forward, a.inverse = c.stages, c.stages
	return a
}
