package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// evenRealAnatomy is that of planEvenReal of 2h samples. Several short rows go by
// way of a tile, one goes straight.
func evenRealAnatomy[F kernels.Float](h int, inner *rowAnatomy) *rowAnatomy {
	const twiddles, own = 0, 1
	row, z := 0, OutputRow
	if !inner.alias {
		row, z = 2*h, workRow
	}
	if tile := realTileRows(h, inner.batch); tile > 1 {
		row = 2 * h * tile
	}
	forward, inverse := call{block: "real"}, call{block: "real"}
	forward.embed("inner.", inner.forward, own, InputRow, OutputRow)
	forward.step("split", "real split", OutputRow, OutputRow, twiddles)
	inverse.step("merge", "real merge", InputRow, z, twiddles)
	inverse.embed("inner.", inner.inverse, own, z, OutputRow)
	return &rowAnatomy{
		holdings: append([]Holding{
			{Part: complexPart[F]("twiddles of the real pass", Parameter, 2*(h/2+1))},
		}, inner.holdings...),
		forward: forward.stages, inverse: inverse.stages,
		work: row + inner.work,
	}
}

// oddRealAnatomy is that of planOddReal of n samples.
func oddRealAnatomy(n int, inner *rowAnatomy) *rowAnatomy {
	const own = 0
	forward, inverse := call{block: "real"}, call{block: "real"}
	forward.step("widen", "widen", InputRow, workRow)
	forward.embed("inner.", inner.forward, own, workRow, workRow)
	forward.step("copy", "copy", workRow, OutputRow)
	inverse.step("mirror", "mirror", InputRow, workRow)
	inverse.embed("inner.", inner.inverse, own, workRow, workRow)
	inverse.step("narrow", "narrow", workRow, OutputRow)
	return &rowAnatomy{
		holdings: inner.holdings,
		forward:  forward.stages, inverse: inverse.stages,
		work: inner.transformedLen(n),
	}
}

// DescribeReal is the anatomy of what NewReal32 and NewReal64 make for samples of
// F; see Describe for n and options.
func DescribeReal[F Real](n int, options ...Option) (*Anatomy, error) {
	s, err := describeSettings(n, options)
	if err != nil {
		return nil, err
	}
	length := n
	if n%2 == 0 {
		length = n / 2
	}
	r, err := foretold[F](length, s)
	if err != nil {
		return nil, err
	}
	inner := recipeAnatomy[F](r, s.isa)
	if n%2 == 0 {
		return anatomy[F](evenRealAnatomy[F](length, inner)), nil
	}
	return anatomy[F](oddRealAnatomy(length, inner)), nil
}
