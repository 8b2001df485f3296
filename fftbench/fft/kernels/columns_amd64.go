//go:build !purego

package kernels

import "golang.org/x/sys/cpu"

// useWide reports whether this CPU has what the kernels on 64-byte registers
// are made of.
var useWide = useVectors && cpu.X86.HasAVX512F

// Lanes is how many numbers a row of a transform in columns has on this
// machine; 0 where there is none.
func Lanes[F Float]() int {
	switch {
	case useWide:
		return 64 / PartBytes[F]()
	case useVectors:
		return 32 / PartBytes[F]()
	}
	return 0
}

// ColumnsFirst is the first pass, of radix 4 or 8, from a row x of numbers to
// the work y. twiddles holds w^(jp), w = e^(−2πi/m), for each row p of the first
// of radix blocks and 1 ≤ j < radix; there are none if the blocks are one row.
func ColumnsFirst[F Float](y, x []F, radix int, twiddles []F, inverse bool) {
	lanes := Lanes[F]()
	count := len(x) / (2 * lanes * radix)
	x, y = x[:2*lanes*radix*count], y[:2*lanes*radix*count]
	if count > 1 {
		twiddles = twiddles[:2*(radix-1)*count]
	}
	if isDouble[F]() {
		columnsFirstF64(double(y), double(x), radix, count, double(twiddles), inverse)
	} else {
		columnsFirstF32(single(y), single(x), radix, count, single(twiddles), inverse)
	}
}

func columnsFirstF32(y, x *float32, radix, count int, twiddles *float32, inverse bool) {
	switch {
	case useWide && radix == 4 && count == 1 && inverse:
		columns4InverseLastF32AVX512(y, x, count, 1)
	case useWide && radix == 4 && count == 1:
		columns4ForwardLastF32AVX512(y, x, count, 1)
	case useWide && radix == 4 && inverse:
		columns4InverseF32AVX512(y, x, count, 1, twiddles)
	case useWide && radix == 4:
		columns4ForwardF32AVX512(y, x, count, 1, twiddles)
	case useWide && count == 1 && inverse:
		columns8InverseLastF32AVX512(y, x, count, 1)
	case useWide && count == 1:
		columns8ForwardLastF32AVX512(y, x, count, 1)
	case useWide && inverse:
		columns8InverseF32AVX512(y, x, count, 1, twiddles)
	case useWide:
		columns8ForwardF32AVX512(y, x, count, 1, twiddles)
	case radix == 4 && count == 1 && inverse:
		columns4InverseLastF32AVX2(y, x, count, 1)
	case radix == 4 && count == 1:
		columns4ForwardLastF32AVX2(y, x, count, 1)
	case radix == 4 && inverse:
		columns4InverseF32AVX2(y, x, count, 1, twiddles)
	case radix == 4:
		columns4ForwardF32AVX2(y, x, count, 1, twiddles)
	case count == 1 && inverse:
		columns8InverseLastF32AVX2(y, x, count, 1)
	case count == 1:
		columns8ForwardLastF32AVX2(y, x, count, 1)
	case inverse:
		columns8InverseF32AVX2(y, x, count, 1, twiddles)
	default:
		columns8ForwardF32AVX2(y, x, count, 1, twiddles)
	}
}

func columnsFirstF64(y, x *float64, radix, count int, twiddles *float64, inverse bool) {
	switch {
	case useWide && radix == 4 && count == 1 && inverse:
		columns4InverseLastF64AVX512(y, x, count, 1)
	case useWide && radix == 4 && count == 1:
		columns4ForwardLastF64AVX512(y, x, count, 1)
	case useWide && radix == 4 && inverse:
		columns4InverseF64AVX512(y, x, count, 1, twiddles)
	case useWide && radix == 4:
		columns4ForwardF64AVX512(y, x, count, 1, twiddles)
	case useWide && count == 1 && inverse:
		columns8InverseLastF64AVX512(y, x, count, 1)
	case useWide && count == 1:
		columns8ForwardLastF64AVX512(y, x, count, 1)
	case useWide && inverse:
		columns8InverseF64AVX512(y, x, count, 1, twiddles)
	case useWide:
		columns8ForwardF64AVX512(y, x, count, 1, twiddles)
	case radix == 4 && count == 1 && inverse:
		columns4InverseLastF64AVX2(y, x, count, 1)
	case radix == 4 && count == 1:
		columns4ForwardLastF64AVX2(y, x, count, 1)
	case radix == 4 && inverse:
		columns4InverseF64AVX2(y, x, count, 1, twiddles)
	case radix == 4:
		columns4ForwardF64AVX2(y, x, count, 1, twiddles)
	case count == 1 && inverse:
		columns8InverseLastF64AVX2(y, x, count, 1)
	case count == 1:
		columns8ForwardLastF64AVX2(y, x, count, 1)
	case inverse:
		columns8InverseF64AVX2(y, x, count, 1, twiddles)
	default:
		columns8ForwardF64AVX2(y, x, count, 1, twiddles)
	}
}

