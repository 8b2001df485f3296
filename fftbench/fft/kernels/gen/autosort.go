package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// autosorts emits the passes of Stockham's autosort over numbers as they lie in
// memory, for rows with too few factors of two to be columns. Where what a pass
// runs over is no whole number of vectors, the last vector overlaps the one
// before: no pass works in place, so the same numbers are stored twice. See
// autosort.go of package kernels.
func autosorts(p precision) {
	for _, radix := range autosortRadices() {
		for _, order := range []source{natural, conjugate} {
			p.autosortFirst(radix, order)
			p.autosortLast(radix, order)
		}
		p.autosort(radix)
	}
}

// autosortRadices are the radices of these passes. Products of two radices take
// the place of two passes, of which each loads and stores the row.
func autosortRadices() []int {
	return []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24}
}

// autosortFirst is the first pass, over part bytes of groups: a vector holds one
// input of neighbouring groups. The factors of output j are one number for each
// group, part bytes behind those of output j−1. The outputs of a group become
// neighbours in y.
func (p precision) autosortFirst(radix int, order source) {
	name := fmt.Sprintf("autosort%dFirst%s%s", radix, order, p.suffix())
	TEXT(name, growing(radix > 10), fmt.Sprintf("func(y, x %[1]s, part int, twiddles %[1]s)", p.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is a first pass of radix %d, over part bytes of groups.", name, radix))
	y, x, part, table := argument("y"), argument("x"), argument("part"), argument("twiddles")
	parts := placesApart(part, radix)
	load := p.load
	if order == conjugate {
		load = p.swap
	}
	d := p.dft(radix)
	groups := p.turner(radix, Mem{Base: y})
	over := p.overlapping(x, part)
	Label("vector")
	d.transform(func(k int) vector { return load(parts(x, k)) }, func(j int, v vector) {
		if j > 0 {
			v = p.times(v, p.numbers(parts(table, j-1)))
		}
		groups.put(j, v)
	})
	groups.finish()
	over.next("done")
	ADDQ(over.step, table)
	IMUL3Q(U32(uint32(radix)), over.step, over.step)
	ADDQ(over.step, y)
	JMP(LabelRef("vector"))
	Label("done")
	finish()
}

// growing lets a kernel grow the stack if its frame is too large for the red zone.
func growing(large bool) attr.Attribute {
	if large {
		return 0
	}
	return NOSPLIT
}

// autosort is a pass over groups of runs of run bytes, part bytes apart in x and
// one after the other in y.
func (p precision) autosort(radix int) {
	name := fmt.Sprintf("autosort%d%s", radix, p.suffix())
	TEXT(name, growing(radix > 20), fmt.Sprintf("func(y, x %[1]s, part, run, groups int, twiddles %[1]s)", p.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is a pass of radix %d over groups of runs of run bytes, part bytes apart in x.", name, radix))
	y, x, run, twiddles := argument("y"), argument("x"), argument("run"), argument("twiddles")
	parts, runs := placesApart(argument("part"), radix), placesApart(run, radix)
	d := p.dft(radix)

	Label("group")
	over := p.overlapping(x, run)
	Label("vector")
	d.transform(func(k int) vector { return p.load(parts(x, k)) }, func(j int, v vector) {
		if j > 0 {
			v = p.times(v, p.repeated(Mem{Base: twiddles, Disp: (j - 1) * p.number()}))
		}
		p.store(v, runs(y, j))
	})
	over.next("done")
	ADDQ(over.step, y)
	JMP(LabelRef("vector"))
	Label("done")
	next := GP64()
	IMUL3Q(U32(uint32(radix-1)), run, next)
	LEAQ(Mem{Base: y, Index: next, Scale: 1, Disp: vectorBytes}, y)
	ADDQ(Imm(vectorBytes), x)
	ADDQ(U32(uint32((radix-1)*p.number())), twiddles)
	countDown("groups")
	JNZ(LabelRef("group"))
	finish()
}

// autosortLast is the last pass, which has one group and no twiddles.
func (p precision) autosortLast(radix int, order source) {
	name := fmt.Sprintf("autosort%dLast%s%s", radix, order, p.suffix())
	TEXT(name, growing(radix > 20), fmt.Sprintf("func(y, x %[1]s, run int)", p.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is a last pass of radix %d, over runs of run bytes.", name, radix))
	y, x, run := argument("y"), argument("x"), argument("run")
	runs := placesApart(run, radix)
	d := p.dft(radix)
	over := p.overlapping(x, run)
	Label("vector")
	d.transform(func(k int) vector { return p.load(runs(x, k)) }, func(j int, v vector) {
		if order == conjugate {
			v = p.swap(v)
		}
		p.store(v, runs(y, j))
	})
	over.next("done")
	ADDQ(over.step, y)
	JMP(LabelRef("vector"))
	Label("done")
	finish()
}

// overlapping goes over bytes by vectors, of which the last one ends where the
// bytes do.
type overlapping struct{ x, last, step, vector reg.GPVirtual }

// overlapping begins at x, with one vector or more.
func (p precision) overlapping(x, bytes reg.GPVirtual) *overlapping {
	o := &overlapping{x: x, last: GP64(), step: GP64(), vector: GP64()}
	LEAQ(Mem{Base: x, Index: bytes, Scale: 1, Disp: -vectorBytes}, o.last)
	MOVQ(U32(vectorBytes), o.vector)
	return o
}

// next moves x by step bytes to the next vector, or goes to done from the last.
func (o *overlapping) next(done string) {
	MOVQ(o.last, o.step)
	SUBQ(o.x, o.step)
	JZ(LabelRef(done))
	CMPQ(o.step, o.vector)
	CMOVQGT(o.vector, o.step)
	ADDQ(o.step, o.x)
}

// placesApart addresses up to twenty-four places step bytes apart.
func placesApart(step reg.GPVirtual, count int) func(base reg.Register, k int) Mem {
	s := strided{step: step}
	if count > 3 {
		s = stride(nil, step)
	}
	return func(base reg.Register, k int) Mem {
		switch k {
		case 4, 8:
			return Mem{Base: base, Index: step, Scale: uint8(k)}
		}
		at := strided{base, step, s.step3}
		if k > 4 {
			at.base = quad(at, k/4)
		}
		return at.at(k % 4)
	}
}

// quad is the address of place 4q.
func quad(s strided, q int) reg.GPVirtual {
	at := GP64()
	switch q {
	case 1, 2:
		LEAQ(Mem{Base: s.base, Index: s.step, Scale: uint8(4 * q)}, at)
	case 3, 5:
		LEAQ(Mem{Base: s.base, Index: s.step3, Scale: 4}, at)
	case 4:
		LEAQ(Mem{Base: s.base, Index: s.step, Scale: 8}, at)
	}
	if q > 3 {
		LEAQ(Mem{Base: at, Index: s.step, Scale: 8}, at)
	}
	return at
}

// turner stores the outputs of a vector of groups, each group's one after the
// other, from y on.
type turner struct {
	precision
	radix int
	y     Mem
	slots Mem // of the outputs, if registers do not hold them
	held  map[int]vector
	waits map[int]bool // outputs in slots
}

// turner keeps few outputs in registers.
func (p precision) turner(radix int, y Mem) *turner {
	t := &turner{precision: p, radix: radix, y: y, held: map[int]vector{}, waits: map[int]bool{}}
	if radix > 5 {
		t.slots = alignedLocal(radix*vectorBytes, vectorBytes)
	}
	return t
}

// at is output j of a group of the vector.
func (t *turner) at(group, j int) Mem {
	return t.y.Offset((group*t.radix + j) * t.number())
}

func (t *turner) slot(j int) Mem { return t.slots.Offset(j * vectorBytes) }

func (t *turner) put(j int, v vector) {
	switch {
	case t.radix <= 5:
		t.held[j] = v
	case t.double() && t.radix%2 == 1 && j == t.radix-1:
		t.one(j, v)
	case t.double():
		t.pair(j, v)
	default:
		t.store(v, t.slot(j))
	}
}

// pair stores outputs 2k and 2k+1 of two groups once both are there: whole vectors,
// because a load of two that were stored apart has to wait until they are in the
// cache.
func (t *turner) pair(j int, v vector) {
	other := j ^ 1
	if !t.waits[other] {
		t.waits[j] = true
		t.store(v, t.slot(j))
		return
	}
	low, high := YMM(), YMM()
	if j > other {
		VPERM2F128(Imm(0x02), t.slot(other), v, low)
		VPERM2F128(Imm(0x13), t.slot(other), v, high)
	} else {
		VPERM2F128(Imm(0x20), t.slot(other), v, low)
		VPERM2F128(Imm(0x31), t.slot(other), v, high)
	}
	t.store(low, t.at(0, j&^1))
	t.store(high, t.at(1, j&^1))
}

// finish stores what waits: as many outputs at a time as a vector has lanes, the
// last ones maybe once more.
func (t *turner) finish() {
	switch {
	case t.radix > 5 && t.double():
		return
	case t.radix > 5:
		for j := 0; j < t.radix; j += 4 {
			t.fourFromSlots(min(j, t.radix-4))
		}
		return
	}
	j := 0
	for ; j+t.lanes() <= t.radix; j += t.lanes() {
		if t.double() {
			t.two(j)
		} else {
			t.four(j)
		}
	}
	for ; j < t.radix; j++ {
		t.one(j, t.held[j])
	}
}

// one stores output j of each group.
func (t *turner) one(j int, v vector) {
	if t.double() {
		VMOVUPD(v.AsX(), t.at(0, j))
		VEXTRACTF128(Imm(1), v, t.at(1, j))
		return
	}
	high := XMM()
	VEXTRACTF128(Imm(1), v, high)
	VMOVLPS(v.AsX(), t.at(0, j))
	VMOVHPS(v.AsX(), t.at(1, j))
	VMOVLPS(high, t.at(2, j))
	VMOVHPS(high, t.at(3, j))
}

// two stores outputs j and j+1 of two groups.
func (t *turner) two(j int) {
	a, b := t.held[j], t.held[j+1]
	low, high := YMM(), YMM()
	VPERM2F128(Imm(0x20), b, a, low)
	VPERM2F128(Imm(0x31), b, a, high)
	t.store(low, t.at(0, j))
	t.store(high, t.at(1, j))
}

// four stores outputs j to j+3 of four groups.
func (t *turner) four(j int) {
	pairs := func(a, b vector) (even, odd vector) { // of groups 0 and 2, 1 and 3
		even, odd = YMM(), YMM()
		VUNPCKLPD(b, a, even)
		VUNPCKHPD(b, a, odd)
		return even, odd
	}
	even, odd := pairs(t.held[j], t.held[j+1])
	even2, odd2 := pairs(t.held[j+2], t.held[j+3])
	for group, halves := range [][2]vector{{even, even2}, {odd, odd2}} {
		low, high := YMM(), YMM()
		VPERM2F128(Imm(0x20), halves[1], halves[0], low)
		VPERM2F128(Imm(0x31), halves[1], halves[0], high)
		t.store(low, t.at(group, j))
		t.store(high, t.at(group+2, j))
	}
}

// fourFromSlots is four of outputs in memory, whose halves it loads to where
// they are wanted.
func (t *turner) fourFromSlots(j int) {
	for half := range 2 {
		both := func(j int) vector { // the halves of outputs j and j+2
			v := YMM()
			VBROADCASTF128(t.slot(j).Offset(16*half), v)
			VINSERTF128(Imm(1), t.slot(j+2).Offset(16*half), v, v)
			return v
		}
		a, b := both(j), both(j+1)
		even, odd := YMM(), YMM()
		VUNPCKLPD(b, a, even)
		VUNPCKHPD(b, a, odd)
		t.store(even, t.at(2*half, j))
		t.store(odd, t.at(2*half+1, j))
	}
}
