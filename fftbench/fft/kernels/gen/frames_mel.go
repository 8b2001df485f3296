package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// filterFrames is FilterFrames; a run is two int32, slopes and bins, a slope two
// int32, row and place. Short slopes have code without a loop.
func (m machine) filterFrames() {
	m.kernel("filterFrames", "up, down, power %[1]s, runs *int32, count int, slopes *int32, weights %[1]s",
		"weighs the powers on slopes, count runs of them.")
	f := filter{
		machine: m, up: argument("up"), down: argument("down"), power: argument("power"),
		slopes: argument("slopes"), weights: argument("weights"),
		left: GP64(), row: GP64(), place: GP64(),
	}
	runs, count := argument("runs"), argument("count")
	bins, more := GP64(), GP64()

	Label("run")
	MOVLQSX(Mem{Base: runs}, f.left)
	MOVLQSX(Mem{Base: runs, Disp: 4}, bins)
	for n := range unrolledBins {
		CMPQ(bins, Imm(uint64(n+1)))
		JEQ(LabelRef(fmt.Sprintf("bins%d", n+1)))
	}
	f.slope("long", func(rising, falling vector) {
		MOVQ(bins, more)
		Label("bin")
		f.bin(rising, falling, 0)
		ADDQ(U32(uint32(m.bytes)), f.row)
		ADDQ(Imm(uint64(2*m.size)), f.weights)
		DECQ(more)
		JNZ(LabelRef("bin"))
	})
	JMP(LabelRef("next"))
	for n := range unrolledBins {
		Label(fmt.Sprintf("bins%d", n+1))
		f.slope(fmt.Sprintf("slope%d", n+1), func(rising, falling vector) {
			for k := range n + 1 {
				f.bin(rising, falling, k)
			}
			ADDQ(Imm(uint64(2*(n+1)*m.size)), f.weights)
		})
		if n+1 < unrolledBins {
			JMP(LabelRef("next"))
		}
	}
	Label("next")
	ADDQ(Imm(8), runs)
	DECQ(count)
	JNZ(LabelRef("run"))
	finish()
}

const unrolledBins = 8

// filter is what the loops of filterFrames share.
type filter struct {
	machine
	up, down, power, slopes, weights reg.GPVirtual
	left, row, place                 reg.GPVirtual
}

// slope emits the loop over the slopes of a run.
func (f filter) slope(label string, bins func(rising, falling vector)) {
	Label(label)
	MOVLQSX(Mem{Base: f.slopes}, f.row)
	MOVLQSX(Mem{Base: f.slopes, Disp: 4}, f.place)
	SHLQ(shiftOf(f.bytes), f.row)
	SHLQ(shiftOf(f.bytes), f.place)
	ADDQ(f.power, f.row)
	rising, falling := f.zero(), f.zero()
	bins(rising, falling)
	f.store(rising, Mem{Base: f.up, Index: f.place, Scale: 1})
	f.store(falling, Mem{Base: f.down, Index: f.place, Scale: 1})
	ADDQ(Imm(8), f.slopes)
	DECQ(f.left)
	JNZ(LabelRef(label))
}

// bin adds row k from where row and weights stand.
func (f filter) bin(rising, falling vector, k int) {
	p := f.load(Mem{Base: f.row, Disp: k * f.bytes})
	f.addWeighted(rising, p, Mem{Base: f.weights, Disp: 2 * k * f.size})
	f.addWeighted(falling, p, Mem{Base: f.weights, Disp: (2*k + 1) * f.size})
}

// addWeighted is sum += a·w for one part w in memory.
func (m machine) addWeighted(sum, a vector, w Mem) {
	if !m.wide() {
		m.addProduct(sum, a, m.broadcast(w))
		return
	}
	m.pick(func() { VFMADD231PS_BCST(w, a, sum) }, func() { VFMADD231PD_BCST(w, a, sum) })
}

// lnCoefficients are those of package kernels.
var lnCoefficients = []float64{
	0x1.555554p-2, -0x1.0000cep-2, 0x1.999f14p-3, -0x1.54d03ep-3,
	0x1.231ce6p-3, -0x1.0a33eap-3, 0x1.02814ep-3, -0x1.43b246p-4,
}

// rootHalf is the bits of √½ in float32.
const rootHalf = 0x3f3504f3

// logarithm emits the parts of LogSums that registers hold.
type logarithm struct {
	machine
	scale, floor, bias, one vector
}

