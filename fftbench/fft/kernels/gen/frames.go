package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// frames emits the passes over frames in lanes for registers of bytes bytes:
// see frames.go of package kernels. A row of parts is one vector, one of
// complex numbers two.
func frames(bytes int) {
	for _, size := range []int{4, 8} {
		m := newMachine(bytes, size)
		m.sumParts()
		if !m.wide() { // rows of one frame wait for the memory, not for registers
			m.weighFrame()
			m.powers(false)
			m.powers(true)
		}
		m.packFrames(false)
		m.packFrames(true)
		m.spreadFrames()
		m.sumFrames()
		m.framesSpectrum()
		m.framesPower(false)
		m.framesPower(true)
		m.filterFrames()
		m.logSums()
		m.spreadLogSums()
	}
}

// kernel begins a kernel of the frames with parameters of the machine's type in
// place of %[1]s.
func (m machine) kernel(name, parameters, doc string) {
	TEXT(name+m.suffix(), NOSPLIT, fmt.Sprintf("func("+parameters+")", m.pointer()))
	Pragma("noescape")
	Doc(name + m.suffix() + " " + doc)
}

// chunk is the parts of 16 bytes, within which shuffles are cheap.
func (m machine) chunkParts() int { return 16 / m.size }

// sumParts adds up groups of four vectors to one.
func (m machine) sumParts() {
	m.kernel("sumParts", "dst, x %[1]s, groups int", "adds groups of four vectors up to one.")
	dst, x, groups := argument("dst"), argument("x"), argument("groups")
	var sums [4]vector
	for i := range sums {
		sums[i] = m.zero()
	}
	Label("group")
	for i, sum := range sums {
		at := Mem{Base: x, Disp: i * m.bytes}
		m.pick(func() { VADDPS(at, sum, sum) }, func() { VADDPD(at, sum, sum) })
	}
	ADDQ(U32(uint32(4*m.bytes)), x)
	DECQ(groups)
	JNZ(LabelRef("group"))
	m.store(m.add(m.add(sums[0], sums[2]), m.add(sums[1], sums[3])), Mem{Base: dst})
	finish()
}

// weighFrame is PackFrames of one lane, for count vectors.
func (m machine) weighFrame() {
	m.kernel("weighFrame", "dst, src, window %[1]s, count int, mean %[1]s", "weighs a frame without its mean.")
	dst, src, window, count := argument("dst"), argument("src"), argument("window"), argument("count")
	mean := m.broadcast(Mem{Base: argument("mean")})
	i := GP64()
	XORQ(i, i)
	Label("vector")
	v := m.sub(m.load(Mem{Base: src, Index: i, Scale: 1}), mean)
	m.store(m.mul(v, Mem{Base: window, Index: i, Scale: 1}), Mem{Base: dst, Index: i, Scale: 1})
	ADDQ(U32(uint32(m.bytes)), i)
	DECQ(count)
	JNZ(LabelRef("vector"))
	finish()
}

// powers is Powers or AddPowers, for count vectors of powers.
func (m machine) powers(add bool) {
	name := "powers"
	if add {
		name = "addPowers"
	}
	m.kernel(name, "dst, spectrum %[1]s, count int", "takes the squared magnitudes of numbers.")
	dst, spectrum, count := argument("dst"), argument("spectrum"), argument("count")
	Label("vector")
	a, b := m.load(Mem{Base: spectrum}), m.load(Mem{Base: spectrum, Disp: m.bytes})
	a, b = m.mul(a, a), m.mul(b, b)
	v := m.vector()
	m.pick(func() { VHADDPS(b, a, v) }, func() { VHADDPD(b, a, v) }) // sums of a and of b take turns
	VPERMPD(Imm(0b11_01_10_00), v, v)
	if add {
		v = m.add(v, Mem{Base: dst})
	}
	m.store(v, Mem{Base: dst})
	ADDQ(U32(uint32(m.bytes)), dst)
	ADDQ(U32(uint32(2*m.bytes)), spectrum)
	DECQ(count)
	JNZ(LabelRef("vector"))
	finish()
}

