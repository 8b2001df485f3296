// Code generated from ../f32x8/passes.go. DO NOT EDIT.

//go:build goexperiment.simd && amd64

package f64x4

import (
	"simd/archsimd"
	"unsafe"
)

// pair is as many complex numbers as a vector has lanes.
type pair struct{ re, im vector }

// block is the memory of a pair: between passes real parts, then imaginary
// ones; in the caller's rows parts in turn.
//
// Passes walk by pointers from block to block. The compiler folds a constant into
// the address of a load, but no index: that would be two instructions a load, and
// half as much time again for a pass of radix 4.
type block struct{ re, im [lanes]number }

// size is the bytes of a block.
const size = 2 * lanes * int(unsafe.Sizeof(number(0)))

func (a pair) store(p unsafe.Pointer) {
	b := (*block)(p)
	a.re.Store(&b.re)
	a.im.Store(&b.im)
}

func (a pair) times(b pair) pair {
	return pair{a.re.Mul(b.re).Sub(a.im.Mul(b.im)), a.re.MulAdd(b.im, a.im.Mul(b.re))}
}

// fold is a+b and a−b.
func fold(a, b pair) (plus, minus pair) {
	return pair{a.re.Add(b.re), a.im.Add(b.im)}, pair{a.re.Sub(b.re), a.im.Sub(b.im)}
}

// turn is a−ib and a+ib.
func turn(a, b pair) (minus, plus pair) {
	return pair{a.re.Add(b.im), a.im.Sub(b.re)}, pair{a.re.Sub(b.im), a.im.Add(b.re)}
}

// eighth is a·e^(−iπ/4), half being √½ in all lanes.
func eighth(a pair, half vector) pair {
	return pair{half.Mul(a.re.Add(a.im)), half.Mul(a.im.Sub(a.re))}
}

// odd gives the odd outputs of a transform of eight numbers from the differences
// of inputs four apart.
func odd(a, b, c, d pair, half vector) (y1, y3, y5, y7 pair) {
	e, g := turn(a, c)
	f, h := turn(b, d)
	y1, y5 = fold(e, eighth(f, half))
	y3, y7 = turn(g, eighth(h, half))
	return
}

// fan is w, w² and w³ of a butterfly of radix 4.
type fan [3]struct{ re, im number }

func (f *fan) splat(k int) pair { return pair{broadcast(f[k].re), broadcast(f[k].im)} }

// Row is the plan of one length.
type Row struct {
	n      int
	first  []block // twiddles of the first pass, lanes−1 for each lanes butterflies
	middle [][]fan // of the passes of radix 4 that follow
	last   int     // radix of the last pass, which has none
}

// New plans rows of n complex numbers, a power of two from the square of the
// lanes on; root(k) is e^(−2πik/n).
func New(n int, root func(k int) (re, im float64)) *Row {
	r := &Row{n: n, first: make([]block, n/lanes/lanes*(lanes-1))}
	for i := range r.first {
		w, group, k := &r.first[i], i/(lanes-1), i%(lanes-1)+1
		for lane, p := range order() {
			re, im := root((group*lanes + p) * k)
			w.re[lane], w.im[lane] = number(re), number(im)
		}
	}
	s := lanes
	for ; n/s > 8; s *= 4 {
		fans := make([]fan, n/s/4)
		for p := range fans {
			for k := range fans[p] {
				re, im := root(p * (k + 1) * s)
				fans[p][k].re, fans[p][k].im = number(re), number(im)
			}
		}
		r.middle = append(r.middle, fans)
	}
	r.last = n / s
	return r
}

// Twiddles are the complex numbers in the tables of a plan.
func (r *Row) Twiddles() int {
	count := len(r.first) * lanes
	for _, fans := range r.middle {
		count += len(fan{}) * len(fans)
	}
	return count
}

// Transform transforms a row of parts in turn. work is as long as dst and src
// and apart from them; dst may be src.
func (r *Row) Transform(dst, src, work []number, inverse bool) {
	sign := broadcast(1)
	if inverse { // the conjugate of the transform of the conjugate
		sign = broadcast(-1)
	}
	from, to := r.blocks(work), r.blocks(dst)
	first(from, r.blocks(src), r.first, sign)
	for i, fans := range r.middle {
		if i == 0 {
			second(to, from, fans)
		} else {
			pass(to, from, fans, 1<<(2*i))
		}
		from, to = to, from
	}
	if r.last == 8 {
		last8(r.blocks(dst), from, r.n/lanes/8, sign)
	} else {
		last4(r.blocks(dst), from, r.n/lanes/4, sign)
	}
	archsimd.ClearAVXUpperBits()
}

// blocks is where the blocks of a row begin. A slice that is too short ends here.
func (r *Row) blocks(x []number) unsafe.Pointer {
	_ = x[2*r.n-1]
	return unsafe.Pointer(unsafe.SliceData(x))
}

// second is pass where s is 1.
func second(to, from unsafe.Pointer, fans []fan) {
	m := len(fans)
	x0, x1, x2, x3 := from, unsafe.Add(from, m*size), unsafe.Add(from, 2*m*size), unsafe.Add(from, 3*m*size)
	for left := m; ; left-- {
		w := &fans[m-left]
		a, b := fold(load(x0), load(x2))
		c, d := fold(load(x1), load(x3))
		e, g := fold(a, c)
		f, h := turn(b, d)
		e.store(to)
		f.times(w.splat(0)).store(unsafe.Add(to, 1*size))
		g.times(w.splat(1)).store(unsafe.Add(to, 2*size))
		h.times(w.splat(2)).store(unsafe.Add(to, 3*size))
		if left == 1 {
			return
		}
		x0, x1, x2, x3, to = unsafe.Add(x0, size), unsafe.Add(x1, size), unsafe.Add(x2, size), unsafe.Add(x3, size), unsafe.Add(to, 4*size)
	}
}

