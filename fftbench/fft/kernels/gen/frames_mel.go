package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// filterFrames is FilterFrames; a run is two int32, slopes and bins, a slope two
// int32, row and place. Short slopes have code without a loop.
func (m machine) filterFrames() {
	m.kernel("filterFrames", "up, down, power %[1]s, runs *int32, count int, slopes *int32, weights %[1]s",
		"weighs the powers on slopes, count runs of them.")
	f := filter{
		machine: m, up: argument("up"), down: argument("down"), power: argument("power"),
		slopes: argument("slopes"), weights: argument("weights"),
		left: GP64(), row: GP64(), place: GP64(),
	}
	runs, count := argument("runs"), argument("count")
	bins, more := GP64(), GP64()

	Label("run")
	MOVLQSX(Mem{Base: runs}, f.left)
	MOVLQSX(Mem{Base: runs, Disp: 4}, bins)
	for n := range unrolledBins {
		CMPQ(bins, Imm(uint64(n+1)))
		JEQ(LabelRef(fmt.Sprintf("bins%d", n+1)))
	}
	f.slope("long", func(rising, falling vector) {
		MOVQ(bins, more)
		Label("bin")
		f.bin(rising, falling, 0)
		ADDQ(U32(uint32(m.bytes)), f.row)
		ADDQ(Imm(uint64(2*m.size)), f.weights)
		DECQ(more)
		JNZ(LabelRef("bin"))
	})
	JMP(LabelRef("next"))
	for n := range unrolledBins {
		Label(fmt.Sprintf("bins%d", n+1))
		f.slope(fmt.Sprintf("slope%d", n+1), func(rising, falling vector) {
			for k := range n + 1 {
				f.bin(rising, falling, k)
			}
			ADDQ(Imm(uint64(2*(n+1)*m.size)), f.weights)
		})
		if n+1 < unrolledBins {
			JMP(LabelRef("next"))
		}
	}
	Label("next")
	ADDQ(Imm(8), runs)
	DECQ(count)
	JNZ(LabelRef("run"))
	finish()
}

const unrolledBins = 8

// filter is what the loops of filterFrames share.
type filter struct {
	machine
	up, down, power, slopes, weights reg.GPVirtual
	left, row, place                 reg.GPVirtual
}

// slope emits the loop over the slopes of a run.
func (f filter) slope(label string, bins func(rising, falling vector)) {
	Label(label)
	MOVLQSX(Mem{Base: f.slopes}, f.row)
	MOVLQSX(Mem{Base: f.slopes, Disp: 4}, f.place)
	SHLQ(shiftOf(f.bytes), f.row)
	SHLQ(shiftOf(f.bytes), f.place)
	ADDQ(f.power, f.row)
	rising, falling := f.zero(), f.zero()
	bins(rising, falling)
	f.store(rising, Mem{Base: f.up, Index: f.place, Scale: 1})
	f.store(falling, Mem{Base: f.down, Index: f.place, Scale: 1})
	ADDQ(Imm(8), f.slopes)
	DECQ(f.left)
	JNZ(LabelRef(label))
}

// bin adds row k from where row and weights stand.
func (f filter) bin(rising, falling vector, k int) {
	p := f.load(Mem{Base: f.row, Disp: k * f.bytes})
	f.addWeighted(rising, p, Mem{Base: f.weights, Disp: 2 * k * f.size})
	f.addWeighted(falling, p, Mem{Base: f.weights, Disp: (2*k + 1) * f.size})
}

// addWeighted is sum += a·w for one part w in memory.
func (m machine) addWeighted(sum, a vector, w Mem) {
	if !m.wide() {
		m.addProduct(sum, a, m.broadcast(w))
		return
	}
	m.pick(func() { VFMADD231PS_BCST(w, a, sum) }, func() { VFMADD231PD_BCST(w, a, sum) })
}