// packFrames is PackFrames, for blocks of as many samples as there are lanes;
// hop is in bytes.
func (m machine) packFrames(centred bool) {
	if centred {
		m.kernel("packCentredFrames", "dst, src, window %[1]s, hop, blocks int, means %[1]s",
			"transposes frames without their means and weighs them.")
	} else {
		m.kernel("packFrames", "dst, src, window %[1]s, hop, blocks int", "weighs frames and transposes them.")
	}
	dst, src, window, blocks := argument("dst"), argument("src"), argument("window"), argument("blocks")
	frames := m.framesAt(src, argument("hop"))
	var means vector
	if centred {
		means = m.load(Mem{Base: argument("means")})
	}

	// What the next block reads beyond this one is asked for meanwhile: half of a
	// frame for each lane.
	ahead := GP64()
	MOVQ(blocks, ahead)
	SHLQ(shiftOf(m.bytes), ahead)
	ADDQ(frames.last().base, ahead)
	ADDQ(frames.last().step3, ahead)

	Label("block")
	m.prefetch(ahead, m.lanes()*m.bytes/128)
	chunk := m.chunkParts()
	for q := range m.bytes / 16 {
		rows := make([]vector, chunk)
		var w vector
		if !centred {
			w = m.broadcastChunk(Mem{Base: window, Disp: 16 * q})
		}
		for r := range rows {
			places := make([]Mem, m.bytes/16)
			for t := range places {
				places[t] = frames.at(t*chunk + r)
			}
			rows[r] = m.gather(places, 16*q)
			if !centred {
				rows[r] = m.mul(w, rows[r])
			}
		}
		for r, v := range m.transposed(rows) {
			if centred {
				v = m.mul(m.sub(v, means), m.broadcast(Mem{Base: window, Disp: 16*q + r*m.size}))
			}
			m.store(v, Mem{Base: dst, Disp: (q*chunk + r) * m.bytes})
		}
	}
	frames.advance(m.bytes)
	ADDQ(U32(uint32(m.bytes)), window)
	ADDQ(U32(uint32(m.lanes()*m.bytes)), dst)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	finish()
}

// prefetch asks for so many lines of 64 bytes and moves on.
func (m machine) prefetch(at reg.GPVirtual, lines int) {
	for i := range lines {
		PREFETCHT0(Mem{Base: at, Disp: 64 * i})
	}
	ADDQ(U32(uint32(64*lines)), at)
}

// shiftOf is the shift that multiplies by a power of two.
func shiftOf(power int) Op { return Imm(uint64(bits.Len(uint(power)) - 1)) }

// broadcastChunk repeats the 16 bytes at from.
func (m machine) broadcastChunk(from Mem) vector {
	v := m.vector()
	if m.wide() {
		VBROADCASTF32X4(from, v)
	} else {
		VBROADCASTF128(from, v)
	}
	return v
}

// framePlaces addresses a place in each of as many frames as there are lanes.
type framePlaces struct{ fours []strided }

// framesAt are the places of frames that begin step bytes apart, the first at
// base, which it takes over.
func (m machine) framesAt(base, step reg.GPVirtual) framePlaces {
	first := stride(base, step)
	places := framePlaces{[]strided{first}}
	for range m.lanes()/4 - 1 {
		next := GP64()
		LEAQ(Mem{Base: places.last().base, Index: step, Scale: 4}, next)
		places.fours = append(places.fours, strided{next, step, first.step3})
	}
	return places
}

func (p framePlaces) at(frame int) Mem { return p.fours[frame/4].at(frame % 4) }

// last are the places of the last four frames.
func (p framePlaces) last() strided { return p.fours[len(p.fours)-1] }

// behind is the place after those of all frames.
func (p framePlaces) behind() reg.GPVirtual {
	next := GP64()
	LEAQ(Mem{Base: p.last().base, Index: p.last().step, Scale: 4}, next)
	return next
}

// advance moves all places.
func (p framePlaces) advance(bytes int) {
	for _, four := range p.fours {
		ADDQ(U32(uint32(bytes)), four.base)
	}
}