// ColumnsPass is a pass of radix 4 or 8 over all blocks of radix·count rows of
// the work x, in place; twiddles as of ColumnsFirst, of blocks of count rows.
func ColumnsPass[F Float](x []F, radix, count int, twiddles []F) {
	lanes := Lanes[F]()
	blocks := len(x) / (2 * lanes * radix * count)
	if blocks == 0 {
		return
	}
	if count > 1 {
		twiddles = twiddles[:2*(radix-1)*count]
	}
	if isDouble[F]() {
		columnsPassF64(double(x), radix, count, blocks, double(twiddles))
	} else {
		columnsPassF32(single(x), radix, count, blocks, single(twiddles))
	}
}

func columnsPassF32(x *float32, radix, count, blocks int, twiddles *float32) {
	switch {
	case useWide && radix == 4 && count == 1:
		columns4LastF32AVX512(x, count, blocks)
	case useWide && radix == 4:
		columns4F32AVX512(x, count, blocks, twiddles)
	case useWide && count == 1:
		columns8LastF32AVX512(x, count, blocks)
	case useWide:
		columns8F32AVX512(x, count, blocks, twiddles)
	case radix == 4 && count == 1:
		columns4LastF32AVX2(x, count, blocks)
	case radix == 4:
		columns4F32AVX2(x, count, blocks, twiddles)
	case count == 1:
		columns8LastF32AVX2(x, count, blocks)
	default:
		columns8F32AVX2(x, count, blocks, twiddles)
	}
}

func columnsPassF64(x *float64, radix, count, blocks int, twiddles *float64) {
	switch {
	case useWide && radix == 4 && count == 1:
		columns4LastF64AVX512(x, count, blocks)
	case useWide && radix == 4:
		columns4F64AVX512(x, count, blocks, twiddles)
	case useWide && count == 1:
		columns8LastF64AVX512(x, count, blocks)
	case useWide:
		columns8F64AVX512(x, count, blocks, twiddles)
	case radix == 4 && count == 1:
		columns4LastF64AVX2(x, count, blocks)
	case radix == 4:
		columns4F64AVX2(x, count, blocks, twiddles)
	case count == 1:
		columns8LastF64AVX2(x, count, blocks)
	default:
		columns8F64AVX2(x, count, blocks, twiddles)
	}
}

// ColumnsLast is the last pass, from the work to dst.
func ColumnsLast[F Float](dst, work []F, o *ColumnsOrder, twiddles []F, inverse bool) {
	lanes := Lanes[F]()
	groups := len(o.Starts)
	n := 2 * lanes * lanes * groups
	dst, work, twiddles = dst[:n], work[:n], twiddles[:n]
	part := n / lanes * PartBytes[F]()
	if isDouble[F]() {
		columnsLastF64(double(dst), double(work), &o.Starts[0], groups, o.Stride, o.Near, o.Far, part, double(twiddles), inverse)
	} else {
		columnsLastF32(single(dst), single(work), &o.Starts[0], groups, o.Stride, o.Near, o.Far, part, single(twiddles), inverse)
	}
}

func columnsLastF32(dst, work *float32, starts *int32, groups, stride, near, far, part int, twiddles *float32, inverse bool) {
	switch {
	case useWide && inverse:
		columnsLastInverseF32AVX512(dst, work, starts, groups, stride, near, far, part, twiddles)
	case useWide:
		columnsLastForwardF32AVX512(dst, work, starts, groups, stride, near, far, part, twiddles)
	case inverse:
		columnsLastInverseF32AVX2(dst, work, starts, groups, stride, near, far, part, twiddles)
	default:
		columnsLastForwardF32AVX2(dst, work, starts, groups, stride, near, far, part, twiddles)
	}
}

