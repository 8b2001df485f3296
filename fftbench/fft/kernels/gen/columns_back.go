package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The way back from a spectrum that the work holds in the order in which the
// passes over columns left it: the transposed algorithm, that is decimation in
// time, from the last pass to the first one. Real and imaginary parts have
// changed places on the way (see columnsMask), so the roots are the same.

// columnsBack emits the way back.
func (m machine) columnsBack() {
	m.columnsMask()
	for _, radix := range backRadices() {
		for _, joins := range []bool{true, false} {
			for _, stores := range []bool{true, false} {
				m.columnsBackPass(radix, joins, stores)
			}
		}
	}
}

// backRadices are the radices that filters use.
func backRadices() []int { return []int{4, 8} }

// columnsBackPass is a pass of decimation in time over blocks of radix·count
// rows: it multiplies by twiddles, then transforms. The first one has those that
// join the columns and count is 1. The last one stores its one block as numbers.
func (m machine) columnsBackPass(radix int, joins, stores bool) {
	name := fmt.Sprintf("columnsBack%d", radix)
	if joins {
		name += "Join"
	}
	signature := "func(x %[1]s, count, blocks int, twiddles %[1]s)"
	if stores {
		name += "Store"
		signature = "func(dst, x %[1]s, count int, twiddles %[1]s)"
	}
	TEXT(name+m.suffix(), NOSPLIT, fmt.Sprintf(signature, m.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s%s is a pass back of radix %d over blocks of rows that lie count rows apart.", name, m.suffix(), radix))
	x, count, table := argument("x"), argument("count"), argument("twiddles")
	step, next, left := GP64(), GP64(), GP64()
	IMUL3Q(Imm(uint64(m.row())), count, step)
	IMUL3Q(Imm(uint64(radix-1)), step, next)
	rows := placesOf(step, radix)
	twiddles := table
	var blocks, dst reg.GPVirtual
	if stores {
		dst = argument("dst")
	} else {
		blocks = argument("blocks")
		Label("block")
		if !joins {
			twiddles = GP64()
			MOVQ(table, twiddles)
		}
	}
	spill := m.spill(m.spillBytes(radix))
	times, used := m.turned, 2*(radix-1)*m.size
	if joins {
		times, used = m.joined, radix*m.row()
	}
	MOVQ(count, left)
	Label("row")
	m.butterfly(radix, spill, func(k int) split { return times(m.loadSplit(rows(x, k)), k, twiddles) }, func(j int, z split) {
		if stores {
			m.merge(z, rows(dst, j), conjugate)
		} else {
			m.storeSplit(z, rows(x, j))
		}
	})
	ADDQ(U32(uint32(m.row())), x)
	if stores {
		ADDQ(U32(uint32(m.row())), dst)
	}
	ADDQ(U32(uint32(used)), twiddles)
	DECQ(left)
	JNZ(LabelRef("row"))
	if !stores {
		ADDQ(next, x)
		DECQ(blocks)
		JNZ(LabelRef("block"))
	}
	finish()
}

// columnsMask takes groups of rows of the work to the spectrum, multiplies by
// the gains of mask, and takes them back along the rows, in place. Every fourth
// row begins at starts, the next three follow stride bytes apart. The lanes of
// a vector of mask are in the order of the rows of a transposed group.
func (m machine) columnsMask() {
	name := "columnsMask" + m.suffix()
	TEXT(name, 0, fmt.Sprintf("func(work %[1]s, starts *int32, groups, stride int, mask %[1]s)", m.pointer()))
	Pragma("noescape")
	Doc(name + " multiplies the spectrum in groups of rows by mask.")
	work, starts, groups := argument("work"), argument("starts"), argument("groups")
	stride, mask, stride3 := argument("stride"), argument("mask"), GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, stride3)
	lanes := m.lanes()
	spill := m.spill(max(m.spillBytes(8), m.joinBytes()))
	spectrum := m.shelf()

	Label("group")
	rows := m.fours(work, starts, stride, stride3)
	m.join(lastPass{rows: rows, spill: spill, output: func(j int, z split) {
		gain := Mem{Base: mask, Disp: j * m.bytes}
		spectrum.put(j, split{m.mul(z.im, gain), m.mul(z.re, gain)})
	}})
	m.butterfly(lanes, spill, spectrum.take, spectrum.put)
	m.storeParts(rows, spectrum.re, 0)
	m.storeParts(rows, spectrum.im, m.bytes)
	ADDQ(U32(uint32(lanes*m.bytes)), mask)
	ADDQ(Imm(uint64(lanes)), starts)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}

// shelf holds as many split numbers as there are lanes: in registers, if these
// are enough, or else in the frame.
type shelf struct {
	machine
	numbers map[int]split
	frame   Mem
}

func (m machine) shelf() *shelf {
	s := &shelf{machine: m, numbers: map[int]split{}}
	if !s.inRegisters() {
		s.frame = s.spill(m.lanes() * m.row())
	}
	return s
}

// inRegisters reports whether twice the numbers fit.
func (s *shelf) inRegisters() bool { return s.lanes() == 4 || s.lanes() == 8 && s.wide() }

func (s *shelf) at(j int) Mem { return s.frame.Offset(j * s.row()) }

func (s *shelf) put(j int, z split) {
	if s.inRegisters() {
		s.numbers[j] = z
	} else {
		s.storeSplit(z, s.at(j))
	}
}

func (s *shelf) take(j int) split {
	if s.inRegisters() {
		return s.numbers[j]
	}
	return s.loadSplit(s.at(j))
}

func (s *shelf) re(j int) vector {
	if s.inRegisters() {
		return s.numbers[j].re
	}
	return s.load(s.at(j))
}

func (s *shelf) im(j int) vector {
	if s.inRegisters() {
		return s.numbers[j].im
	}
	return s.load(s.imaginary(s.at(j)))
}

// fours addresses the rows of a group of which starts tells every fourth.
func (m machine) fours(work, starts, stride, stride3 reg.GPVirtual) func(row int) Mem {
	var bases []reg.GPVirtual
	for quad := range m.lanes() / 4 {
		base := start(starts, quad)
		ADDQ(work, base)
		bases = append(bases, base)
	}
	return func(row int) Mem { return strided{bases[row/4], stride, stride3}.at(row % 4) }
}

// storeParts stores the parts of columns into rows, offset bytes from the begin
// of each.
func (m machine) storeParts(rows func(row int) Mem, from func(column int) vector, offset int) {
	count := 16 / m.size
	chunks := make([][]vector, m.bytes/16) // [q][i]: chunk q of rows dealt(count·t+i)
	for q := range chunks {
		columns := make([]vector, count)
		for r := range columns {
			columns[r] = from(m.dealt(q*count + r))
		}
		chunks[q] = m.transposed(columns)
		if m.wide() {
			for i, v := range chunks[q] {
				for t := range chunks {
					m.storeChunk(v, t, rows(m.dealt(count*t+i)).Offset(offset+16*q))
				}
			}
		}
	}
	if m.wide() {
		return
	}
	for i := range count { // whole rows: a load does not find two stores at once
		for t, halves := range []uint64{0x20, 0x31} {
			v := m.vector()
			VPERM2F128(Imm(halves), chunks[1][i], chunks[0][i], v)
			m.store(v, rows(m.dealt(count*t+i)).Offset(offset))
		}
	}
}
