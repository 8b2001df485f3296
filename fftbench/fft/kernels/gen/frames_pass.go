package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// transformFrames is TransformFrames, with twiddles or, where count is 1,
// without.
func (m machine) transformFrames(radix int, twiddled bool) {
	name := fmt.Sprintf("transformFrames%d", radix)
	parameters := "x %[1]s, count, blocks int"
	if twiddled {
		parameters += ", twiddles %[1]s"
	} else {
		name += "Last"
		parameters = "x %[1]s, blocks int"
	}
	m.kernel(name, parameters, fmt.Sprintf("is a pass of radix %d.", radix))
	x, blocks := argument("x"), argument("blocks")
	if !twiddled {
		Label("block")
		at := func(j int) Mem { return Mem{Base: x, Disp: j * m.row()} }
		m.butterfly(radix, m.spill(radix), func(k int) split { return m.loadSplit(at(k)) },
			func(j int, z split) { m.storeSplit(z, at(j)) })
		ADDQ(U32(uint32(radix*m.row())), x)
		DECQ(blocks)
		JNZ(LabelRef("block"))
		finish()
		return
	}
	count, table := argument("count"), argument("twiddles")
	step, next, left, twiddles := GP64(), GP64(), GP64(), GP64()
	MOVQ(count, step)
	SHLQ(shiftOf(m.row()), step)
	IMUL3Q(Imm(uint64(radix-1)), step, next) // over the other rows of the block
	places := eight(step)
	spill := m.spill(radix)

	Label("block")
	MOVQ(table, twiddles)
	MOVQ(count, left)
	Label("row")
	m.butterfly(radix, spill, func(k int) split { return m.loadSplit(places(x, k)) },
		func(j int, z split) {
			if j > 0 {
				at := Mem{Base: twiddles, Disp: 2 * (j - 1) * m.size}
				z = m.times(z, m.broadcast(at), m.broadcast(at.Offset(m.size)))
			}
			m.storeSplit(z, places(x, j))
		})
	ADDQ(U32(uint32(m.row())), x)
	ADDQ(U32(uint32(2*(radix-1)*m.size)), twiddles)
	DECQ(left)
	JNZ(LabelRef("row"))
	ADDQ(next, x)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	finish()
}

// spill is room for what a butterfly cannot hold in registers. The stack is not
// aligned to vectors, and stores over the end of a line are slow.
func (m machine) spill(radix int) Mem {
	if radix < 8 || m.wide() {
		return Mem{}
	}
	local := AllocLocal(4*m.row() + m.bytes)
	at := GP64()
	LEAQ(local.Offset(m.bytes-1), at)
	ANDQ(I32(int32(-m.bytes)), at)
	return Mem{Base: at}
}
