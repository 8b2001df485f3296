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
	if useVectors {
		return "AVX2+FMA"
	}
	return "Go"
}

// The functions below run a pass by vectors and report whether they could: the
// CPU has them, and every run that the pass reads in order is a whole number
// of vectors. They check lengths before they hand out pointers.

// vector is the memory of a vector register.
type vector [32]byte

// vectorParts is how many parts a vector has.
func vectorParts[F Float]() int { return len(vector{}) / partBytes[F]() }

func partBytes[F Float]() int {
	var part F
	return int(unsafe.Sizeof(part))
}

func isDouble[F Float]() bool { return partBytes[F]() == 8 }

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
	run, groups := h*partBytes[F](), len(x)/(4*h)
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

// stockhamVectors runs a pass of radix 2, 3, 4, 5 or 7.
func stockhamVectors[F Float](radix int, y, x []F, s int, twiddles []F) bool {
	if !useVectors || !whole[F](s) || len(x) < radix*s {
		return false
	}
	m := len(x) / radix
	groups := m / s
	y, twiddles = y[:radix*s*groups], twiddles[:2*(radix-1)*groups]
	part, run := m*partBytes[F](), s*partBytes[F]()
	switch {
	case radix == 2 && isDouble[F]():
		stockham2F64(double(y), double(x), part, run, groups, double(twiddles))
	case radix == 2:
		stockham2F32(single(y), single(x), part, run, groups, single(twiddles))
	case radix == 3 && isDouble[F]():
		stockham3F64(double(y), double(x), part, run, groups, double(twiddles))
	case radix == 3:
		stockham3F32(single(y), single(x), part, run, groups, single(twiddles))
	case radix == 5 && isDouble[F]():
		stockham5F64(double(y), double(x), part, run, groups, double(twiddles))
	case radix == 5:
		stockham5F32(single(y), single(x), part, run, groups, single(twiddles))
	case radix == 7 && isDouble[F]():
		stockham7F64(double(y), double(x), part, run, groups, double(twiddles))
	case radix == 7:
		stockham7F32(single(y), single(x), part, run, groups, single(twiddles))
	case isDouble[F]():
		stockham4F64(double(y), double(x), part, run, groups, double(twiddles))
	default:
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
	dst = dst[:len(src)]
	if twiddles == nil {
		places = places[:m/2]
	} else {
		places, twiddles = places[:s.Columns], twiddles[:2*(radix-1)*rows]
	}
	if s.Count == s.Columns && (s.Columns == 1 || rows == 1) && !tiled(src, m) {
		if backwards {
			firstBackwards(radix, dst, src, twiddles, places, s.Columns, rows)
		} else {
			firstGroups(radix, dst, src, m, twiddles, places, s.Columns, 0, rows, 0, s.Count, false, true)
		}
		return true
	}
	var short tileMemory[F]
	for t := walk(src, tile, &short, radix, s, backwards); t.next(); {
		firstGroups(radix, dst, t.tile, t.stride, twiddles, places, s.Columns, t.row, t.rows, t.first, t.count, backwards, t.together)
	}
	return true
}

// firstBackwards runs a first pass backwards. From its second number on, src
// holds the inputs from the last group to the first, the parts in reverse order
// too; only x[0] is missing behind its end, so the first groups are copied.
func firstBackwards[F Float](radix int, dst, src, twiddles []F, places []int32, columns, rows int) {
	m, run := len(src)/radix, vectorParts[F]()
	var memory [16]vector
	tile := unsafe.Slice((*F)(unsafe.Pointer(&memory)), radix*run)
	copy(tile, src[len(src)+2-run:])
	tile[run-2], tile[run-1] = src[0], src[1]
	for k := 1; k < radix; k++ {
		from := src[len(src)+2-run-k*m:][:run]
		memory[k] = *(*vector)(unsafe.Pointer(&from[0]))
	}
	rest := src[2+(radix-1)*m:]
	if columns == 1 {
		firstGroups(radix, dst, tile, run, twiddles, places, 1, 0, run/2, 0, 1, true, true)
		if rows > run/2 {
			firstGroups(radix, dst, rest, -m, twiddles, places, 1, run/2, rows-run/2, 0, 1, true, true)
		}
		return
	}
	firstGroups(radix, dst, tile, run, twiddles, places, columns, 0, 1, 0, run/2, true, true)
	if columns > run/2 {
		firstGroups(radix, dst, rest, -m, twiddles, places, columns, 0, 1, run/2, columns-run/2, true, true)
	}
}

// firstGroups runs a first pass for rows groups of each of count sequences,
// from row and first on, whose inputs lie in parts of src, stride reals apart,
// backwards and together as in tiles.
func firstGroups[F Float](radix int, dst, src []F, stride int, twiddles []F, places []int32, columns, row, rows, first, count int, backwards, together bool) {
	number := 2 * partBytes[F]()
	g := radix * number // bytes of a group
	part := stride * partBytes[F]()
	step, up := 4, 1 // of places, in bytes; of rows
	if backwards {
		first, step = first+count-1, -step
		if together {
			row, up = row+rows-1, -1
		}
	}
	// A vector has groups of neighbouring sequences, which share twiddles.
	lanes := vectorParts[F]() / 2
	vectors := count / lanes
	if twiddles == nil {
		place, nextRow := &places[row*columns+first], up*4*columns
		switch {
		case radix == 8 && isDouble[F]():
			first8F64(double(dst), double(src), part, place, step, nextRow, vectors, rows)
		case radix == 8:
			first8F32(single(dst), single(src), part, place, step, nextRow, vectors, rows)
		case isDouble[F]():
			first16F64(double(dst), double(src), part, place, step, nextRow, vectors, rows)
		default:
			first16F32(single(dst), single(src), part, place, step, nextRow, vectors, rows)
		}
		return
	}
	dst, twiddles = dst[2*radix*row:], twiddles[2*(radix-1)*row:]
	place := &places[first]
	dstLane, dstRow, wLane, wRow := 0, up*g, 0, up*(g-number)
	if columns == 1 { // or neighbouring groups of the one sequence
		vectors, rows = 1, rows/lanes
		step, dstLane, dstRow, wLane, wRow = 0, dstRow, lanes*dstRow, wRow, lanes*wRow
	}
	switch {
	case radix == 8 && isDouble[F]():
		stockhamFirst8F64(double(dst), double(src), part, place, step, dstLane, dstRow, vectors, rows, double(twiddles), wLane, wRow)
	case radix == 8:
		stockhamFirst8F32(single(dst), single(src), part, place, step, dstLane, dstRow, vectors, rows, single(twiddles), wLane, wRow)
	case isDouble[F]():
		stockhamFirst16F64(double(dst), double(src), part, place, step, dstLane, dstRow, vectors, rows, double(twiddles), wLane, wRow)
	default:
		stockhamFirst16F32(single(dst), single(src), part, place, step, dstLane, dstRow, vectors, rows, single(twiddles), wLane, wRow)
	}
}
