package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// StockhamArchsimd is Stockham's autosort in vectors that Go itself makes, those
// of package simd/archsimd, without assembly: what they give, beside the kernels
// of the other plans. Its vectors are AVX2's. The first pass has a radix of as
// many inputs as a vector has lanes and transposes its results; those after it,
// of radix 4 and the last one of radix 4 or 8, treat all lanes alike.
//
// Rows of fewer than 64 complex64 or 16 complex128 are those of
// ButterflyCompiled. Its scratch is a row.
type StockhamArchsimd[C Complex] struct {
	rows[C]
}

// NewStockhamArchsimd plans transforms of n elements, a power of two. It wraps
// errors.ErrUnsupported in programs that were not built for amd64 with
// GOEXPERIMENT=simd, and on CPUs without AVX2 and FMA.
func NewStockhamArchsimd[C Complex](n int) (*StockhamArchsimd[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	single, double, err := archsimdPlans()
	if err != nil {
		return nil, err
	}
	return &StockhamArchsimd[C]{newRows[C](n, single, double)}, nil
}

// archsimdLanes is the numbers in a vector of StockhamArchsimd.
func archsimdLanes[F kernels.Float]() int { return 32 / kernels.PartBytes[F]() }

// archsimdAnatomy is that of the plans of archsimdPlans.
func archsimdAnatomy[F kernels.Float](n int) *rowAnatomy {
	lanes := archsimdLanes[F]()
	if n < lanes*lanes {
		return butterflyAnatomy[F](n)
	}
	const twiddles = 0
	a, c := &rowAnatomy{work: 2 * n, alias: true}, call{block: "stockham"}
	c.pass(lanes, InputRow, workRow, twiddles)
	count := n / lanes * (lanes - 1)
	from, to, rest := workRow, OutputRow, n/lanes
	for ; rest > 8; rest /= 4 {
		c.pass(4, from, to, twiddles)
		count += rest / 4 * 3
		from, to = to, from
	}
	c.pass(rest, from, OutputRow)
	a.holdings = []Holding{{Part: complexPart[F]("twiddles", Parameter, 2*count)}}
	a.forward, a.inverse = c.stages, c.stages
	return a
}

// DescribeStockhamArchsimd is the anatomy of what NewStockhamArchsimd makes, in
// any build.
func DescribeStockhamArchsimd[C Complex](n int) (*Anatomy, error) {
	if err := checkDescribedPower(n); err != nil {
		return nil, err
	}
	return ofPrecision[C](n, archsimdAnatomy[float32], archsimdAnatomy[float64]), nil
}
