//go:build !purego

package kernels

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// useVectors reports whether this CPU has what the vector kernels are made of.
var useVectors = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// ISA names the instructions that the kernels use on this machine.
func ISA() string {
	switch {
	case useWide:
		return AVX512
	case useVectors:
		return AVX2
	}
	return Plain
}

// The functions below run a pass by vectors and report whether they could: the
// CPU has them, and every run that the pass reads in order is a whole number
// of vectors. They check lengths before they hand out pointers.

// vector is the memory of a vector register.
type vector [32]byte

// vectorParts is how many parts a vector has.
func vectorParts[F Float]() int { return len(vector{}) / PartBytes[F]() }

func single[F Float](x []F) *float32 { return (*float32)(unsafe.Pointer(unsafe.SliceData(x))) }

func double[F Float](x []F) *float64 { return (*float64)(unsafe.Pointer(unsafe.SliceData(x))) }

// whole reports whether n parts are one or more vectors and no rest.
func whole[F Float](n int) bool { return n > 0 && n%vectorParts[F]() == 0 }

func dit4Vectors[F Float](x, w1, w2, w3 []F) bool { return inPlaceVectors(dit4, x, w1, w2, w3) }

func inverseDIT4Vectors[F Float](x, w1, w2, w3 []F) bool {
	return inPlaceVectors(inverseDIT4, x, w1, w2, w3)
}

func dif4Vectors[F Float](x, w1, w2, w3 []F) bool { return inPlaceVectors(dif4, x, w1, w2, w3) }

// inPlacePass is a pass in place of radix 4.
type inPlacePass int

const (
	dit4 inPlacePass = iota
	inverseDIT4
	dif4
)

func inPlaceVectors[F Float](pass inPlacePass, x, w1, w2, w3 []F) bool {
	h := len(w1)
	if !useVectors || !whole[F](h) || len(x) < 4*h {
		return false
	}
	w2, w3 = w2[:h], w3[:h]
	run, groups := h*PartBytes[F](), len(x)/(4*h)
	switch {
	case pass == dit4 && isDouble[F]():
		dit4F64(double(x), run, groups, double(w1), double(w2), double(w3))
	case pass == dit4:
		dit4F32(single(x), run, groups, single(w1), single(w2), single(w3))
	case pass == inverseDIT4 && isDouble[F]():
		inverseDIT4F64(double(x), run, groups, double(w1), double(w2), double(w3))
	case pass == inverseDIT4:
		inverseDIT4F32(single(x), run, groups, single(w1), single(w2), single(w3))
	case isDouble[F]():
		dif4F64(double(x), run, groups, double(w1), double(w2), double(w3))
	default:
		dif4F32(single(x), run, groups, single(w1), single(w2), single(w3))
	}
	return true
}

// stockham4Vectors runs a pass of radix 4.
func stockham4Vectors[F Float](y, x []F, s int, twiddles []F) bool {
	if !useVectors || !whole[F](s) || len(x) < 4*s {
		return false
	}
	m := len(x) / 4
	groups := m / s
	y, twiddles = y[:4*s*groups], twiddles[:6*groups]
	part, run := m*PartBytes[F](), s*PartBytes[F]()
	if isDouble[F]() {
		stockham4F64(double(y), double(x), part, run, groups, double(twiddles))
	} else {
		stockham4F32(single(y), single(x), part, run, groups, single(twiddles))
	}
	return true
}

func stockhamLast4Vectors[F Float](y, x []F) bool {
	s := len(x) / 4
	if !useVectors || !whole[F](s) {
		return false
	}
	y = y[:4*s]
	if isDouble[F]() {
		stockhamLast4F64(double(y), double(x), 8*s)
	} else {
		stockhamLast4F32(single(y), single(x), 4*s)
	}
	return true
}

// multiplyVectors multiplies what is whole vectors and returns its length.
func multiplyVectors[F Float](dst, a, b []F) int {
	n := len(dst) - len(dst)%vectorParts[F]()
	if !useVectors || n == 0 {
		return 0
	}
	a, b = a[:n], b[:n]
	if isDouble[F]() {
		multiplyF64(double(dst), double(a), double(b), 8*n)
	} else {
		multiplyF32(single(dst), single(a), single(b), 4*n)
	}
	return n
}

