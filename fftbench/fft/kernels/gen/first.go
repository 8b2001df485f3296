package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// first is a first pass: First8, First16 or, with twiddles, StockhamFirst8 and
// StockhamFirst16. A vector holds an input or an output of neighbouring groups;
// two outputs are exchanged between vectors so that each half of a vector (all
// of it in complex128) is a piece of one group, turned by its twiddles and
// stored.
//
//	for range rows {
//		for v, at := 0, places; v < vectors; v++ {
//			transform the vector's groups from src, the inputs part bytes apart
//			store group l at dst[*at] + l·dstLane, with twiddles from w + l·wLane
//			src += a vector
//			at += lanes·step
//		}
//		dst += dstRow
//		w += wRow
//		places += nextRow
//	}
//
// A butterfly has places for all groups and neither lanes nor rows of dst, an
// autosort has the same places in each row.
func (p precision) first(radix int, turned bool) {
	name, about := fmt.Sprintf("first%d", radix), "the first pass of a butterfly"
	signature := "func(dst, src %[1]s, part int, places *int32, step, nextRow, vectors, rows int)"
	if turned {
		name, about = fmt.Sprintf("stockhamFirst%d", radix), "the first pass of an autosort"
		signature = "func(dst, src %[1]s, part int, places *int32, step, dstLane, dstRow, vectors, rows int, w %[1]s, wLane, wRow int)"
	}
	TEXT(name+p.suffix(), NOSPLIT, fmt.Sprintf(signature, p.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s%s is %s of radix %d; see first.go of the generator.", name, p.suffix(), about, radix))

	src, part := argument("src"), argument("part")
	f := firstPass{precision: p, radix: radix, turned: turned, signs: p.signs()}
	f.inputs = stride(src, part)
	if radix == 16 {
		f.middle = alignedLocal(16*vectorBytes, vectorBytes)
	}
	if turned {
		f.twiddles = stride(argument("w"), argument("wLane"))
	}
	dst, rows, vectors, row := AllocLocal(8), AllocLocal(8), AllocLocal(8), AllocLocal(8)
	move(dst, "dst")
	move(rows, "rows")
	move(row, "places")

	Label("row")
	move(vectors, "vectors")
	places := GP64()
	MOVQ(row, places)
	Label("vector")
	f.transform(dst, places)
	ADDQ(Imm(vectorBytes), src)
	DECQ(vectors)
	JNZ(LabelRef("vector"))
	if turned {
		ADDQ(argument("dstRow"), dst)
		ADDQ(argument("wRow"), f.twiddles.base)
	} else {
		ADDQ(argument("nextRow"), row)
	}
	DECQ(rows)
	JNZ(LabelRef("row"))
	finish()
}

// move copies a parameter to a local.
func move(local Mem, name string) { MOVQ(argument(name), local) }

// alignedLocal reserves bytes of the frame that begin at a whole vector of so
// many.
func alignedLocal(bytes, vector int) Mem {
	local := AllocLocal(bytes + vector)
	at := GP64()
	LEAQ(local.Offset(vector-1), at)
	ANDQ(I32(int32(-vector)), at)
	return Mem{Base: at}
}

// firstPass emits the transform of a vector of groups.
type firstPass struct {
	precision
	radix    int
	turned   bool
	signs    Mem
	inputs   strided
	middle   Mem     // between the two steps of radix 16
	twiddles strided // of the groups of a vector, wLane apart
	groups   []reg.GPVirtual
}

// input loads input k.
func (f *firstPass) input(k int) vector {
	if k < 4 {
		return f.load(f.inputs.at(k))
	}
	base := GP64() // of each four inputs
	switch k / 4 {
	case 1:
		LEAQ(Mem{Base: f.inputs.base, Index: f.inputs.step, Scale: 4}, base)
	case 2:
		LEAQ(Mem{Base: f.inputs.base, Index: f.inputs.step, Scale: 8}, base)
	case 3:
		LEAQ(Mem{Base: f.inputs.base, Index: f.inputs.step3, Scale: 4}, base)
	}
	return f.load(strided{base, f.inputs.step, f.inputs.step3}.at(k % 4))
}

func (f *firstPass) transform(dst Mem, places reg.GPVirtual) {
	if f.radix == 8 {
		f.radix8(func() { f.locate(dst, places) })
	} else {
		f.radix16(func() { f.locate(dst, places) })
	}
}

// locate computes where the groups of a vector go and steps to the next ones.
func (f *firstPass) locate(dst Mem, places reg.GPVirtual) {
	step, base := argument("step"), GP64()
	MOVQ(dst, base)
	f.groups = nil
	for range f.lanes() {
		group := GP64()
		MOVLQSX(Mem{Base: places}, group)
		LEAQ(Mem{Base: base, Index: group, Scale: uint8(f.size)}, group)
		f.groups = append(f.groups, group)
		ADDQ(step, places)
		if f.turned {
			ADDQ(argument("dstLane"), base)
		}
	}
}

// radix8 joins the transforms of the even and of the odd inputs.
func (f *firstPass) radix8(locate func()) {
	odd := f.dft4([4]vector{f.input(1), f.input(3), f.input(5), f.input(7)}, f.ones())
	odd[1] = f.times(odd[1], f.root(1, 8))
	odd[2] = f.turn(odd[2], f.signs)
	odd[3] = f.times(odd[3], f.root(3, 8))
	even := f.dft4([4]vector{f.input(0), f.input(2), f.input(4), f.input(6)}, f.ones())
	locate()
	for k := 0; k < 4; k += 2 {
		f.output(k, f.add(even[k], odd[k]), f.add(even[k+1], odd[k+1]))
		f.output(k+4, f.sub(even[k], odd[k]), f.sub(even[k+1], odd[k+1]))
	}
}

// radix16 is two steps of radix 4: input b + 4a and output c + 4d are the
// places b of column a and d of row c.
func (f *firstPass) radix16(locate func()) {
	for b := range 4 {
		column := f.dft4([4]vector{f.input(b), f.input(b + 4), f.input(b + 8), f.input(b + 12)}, f.ones())
		for c, v := range column {
			switch {
			case b*c == 4:
				v = f.turn(v, f.signs)
			case b*c > 0:
				v = f.times(v, f.root(b*c, 16))
			}
			f.store(v, f.middle.Offset((4*c+b)*vectorBytes))
		}
	}
	locate()
	row := func(c int) [4]vector {
		at := f.middle.Offset(4 * c * vectorBytes)
		return f.dft4([4]vector{f.load(at), f.load(at.Offset(vectorBytes)), f.load(at.Offset(2 * vectorBytes)), f.load(at.Offset(3 * vectorBytes))}, f.ones())
	}
	for c := 0; c < 4; c += 2 {
		a, b := row(c), row(c+1)
		for d := range 4 {
			f.output(c+4*d, a[d], b[d])
		}
	}
}

// output stores outputs j and j+1, a and b, of all groups of a vector.
func (f *firstPass) output(j int, a, b vector) {
	low, high := YMM(), YMM()
	at := j * f.number()
	if f.double() {
		VPERM2F128(Imm(0x20), b, a, low)
		VPERM2F128(Imm(0x31), b, a, high)
		if f.turned {
			low = f.times(low, f.fan(j, 0))
			high = f.times(high, f.fan(j, 1))
		}
		f.store(low, Mem{Base: f.groups[0], Disp: at})
		f.store(high, Mem{Base: f.groups[1], Disp: at})
		return
	}
	VUNPCKLPD(b, a, low)  // of groups 0 and 2
	VUNPCKHPD(b, a, high) // of groups 1 and 3
	for i, v := range []vector{low, high} {
		if f.turned {
			v = f.times(v, f.fan(j, i))
		}
		VMOVUPS(v.AsX(), Mem{Base: f.groups[i], Disp: at})
		VEXTRACTF128(Imm(1), v, Mem{Base: f.groups[i+2], Disp: at})
	}
}

// fan is the twiddles of outputs j and j+1: of group i in complex128, of groups
// i and i+2 in complex64. The one of output 0 is 1 and not in the table.
func (f *firstPass) fan(j, i int) factor {
	at := func(group int) Mem { return f.twiddles.at(group).Offset((j - 1) * f.number()) }
	if j > 0 && f.double() {
		return f.numbers(at(i))
	}
	w := YMM()
	switch {
	case j > 0:
		VBROADCASTF128(at(i), w)
		VINSERTF128(Imm(1), at(i+2), w, w)
	case f.double():
		VBROADCASTF128(at(i).Offset(f.number()), w)
		VBLENDPD(Imm(0b0011), f.constant("one", 1, 0), w, w)
	default:
		other := YMM()
		VBROADCASTSD(at(i).Offset(f.number()), w)
		VBROADCASTSD(at(i+2).Offset(f.number()), other)
		VBLENDPS(Imm(0b1111_0000), other, w, w)
		VBLENDPS(Imm(0b0011_0011), f.constant("one", 1, 0), w, w)
	}
	return f.numbers(w)
}
