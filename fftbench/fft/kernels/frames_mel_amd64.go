//go:build !purego

package kernels

import "unsafe"

func filterFramesVectors[F Float](up, down, power []F, runs []SlopeRun, slopes []Slope, weights []F, lanes int) bool {
	w := widthOf[F](lanes)
	if w == noVector || len(runs) == 0 {
		return false
	}
	total, sums := 0, 0
	for _, run := range runs {
		total, sums = total+int(run.Slopes), sums+2*int(run.Slopes)*int(run.Bins)
	}
	_, _ = slopes[:total], weights[:sums]
	first, count, slope := (*int32)(unsafe.Pointer(&runs[0])), len(runs), (*int32)(unsafe.Pointer(&slopes[0]))
	switch {
	case w == avx512 && isDouble[F]():
		filterFramesF64AVX512(double(up), double(down), double(power), first, count, slope, double(weights))
	case w == avx512:
		filterFramesF32AVX512(single(up), single(down), single(power), first, count, slope, single(weights))
	case isDouble[F]():
		filterFramesF64AVX2(double(up), double(down), double(power), first, count, slope, double(weights))
	default:
		filterFramesF32AVX2(single(up), single(down), single(power), first, count, slope, single(weights))
	}
	return true
}

// logSumsVectors does what is whole vectors and returns its length.
func logSumsVectors[F Float](dst, a, b []F, scale, floor F) int {
	parts := vectorParts[F]()
	if useWide {
		parts *= 2
	}
	vectors := len(dst) / parts
	if !useVectors || vectors == 0 {
		return 0
	}
	n := vectors * parts
	a, b = a[:n], b[:n]
	if isDouble[F]() {
		s, f := float64(scale), float64(floor)
		if useWide {
			logSumsF64AVX512(double(dst), double(a), double(b), vectors, &s, &f)
		} else {
			logSumsF64AVX2(double(dst), double(a), double(b), vectors, &s, &f)
		}
		return n
	}
	s, f := float32(scale), float32(floor)
	if useWide {
		logSumsF32AVX512(single(dst), single(a), single(b), vectors, &s, &f)
	} else {
		logSumsF32AVX2(single(dst), single(a), single(b), vectors, &s, &f)
	}
	return n
}

// spreadLogSumsVectors does what is whole groups of rows, 16 bytes of each frame
// of a whole block, and returns how many rows that were.
func spreadLogSumsVectors[F Float](dst, a, b []F, rows, lanes, stride, frames int, scale, floor F) int {
	w, group := widthOf[F](lanes), 16/PartBytes[F]()
	groups := rows / group
	if w == noVector || frames != lanes || groups == 0 {
		return 0
	}
	rows = groups * group
	dst, a, b = dst[:(lanes-1)*stride+rows], a[:rows*lanes], b[:rows*lanes]
	step := stride * PartBytes[F]()
	if isDouble[F]() {
		s, f := float64(scale), float64(floor)
		if w == avx512 {
			spreadLogSumsF64AVX512(double(dst), double(a), double(b), step, groups, &s, &f)
		} else {
			spreadLogSumsF64AVX2(double(dst), double(a), double(b), step, groups, &s, &f)
		}
		return rows
	}
	s, f := float32(scale), float32(floor)
	if w == avx512 {
		spreadLogSumsF32AVX512(single(dst), single(a), single(b), step, groups, &s, &f)
	} else {
		spreadLogSumsF32AVX2(single(dst), single(a), single(b), step, groups, &s, &f)
	}
	return rows
}
