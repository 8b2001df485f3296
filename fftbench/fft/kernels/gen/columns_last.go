package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// rowOrder is how a last pass finds the rows of a group.
type rowOrder int

const (
	even   rowOrder = iota // every fourth begins at starts, the next three follow stride bytes apart
	far                    // even, and not in the next cache: those ahead are asked for
	uneven                 // each begins at starts
)

func (o rowOrder) String() string { return [...]string{"", "Far", "Uneven"}[o] }

// columnsLast is the last pass: for as many rows of the work as a vector has
// lanes, the outputs k, k+1, … of all columns, it transposes, transforms along
// the rows and stores each output of that in natural order.
func (m machine) columnsLast(order source, by rowOrder) {
	name := fmt.Sprintf("columnsLast%s%s%s", by, order, m.suffix())
	signature := "func(dst, work %[1]s, starts *int32, groups, stride, part int)"
	switch by {
	case far:
		signature = "func(dst, work %[1]s, starts *int32, groups, stride, part, ahead int)"
	case uneven:
		signature = "func(dst, work %[1]s, starts *int32, groups, part int)"
	}
	attributes := attr.Attribute(NOSPLIT)
	if m.wide() {
		attributes = 0 // the frame is too large for the red zone of a stack
	}
	TEXT(name, attributes, fmt.Sprintf(signature, m.pointer()))
	Pragma("noescape")
	Doc(name + " joins the columns of groups of rows; outputs lie part bytes apart.")
	dst, work, starts, part := argument("dst"), argument("work"), argument("starts"), argument("part")
	parts := eight(part)
	spill := m.spill(m.joinBytes())
	var stride, stride3 reg.GPVirtual
	next := 4 * m.lanes() // bytes of starts
	if by != uneven {
		stride, stride3 = argument("stride"), GP64()
		LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, stride3)
		next /= 4
	}

	Label("group")
	rows := func(row int) Mem { return Mem{Base: work, Index: start(starts, row), Scale: 1} }
	if by == far {
		ahead := GP64()
		LEAQ(Mem{Base: starts, Index: argument("ahead"), Scale: 4}, ahead)
		later := m.fours(work, ahead, stride, stride3)
		for k := range m.lanes() {
			m.prefetchRow(later(k))
		}
	}
	if by != uneven {
		rows = m.fours(work, starts, stride, stride3)
	}
	halves := []reg.Register{dst}
	if m.lanes() == 16 {
		half := GP64()
		LEAQ(Mem{Base: dst, Index: part, Scale: 8}, half)
		halves = append(halves, half)
	}
	m.sort(lastPass{rows: rows, spill: spill}, order, func(j int) Mem { return parts(halves[j/8], j%8) })
	ADDQ(U32(uint32(m.row())), dst)
	ADDQ(Imm(uint64(next)), starts)
	countDown("groups")
	JNZ(LabelRef("group"))
	finish()
}

// prefetchRow asks for a row of the work, all lines of it.
func (m machine) prefetchRow(row Mem) {
	for at := 0; at < m.row(); at += 64 {
		PREFETCHT0(row.Offset(at))
	}
}

// start loads entry i of starts.
func start(starts reg.GPVirtual, i int) reg.GPVirtual {
	at := GP64()
	MOVLQSX(Mem{Base: starts, Disp: 4 * i}, at)
	return at
}

// lastPass is what the last pass of one group needs to know.
type lastPass struct {
	rows   func(row int) Mem
	spill  Mem // of joinBytes
	output func(j int, z split)
}

// joinBytes is how many bytes of spill the last pass of a group needs.
func (m machine) joinBytes() int {
	if m.wide() {
		return m.lanes() * m.row()
	}
	return m.lanes() / 2 * m.row()
}

// sort emits the last pass of one group with output j stored as numbers at to(j).
func (m machine) sort(p lastPass, order source, to func(j int) Mem) {
	if m.wide() {
		m.sortWide(p, order, to)
		return
	}
	p.output = func(j int, z split) { m.merge(z, to(j), order) }
	m.join(p)
}

