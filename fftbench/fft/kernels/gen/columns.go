package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// columns emits the passes of transforms in columns for registers of bytes
// bytes: a row of n = lanes·m numbers is m vectors, one under the other, whose
// lanes are lanes transforms of length m that need no shuffles; a last pass
// joins them and sorts. See columns.go of package kernels.
func columns(bytes int) {
	for _, size := range []int{4, 8} {
		m := newMachine(bytes, size)
		m.columns()
		m.columnsBack()
	}
}

func (m machine) columns() {
	for _, radix := range m.columnRadices() {
		for _, by := range []factors{turning, joining} {
			for _, from := range []source{work, natural, conjugate} {
				m.columnsPass(radix, from, by)
			}
		}
		m.columnsPass(radix, work, none)
	}
	for _, by := range []rowOrder{even, far, uneven} {
		m.columnsLast(natural, by)
		m.columnsLast(conjugate, by)
	}
}

// columnRadices are the radices of passes over columns. Sixteen takes registers
// that AVX2 does not have.
func (m machine) columnRadices() []int {
	radices := []int{2, 3, 4, 5, 7, 8}
	if m.wide() {
		radices = append(radices, 16)
	}
	return radices
}

// source is where a pass reads: split rows of the work, or the numbers of the
// caller's row. Real and imaginary parts change places in the input and in the
// output of an inverse transform.
type source int

const (
	work source = iota
	natural
	conjugate
)

func (s source) String() string { return [...]string{"", "Forward", "Inverse"}[s] }

// factors are what a pass multiplies its outputs by: a twiddle for all columns,
// one for each column, nothing in a pass of count 1 whose columns are not joined.
type factors int

const (
	turning factors = iota
	joining
	none
)

func (f factors) String() string { return [...]string{"", "Last", "Bare"}[f] }

