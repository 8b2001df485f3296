package fft

// ButterflyEager is the textbook radix-2 FFT, decimation in time: the input is
// copied in bit-reversed order, then log2 n passes of two-point butterflies
// combine ever longer transforms in place (Cooley and Tukey 1965; Cormen et
// al., "Introduction to Algorithms", section 30.3).
//
// Its parameters are the n−1 distinct twiddles, h of them for the pass that
// joins transforms of length h. It needs no scratch.
type ButterflyEager[C Complex] struct {
	n        int
	order    []int32 // bit reversal
	twiddles []C     // pass h at [h−1, 2h−1): e^(−2πi·j/2h)
}

// NewButterflyEager plans transforms of n elements, a power of two.
func NewButterflyEager[C Complex](n int) (*ButterflyEager[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	p := &ButterflyEager[C]{n: n, order: bitReversal(n), twiddles: make([]C, 0, n-1)}
	r := newRoots(n)
	for h := 1; h < n; h *= 2 {
		for j := range h {
			p.twiddles = append(p.twiddles, rootOf[C](r, j*(n/(2*h))))
		}
	}
	return p, nil
}

// Len returns the number of elements of a row.
func (p *ButterflyEager[C]) Len() int { return p.n }

// Forward transforms each row of src into the same row of dst.
func (p *ButterflyEager[C]) Forward(dst, src []C) error {
	if err := checkRows(p.n, dst, src); err != nil {
		return err
	}
	for o := 0; o < len(src); o += p.n {
		row, from := dst[o:o+p.n], src[o:o+p.n]
		for i, r := range p.order {
			row[i] = from[r]
		}
		p.butterflies(row)
	}
	return nil
}

// Inverse is Forward with the conjugate roots; it does not divide by Len. It
// reads the input backwards: Σ x[j]·e^(+2πi·jk/n) = Σ x[−j mod n]·e^(−2πi·jk/n).
func (p *ButterflyEager[C]) Inverse(dst, src []C) error {
	if err := checkRows(p.n, dst, src); err != nil {
		return err
	}
	mask := p.n - 1
	for o := 0; o < len(src); o += p.n {
		row, from := dst[o:o+p.n], src[o:o+p.n]
		for i, r := range p.order {
			row[i] = from[-int(r)&mask]
		}
		p.butterflies(row)
	}
	return nil
}

// butterflies transforms a row in bit-reversed order, in place.
func (p *ButterflyEager[C]) butterflies(row []C) {
	for h := 1; h < p.n; h *= 2 {
		twiddles := p.twiddles[h-1 : 2*h-1]
		for o := 0; o < p.n; o += 2 * h {
			low, high := row[o:o+h], row[o+h:o+2*h]
			for j, w := range twiddles {
				a, b := low[j], w*high[j]
				low[j], high[j] = a+b, a-b
			}
		}
	}
}

// Footprint returns the plan's memory.
func (p *ButterflyEager[C]) Footprint() Footprint {
	return Footprint{
		part[C]("twiddles", Parameter, len(p.twiddles)),
		part[int32]("bit reversal", Table, len(p.order)),
	}
}