// join emits the last pass of one group but for the order of its rows in the
// lanes of an output, which is that of dealt. A chunk of 16 bytes of a row has
// columns of both halves of the source row (see deal), so the sums and
// differences of the first step of a transform over the columns come out of one
// chunk of all rows.
func (m machine) join(p lastPass) {
	if m.wide() {
		m.joinWide(p)
		return
	}
	half := m.lanes() / 2
	s, d := make([]split, half), make([]split, half)
	chunk := 16 / m.size
	for q := range m.bytes / 16 {
		columns := m.chunk(p, q)
		for r := range chunk / 2 {
			k := q*chunk/2 + r
			a, b := columns[r], columns[r+chunk/2]
			s[k], d[k] = m.plus(a, b), m.minus(a, b)
			if m.spills(k) {
				m.storeSplit(d[k], p.spill.Offset(k*m.row()))
			}
		}
	}
	switch half {
	case 2:
		p.output(0, m.plus(s[0], s[1]))
		p.output(2, m.minus(s[0], s[1]))
		p.output(1, m.plusTurned(d[0], d[1]))
		p.output(3, m.minusTurned(d[0], d[1]))
	case 4:
		for k, z := range m.dft4([4]split(s)) {
			p.output(2*k, z)
		}
		m.reload(d, p.spill)
		m.oddOf8([4]split(d), m.half(), p.output)
	}
}

// spills reports whether the registers do not hold difference k until the sums
// are transformed.
func (m machine) spills(k int) bool {
	return m.lanes() == 8 && k < 2
}

func (m machine) reload(d []split, spill Mem) {
	for k := range d {
		if m.spills(k) {
			d[k] = m.loadSplit(spill.Offset(k * m.row()))
		}
	}
}

// chunk loads chunk q of all rows and transposes: one vector for each column of the chunk, the rows in the order of merge.
func (m machine) chunk(p lastPass, q int) []split {
	count := 16 / m.size // of parts in a chunk, and of vectors
	z := make([]split, count)
	for i := range z {
		rows := make([]Mem, m.bytes/16)
		for t := range rows {
			rows[t] = p.rows(m.dealt(count*t + i))
		}
		z[i] = split{m.gather(rows, 16*q), m.gather(rows, m.bytes+16*q)}
	}
	return m.transpose(z)
}

// dealt is the number of a source row that deal puts into a lane.
func (m machine) dealt(lane int) int {
	count := 16 / m.size
	if m.wide() {
		return lane%count*4 + lane/count
	}
	r := lane % count
	return lane/count*(count/2) + r%(count/2) + r/(count/2)*(m.lanes()/2)
}

// gather is the chunks at offset of all rows, one after the other.
func (m machine) gather(rows []Mem, offset int) vector {
	v := m.vector()
	switch m.bytes {
	case avx2Bytes:
		VBROADCASTF128(rows[0].Offset(offset), v)
		VINSERTF128(Imm(1), rows[1].Offset(offset), v, v)
		return v
	}
	VBROADCASTF32X4(rows[0].Offset(offset), v)
	for t := 1; t < 4; t++ {
		VINSERTF32X4(Imm(uint64(t)), rows[t].Offset(offset), v, v)
	}
	return v
}

// transpose exchanges vectors and the lanes of each chunk.
func (m machine) transpose(z []split) []split {
	re, im := make([]vector, len(z)), make([]vector, len(z))
	for i := range z {
		re[i], im[i] = z[i].re, z[i].im
	}
	re, im = m.transposed(re), m.transposed(im)
	for i := range z {
		z[i] = split{re[i], im[i]}
	}
	return z
}

func (m machine) transposed(v []vector) []vector {
	pairs := func(a, b vector) (low, high vector) {
		low, high = m.vector(), m.vector()
		VUNPCKLPD(b, a, low)
		VUNPCKHPD(b, a, high)
		return low, high
	}
	if m.double() {
		low, high := pairs(v[0], v[1])
		return []vector{low, high}
	}
	var t [4]vector
	for i := 0; i < 4; i += 2 {
		low, high, a, b := m.vector(), m.vector(), v[i], v[i+1]
		VUNPCKLPS(b, a, low)
		VUNPCKHPS(b, a, high)
		t[i], t[i+1] = low, high
	}
	a, b := pairs(t[0], t[2])
	c, d := pairs(t[1], t[3])
	return []vector{a, b, c, d}
}