// spreadFrames is SpreadFrames for groups of rows that are 16 bytes of a frame;
// stride is in bytes.
func (m machine) spreadFrames() {
	m.kernel("spreadFrames", "dst, block %[1]s, stride, groups int", "transposes rows to frames.")
	dst, block, groups := argument("dst"), argument("block"), argument("groups")
	frames := m.framesAt(dst, argument("stride"))
	ahead := frames.behind() // where the next block goes to

	Label("group")
	m.prefetch(ahead, m.lanes()/4)
	chunk := m.chunkParts()
	rows := make([]vector, chunk)
	for r := range rows {
		rows[r] = m.load(Mem{Base: block, Disp: r * m.bytes})
	}
	m.storeFrames(rows, frames)
	ADDQ(U32(uint32(chunk*m.bytes)), block)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}

// sumFrames is SumFrames for groups of as many rows as 16 bytes have parts.
func (m machine) sumFrames() {
	m.kernel("sumFrames", "dst, block %[1]s, groups int", "adds the lanes of each row up.")
	dst, block, groups := argument("dst"), argument("block"), argument("groups")

	Label("group")
	rows := make([]vector, m.chunkParts())
	for r := range rows {
		rows[r] = m.load(Mem{Base: block, Disp: r * m.bytes})
	}
	rows = m.transposed(rows)
	for len(rows) > 1 {
		half := len(rows) / 2
		for r := range half {
			rows[r] = m.add(rows[r], rows[half+r])
		}
		rows = rows[:half]
	}
	m.storeChunkSum(rows[0], Mem{Base: dst})
	ADDQ(Imm(16), dst)
	ADDQ(U32(uint32(m.chunkParts()*m.bytes)), block)
	DECQ(groups)
	JNZ(LabelRef("group"))
	finish()
}

// storeChunkSum stores the sum of the chunks of v.
func (m machine) storeChunkSum(v vector, to Mem) {
	y := v
	if m.wide() {
		y = YMM()
		VEXTRACTF64X4(Imm(1), v, y)
		m.pick(func() { VADDPS(v.AsY(), y, y) }, func() { VADDPD(v.AsY(), y, y) })
	}
	x := XMM()
	VEXTRACTF128(Imm(1), y, x)
	m.pick(func() { VADDPS(y.AsX(), x, x) }, func() { VADDPD(y.AsX(), x, x) })
	VMOVUPS(x, to)
}

// storeFrames stores 16 bytes of each frame, as many rows as that are, and moves
// the places.
func (m machine) storeFrames(rows []vector, frames framePlaces) {
	for r, v := range m.transposed(rows) {
		for t := range m.bytes / 16 {
			m.storeChunk(v, t, frames.at(t*len(rows)+r))
		}
	}
	frames.advance(16)
}

// storeChunk stores the 16 bytes of v of number t.
func (m machine) storeChunk(v vector, t int, to Mem) {
	switch {
	case t == 0:
		VMOVUPS(v.AsX(), to)
	case m.wide():
		VEXTRACTF32X4(Imm(uint64(t)), v, to)
	default:
		VEXTRACTF128(Imm(1), v, to)
	}
}

// binPairs is what framesSpectrum and framesPower have in common: a loop over the
// pairs of bins k and count−k, as rows of work, and the bins without a partner.
type binPairs struct {
	machine
	work, low, high reg.GPVirtual // places: low ascends from bin 1, high descends
	twiddles        reg.GPVirtual
}

// eachPair begins with the places of bins 0 and count/2.
func (m machine) eachPair(first, middle func(z split), pair func(x, y split)) {
	h := binPairs{machine: m, work: argument("work"), low: argument("places"), twiddles: argument("twiddles")}
	count := argument("count")
	first(m.loadSplit(h.row(h.low, 0)))
	at := GP64()
	LEAQ(Mem{Base: h.low, Index: count, Scale: 2}, at)
	middle(m.loadSplit(h.row(at, 0)))
	h.high = GP64()
	LEAQ(Mem{Base: h.low, Index: count, Scale: 4, Disp: -4}, h.high)
	ADDQ(Imm(4), h.low)
	SHRQ(Imm(1), count)
	DECQ(count)
	JZ(LabelRef("done"))

	Label("pair")
	a, b := h.row(h.low, 0), h.row(h.high, 0)
	ar, ai := m.load(a), m.load(m.imaginary(a))
	e := split{m.add(ar, b), m.sub(ai, m.imaginary(b))}
	o := split{m.sub(ar, b), m.add(ai, m.imaginary(b))}
	c, s := m.broadcast(Mem{Base: h.twiddles}), m.broadcast(Mem{Base: h.twiddles, Disp: m.size})
	t := split{m.mul(o.im, c), m.mul(o.im, s)}
	m.addProduct(t.re, o.re, s)
	m.subProduct(t.im, o.re, c)
	pair(m.plus(e, t), m.minus(e, t))
	ADDQ(Imm(4), h.low)
	SUBQ(Imm(4), h.high)
	ADDQ(Imm(uint64(2*m.size)), h.twiddles)
	DECQ(count)
	JNZ(LabelRef("pair"))
	Label("done")
	finish()
}

