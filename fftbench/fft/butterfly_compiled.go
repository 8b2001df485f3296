package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// ButterflyCompiled is the network of ButterflyEager specialised for its
// length when it is planned. Two or three radix-2 stages become one radix-4 or
// radix-8 pass that keeps its intermediate values in registers; the first pass
// reads the input in order, does its butterflies without twiddles and writes
// each result to its permuted place, so that no pass is spent on the
// permutation; twiddles lie in the order of their use.
//
// It needs no scratch.
type ButterflyCompiled[C Complex] struct{ rows[C] }

// NewButterflyCompiled plans transforms of n elements, a power of two.
func NewButterflyCompiled[C Complex](n int) (*ButterflyCompiled[C], error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	return &ButterflyCompiled[C]{newRows[C](n, planButterfly[float32], planButterfly[float64])}, nil
}

// butterfly is the plan of one precision.
type butterfly[F kernels.Float] struct {
	n         int
	first     int       // radix of the first pass
	order     []int32   // where the first pass stores group i
	backwards []int32   // the same for the inverse: order[m−i], i ≥ 1
	passes    []pass[F] // the others, inner to outer
}

// pass is one in-place step; exactly one of its tables is set.
type pass[F kernels.Float] struct {
	four  []kernels.Twiddles3[F]
	eight []kernels.Twiddles7[F]
}

func planButterfly[F kernels.Float](n int) rowPlan[F] {
	radices := butterflyRadices(n)
	p := &butterfly[F]{n: n, first: radices[0]}
	p.order = digitReversal(radices)
	for i := len(p.order) - 1; i > 0; i-- {
		p.backwards = append(p.backwards, p.order[i])
	}
	r := newRoots(n)
	h := p.first
	for _, radix := range radices[1:] {
		p.passes = append(p.passes, newPass[F](r, radix, h))
		h *= radix
	}
	return p
}

// butterflyRadices factors n = 2^k into the radices of the passes, first pass
// first.
func butterflyRadices(n int) []int {
	k := log2(n)
	if k < 2 {
		return []int{n}
	}
	radices := []int{4}
	if k%2 == 1 {
		radices[0] = 8
	}
	for size := radices[0]; size < n; size *= 4 {
		radices = append(radices, 4)
	}
	return radices
}

// digitReversal is where a first pass of radix radices[0] stores its group i:
// the digits of i in the radices of the other passes, outermost first, are
// turned end for end.
func digitReversal(radices []int) []int32 {
	n := 1
	for _, r := range radices {
		n *= r
	}
	order := make([]int32, n/radices[0])
	for i := range order {
		rest, span, place := i, n, 0
		for k := len(radices) - 1; k > 0; k-- {
			span /= radices[k]
			place += rest % radices[k] * span
			rest /= radices[k]
		}
		order[i] = int32(place)
	}
	return order
}

// newPass prepares the twiddles e^(−2πi·jk/(radix·h)) of a pass that joins
// transforms of length h; r holds the roots of a multiple of radix·h.
func newPass[F kernels.Float](r *roots, radix, h int) pass[F] {
	step := r.n / (radix * h)
	w := func(k int) kernels.Pair[F] { return pair[F](r, k*step) }
	if radix == 4 {
		t := make([]kernels.Twiddles3[F], h)
		for j := range t {
			t[j] = kernels.Twiddles3[F]{W1: w(j), W2: w(2 * j), W3: w(3 * j)}
		}
		return pass[F]{four: t}
	}
	t := make([]kernels.Twiddles7[F], h)
	for j := range t {
		t[j] = kernels.Twiddles7[F]{W1: w(j), W2: w(2 * j), W3: w(3 * j), W4: w(4 * j),
			W5: w(5 * j), W6: w(6 * j), W7: w(7 * j)}
	}
	return pass[F]{eight: t}
}

func (p pass[F]) run(x []kernels.Pair[F]) {
	if p.four != nil {
		kernels.DIT4(x, p.four)
		return
	}
	kernels.DIT8(x, p.eight)
}

func (p *butterfly[F]) workLen() int { return 0 }

func (p *butterfly[F]) forward(dst, src, _ []kernels.Pair[F]) {
	m := len(p.order)
	slice := func(k int) []kernels.Pair[F] { return src[k*m : (k+1)*m] }
	p.firstPass(dst, p.order, slice)
	p.join(dst)
}

// inverse is the forward transform of the input read backwards, x[−j mod n].
// Read so, group 0 takes the slices in the order 0, r−1, …, 1 and every other
// group i takes element m−i of the slices in the order r−1 … 0.
func (p *butterfly[F]) inverse(dst, src, _ []kernels.Pair[F]) {
	m := len(p.order)
	p.firstPass(dst, p.order[:1], func(k int) []kernels.Pair[F] {
		o := (p.first - k) % p.first * m
		return src[o : o+1]
	})
	p.firstPass(dst, p.backwards, func(k int) []kernels.Pair[F] {
		o := (p.first - 1 - k) * m
		return src[o+1 : o+m]
	})
	p.join(dst)
}

// firstPass transforms groups that take one element of each slice.
func (p *butterfly[F]) firstPass(dst []kernels.Pair[F], order []int32, slice func(k int) []kernels.Pair[F]) {
	switch p.first {
	case 1:
		copy(dst, slice(0))
	case 2:
		kernels.FirstDIT2(dst, order, slice(0), slice(1))
	case 4:
		kernels.FirstDIT4(dst, order, slice(0), slice(1), slice(2), slice(3))
	case 8:
		kernels.FirstDIT8(dst, order, slice(0), slice(1), slice(2), slice(3),
			slice(4), slice(5), slice(6), slice(7))
	}
}

// join runs the passes after the first.
func (p *butterfly[F]) join(dst []kernels.Pair[F]) {
	for _, pass := range p.passes {
		pass.run(dst)
	}
}

func (p *butterfly[F]) footprint() Footprint {
	twiddles := 0
	for _, pass := range p.passes {
		twiddles += 3*len(pass.four) + 7*len(pass.eight)
	}
	return Footprint{
		part[kernels.Pair[F]]("twiddles", Parameter, twiddles),
		part[int32]("permutation", Table, len(p.order)+len(p.backwards)),
	}
}