// columnsPass is a pass of decimation in frequency over blocks of radix·count
// rows. The first one reads one block.
func (m machine) columnsPass(radix int, from source, by factors) {
	name := fmt.Sprintf("columns%d%s%s", radix, from, by)
	over := "blocks of that many times count rows, step bytes apart"
	signature := "func(y %[1]s, count, step, blocks int, twiddles %[1]s)"
	switch {
	case from != work:
		over = "that many times count rows, step bytes apart in y and from bytes in x"
		signature = "func(y, x %[1]s, count, step, from int, twiddles %[1]s)"
	case by == none:
		over = "blocks of that many rows"
		signature = "func(y %[1]s, blocks int)"
	}
	attributes := attr.Attribute(NOSPLIT)
	if radix == 16 {
		attributes = 0 // the frame is too large for the red zone of a stack
	}
	TEXT(name+m.suffix(), attributes, fmt.Sprintf(signature, m.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s%s is a pass of radix %d over %s.", name, m.suffix(), radix, over))
	p := columnsPass{machine: m, radix: radix, from: from, by: by, y: argument("y"), spill: m.spill(m.spillBytes(radix))}
	if by == none {
		p.bare()
		finish()
		return
	}
	p.count, p.step = argument("count"), argument("step")
	p.rows = placesOf(p.step, radix)
	if from == work {
		p.overBlocks()
	} else {
		p.overSource()
	}
	finish()
}

type columnsPass struct {
	machine
	radix       int
	from        source
	by          factors
	y           reg.GPVirtual
	count, step reg.GPVirtual
	rows        func(base reg.Register, k int) Mem // of the work
	spill       Mem
}

// overBlocks is a pass in place.
func (p *columnsPass) overBlocks() {
	blocks, table, left, next := argument("blocks"), argument("twiddles"), GP64(), GP64()
	twiddles := table
	if p.by == turning { // by the same numbers in each block
		twiddles = GP64()
	}
	IMUL3Q(Imm(uint64(p.radix-1)), p.step, next) // over the other rows of a block

	Label("block")
	if p.by == turning {
		MOVQ(table, twiddles)
	}
	MOVQ(p.count, left)
	Label("row")
	p.body(twiddles, func(k int) split { return p.loadSplit(p.rows(p.y, k)) })
	DECQ(left)
	JNZ(LabelRef("row"))
	ADDQ(next, p.y)
	DECQ(blocks)
	JNZ(LabelRef("block"))
}

// overSource is a first pass.
func (p *columnsPass) overSource() {
	x, twiddles := argument("x"), argument("twiddles")
	source := placesOf(argument("from"), p.radix)
	Label("row")
	p.body(twiddles, func(k int) split { return p.deal(source(x, k), p.from) })
	ADDQ(U32(uint32(p.row())), x)
	DECQ(p.count)
	JNZ(LabelRef("row"))
}

// bare is a pass in place over blocks that are one row.
func (p *columnsPass) bare() {
	blocks := argument("blocks")
	at := func(j int) Mem { return Mem{Base: p.y, Disp: j * p.row()} }
	Label("block")
	p.butterfly(p.radix, p.spill, func(k int) split { return p.loadSplit(at(k)) }, func(j int, z split) { p.storeSplit(z, at(j)) })
	ADDQ(U32(uint32(p.radix*p.row())), p.y)
	DECQ(blocks)
	JNZ(LabelRef("block"))
}

// body transforms one row of each block and steps to the next row.
func (p *columnsPass) body(twiddles reg.GPVirtual, in func(k int) split) {
	times, used := p.joined, p.radix*p.row()
	if p.by == turning {
		times, used = p.turned, 2*(p.radix-1)*p.size
	}
	p.butterfly(p.radix, p.spill, in, func(j int, z split) {
		p.storeSplit(times(z, j, twiddles), p.rows(p.y, j))
	})
	ADDQ(U32(uint32(p.row())), p.y)
	ADDQ(U32(uint32(used)), twiddles)
}

// turned is output j of a pass that others follow, times its twiddle, which is
// one number for all columns; output 0 has none.
func (m machine) turned(z split, j int, twiddles reg.Register) split {
	if j == 0 {
		return z
	}
	at := Mem{Base: twiddles, Disp: 2 * (j - 1) * m.size}
	return m.times(z, m.broadcast(at), m.broadcast(at.Offset(m.size)))
}

// joined is output j of the last pass over columns, times the twiddles that
// join the columns.
func (m machine) joined(z split, j int, twiddles reg.Register) split {
	at := Mem{Base: twiddles, Disp: j * m.row()}
	if m.wide() {
		return m.times(z, m.load(at), m.load(m.imaginary(at)))
	}
	return m.times(z, at, m.imaginary(at)) // twice from memory: registers are scarce
}

// spillBytes is how many bytes of spill a butterfly needs.
func (m machine) spillBytes(radix int) int {
	switch {
	case radix == 16:
		return 8 * m.row()
	case m.wide():
		return 0
	case radix == 5:
		return m.row()
	case radix == 7:
		return 13 * m.bytes
	case radix == 8:
		return 2 * m.row()
	}
	return 0
}

// spill is a frame of bytes for vectors, if there are any. They begin at whole
// vectors, since stores over the end of a line are slow.
func (m machine) spill(bytes int) Mem {
	if bytes == 0 {
		return Mem{}
	}
	return alignedLocal(bytes, m.bytes)
}

// butterfly is a transform of a radix of columnRadices over rows.
func (m machine) butterfly(radix int, spill Mem, in func(k int) split, out func(j int, z split)) {
	switch {
	case radix == 2:
		a, b := in(0), in(1)
		out(0, m.plus(a, b))
		out(1, m.minus(a, b))
	case radix == 4:
		for j, z := range m.dft4([4]split{in(0), in(1), in(2), in(3)}) {
			out(j, z)
		}
	case radix == 7 && !m.wide():
		m.tightDFT7(spill, in, out)
	case radix%2 == 1:
		m.odd(radix, spill, in, out)
	case radix == 16:
		m.dft16(spill, in, out)
	case m.wide():
		var x [8]split
		for k := range x {
			x[k] = in(k)
		}
		m.dft8(x, m.half(), out)
	default:
		m.tightDFT8(spill, in, out)
	}
}

// tightDFT8 is dft8 for sixteen registers, which do not hold eight split
// numbers: a transform of the even inputs, of which half goes to spill, then
// one of the odd inputs, then the sums of both.
func (m machine) tightDFT8(spill Mem, in func(k int) split, out func(j int, z split)) {
	even := m.dft4([4]split{in(0), in(2), in(4), in(6)})
	m.storeSplit(even[2], spill)
	m.storeSplit(even[3], spill.Offset(m.row()))
	odd := m.dft4([4]split{in(1), in(3), in(5), in(7)})

	out(0, m.plus(even[0], odd[0]))
	out(4, m.minus(even[0], odd[0]))
	turned := split{m.add(odd[1].re, odd[1].im), m.sub(odd[1].im, odd[1].re)} // by 1−i
	m.outWithHalf(1, even[1], turned, out)
	even[2] = m.loadSplit(spill)
	out(2, m.plusTurned(even[2], odd[2]))
	out(6, m.minusTurned(even[2], odd[2]))
	turned = split{m.sub(odd[3].im, odd[3].re), m.add(odd[3].re, odd[3].im)} // by −1−i, im negated
	even[3] = m.loadSplit(spill.Offset(m.row()))
	z := m.copySplit(even[3])
	m.addProduct(z.re, turned.re, m.half())
	m.subProduct(z.im, turned.im, m.half())
	out(3, z)
	m.subProduct(even[3].re, turned.re, m.half())
	m.addProduct(even[3].im, turned.im, m.half())
	out(7, even[3])
}

// outWithHalf is outputs j and j+4, even ± √½·turned.
func (m machine) outWithHalf(j int, even, turned split, out func(j int, z split)) {
	z := m.copySplit(even)
	m.addProduct(z.re, turned.re, m.half())
	m.addProduct(z.im, turned.im, m.half())
	out(j, z)
	m.subProduct(even.re, turned.re, m.half())
	m.subProduct(even.im, turned.im, m.half())
	out(j+4, even)
}

// placesOf addresses up to sixteen places step bytes apart.
func placesOf(step reg.GPVirtual, count int) func(base reg.Register, k int) Mem {
	step3, step5, step7 := GP64(), GP64(), GP64()
	if count > 3 {
		LEAQ(Mem{Base: step, Index: step, Scale: 2}, step3)
	}
	if count > 5 {
		LEAQ(Mem{Base: step, Index: step, Scale: 4}, step5)
	}
	if count > 7 {
		LEAQ(Mem{Base: step3, Index: step, Scale: 4}, step7)
	}
	return func(base reg.Register, k int) Mem {
		if k > 7 {
			eighth := GP64()
			LEAQ(Mem{Base: base, Index: step, Scale: 8}, eighth)
			base, k = eighth, k-8
		}
		switch k {
		case 0:
			return Mem{Base: base}
		case 3:
			return Mem{Base: base, Index: step3, Scale: 1}
		case 5:
			return Mem{Base: base, Index: step5, Scale: 1}
		case 6:
			return Mem{Base: base, Index: step3, Scale: 2}
		case 7:
			return Mem{Base: base, Index: step7, Scale: 1}
		}
		return Mem{Base: base, Index: step, Scale: uint8(k)}
	}
}

// deal splits a row of numbers as they lie in memory. Shuffles keep to chunks
// of 16 bytes, so the lanes of a chunk come from both halves of the row; the
// last pass, which has the numbers of a lane in a register of their own, knows.
// Sixteen lanes come from all
// four quarters, see columns_wide.go.
func (m machine) deal(from Mem, order source) split {
	a, b := m.load(from), m.load(from.Offset(m.bytes))
	var z split
	if m.lanes() == 16 {
		z = m.dealByFour(a, b)
	} else {
		z = split{m.evens(a, b), m.odds(a, b)}
	}
	if order == conjugate {
		z.re, z.im = z.im, z.re
	}
	return z
}

// evens are the even parts of each chunk of a, then of b; odds the odd ones.
func (m machine) evens(a, b vector) vector {
	v := m.vector()
	m.pick(func() { VSHUFPS(Imm(0x88), b, a, v) }, func() { VUNPCKLPD(b, a, v) })
	return v
}

func (m machine) odds(a, b vector) vector {
	v := m.vector()
	m.pick(func() { VSHUFPS(Imm(0xdd), b, a, v) }, func() { VUNPCKHPD(b, a, v) })
	return v
}

// merge is the inverse of deal but for the order of numbers: it stores those of
// the first halves of chunks, then those of the second halves.
func (m machine) merge(z split, to Mem, order source) {
	if order == conjugate {
		z.re, z.im = z.im, z.re
	}
	low, high := m.vector(), m.vector()
	if m.lanes() == 16 {
		low, high = m.mergeByFour(z)
	} else {
		m.pick(func() { VUNPCKLPS(z.im, z.re, low) }, func() { VUNPCKLPD(z.im, z.re, low) })
		m.pick(func() { VUNPCKHPS(z.im, z.re, high) }, func() { VUNPCKHPD(z.im, z.re, high) })
	}
	m.store(low, to)
	m.store(high, to.Offset(m.bytes))
}

// eight addresses eight places step bytes apart.
func eight(step reg.GPVirtual) func(base reg.Register, k int) Mem { return placesOf(step, 8) }
