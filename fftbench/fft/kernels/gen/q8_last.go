package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// q8Column and q8Order are those of package kernels: the column in a lane of a
// row, and the place of a lane of the last pass among 16 neighbours.
var (
	q8Column = [16]int{0, 4, 1, 5, 8, 12, 9, 13, 2, 6, 3, 7, 10, 14, 11, 15}
	q8Order  = [16]int{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}
)

// q8FansBytes is the memory of the fans of 16 butterflies.
const q8FansBytes = 6 * 16

// q8Last emits last passes. Four runs of the inner pass's outputs, or as many
// as there are, wait in the tile for the outer pass.
type q8Last struct {
	q8Code
	swapped                bool
	dst, x, tile, twiddles reg.GPVirtual
	upper, factor, unit    Mem
	scale                  operands // for one part of pairs, 0 for the other
}

// startLast begins a kernel; more are its parameters after the first ones.
func (q q8Code) startLast(name, more, doc string, swapped bool) *q8Last {
	name += q8Swapped(swapped)
	TEXT(name, NOSPLIT, "func(dst *float32, x, tile *int16, twiddles *int8, upper, factor, scale int, unit float32"+more+")")
	Pragma("noescape")
	Doc(name + " joins the lanes of " + doc + ", with the factor of input 0 of the inner pass and that of its twiddles.")
	l := &q8Last{q8Code: q, swapped: swapped}
	l.upper, l.factor = q.spread("upper"), q.spread("factor")
	low, pairs, unit := XMM(), YMM(), YMM()
	VMOVD(argument("scale").As32(), low)
	VPBROADCASTD(low, pairs)
	re := l.keep(pairs)
	VPSLLD(Imm(16), pairs, pairs)
	l.scale = operands{re, l.keep(pairs)}
	VBROADCASTSS(parameter("unit"), unit)
	l.unit = l.keep(unit)
	l.dst, l.x, l.tile, l.twiddles = argument("dst"), argument("x"), argument("tile"), argument("twiddles")
	return l
}

// last is Q8Last for blocks of 16 rows; quarter is the bytes of a quarter of
// the spectrum.
func (q q8Code) last(swapped bool) {
	l := q.startLast("q8Last", ", blocks, quarter int", "blocks of 16 rows", swapped)
	blocks, quarter := argument("blocks"), argument("quarter")
	run, runs, from := GP64(), GP64(), GP64()
	out := stride(run, quarter)

	Label("block")
	for _, plane := range []int{0, q8Plane} {
		l.transpose(plane, 0)
		l.transpose(plane, 1)
	}
	var w [4]operands
	for k := 1; k < 4; k++ {
		w[k] = operands{l.twiddle(2*k - 2), l.twiddle(2*k - 1)}
	}
	for b := range 4 {
		column := func(k int) operands { return l.tileRow(b + 4*k) }
		q.butterfly([4]operands{column(0), column(1), column(2), column(3)}, w, l.upper, q.extremes(false).into(column))
	}
	ADDQ(Imm(q8FansBytes), l.twiddles)
	MOVQ(l.dst, run)
	MOVQ(l.tile, from)
	MOVQ(I32(4), runs)
	Label("run")
	l.outer(from, out)
	ADDQ(U32(4*q8Row), from)
	ADDQ(Imm(q8FansBytes), l.twiddles)
	next := GP64()
	MOVQ(quarter, next)
	SHRQ(Imm(2), next)
	ADDQ(next, run)
	DECQ(runs)
	JNZ(LabelRef("run"))
	ADDQ(U32(16*8), l.dst)
	ADDQ(U32(16*q8Row), l.x)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	finish()
}

func (l *q8Last) tileRow(i int) operands { return l.row(Mem{Base: l.tile, Disp: i * q8Row}) }

// twiddle is the factors of the inner pass from its twiddles, part i of all
// lanes.
func (l *q8Last) twiddle(i int) vector {
	v := YMM()
	VPMOVSXBW(Mem{Base: l.twiddles, Disp: 16 * i}, v)
	VPMULLW(l.factor, v, v)
	return v
}

