package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// pass is Q8Pass: it joins groups of four runs of h rows, one butterfly of all
// groups after the other, which have the same twiddles.
func (q q8Code) pass(measure bool) {
	suffix, result, doc := measured(measure)
	name := "q8Pass" + suffix
	TEXT(name, NOSPLIT, "func(x *int16, h, groups int, twiddles *int8, upper, shift1, shift2, shift3 int)"+result)
	Pragma("noescape")
	Doc(name + " joins groups of four runs of h rows." + doc)
	upper := q.spread("upper")
	var shifts [4]Mem
	for k := 1; k < 4; k++ {
		count := XMM()
		shifts[k] = AllocLocal(16)
		VMOVQ(argument(fmt.Sprintf("shift%d", k)), count)
		VMOVDQU(count, shifts[k])
	}
	x, h, twiddles := argument("x"), argument("h"), argument("twiddles")
	run, at, groups := GP64(), GP64(), GP64()
	MOVQ(h, run)
	SHLQ(Imm(6), run)
	top := q.extremes(measure)

	Label("butterfly")
	fan := YMM()
	VPBROADCASTQ(Mem{Base: twiddles}, fan)
	var w [4]operands
	for k := 1; k < 4; k++ {
		w[k] = operands{q.factor(fan, 2*k-2, shifts[k]), q.factor(fan, 2*k-1, shifts[k])}
	}
	MOVQ(x, at)
	Load(Param("groups"), groups)
	runs := stride(at, run)
	Label("group")
	rows := func(k int) operands { return q.row(runs.at(k)) }
	q.butterfly([4]operands{rows(0), rows(1), rows(2), rows(3)}, w, upper, top.into(rows))
	LEAQ(Mem{Base: at, Index: run, Scale: 4}, at)
	DECQ(groups)
	JNZ(LabelRef("group"))
	ADDQ(Imm(q8Row), x)
	ADDQ(Imm(8), twiddles)
	DECQ(h)
	JNZ(LabelRef("butterfly"))
	top.finish()
}

// factor is byte i of a fan, in all high bytes, shifted down.
func (q q8Code) factor(fan vector, i int, shift Mem) vector {
	v := YMM()
	VPSHUFB(q.words(fmt.Sprintf("q8Byte%d", i), i<<8|0x80), fan, v)
	VPSRAW(shift, v, v)
	return v
}