func (m machine) logarithm() logarithm {
	return logarithm{
		machine: m,
		scale:   m.broadcast(Mem{Base: argument("scale")}),
		floor:   m.broadcast(Mem{Base: argument("floor")}),
		bias:    m.load(m.same("rootHalf", float64(math.Float32frombits(rootHalf)))),
		one:     m.load(m.same("one", 1)),
	}
}

// of are the logarithms of sums, emitted side by side: each is a long chain of
// operations that wait for each other.
func (l logarithm) of(sums []vector) []vector {
	m := l.machine
	each := func(f func(i int) vector) []vector {
		v := make([]vector, len(sums))
		for i := range v {
			v[i] = f(i)
		}
		return v
	}
	x := each(func(i int) vector {
		v := m.vector()
		VMAXPS(sums[i], l.floor, v)
		return v
	})
	exponent := each(func(i int) vector {
		v := m.vector()
		VPSUBD(l.bias, x[i], v)
		VPSRAD(Imm(23), v, v)
		return v
	})
	r := each(func(i int) vector {
		v := m.vector()
		VPSLLD(Imm(23), exponent[i], v)
		VPSUBD(v, x[i], v)
		return m.sub(v, l.one)
	})
	for i, e := range exponent { // with a NaN or an infinity, NaN
		VCVTDQ2PS(e, e)
		exponent[i] = m.add(e, m.sub(sums[i], sums[i]))
	}
	square := each(func(i int) vector { return m.mul(r[i], r[i]) })
	pair := func(i, k int) vector { // coefficients k and k+1
		v := m.load(m.same(lnName(k+1), lnCoefficients[k+1]))
		VFMADD213PS(m.same(lnName(k), lnCoefficients[k]), r[i], v)
		return v
	}
	high := each(func(i int) vector {
		v := pair(i, 4)
		m.addProduct(v, pair(i, 6), square[i])
		return v
	})
	low := each(func(i int) vector {
		v := pair(i, 0)
		m.addProduct(v, pair(i, 2), square[i])
		m.addProduct(v, high[i], m.mul(square[i], square[i]))
		return v
	})
	return each(func(i int) vector {
		y := low[i]
		VFMADD213PS(m.same("minusHalf", -0.5), r[i], y) // p·r − ½
		VFMADD213PS(r[i], square[i], y)
		m.addProduct(y, exponent[i], m.same("ln2", math.Ln2))
		return m.mul(y, l.scale)
	})
}

func lnName(k int) string { return fmt.Sprintf("lnCoefficient%d", k) }

// logSums is LogSums in float32 for count vectors.
func (m machine) logSums() {
	m.kernel("logSums", "dst, a, b %[1]s, count int, scale, floor %[1]s", "stores the logarithms of sums.")
	dst, a, b, count := argument("dst"), argument("a"), argument("b"), argument("count")
	l := m.logarithm()
	i := GP64()
	XORQ(i, i)

	Label("vector")
	sum := m.add(m.load(Mem{Base: a, Index: i, Scale: 1}), Mem{Base: b, Index: i, Scale: 1})
	m.store(l.of([]vector{sum})[0], Mem{Base: dst, Index: i, Scale: 1})
	ADDQ(U32(uint32(m.bytes)), i)
	DECQ(count)
	JNZ(LabelRef("vector"))
	finish()
}

// spreadLogSums is logSums, then spreadFrames, of groups of four rows.
func (m machine) spreadLogSums() {
	m.kernel("spreadLogSums", "dst, a, b %[1]s, stride, groups int, scale, floor %[1]s",
		"transposes the logarithms of sums to frames.")
	dst, a, b, groups := argument("dst"), argument("a"), argument("b"), argument("groups")
	frames := m.framesAt(dst, argument("stride"))
	l := m.logarithm()

	ahead := frames.behind()

	Label("group")
	m.prefetch(ahead, m.lanes()/4)
	rows := make([]vector, 0, 4)
	together := 2
	if m.wide() {
		together = 4
	}
	for len(rows) < 4 {
		var sums []vector
		for range together {
			at := (len(rows) + len(sums)) * m.bytes
			sums = append(sums, m.add(m.load(Mem{Base: a, Disp: at}), Mem{Base: b, Disp: at}))
		}
		rows = append(rows, l.of(sums)...)
	}
	m.storeFrames(rows, frames)
	ADDQ(U32(uint32(4*m.bytes)), a)
	ADDQ(U32(uint32(4*m.bytes)), b)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}