// firstVectors runs a first pass, the one of an autosort if there are twiddles.
func firstVectors[F Float](radix int, dst, src, tile, twiddles []F, places []int32, s Strip, backwards bool) bool {
	m := len(src) / radix // parts that hold one input of all groups
	lanes, rows := vectorParts[F]()/2, m/2/s.Columns
	if !useVectors || s.Count%lanes != 0 && (s.Columns > 1 || rows%lanes != 0) {
		return false
	}
	pass := firstPass[F]{radix: radix, columns: s.Columns, dst: dst[:len(src)]}
	if twiddles == nil {
		pass.places = places[:m/2]
	} else {
		pass.places, pass.twiddles = places[:s.Columns], twiddles[:2*(radix-1)*rows]
	}
	if s.Count == s.Columns && (s.Columns == 1 || rows == 1) && !tiled(src, m) {
		if backwards {
			pass.backwards(src, rows)
		} else {
			pass.run(&patch[F]{inputs: src, stride: m, rows: rows, count: s.Count})
		}
		return true
	}
	var short tileMemory[F]
	for t := walk(src, tile, &short, radix, s, backwards); t.next(); {
		pass.run(&t.patch)
	}
	return true
}

// firstPass is what the calls for the groups of a first pass have in common.
type firstPass[F Float] struct {
	radix, columns int
	dst, twiddles  []F
	places         []int32
}

// backwards runs the pass for all groups, rows of each sequence. From its
// second number on, src holds the inputs from the last group to the first, the
// parts in reverse order too; only x[0] is missing behind its end, so the first
// groups are copied.
func (f *firstPass[F]) backwards(src []F, rows int) {
	m, run := len(src)/f.radix, vectorParts[F]()
	var memory [16]vector
	tile := unsafe.Slice((*F)(unsafe.Pointer(&memory)), f.radix*run)
	copy(tile, src[len(src)+2-run:])
	tile[run-2], tile[run-1] = src[0], src[1]
	for k := 1; k < f.radix; k++ {
		from := src[len(src)+2-run-k*m:][:run]
		memory[k] = *(*vector)(unsafe.Pointer(&from[0]))
	}
	near := patch[F]{inputs: tile, stride: run, rows: 1, count: run / 2, backwards: true, together: true}
	far := near
	far.inputs, far.stride = src[2+(f.radix-1)*m:], -m
	far.first, far.count = near.count, f.columns-near.count
	if f.columns == 1 { // the groups are rows of one sequence
		near.rows, near.count = run/2, 1
		far.row, far.rows, far.first, far.count = near.rows, rows-near.rows, 0, 1
	}
	f.run(&near)
	if far.rows*far.count > 0 {
		f.run(&far)
	}
}

// run runs the pass for the groups of a patch.
func (f *firstPass[F]) run(p *patch[F]) {
	number := 2 * PartBytes[F]()
	part := p.stride * PartBytes[F]()
	row, first := p.row, p.first
	step, up := 4, 1 // of places, in bytes; of rows
	if p.backwards {
		first, step = first+p.count-1, -step
		if p.together {
			row, up = row+p.rows-1, -1
		}
	}
	// A vector has groups of neighbouring sequences, which share twiddles.
	lanes := vectorParts[F]() / 2
	vectors, rows := p.count/lanes, p.rows
	if f.twiddles == nil {
		place, nextRow := &f.places[row*f.columns+first], up*4*f.columns
		switch {
		case f.radix == 8 && isDouble[F]():
			first8F64(double(f.dst), double(p.inputs), part, place, step, nextRow, vectors, rows)
		case f.radix == 8:
			first8F32(single(f.dst), single(p.inputs), part, place, step, nextRow, vectors, rows)
		case isDouble[F]():
			first16F64(double(f.dst), double(p.inputs), part, place, step, nextRow, vectors, rows)
		default:
			first16F32(single(f.dst), single(p.inputs), part, place, step, nextRow, vectors, rows)
		}
		return
	}
	dst, w := f.dst[2*f.radix*row:], f.twiddles[2*(f.radix-1)*row:]
	place := &f.places[first]
	dstLane, dstRow, wLane, wRow := 0, up*f.radix*number, 0, up*(f.radix-1)*number
	if f.columns == 1 { // or neighbouring groups of the one sequence
		vectors, rows = 1, rows/lanes
		step, dstLane, dstRow, wLane, wRow = 0, dstRow, lanes*dstRow, wRow, lanes*wRow
	}
	switch {
	case f.radix == 8 && isDouble[F]():
		stockhamFirst8F64(double(dst), double(p.inputs), part, place, step, dstLane, dstRow, vectors, rows, double(w), wLane, wRow)
	case f.radix == 8:
		stockhamFirst8F32(single(dst), single(p.inputs), part, place, step, dstLane, dstRow, vectors, rows, single(w), wLane, wRow)
	case isDouble[F]():
		stockhamFirst16F64(double(dst), double(p.inputs), part, place, step, dstLane, dstRow, vectors, rows, double(w), wLane, wRow)
	default:
		stockhamFirst16F32(single(dst), single(p.inputs), part, place, step, dstLane, dstRow, vectors, rows, single(w), wLane, wRow)
	}
}
