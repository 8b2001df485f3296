//go:build goexperiment.simd && amd64

package f64x4

import (
	"math"
	"simd/archsimd"
	"unsafe"
)

type (
	vector = archsimd.Float64x4
	number = float64
)

const (
	lanes    = 4
	sqrtHalf = math.Sqrt2 / 2
)

// order is which of four neighbours in a row is in a lane: what one shuffle
// makes of parts in turn, and what one shuffle makes parts in turn of.
func order() [lanes]int { return [lanes]int{0, 2, 1, 3} }

func broadcast(x number) vector { return archsimd.BroadcastFloat64x4(x) }

func load(p unsafe.Pointer) pair {
	b := (*block)(p)
	return pair{archsimd.LoadFloat64x4(&b.re), archsimd.LoadFloat64x4(&b.im)}
}

// take loads a pair of a row of the caller, or its conjugate where the sign is −1.
func take(p unsafe.Pointer, sign vector) pair {
	b := (*block)(p)
	lo, hi := archsimd.LoadFloat64x4(&b.re).AsInt64x4(), archsimd.LoadFloat64x4(&b.im).AsInt64x4()
	return pair{lo.InterleaveLoGrouped(hi).AsFloat64x4(), lo.InterleaveHiGrouped(hi).AsFloat64x4().Mul(sign)}
}

// give stores what take loads.
func (a pair) give(p unsafe.Pointer, sign vector) {
	b := (*block)(p)
	re, im := a.re.AsInt64x4(), a.im.Mul(sign).AsInt64x4()
	re.InterleaveLoGrouped(im).AsFloat64x4().Store(&b.re)
	re.InterleaveHiGrouped(im).AsFloat64x4().Store(&b.im)
}

// first is a pass of radix 4 whose butterflies are one complex number wide: a
// vector has those of neighbours, and a transposition sorts.
func first(to, from unsafe.Pointer, fans []block, sign vector) {
	m := len(fans) / (lanes - 1)
	x0, x1, x2, x3, w := from, unsafe.Add(from, m*size), unsafe.Add(from, 2*m*size), unsafe.Add(from, 3*m*size), unsafe.Pointer(&fans[0])
	for left := m; ; left-- {
		a, b := fold(take(x0, sign), take(x2, sign))
		c, d := fold(take(x1, sign), take(x3, sign))
		e0, e2 := fold(a, c)
		e1, e3 := turn(b, d)
		e1, e2, e3 = e1.times(load(w)), e2.times(load(unsafe.Add(w, 1*size))), e3.times(load(unsafe.Add(w, 2*size)))
		y := (*[lanes]block)(to)
		transpose(e0.re, e2.re, e1.re, e3.re, &y[0].re, &y[2].re, &y[1].re, &y[3].re)
		transpose(e0.im, e2.im, e1.im, e3.im, &y[0].im, &y[2].im, &y[1].im, &y[3].im)
		if left == 1 {
			return
		}
		x0, x1, x2, x3 = unsafe.Add(x0, size), unsafe.Add(x1, size), unsafe.Add(x2, size), unsafe.Add(x3, size)
		w, to = unsafe.Add(w, (lanes-1)*size), unsafe.Add(to, lanes*size)
	}
}

// transpose makes columns of rows.
func transpose(r0, r1, r2, r3 vector, c0, c1, c2, c3 *[lanes]number) {
	v0, v1, v2, v3 := r0.AsInt64x4(), r1.AsInt64x4(), r2.AsInt64x4(), r3.AsInt64x4()
	a, b := v0.InterleaveLoGrouped(v1), v2.InterleaveLoGrouped(v3)
	c, d := v0.InterleaveHiGrouped(v1), v2.InterleaveHiGrouped(v3)
	a.Select128FromPair(0, 2, b).AsFloat64x4().Store(c0)
	c.Select128FromPair(0, 2, d).AsFloat64x4().Store(c1)
	a.Select128FromPair(1, 3, b).AsFloat64x4().Store(c2)
	c.Select128FromPair(1, 3, d).AsFloat64x4().Store(c3)
}
