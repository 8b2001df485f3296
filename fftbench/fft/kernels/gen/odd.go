package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// stockham is a pass of radix 2, 3, 5 or 7: groups of runs of run bytes, part
// bytes apart in x and one after the other in y.
func (p precision) stockham(radix int) {
	name := fmt.Sprintf("stockham%d%s", radix, p.suffix())
	TEXT(name, NOSPLIT, fmt.Sprintf("func(y, x %[1]s, part, run, groups int, twiddles %[1]s)", p.pointer()))
	Pragma("noescape")
	Doc(fmt.Sprintf("%s is a pass of radix %d over groups of runs of run bytes, part bytes apart in x.", name, radix))
	x, part, run := argument("x"), argument("part"), argument("run")
	y, groups, twiddles := argument("y"), argument("groups"), argument("twiddles")
	end, next := GP64(), GP64()
	parts, runs := many(x, part, radix), many(y, run, radix)
	IMUL3Q(Imm(uint64(radix-1)), run, next) // from the end of run 0 to the next group

	Label("group")
	LEAQ(Mem{Base: x, Index: run, Scale: 1}, end)
	Label("vector")
	p.odd(radix, func(k int) vector { return p.load(parts(k)) }, func(j int, v vector) {
		if j > 0 {
			v = p.times(v, p.repeated(Mem{Base: twiddles, Disp: (j - 1) * p.number()}))
		}
		p.store(v, runs(j))
	})
	ADDQ(Imm(vectorBytes), x)
	ADDQ(Imm(vectorBytes), y)
	CMPQ(x, end)
	JL(LabelRef("vector"))
	ADDQ(Imm(uint64((radix-1)*p.number())), twiddles)
	ADDQ(next, y)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}

// many addresses up to seven places step bytes apart.
func many(base, step reg.Register, count int) func(k int) Mem {
	s := strided{base: base, step: step}
	if count > 3 {
		s = stride(base, step)
	}
	return func(k int) Mem {
		switch k {
		case 4:
			return Mem{Base: base, Index: step, Scale: 4}
		case 5, 6:
			far := GP64()
			LEAQ(s.at(k-3), far)
			return Mem{Base: far, Index: s.step3, Scale: 1}
		}
		return s.at(k)
	}
}

// odd is a transform of radix 2 or of an odd radix R. Inputs k and R−k belong
// together, for their roots are conjugates: with the sums a and differences b
// of these pairs, outputs j and R−j are
//
//	x[0] + Σ a[k]·cos(2πjk/R) ∓ i·Σ b[k]·sin(2πjk/R)
func (p precision) odd(radix int, input func(k int) vector, output func(j int, v vector)) {
	x0 := input(0)
	if radix == 2 {
		x1 := input(1)
		output(0, p.add(x0, x1))
		output(1, p.sub(x0, x1))
		return
	}
	half := radix / 2
	a, b := make([]vector, half+1), make([]vector, half+1)
	for k := 1; k <= half; k++ {
		u, v := input(k), input(radix-k)
		a[k], b[k] = p.add(u, v), p.sub(u, v)
	}
	total := x0
	for _, v := range a[1:] {
		total = p.add(total, v)
	}
	output(0, total)
	for j := 1; j <= half; j++ {
		even, odd := p.copy(x0), p.mul(b[1], p.sin(j, radix))
		for k := 1; k <= half; k++ {
			p.accumulate(even, a[k], p.cos(j*k, radix))
			if k > 1 {
				p.accumulate(odd, b[k], p.sin(j*k, radix))
			}
		}
		turned := p.turn(odd, p.signs())
		output(j, p.add(even, turned))
		output(radix-j, p.sub(even, turned))
	}
}

// cos and sin are constants of k n-ths of a turn.
func (p precision) cos(k, n int) Mem { return p.turnPart("cos", cosine, k, n) }
func (p precision) sin(k, n int) Mem { return p.turnPart("sin", sine, k, n) }

func (p precision) turnPart(name string, of func(k, n int) float64, k, n int) Mem {
	v := of(k, n)
	return p.constant(fmt.Sprintf("%s%dOf%d", name, k%n, n), v, v)
}

func (p precision) copy(a vector) vector {
	v := YMM()
	p.pick(func() { VMOVAPS(a, v) }, func() { VMOVAPD(a, v) })
	return v
}

// accumulate adds a·c to sum.
func (p precision) accumulate(sum, a vector, c Op) {
	p.pick(func() { VFMADD231PS(c, a, sum) }, func() { VFMADD231PD(c, a, sum) })
}
