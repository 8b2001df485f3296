package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The last pass of AVX-512 is two steps. A chunk of 16 bytes has four lanes or
// two, and a row four chunks; column 4r+q lies in chunk q at place r. The sum
// over r is that of a transpose within the chunks of as many rows as a chunk has
// lanes, and the sum over q, of radix 4, that of one of whole chunks of four such
// results. These change places on their way through the frame, from which half a
// vector is loaded at a time, after their parts have been joined: the sums of the
// second step are of numbers as they lie in memory. So shuffles, which only one
// port does, are a third of the instructions that two ports share.

// sortWide is sort.
func (m machine) sortWide(p lastPass, order source, to func(j int) Mem) {
	m.withinChunks(p.rows, func(b, g int, z split) { m.storeNumbers(m.merged(z, order), m.result(p, b, g)) })
	for b := range m.chunkParts() {
		for a, z := range m.dft4Numbers(m.regroup(p, b), order) {
			m.storeNumbers(z, to(b+a*m.chunkParts()))
		}
	}
}

// joinWide is join.
func (m machine) joinWide(p lastPass) {
	rows := func(row int) Mem { return p.rows(m.dealt(row)) }
	results := shelf{machine: m, numbers: map[int]split{}, frame: p.spill}
	m.withinChunks(rows, func(b, g int, z split) { results.put(4*b+g, z) })
	for b := range m.chunkParts() {
		var re, im [4]vector
		for g := range 4 {
			z := results.take(4*b + g)
			re[g], im[g] = z.re, z.im
		}
		re, im = m.transposedChunks(re), m.transposedChunks(im)
		for a, z := range m.dft4([4]split{{re[0], im[0]}, {re[1], im[1]}, {re[2], im[2]}, {re[3], im[3]}}) {
			p.output(b+a*m.chunkParts(), z)
		}
	}
}

// result is where output b of the first step for rows g waits.
func (m machine) result(p lastPass, b, g int) Mem { return p.spill.Offset((4*b + g) * m.row()) }

// withinChunks is the first step for a group: chunk q of output b of rows g is
// the sum over the columns 4r+q, turned so that the transforms over q are the
// bins b, b+count, … .
func (m machine) withinChunks(rows func(row int) Mem, out func(b, g int, z split)) {
	count, odd := m.chunkParts(), m.oddLanes()
	for g := range 4 {
		four := make([]Mem, count)
		for i := range four {
			four[i] = rows(count*g + i)
		}
		for b, z := range m.joinChunks(four, odd) {
			out(b, g, z)
		}
	}
}

// oddLanes is the mask of every other lane.
func (m machine) oddLanes() reg.Register {
	bits, ok := m.constants["oddLanes"]
	if !ok {
		bits = GLOBL("oddLanes"+m.suffix(), RODATA|NOPTR)
		m.constants["oddLanes"] = bits
		DATA(0, U16(0xaaaa))
	}
	odd := K()
	KMOVW(bits, odd)
	return odd
}

// joinChunks is the first step for rows g; odd is of oddLanes.
func (m machine) joinChunks(rows []Mem, odd reg.Register) []split {
	if m.double() {
		y := m.transpose([]split{m.loadSplit(rows[0]), m.loadSplit(rows[1])})
		re, im := m.rootsByChunk(1)
		return []split{m.plus(y[0], y[1]), m.times(m.minus(y[0], y[1]), re, im)}
	}
	var x [4]split
	re, im := m.loadTransposed(rows, 0, odd), m.loadTransposed(rows, m.bytes, odd)
	for i := range x {
		x[i] = split{re[i], im[i]}
	}
	y := m.dft4(x)
	for b := 1; b < 4; b++ {
		re, im := m.rootsByChunk(b)
		y[b] = m.times(y[b], re, im)
	}
	return y[:]
}

// loadTransposed is transposed of vectors at offset of four rows. Its first half
// is loads that repeat every other part, blended, for which shuffles need not wait.
func (m machine) loadTransposed(rows []Mem, offset int, odd reg.Register) []vector {
	pairs := func(a, b Mem) (even, odds vector) {
		even, odds = m.load(a), m.vector()
		VMOVSLDUP(b, odd, even)
		VMOVSHDUP(a, odds)
		VMOVUPS(b, odd, odds)
		return even, odds
	}
	a, b := pairs(rows[0].Offset(offset), rows[1].Offset(offset))
	c, d := pairs(rows[2].Offset(offset), rows[3].Offset(offset))
	x := make([]vector, 4)
	for i := range x {
		x[i] = m.vector()
	}
	VUNPCKLPD(c, a, x[0])
	VUNPCKLPD(d, b, x[1])
	VUNPCKHPD(c, a, x[2])
	VUNPCKHPD(d, b, x[3])
	return x
}

// rootsByChunk are the twiddles e^(−2πi·qb/lanes) in chunks q.
func (m machine) rootsByChunk(b int) (re, im Op) {
	name := fmt.Sprintf("rootsByChunk%d", b)
	turn := func(lane int) int { return lane / m.chunkParts() * b }
	return m.constant(name+"Re", func(lane int) float64 { return cosine(turn(lane), m.lanes()) }),
		m.constant(name+"Im", func(lane int) float64 { return -sine(turn(lane), m.lanes()) })
}

// numbers are as many numbers as there are lanes, as they lie in memory.
type numbers struct{ low, high vector }

