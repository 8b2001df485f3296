package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// codelets emits the kernels of whole transforms for registers of bytes bytes.
func codelets(bytes int) {
	for _, size := range []int{4, 8} {
		m := newMachine(bytes, size)
		for _, n := range codeletLengths(m) {
			m.codelet(n, natural)
			m.codelet(n, conjugate)
		}
		p := newPrecision(size)
		for _, n := range sortingCodeletLengths(m) {
			p.sortingCodelet(n, natural)
			p.sortingCodelet(n, conjugate)
		}
		for _, n := range wideCodeletLengths(m) {
			m.wideCodelet(n, natural)
			m.wideCodelet(n, conjugate)
		}
	}
}

// codeletLengths are the lengths that have whole groups of rows and whose work,
// in the frame, is no longer than 8 KiB.
func codeletLengths(m machine) []int {
	var lengths []int
	for n := max(m.lanes()*m.lanes(), 4*m.lanes()); 2*n*m.size <= 8<<10; n *= 2 {
		lengths = append(lengths, n)
	}
	return lengths
}

// codelet is all passes of a transform in columns of length n in one kernel,
// with the work in its frame. It transforms rows that follow each other.
// twiddles are those of the passes over columns.
func (m machine) codelet(n int, order source) {
	name := fmt.Sprintf("codelet%d%s%s", n, order, m.suffix())
	TEXT(name, 0, fmt.Sprintf("func(dst, src, twiddles %s, rows int)", m.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s transforms rows of %d numbers.", name, n))
	c := codelet{machine: m, order: order, rows: n / m.lanes(), radices: codeletRadices(n / m.lanes())}
	c.dst, c.src, c.twiddles = argument("dst"), argument("src"), argument("twiddles")
	left := argument("rows")
	c.work = m.spill(c.rows * m.row())
	c.spill = m.spill(max(m.spillBytes(8), m.joinBytes()))

	Label("next")
	c.first()
	for i := 1; i < len(c.radices)-1; i++ {
		c.middle(i)
	}
	if len(c.radices) > 1 {
		c.joining()
	}
	c.last()
	ADDQ(U32(uint32(c.rows*m.row())), c.src)
	ADDQ(U32(uint32(c.rows*m.row())), c.dst)
	DECQ(left)
	JNZ(LabelRef("next"))
	finish()
}

// codeletRadices are the radices of the passes over columns of length m.
func codeletRadices(m int) []int {
	switch m {
	case 4, 8:
		return []int{m}
	case 16:
		return []int{4, 4}
	case 32:
		return []int{4, 8}
	case 64:
		return []int{8, 8}
	case 128:
		return []int{4, 4, 8}
	}
	panic(fmt.Sprintf("no codelet with %d rows", m))
}

type codelet struct {
	machine
	order              source
	rows               int // of the work
	radices            []int
	dst, src, twiddles reg.GPVirtual
	work, spill        Mem
}

// first is the pass from src to the work.
func (c *codelet) first() {
	radix := c.radices[0]
	count := c.rows / radix
	x, y, twiddles, left := GP64(), GP64(), GP64(), GP64()
	MOVQ(c.src, x)
	LEAQ(c.work, y)
	MOVQ(c.twiddles, twiddles)
	MOVQ(U32(uint32(count)), left)
	at := func(base reg.Register, k int) Mem { return Mem{Base: base, Disp: k * count * c.row()} }

	c.loop("first", count, left, func() {
		c.butterfly(radix, c.spill, func(k int) split { return c.deal(at(x, k), c.order) }, func(j int, z split) {
			switch {
			case count > 1:
				z = c.turned(z, j, twiddles)
			case j > 0: // those of row 0 are 1
				z = c.joined(z, j, twiddles)
			}
			c.storeSplit(z, at(y, j))
		})
		if count > 1 {
			ADDQ(U32(uint32(c.row())), x)
			ADDQ(U32(uint32(c.row())), y)
			ADDQ(U32(uint32(2*(radix-1)*c.size)), twiddles)
		}
	})
}

// before are the parts of twiddles of the passes before pass i.
func (c *codelet) before(i int) int {
	parts, count := 0, c.rows
	for _, radix := range c.radices[:i] {
		count /= radix
		parts += 2 * (radix - 1) * count
	}
	return parts
}

// blocks are how many blocks of rows pass i works on.
func (c *codelet) blocks(i int) int {
	blocks := 1
	for _, radix := range c.radices[:i] {
		blocks *= radix
	}
	return blocks
}

// middle is pass i over the blocks of the work, all with the same twiddles.
func (c *codelet) middle(i int) {
	radix, blocks := c.radices[i], c.blocks(i)
	count := c.rows / blocks / radix
	y, twiddles, left, rows := GP64(), GP64(), GP64(), GP64()
	LEAQ(c.work, y)
	MOVQ(U32(uint32(blocks)), left)
	at := func(k int) Mem { return Mem{Base: y, Disp: k * count * c.row()} }
	Label("block")
	LEAQ(Mem{Base: c.twiddles, Disp: c.before(i) * c.size}, twiddles)
	MOVQ(U32(uint32(count)), rows)
	c.loop("middle", count, rows, func() {
		c.butterfly(radix, c.spill, func(k int) split { return c.loadSplit(at(k)) }, func(j int, z split) {
			c.storeSplit(c.turned(z, j, twiddles), at(j))
		})
		ADDQ(U32(uint32(c.row())), y)
		ADDQ(U32(uint32(2*(radix-1)*c.size)), twiddles)
	})
	ADDQ(U32(uint32((radix-1)*count*c.row())), y)
	DECQ(left)
	JNZ(LabelRef("block"))
}

// joining is the pass over neighbouring rows of the work.
func (c *codelet) joining() {
	last := len(c.radices) - 1
	radix, blocks := c.radices[last], c.blocks(last)
	y, twiddles, left := GP64(), GP64(), GP64()
	LEAQ(c.work, y)
	LEAQ(Mem{Base: c.twiddles, Disp: c.before(last) * c.size}, twiddles)
	MOVQ(U32(uint32(blocks)), left)
	at := func(k int) Mem { return Mem{Base: y, Disp: k * c.row()} }
	c.loop("joining", blocks, left, func() {
		c.butterfly(radix, c.spill, func(k int) split { return c.loadSplit(at(k)) }, func(j int, z split) {
			c.storeSplit(c.joined(z, j, twiddles), at(j))
		})
		ADDQ(U32(uint32(radix*c.row())), y)
		ADDQ(U32(uint32(radix*c.row())), twiddles)
	})
}

// last is the pass from the work to dst, as many groups at a time as have their
// rows equally far behind those of the next ones.
func (c *codelet) last() {
	lanes := c.lanes()
	together := max(1, c.blocks(len(c.radices)-1)/lanes)
	times := c.rows / lanes / together
	dst, work, left := GP64(), GP64(), GP64()
	MOVQ(c.dst, dst)
	LEAQ(c.work, work)
	MOVQ(U32(uint32(times)), left)
	c.loop("last", times, left, func() {
		for g := range together {
			rows := func(row int) Mem { return Mem{Base: work, Disp: c.place(g*lanes+row) * c.row()} }
			c.sort(lastPass{rows: rows, spill: c.spill}, c.order, func(j int) Mem {
				return Mem{Base: dst, Disp: j * c.rows * 2 * c.size}
			})
			ADDQ(U32(uint32(c.row())), dst)
		}
		if times > 1 {
			ADDQ(U32(uint32(c.place(together*lanes)*c.row())), work)
		}
	})
}

// place is the row of the work that holds output k of the columns.
func (c *codelet) place(k int) int {
	place, count := 0, c.rows
	for _, radix := range c.radices {
		count /= radix
		place += k % radix * count
		k /= radix
	}
	return place
}

// loop repeats the body left times, if more than once.
func (c *codelet) loop(name string, times int, left reg.GPVirtual, body func()) {
	if times == 1 {
		body()
		return
	}
	Label(name)
	body()
	DECQ(left)
	JNZ(LabelRef(name))
}