// transpose turns eight lanes, half of those of a plane, of 16 rows into rows
// of the tile. Lanes become rows in the order of their columns, rows become
// lanes in the order of the spectrum.
func (l *q8Last) transpose(plane, half int) {
	var v [8]vector
	for i := range v {
		at := func(lane int) Mem { return Mem{Base: l.x, Disp: q8Order[lane]*q8Row + plane + 16*half} }
		v[i] = l.halves(at(i), at(8+i))
	}
	for i := 0; i < 8; i += 2 {
		v[i], v[i+1] = l.unpack16(v[i], v[i+1])
	}
	for side := range 2 { // lanes 0–3 and 4–7 of rows 01, 23, 45 and 67
		a, b := l.unpack32(v[side], v[2+side])
		c, d := l.unpack32(v[4+side], v[6+side])
		for pair, rows := range [2][2]vector{{a, c}, {b, d}} {
			even, odd := l.unpack64(rows[0], rows[1])
			lane := 8*half + 4*side + 2*pair
			for i, column := range []vector{even, odd} {
				l.store(column, Mem{Base: l.tile, Disp: q8Column[lane+i]*q8Row + plane})
			}
		}
	}
}

// halves loads two halves of a vector.
func (l *q8Last) halves(low, high Mem) vector {
	v := YMM()
	VBROADCASTI128(low, v)
	VINSERTI128(Imm(1), high, v, v)
	return v
}

// The unpacks interleave the words, pairs of words or fours of words of two
// vectors, first of the lower, then of the upper half of each 16 bytes.

func (q8Code) unpack16(a, b vector) (low, high vector) {
	low, high = YMM(), YMM()
	VPUNPCKLWD(b, a, low)
	VPUNPCKHWD(b, a, high)
	return low, high
}

func (q8Code) unpack32(a, b vector) (low, high vector) {
	low, high = YMM(), YMM()
	VPUNPCKLDQ(b, a, low)
	VPUNPCKHDQ(b, a, high)
	return low, high
}

func (q8Code) unpack64(a, b vector) (low, high vector) {
	low, high = YMM(), YMM()
	VPUNPCKLQDQ(b, a, low)
	VPUNPCKHQDQ(b, a, high)
	return low, high
}

// outer runs the outer pass over the four rows at from and stores four times 16
// neighbours of the spectrum, in two halves.
func (l *q8Last) outer(from reg.Register, out strided) {
	for half := range 2 {
		s, d := l.sums32(l.exact(from, 0, half), l.exact(from, 2, half))
		t, e := l.sums32(l.exact(from, 1, half), l.exact(from, 3, half))
		put := func(k int, re, im vector) { l.put(re, im, out.at(k).Offset(64*half)) }
		put(0, l.add32(s.re, t.re), l.add32(s.im, t.im))
		put(2, l.sub32(s.re, t.re), l.sub32(s.im, t.im))
		put(1, l.add32(d.re, e.im), l.sub32(d.im, e.re))
		put(3, l.sub32(d.re, e.im), l.add32(d.im, e.re))
	}
}

// exact is input k times its twiddle in 32 bits: of real and imaginary parts
// side by side, products are added in pairs.
func (l *q8Last) exact(from reg.Register, k, half int) split {
	x, z := l.row(Mem{Base: from, Disp: k * q8Row}), split{YMM(), YMM()}
	re, im := l.load(x.re), l.load(x.im)
	unpack := func(a, b vector) vector {
		v := YMM()
		if half == 0 {
			VPUNPCKLWD(b, a, v)
		} else {
			VPUNPCKHWD(b, a, v)
		}
		return v
	}
	if k == 0 {
		both := unpack(re, im)
		VPMADDWD(l.scale.re, both, z.re)
		VPMADDWD(l.scale.im, both, z.im)
		return z
	}
	w, conjugate := YMM(), YMM()
	VPMOVSXBW(Mem{Base: l.twiddles, Disp: 32*(k-1) + 16*half}, w)
	VPSIGNW(l.words("q8Conjugate", 1, -1), w, conjugate)
	VPMADDWD(conjugate, unpack(re, im), z.re)
	VPMADDWD(w, unpack(im, re), z.im)
	return z
}

func (q8Code) add32(a, b vector) vector {
	v := YMM()
	VPADDD(b, a, v)
	return v
}

func (q8Code) sub32(a, b vector) vector {
	v := YMM()
	VPSUBD(b, a, v)
	return v
}

func (q q8Code) sums32(a, b split) (sum, difference split) {
	return split{q.add32(a.re, b.re), q.add32(a.im, b.im)}, split{q.sub32(a.re, b.re), q.sub32(a.im, b.im)}
}

// put stores eight neighbours.
func (l *q8Last) put(re, im vector, to Mem) {
	if l.swapped {
		re, im = im, re
	}
	low, high := l.unpack32(re, im)
	for i, v := range []vector{low, high} {
		VCVTDQ2PS(v, v)
		VMULPS(l.unit, v, v)
		VMOVUPS(v, to.Offset(i*vectorBytes))
	}
}

