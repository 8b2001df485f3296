package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// bluesteinAnatomy is that of planBluestein with a convolution of m numbers.
func bluesteinAnatomy[F kernels.Float](n, m int, inner *rowAnatomy) *rowAnatomy {
	const chirp, spectrum, own = 0, 1, 2
	there := func(first, second []Stage) []Stage {
		c := call{block: "bluestein"}
		c.step("chirp", "chirp", InputRow, workRow, chirp)
		c.embed("inner.", first, own, workRow, workRow)
		c.step("spectrum", "multiply", workRow, workRow, spectrum)
		c.embed("back.", second, own, workRow, workRow)
		c.step("last chirp", "chirp", workRow, OutputRow, chirp)
		return c.stages
	}
	return &rowAnatomy{
		holdings: append([]Holding{
			{Part: complexPart[F]("chirp", Parameter, 2*n)},
			{Part: complexPart[F]("chirp spectrum", Parameter, 2*m), Derived: true},
		}, inner.holdings...),
		forward: there(inner.forward, inner.inverse),
		inverse: there(inner.inverse, inner.forward),
		work:    inner.transformedLen(m),
	}
}
