package fft

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// ButterflyQ8 is a decimation in time of radix 4 in integers: int8 twiddles with
// one scale a pass, int16 data in block floating point.
//
// A row is read as rows of 16 numbers, whose columns are transformed side by
// side, one in each lane of a vector. The first pass rounds the input to
// integers and runs two or three radix-2 stages of additions. Each later one
// runs two: it multiplies by twiddles, the complex numbers with 8-bit parts
// that are nearest to S·w, and rounds the products to 16 bits. Before a pass the
// numbers are shifted so far that no sum can leave 16 bits, for which every
// second pass finds the largest part that it stores. Blocks of up to 8192
// numbers have exponents of their own, and passes that join blocks make them
// equal. The last pass joins the columns; its second half works in 32 bits,
// rounds nothing and turns integers into numbers again.
//
// S is the number up to 127 for which the twiddles of a pass fall closest to
// integers. The error is that of 8-bit twiddles, 2.5·10⁻³ of the spectrum's norm
// at n = 64, 4.6·10⁻³ at 1024 and 6.8·10⁻³ at 65536; rounding data to 16 bits
// alone would leave 10⁻³. A spectrum has one exponent: what is 10⁻⁵ of its
// largest part or less drowns in rounding.
//
// Rows below 64 run radix-2 stages in 64 bits, which need no rounding but that
// of the input to 16. A row with a NaN or an infinity becomes NaN throughout.
type ButterflyQ8 struct {
	n     int
	short *shortQ8
	long  *longQ8
	work  *workspace[kernels.Q8Row]
}

// NewButterflyQ8 plans transforms of n elements, a power of two.
func NewButterflyQ8(n int) (*ButterflyQ8, error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	p := &ButterflyQ8{n: n}
	if n < shortestLongQ8 {
		p.short = newShortQ8(n)
		p.work = newWorkspace[kernels.Q8Row](0)
	} else {
		p.long = newLongQ8(n)
		p.work = newWorkspace[kernels.Q8Row](p.long.workLen())
	}
	return p, nil
}

// Len returns the number of elements of a row.
func (p *ButterflyQ8) Len() int { return p.n }

// Forward transforms each row of src into the same row of dst.
func (p *ButterflyQ8) Forward(dst, src []complex64) error { return p.run(dst, src, false) }

// Inverse is Forward with the conjugate roots; it does not divide by Len. It is
// the forward transform with real and imaginary parts exchanged before and
// after.
func (p *ButterflyQ8) Inverse(dst, src []complex64) error { return p.run(dst, src, true) }

func (p *ButterflyQ8) run(dst, src []complex64, swapped bool) error {
	if err := checkRows(p.n, dst, src); err != nil {
		return err
	}
	work := p.work.take()
	to, from := parts[float32](dst), parts[float32](src)
	for ; len(from) > 0; to, from = to[2*p.n:], from[2*p.n:] {
		if p.short != nil {
			p.short.transform(to[:2*p.n], from[:2*p.n], swapped)
		} else {
			p.long.transform(to[:2*p.n], from[:2*p.n], work, swapped)
		}
	}
	p.work.give(work)
	return nil
}

// Footprint returns the plan's memory with the scratch of one call in flight.
func (p *ButterflyQ8) Footprint() Footprint {
	if p.short != nil {
		return p.short.footprint()
	}
	return p.long.footprint()
}

func fillNaN(dst []float32) {
	nan := float32(math.NaN())
	for i := range dst {
		dst[i] = nan
	}
}