func columnsLastF64(dst, work *float64, starts *int32, groups, stride, near, far, part int, twiddles *float64, inverse bool) {
	switch {
	case useWide && inverse:
		columnsLastInverseF64AVX512(dst, work, starts, groups, stride, near, far, part, twiddles)
	case useWide:
		columnsLastForwardF64AVX512(dst, work, starts, groups, stride, near, far, part, twiddles)
	case inverse:
		columnsLastInverseF64AVX2(dst, work, starts, groups, stride, near, far, part, twiddles)
	default:
		columnsLastForwardF64AVX2(dst, work, starts, groups, stride, near, far, part, twiddles)
	}
}

// codeletLanes is how many lanes the codelet for n has, 0 without one.
func codeletLanes[F Float](n int) int {
	if !useVectors || n > 256 || n&(n-1) != 0 {
		return 0
	}
	for _, bytes := range []int{64, 32, 16} {
		lanes := bytes / PartBytes[F]()
		if bytes == 64 && !useWide || lanes < 4 {
			continue
		}
		if n >= lanes*lanes && n >= 4*lanes {
			return lanes
		}
	}
	return 0
}

// Codelet transforms rows of n numbers by the codelet of n; twiddles are those
// of the first of two passes over columns, then those of the last pass.
func Codelet[F Float](dst, src []F, n int, twiddles []F, rows int, inverse bool) {
	if rows == 0 {
		return
	}
	dst, src, twiddles = dst[:2*n*rows], src[:2*n*rows], twiddles[:2*n]
	if isDouble[F]() {
		codeletF64(double(dst), double(src), double(twiddles), n, rows, inverse)
	} else {
		codeletF32(single(dst), single(src), single(twiddles), n, rows, inverse)
	}
}

func codeletF32(dst, src, twiddles *float32, n, rows int, inverse bool) {
	switch {
	case n == 16 && inverse:
		codelet16InverseF32Short(dst, src, twiddles, rows)
	case n == 16:
		codelet16ForwardF32Short(dst, src, twiddles, rows)
	case n == 32 && inverse:
		codelet32InverseF32Short(dst, src, twiddles, rows)
	case n == 32:
		codelet32ForwardF32Short(dst, src, twiddles, rows)
	case n == 64 && inverse:
		codelet64InverseF32AVX2(dst, src, twiddles, rows)
	case n == 64:
		codelet64ForwardF32AVX2(dst, src, twiddles, rows)
	case n == 128 && inverse:
		codelet128InverseF32AVX2(dst, src, twiddles, rows)
	case n == 128:
		codelet128ForwardF32AVX2(dst, src, twiddles, rows)
	case useWide && inverse:
		codelet256InverseF32AVX512(dst, src, twiddles, rows)
	case useWide:
		codelet256ForwardF32AVX512(dst, src, twiddles, rows)
	case inverse:
		codelet256InverseF32AVX2(dst, src, twiddles, rows)
	default:
		codelet256ForwardF32AVX2(dst, src, twiddles, rows)
	}
}

func codeletF64(dst, src, twiddles *float64, n, rows int, inverse bool) {
	switch {
	case n == 16 && inverse:
		codelet16InverseF64AVX2(dst, src, twiddles, rows)
	case n == 16:
		codelet16ForwardF64AVX2(dst, src, twiddles, rows)
	case n == 32 && inverse:
		codelet32InverseF64AVX2(dst, src, twiddles, rows)
	case n == 32:
		codelet32ForwardF64AVX2(dst, src, twiddles, rows)
	case useWide && n == 64 && inverse:
		codelet64InverseF64AVX512(dst, src, twiddles, rows)
	case useWide && n == 64:
		codelet64ForwardF64AVX512(dst, src, twiddles, rows)
	case useWide && n == 128 && inverse:
		codelet128InverseF64AVX512(dst, src, twiddles, rows)
	case useWide && n == 128:
		codelet128ForwardF64AVX512(dst, src, twiddles, rows)
	case useWide && inverse:
		codelet256InverseF64AVX512(dst, src, twiddles, rows)
	case useWide:
		codelet256ForwardF64AVX512(dst, src, twiddles, rows)
	case n == 64 && inverse:
		codelet64InverseF64AVX2(dst, src, twiddles, rows)
	case n == 64:
		codelet64ForwardF64AVX2(dst, src, twiddles, rows)
	case n == 128 && inverse:
		codelet128InverseF64AVX2(dst, src, twiddles, rows)
	case n == 128:
		codelet128ForwardF64AVX2(dst, src, twiddles, rows)
	case inverse:
		codelet256InverseF64AVX2(dst, src, twiddles, rows)
	default:
		codelet256ForwardF64AVX2(dst, src, twiddles, rows)
	}
}
