//go:build goexperiment.simd && amd64

package f32x8

import (
	"math"
	"simd/archsimd"
	"unsafe"
)

type (
	vector = archsimd.Float32x8
	number = float32
)

const (
	lanes    = 8
	sqrtHalf = math.Sqrt2 / 2
)

// order is which of eight neighbours in a row is in a lane: what one shuffle
// makes of parts in turn, and what one shuffle makes parts in turn of.
func order() [lanes]int { return [lanes]int{0, 1, 4, 5, 2, 3, 6, 7} }

func broadcast(x number) vector { return archsimd.BroadcastFloat32x8(x) }

func load(p unsafe.Pointer) pair {
	b := (*block)(p)
	return pair{archsimd.LoadFloat32x8(&b.re), archsimd.LoadFloat32x8(&b.im)}
}

// take loads a pair of a row of the caller, or its conjugate where the sign is −1.
func take(p unsafe.Pointer, sign vector) pair {
	b := (*block)(p)
	lo, hi := archsimd.LoadFloat32x8(&b.re), archsimd.LoadFloat32x8(&b.im)
	return pair{lo.SelectFromPairGrouped(0, 2, 4, 6, hi), lo.SelectFromPairGrouped(1, 3, 5, 7, hi).Mul(sign)}
}

// give stores what take loads.
func (a pair) give(p unsafe.Pointer, sign vector) {
	b := (*block)(p)
	re, im := a.re.AsInt32x8(), a.im.Mul(sign).AsInt32x8()
	re.InterleaveLoGrouped(im).AsFloat32x8().Store(&b.re)
	re.InterleaveHiGrouped(im).AsFloat32x8().Store(&b.im)
}

// first is a pass of radix 8 whose butterflies are one complex number wide: a
// vector has those of neighbours, and a transposition sorts.
func first(to, from unsafe.Pointer, fans []block, sign vector) {
	m := len(fans) / (lanes - 1)
	half := broadcast(sqrtHalf)
	x0, x1, x2, x3 := from, unsafe.Add(from, m*size), unsafe.Add(from, 2*m*size), unsafe.Add(from, 3*m*size)
	x4, x5, x6, x7 := unsafe.Add(from, 4*m*size), unsafe.Add(from, 5*m*size), unsafe.Add(from, 6*m*size), unsafe.Add(from, 7*m*size)
	w := unsafe.Pointer(&fans[0])
	for left := m; ; left-- {
		a0, b0 := fold(take(x0, sign), take(x4, sign))
		a1, b1 := fold(take(x1, sign), take(x5, sign))
		a2, b2 := fold(take(x2, sign), take(x6, sign))
		a3, b3 := fold(take(x3, sign), take(x7, sign))
		c0, c2 := fold(a0, a2)
		c1, c3 := fold(a1, a3)
		e0, e4 := fold(c0, c1)
		e2, e6 := turn(c2, c3)
		e0.store(to)
		e4.times(load(unsafe.Add(w, 3*size))).store(unsafe.Add(to, 2*size))
		e2.times(load(unsafe.Add(w, 1*size))).store(unsafe.Add(to, 4*size))
		e6.times(load(unsafe.Add(w, 5*size))).store(unsafe.Add(to, 6*size))
		e1, e3, e5, e7 := odd(b0, b1, b2, b3, half)
		e1.times(load(w)).store(unsafe.Add(to, 1*size))
		e5.times(load(unsafe.Add(w, 4*size))).store(unsafe.Add(to, 3*size))
		e3.times(load(unsafe.Add(w, 2*size))).store(unsafe.Add(to, 5*size))
		e7.times(load(unsafe.Add(w, 6*size))).store(unsafe.Add(to, 7*size))
		transpose((*[lanes]block)(to))
		if left == 1 {
			return
		}
		x0, x1, x2, x3 = unsafe.Add(x0, size), unsafe.Add(x1, size), unsafe.Add(x2, size), unsafe.Add(x3, size)
		x4, x5, x6, x7 = unsafe.Add(x4, size), unsafe.Add(x5, size), unsafe.Add(x6, size), unsafe.Add(x7, size)
		w, to = unsafe.Add(w, (lanes-1)*size), unsafe.Add(to, lanes*size)
	}
}

// transpose makes columns of rows.
func transpose(y *[lanes]block) {
	r0, r1, r2, r3 := transpose4(&y[0].re, &y[1].re, &y[2].re, &y[3].re)
	r4, r5, r6, r7 := transpose4(&y[4].re, &y[5].re, &y[6].re, &y[7].re)
	r0.Select128FromPair(0, 2, r4).Store(&y[0].re)
	r1.Select128FromPair(0, 2, r5).Store(&y[1].re)
	r2.Select128FromPair(0, 2, r6).Store(&y[4].re)
	r3.Select128FromPair(0, 2, r7).Store(&y[5].re)
	r0.Select128FromPair(1, 3, r4).Store(&y[2].re)
	r1.Select128FromPair(1, 3, r5).Store(&y[3].re)
	r2.Select128FromPair(1, 3, r6).Store(&y[6].re)
	r3.Select128FromPair(1, 3, r7).Store(&y[7].re)
	r0, r1, r2, r3 = transpose4(&y[0].im, &y[1].im, &y[2].im, &y[3].im)
	r4, r5, r6, r7 = transpose4(&y[4].im, &y[5].im, &y[6].im, &y[7].im)
	r0.Select128FromPair(0, 2, r4).Store(&y[0].im)
	r1.Select128FromPair(0, 2, r5).Store(&y[1].im)
	r2.Select128FromPair(0, 2, r6).Store(&y[4].im)
	r3.Select128FromPair(0, 2, r7).Store(&y[5].im)
	r0.Select128FromPair(1, 3, r4).Store(&y[2].im)
	r1.Select128FromPair(1, 3, r5).Store(&y[3].im)
	r2.Select128FromPair(1, 3, r6).Store(&y[6].im)
	r3.Select128FromPair(1, 3, r7).Store(&y[7].im)
}

// transpose4 makes columns of rows in both halves.
func transpose4(r0, r1, r2, r3 *[lanes]number) (c0, c1, c2, c3 vector) {
	v0, v1 := archsimd.LoadFloat32x8(r0).AsInt32x8(), archsimd.LoadFloat32x8(r1).AsInt32x8()
	v2, v3 := archsimd.LoadFloat32x8(r2).AsInt32x8(), archsimd.LoadFloat32x8(r3).AsInt32x8()
	a, b := v0.InterleaveLoGrouped(v1).AsInt64x4(), v2.InterleaveLoGrouped(v3).AsInt64x4()
	c, d := v0.InterleaveHiGrouped(v1).AsInt64x4(), v2.InterleaveHiGrouped(v3).AsInt64x4()
	return a.InterleaveLoGrouped(b).AsFloat32x8(), a.InterleaveHiGrouped(b).AsFloat32x8(),
		c.InterleaveLoGrouped(d).AsFloat32x8(), c.InterleaveHiGrouped(d).AsFloat32x8()
}