// shortLast is Q8Last for four or eight rows, whose numbers fill one or two
// runs. Pairs of rows go together: rows 0 and 1 in the lower half of a vector, 2
// and 3 in the upper one, and so rows 4 and 5, 6 and 7 of eight.
func (q q8Code) shortLast(rows int, swapped bool) {
	l := q.startLast(fmt.Sprintf("q8Last%d", rows), "", fmt.Sprintf("%d rows", rows), swapped)
	var w [4]operands
	for k := 1; k < 4; k++ {
		w[k] = operands{l.keep(l.twiddle(2*k - 2)), l.keep(l.twiddle(2*k - 1))}
	}
	if rows == 4 {
		l.inner4(w)
	} else {
		l.inner8(w, 0)
		l.inner8(w, 1)
	}
	quarter := GP64()
	MOVQ(I32(rows*4*8), quarter)
	out := stride(l.dst, quarter)
	for run := range rows / 4 {
		ADDQ(Imm(q8FansBytes), l.twiddles)
		if run > 0 {
			ADDQ(U32(16*8), l.dst)
			ADDQ(U32(4*q8Row), l.tile)
		}
		l.outer(l.tile, out)
	}
	finish()
}

// pairs interleaves half of the lanes of rows i and i+1, i+2 and i+3: of the
// columns b+4a, for a = 0 and 1 and for a = 2 and 3, where b = 2·half and the
// next.
func (l *q8Last) pairs(i, plane, half int) (low, high vector) {
	at := func(i int) Mem { return Mem{Base: l.x, Disp: i*q8Row + plane + 16*half} }
	return l.unpack16(l.halves(at(i), at(i+2)), l.halves(at(i+1), at(i+3)))
}

// inner4 runs the inner pass over four rows: one butterfly whose lanes are four
// columns b of four rows each. Its outputs d are dealt out to rows b of the
// tile.
func (l *q8Last) inner4(w [4]operands) {
	columns := func(plane int) (x [4]vector) {
		a01, a23 := l.pairs(0, plane, 0)
		b01, b23 := l.pairs(0, plane, 1)
		for i, p := range [][2]vector{{a01, b01}, {a23, b23}} {
			x[2*i], x[2*i+1] = YMM(), YMM()
			VSHUFPS(Imm(0b10_00_10_00), p[1], p[0], x[2*i])
			VSHUFPS(Imm(0b11_01_11_01), p[1], p[0], x[2*i+1])
		}
		return x
	}
	for imaginary, y := range l.inner(columns, w) {
		a, b := l.unpack32(y[0], y[1])
		c, d := l.unpack32(y[2], y[3])
		l.deal(imaginary, 0, a, c)
		l.deal(imaginary, 2, b, d)
	}
}

// inner8 runs half of the inner pass over eight rows: a butterfly whose lanes
// are columns b = 2·half and the next, of eight rows each. Outputs 0 and 1 are
// dealt out to rows b of the first run in the tile, 2 and 3 to those of the
// second one.
func (l *q8Last) inner8(w [4]operands, half int) {
	columns := func(plane int) (x [4]vector) {
		a01, a23 := l.pairs(0, plane, half)
		b01, b23 := l.pairs(4, plane, half)
		for i, p := range [][2]vector{{a01, b01}, {a23, b23}} {
			x[2*i], x[2*i+1] = l.unpack64(l.unpack32(p[0], p[1]))
		}
		return x
	}
	for imaginary, y := range l.inner(columns, w) {
		l.deal(imaginary, 2*half, y[0], y[1])
		l.deal(imaginary, 4+2*half, y[2], y[3])
	}
}

// inner transforms the numbers whose planes are in columns; the outputs are by
// planes too.
func (l *q8Last) inner(columns func(plane int) [4]vector, w [4]operands) (y [2][4]vector) {
	re, im := columns(0), columns(q8Plane)
	var x [4]operands
	for k := range x {
		x[k] = operands{re[k], im[k]}
	}
	l.butterfly(x, w, l.upper, func(k int, imaginary bool, a, b vector) {
		if imaginary {
			y[1][k], y[1][k+2] = a, b
		} else {
			y[0][k], y[0][k+2] = a, b
		}
	})
	return y
}

// deal interleaves fours of words of two vectors and stores them in rows i and
// i+1 of the tile.
func (l *q8Last) deal(plane, i int, a, b vector) {
	low, high := l.unpack64(a, b)
	for k, v := range []vector{low, high} {
		l.store(v, Mem{Base: l.tile, Disp: (i+k)*q8Row + plane*q8Plane})
	}
}