func (m machine) storeNumbers(z numbers, to Mem) {
	m.store(z.low, to)
	m.store(z.high, to.Offset(m.bytes))
}

// merged joins the parts of z.
func (m machine) merged(z split, order source) numbers {
	if order == conjugate {
		z.re, z.im = z.im, z.re
	}
	part := func(lane int) int { return lane/2 + lane%2*m.lanes() }
	return numbers{
		m.permute("mergeLow", z.re, z.im, part),
		m.permute("mergeHigh", z.re, z.im, func(lane int) int { return part(lane + m.lanes()) }),
	}
}

// regroup loads outputs b of the first step, chunks q of all rows in numbers q.
func (m machine) regroup(p lastPass, b int) [4]numbers {
	var x [4]numbers
	for q := range x {
		at := func(g int) Mem { return m.result(p, b, g).Offset(q * m.row() / 4) }
		x[q] = numbers{m.halves(at(0), at(1)), m.halves(at(2), at(3))}
	}
	return x
}

// halves is half a vector at a, then half a vector at b.
func (m machine) halves(a, b Mem) vector {
	v := m.vector()
	VBROADCASTF64X4(a, v)
	VINSERTF64X4(Imm(1), b, v, v)
	return v
}

// dft4Numbers is dft4, of numbers whose parts have changed places for an inverse
// transform.
func (m machine) dft4Numbers(x [4]numbers, order source) [4]numbers {
	var y [4]numbers
	low := m.dft4Vectors([4]vector{x[0].low, x[1].low, x[2].low, x[3].low}, order)
	high := m.dft4Vectors([4]vector{x[0].high, x[1].high, x[2].high, x[3].high}, order)
	for k := range y {
		y[k] = numbers{low[k], high[k]}
	}
	return y
}

// dft4Vectors is dft4Numbers of one vector each. A turn by i exchanges the parts
// of numbers and subtracts every other one.
func (m machine) dft4Vectors(x [4]vector, order source) [4]vector {
	s, d := m.add(x[0], x[2]), m.sub(x[0], x[2])
	u, v := m.add(x[1], x[3]), m.sub(x[1], x[3])
	one, plus := m.same("one", 1), m.exchanged(v)
	minus := m.copy(plus)
	m.pick(func() { VFMADDSUB231PS(one, d, plus) }, func() { VFMADDSUB231PD(one, d, plus) })
	m.pick(func() { VFMSUBADD231PS(one, d, minus) }, func() { VFMSUBADD231PD(one, d, minus) })
	if order == conjugate {
		plus, minus = minus, plus
	}
	return [4]vector{m.add(s, u), minus, m.sub(s, u), plus}
}

// exchanged exchanges the parts of each number; two float32 are turned around
// like one integer, for which shuffles need not wait.
func (m machine) exchanged(a vector) vector {
	v := m.vector()
	m.pick(func() { VPROLQ(Imm(32), a, v) }, func() { VPERMILPD(Imm(0b01010101), a, v) })
	return v
}

// dealByFour is the order of deal for sixteen lanes, which takes shuffles of all
// parts of a row a, b.
func (m machine) dealByFour(a, b vector) split {
	return split{
		m.permute("evensByFour", a, b, func(lane int) int { return 2 * m.dealt(lane) }),
		m.permute("oddsByFour", a, b, func(lane int) int { return 2*m.dealt(lane) + 1 }),
	}
}

// mergeByFour is the inverse of dealByFour, as dealt is of itself.
func (m machine) mergeByFour(z split) (low, high vector) {
	part := func(lane int) int { return m.dealt(lane/2) + lane%2*m.lanes() }
	return m.permute("mergeByFourLow", z.re, z.im, part),
		m.permute("mergeByFourHigh", z.re, z.im, func(lane int) int { return part(lane + m.lanes()) })
}

// permute picks parts of a, from 0 on, and of b, from lanes on.
func (m machine) permute(name string, a, b vector, part func(lane int) int) vector {
	c, ok := m.constants[name]
	if !ok {
		c = GLOBL(name+m.suffix(), RODATA|NOPTR)
		m.constants[name] = c
		for lane := range m.lanes() {
			m.pick(func() { DATA(4*lane, U32(uint32(part(lane)))) }, func() { DATA(8*lane, U64(uint64(part(lane)))) })
		}
	}
	v := m.load(c)
	m.pick(func() { VPERMI2PS(b, a, v) }, func() { VPERMI2PD(b, a, v) })
	return v
}

// transposedChunks exchanges vectors and chunks.
func (m machine) transposedChunks(v [4]vector) [4]vector {
	a, b := m.shuffleChunks(0x44, v[0], v[1]), m.shuffleChunks(0xee, v[0], v[1])
	c, d := m.shuffleChunks(0x44, v[2], v[3]), m.shuffleChunks(0xee, v[2], v[3])
	return [4]vector{m.shuffleChunks(0x88, a, c), m.shuffleChunks(0xdd, a, c), m.shuffleChunks(0x88, b, d), m.shuffleChunks(0xdd, b, d)}
}

// shuffleChunks takes two chunks of a, then two of b.
func (m machine) shuffleChunks(imm uint64, a, b vector) vector {
	c := m.vector()
	VSHUFF64X2(Imm(imm), b, a, c)
	return c
}