// pass is a pass of radix 4 over 4·s·len(fans) blocks: its butterflies take those
// s·len(fans) apart and leave them s apart.
func pass(to, from unsafe.Pointer, fans []fan, s int) {
	quarter := s * len(fans)
	for p := range fans {
		w1, w2, w3 := fans[p].splat(0), fans[p].splat(1), fans[p].splat(2)
		x0, y0 := unsafe.Add(from, p*s*size), unsafe.Add(to, 4*p*s*size)
		x1, x2, x3 := unsafe.Add(x0, quarter*size), unsafe.Add(x0, 2*quarter*size), unsafe.Add(x0, 3*quarter*size)
		y1, y2, y3 := unsafe.Add(y0, s*size), unsafe.Add(y0, 2*s*size), unsafe.Add(y0, 3*s*size)
		for left := s; ; left-- {
			a, b := fold(load(x0), load(x2))
			c, d := fold(load(x1), load(x3))
			e, g := fold(a, c)
			f, h := turn(b, d)
			e.store(y0)
			f.times(w1).store(y1)
			g.times(w2).store(y2)
			h.times(w3).store(y3)
			if left == 1 {
				break
			}
			x0, x1, x2, x3 = unsafe.Add(x0, size), unsafe.Add(x1, size), unsafe.Add(x2, size), unsafe.Add(x3, size)
			y0, y1, y2, y3 = unsafe.Add(y0, size), unsafe.Add(y1, size), unsafe.Add(y2, size), unsafe.Add(y3, size)
		}
	}
}

// last4 is a pass of radix 4 over 4·s blocks without twiddles that leaves parts
// in turn. Its results have the places of its inputs.
func last4(to, from unsafe.Pointer, s int, sign vector) {
	x0, x1, x2, x3 := from, unsafe.Add(from, s*size), unsafe.Add(from, 2*s*size), unsafe.Add(from, 3*s*size)
	y0, y1, y2, y3 := to, unsafe.Add(to, s*size), unsafe.Add(to, 2*s*size), unsafe.Add(to, 3*s*size)
	for left := s; ; left-- {
		a, b := fold(load(x0), load(x2))
		c, d := fold(load(x1), load(x3))
		e, g := fold(a, c)
		f, h := turn(b, d)
		e.give(y0, sign)
		f.give(y1, sign)
		g.give(y2, sign)
		h.give(y3, sign)
		if left == 1 {
			return
		}
		x0, x1, x2, x3 = unsafe.Add(x0, size), unsafe.Add(x1, size), unsafe.Add(x2, size), unsafe.Add(x3, size)
		y0, y1, y2, y3 = unsafe.Add(y0, size), unsafe.Add(y1, size), unsafe.Add(y2, size), unsafe.Add(y3, size)
	}
}

// last8 is last4 with radix 8.
func last8(to, from unsafe.Pointer, s int, sign vector) {
	half := broadcast(sqrtHalf)
	x0, x1, x2, x3 := from, unsafe.Add(from, s*size), unsafe.Add(from, 2*s*size), unsafe.Add(from, 3*s*size)
	x4, x5, x6, x7 := unsafe.Add(from, 4*s*size), unsafe.Add(from, 5*s*size), unsafe.Add(from, 6*s*size), unsafe.Add(from, 7*s*size)
	y0, y1, y2, y3 := to, unsafe.Add(to, s*size), unsafe.Add(to, 2*s*size), unsafe.Add(to, 3*s*size)
	y4, y5, y6, y7 := unsafe.Add(to, 4*s*size), unsafe.Add(to, 5*s*size), unsafe.Add(to, 6*s*size), unsafe.Add(to, 7*s*size)
	for left := s; ; left-- {
		a0, b0 := fold(load(x0), load(x4))
		a1, b1 := fold(load(x1), load(x5))
		a2, b2 := fold(load(x2), load(x6))
		a3, b3 := fold(load(x3), load(x7))
		c0, c2 := fold(a0, a2)
		c1, c3 := fold(a1, a3)
		e0, e4 := fold(c0, c1)
		e2, e6 := turn(c2, c3)
		e0.give(y0, sign)
		e2.give(y2, sign)
		e4.give(y4, sign)
		e6.give(y6, sign)
		e1, e3, e5, e7 := odd(b0, b1, b2, b3, half)
		e1.give(y1, sign)
		e3.give(y3, sign)
		e5.give(y5, sign)
		e7.give(y7, sign)
		if left == 1 {
			return
		}
		x0, x1, x2, x3 = unsafe.Add(x0, size), unsafe.Add(x1, size), unsafe.Add(x2, size), unsafe.Add(x3, size)
		x4, x5, x6, x7 = unsafe.Add(x4, size), unsafe.Add(x5, size), unsafe.Add(x6, size), unsafe.Add(x7, size)
		y0, y1, y2, y3 = unsafe.Add(y0, size), unsafe.Add(y1, size), unsafe.Add(y2, size), unsafe.Add(y3, size)
		y4, y5, y6, y7 = unsafe.Add(y4, size), unsafe.Add(y5, size), unsafe.Add(y6, size), unsafe.Add(y7, size)
	}
}