// row addresses the row of work whose number is in a table.
func (h binPairs) row(table reg.GPVirtual, disp int) Mem {
	at := GP64()
	MOVLQSX(Mem{Base: table, Disp: disp}, at)
	SHLQ(shiftOf(h.machine.row()), at)
	return Mem{Base: h.work, Index: at, Scale: 1}
}

// framesSpectrum is FramesSpectrum for an even number of count rows.
func (m machine) framesSpectrum() {
	m.kernel("framesSpectrum", "dst, work %[1]s, places *int32, twiddles %[1]s, count int",
		"parts the spectra of even and odd samples.")
	low := argument("dst")
	rows, high, middle := argument("count"), GP64(), GP64()
	SHLQ(shiftOf(m.row()), rows)
	LEAQ(Mem{Base: low, Index: rows, Scale: 1}, high)
	SHRQ(Imm(1), rows)
	LEAQ(Mem{Base: low, Index: rows, Scale: 1}, middle)
	zero := m.zero()
	m.eachPair(func(z split) {
		sum, difference := m.add(z.re, z.im), m.sub(z.re, z.im)
		m.storeSplit(split{m.add(sum, sum), zero}, Mem{Base: low})
		m.storeSplit(split{m.add(difference, difference), zero}, Mem{Base: high})
	}, func(z split) {
		re, im := m.add(z.re, z.re), m.add(z.im, z.im)
		m.storeSplit(split{re, m.sub(zero, im)}, Mem{Base: middle})
	}, func(x, y split) {
		ADDQ(U32(uint32(m.row())), low)
		SUBQ(U32(uint32(m.row())), high)
		m.storeSplit(x, Mem{Base: low})
		m.storeSplit(split{y.re, m.sub(zero, y.im)}, Mem{Base: high})
	})
}

func (m machine) zero() vector {
	v := m.vector()
	if m.wide() {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
	return v
}

// framesPower is FramesPower or AddFramesPower for an even number of count rows.
func (m machine) framesPower(add bool) {
	name, doc := "framesPower", "makes the powers of spectra of even and odd samples."
	if add {
		name, doc = "addFramesPower", "adds the powers of spectra of even and odd samples."
	}
	m.kernel(name, "dst, work %[1]s, places *int32, twiddles %[1]s, count int", doc)
	low := argument("dst")
	rows, high, middle := argument("count"), GP64(), GP64()
	SHLQ(shiftOf(m.bytes), rows)
	LEAQ(Mem{Base: low, Index: rows, Scale: 1}, high)
	SHRQ(Imm(1), rows)
	LEAQ(Mem{Base: low, Index: rows, Scale: 1}, middle)
	power := func(re, im vector, to Mem) {
		p := m.mul(re, re)
		if im != nil {
			m.addProduct(p, im, im)
		}
		if add {
			p = m.add(p, to)
		}
		m.store(p, to)
	}
	m.eachPair(func(z split) {
		sum, difference := m.add(z.re, z.im), m.sub(z.re, z.im)
		power(m.add(sum, sum), nil, Mem{Base: low})
		power(m.add(difference, difference), nil, Mem{Base: high})
	}, func(z split) {
		power(m.add(z.re, z.re), m.add(z.im, z.im), Mem{Base: middle})
	}, func(x, y split) {
		ADDQ(U32(uint32(m.bytes)), low)
		SUBQ(U32(uint32(m.bytes)), high)
		power(x.re, x.im, Mem{Base: low})
		power(y.re, y.im, Mem{Base: high})
	})
}
