package fft

import "slices"

// StockhamEager is the radix-2 FFT of Stockham, decimation in frequency: each
// of the log2 n passes reads one buffer, writes the other and sorts as it
// goes, so there is no bit reversal (Cochran et al., "What is the fast Fourier
// transform?", 1967; Van Loan, "Computational Frameworks for the FFT", section
// 1.7).
//
// Its parameters are the n/2 distinct twiddles; its scratch is one row, if there
// is more than one pass.
type StockhamEager[C Complex] struct {
	n        int
	twiddles []C // e^(−2πi·k/n)
	work     *workspace[C]
}

// NewStockhamEager plans transforms of n elements, a power of two.
func NewStockhamEager[C Complex](n int) (*StockhamEager[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	p := &StockhamEager[C]{n: n, twiddles: make([]C, n/2), work: newWorkspace[C](eagerWork(n))}
	r := newRoots(n)
	for k := range p.twiddles {
		p.twiddles[k] = rootOf[C](r, k)
	}
	return p, nil
}

// eagerWork is the elements of scratch of n ones: a row, where there are two
// passes to alternate.
func eagerWork(n int) int {
	if n < 4 {
		return 0
	}
	return n
}

// Len returns the number of elements of a row.
func (p *StockhamEager[C]) Len() int { return p.n }

// Forward transforms each row of src into the same row of dst.
func (p *StockhamEager[C]) Forward(dst, src []C) error {
	if err := checkRows(p.n, dst, src); err != nil {
		return err
	}
	work := p.work.take()
	for o := 0; o < len(src); o += p.n {
		p.row(dst[o:o+p.n], src[o:o+p.n], work)
	}
	p.work.give(work)
	return nil
}

// Inverse is Forward with the conjugate roots; it does not divide by Len. It
// is the forward transform with its bins in reverse order: X[k] ↔ X[−k mod n].
func (p *StockhamEager[C]) Inverse(dst, src []C) error {
	if err := p.Forward(dst, src); err != nil {
		return err
	}
	for o := 0; o < len(dst); o += p.n {
		slices.Reverse(dst[o+1 : o+p.n])
	}
	return nil
}

// row transforms one row. The passes alternate between dst and work so that
// the last one writes dst.
func (p *StockhamEager[C]) row(dst, src, work []C) {
	if p.n == 1 {
		dst[0] = src[0]
		return
	}
	from, to, other := src, dst, work
	if log2(p.n)%2 == 0 {
		to, other = work, dst
	}
	for stride := 1; stride < p.n; stride *= 2 {
		p.pass(to, from, stride)
		from = to
		to, other = other, to
	}
}

// pass does one two-point step on stride interleaved sequences: sequence
// element j and its partner half a sequence on become elements 2j and 2j+1.
func (p *StockhamEager[C]) pass(to, from []C, stride int) {
	half := p.n / 2
	for o := 0; o < half; o += stride {
		w := p.twiddles[o]
		low, high := from[o:o+stride], from[half+o:half+o+stride]
		even, odd := to[2*o:2*o+stride], to[2*o+stride:2*o+2*stride]
		for q, a := range low {
			b := high[q]
			even[q], odd[q] = a+b, w*(a-b)
		}
	}
}

// Footprint returns the plan's memory with the scratch of one call in flight.
func (p *StockhamEager[C]) Footprint() Footprint {
	f := Footprint{part[C]("twiddles", Parameter, len(p.twiddles))}
	if p.work.size > 0 {
		f = append(f, part[C]("scratch", Scratch, p.work.size))
	}
	return f
}
