//go:build !purego

package kernels

import "unsafe"

// FrameLanes are the numbers of lanes that frames can have here in vectors, the
// largest first. Any number works, by plain Go.
func FrameLanes[F Float]() []int {
	switch {
	case useWide:
		return []int{64 / PartBytes[F](), 32 / PartBytes[F]()}
	case useVectors:
		return []int{32 / PartBytes[F]()}
	}
	return nil
}

// width is the register that holds so many lanes.
type width int

const (
	noVector width = iota
	avx2
	avx512
)

func widthOf[F Float](lanes int) width {
	switch bytes := lanes * PartBytes[F](); {
	case bytes == 64 && useWide:
		return avx512
	case bytes == 32 && useVectors:
		return avx2
	}
	return noVector
}

// sumVectors sums whole groups of four vectors and returns how many parts those
// were.
func sumVectors[F Float](sums *[16]F, x []F) int {
	parts := 4 * 32 / PartBytes[F]()
	if useWide {
		parts *= 2
	}
	groups := len(x) / parts
	if !useVectors || groups == 0 {
		return 0
	}
	switch {
	case useWide && isDouble[F]():
		sumPartsF64AVX512(double(sums[:]), double(x), groups)
	case useWide:
		sumPartsF32AVX512(single(sums[:]), single(x), groups)
	case isDouble[F]():
		sumPartsF64AVX2(double(sums[:]), double(x), groups)
	default:
		sumPartsF32AVX2(single(sums[:]), single(x), groups)
	}
	return groups * parts
}

func transformFramesVectors[F Float](x []F, radix, count, lanes int, twiddles []F) bool {
	w := widthOf[F](lanes)
	blocks := len(x) / (2 * lanes * radix * count)
	if w == noVector || blocks == 0 {
		return false
	}
	if count > 1 {
		twiddles = twiddles[:2*(radix-1)*count]
	}
	if isDouble[F]() {
		transformFramesF64(w, double(x), radix, count, blocks, double(twiddles))
	} else {
		transformFramesF32(w, single(x), radix, count, blocks, single(twiddles))
	}
	return true
}

func transformFramesF32(w width, x *float32, radix, count, blocks int, twiddles *float32) {
	switch {
	case w == avx512 && radix == 2 && count == 1:
		transformFrames2LastF32AVX512(x, blocks)
	case w == avx512 && radix == 2:
		transformFrames2F32AVX512(x, count, blocks, twiddles)
	case w == avx512 && radix == 3 && count == 1:
		transformFrames3LastF32AVX512(x, blocks)
	case w == avx512 && radix == 3:
		transformFrames3F32AVX512(x, count, blocks, twiddles)
	case w == avx512 && radix == 4 && count == 1:
		transformFrames4LastF32AVX512(x, blocks)
	case w == avx512 && radix == 4:
		transformFrames4F32AVX512(x, count, blocks, twiddles)
	case w == avx512 && radix == 5 && count == 1:
		transformFrames5LastF32AVX512(x, blocks)
	case w == avx512 && radix == 5:
		transformFrames5F32AVX512(x, count, blocks, twiddles)
	case w == avx512 && radix == 8 && count == 1:
		transformFrames8LastF32AVX512(x, blocks)
	case w == avx512 && radix == 8:
		transformFrames8F32AVX512(x, count, blocks, twiddles)
	case w == avx2 && radix == 2 && count == 1:
		transformFrames2LastF32AVX2(x, blocks)
	case w == avx2 && radix == 2:
		transformFrames2F32AVX2(x, count, blocks, twiddles)
	case w == avx2 && radix == 3 && count == 1:
		transformFrames3LastF32AVX2(x, blocks)
	case w == avx2 && radix == 3:
		transformFrames3F32AVX2(x, count, blocks, twiddles)
	case w == avx2 && radix == 4 && count == 1:
		transformFrames4LastF32AVX2(x, blocks)
	case w == avx2 && radix == 4:
		transformFrames4F32AVX2(x, count, blocks, twiddles)
	case w == avx2 && radix == 5 && count == 1:
		transformFrames5LastF32AVX2(x, blocks)
	case w == avx2 && radix == 5:
		transformFrames5F32AVX2(x, count, blocks, twiddles)
	case w == avx2 && radix == 8 && count == 1:
		transformFrames8LastF32AVX2(x, blocks)
	case w == avx2 && radix == 8:
		transformFrames8F32AVX2(x, count, blocks, twiddles)
	}
}

func transformFramesF64(w width, x *float64, radix, count, blocks int, twiddles *float64) {
	switch {
	case w == avx512 && radix == 2 && count == 1:
		transformFrames2LastF64AVX512(x, blocks)
	case w == avx512 && radix == 2:
		transformFrames2F64AVX512(x, count, blocks, twiddles)
	case w == avx512 && radix == 3 && count == 1:
		transformFrames3LastF64AVX512(x, blocks)
	case w == avx512 && radix == 3:
		transformFrames3F64AVX512(x, count, blocks, twiddles)
	case w == avx512 && radix == 4 && count == 1:
		transformFrames4LastF64AVX512(x, blocks)
	case w == avx512 && radix == 4:
		transformFrames4F64AVX512(x, count, blocks, twiddles)
	case w == avx512 && radix == 5 && count == 1:
		transformFrames5LastF64AVX512(x, blocks)
	case w == avx512 && radix == 5:
		transformFrames5F64AVX512(x, count, blocks, twiddles)
	case w == avx512 && radix == 8 && count == 1:
		transformFrames8LastF64AVX512(x, blocks)
	case w == avx512 && radix == 8:
		transformFrames8F64AVX512(x, count, blocks, twiddles)
	case w == avx2 && radix == 2 && count == 1:
		transformFrames2LastF64AVX2(x, blocks)
	case w == avx2 && radix == 2:
		transformFrames2F64AVX2(x, count, blocks, twiddles)
	case w == avx2 && radix == 3 && count == 1:
		transformFrames3LastF64AVX2(x, blocks)
	case w == avx2 && radix == 3:
		transformFrames3F64AVX2(x, count, blocks, twiddles)
	case w == avx2 && radix == 4 && count == 1:
		transformFrames4LastF64AVX2(x, blocks)
	case w == avx2 && radix == 4:
		transformFrames4F64AVX2(x, count, blocks, twiddles)
	case w == avx2 && radix == 5 && count == 1:
		transformFrames5LastF64AVX2(x, blocks)
	case w == avx2 && radix == 5:
		transformFrames5F64AVX2(x, count, blocks, twiddles)
	case w == avx2 && radix == 8 && count == 1:
		transformFrames8LastF64AVX2(x, blocks)
	case w == avx2 && radix == 8:
		transformFrames8F64AVX2(x, count, blocks, twiddles)
	}
}

// packFramesVectors packs whole blocks of as many samples as there are lanes and
// returns how many samples those were.
func packFramesVectors[F Float](dst, src, window []F, hop, lanes int, means []F) int {
	if lanes == 1 {
		return weighFrameVectors(dst, src, window, means)
	}
	n, w := len(window)/lanes*lanes, widthOf[F](lanes)
	if w == noVector || n == 0 {
		return 0
	}
	window = window[:n]
	dst, src = dst[:n*lanes], src[:(lanes-1)*hop+n]
	blocks, step := n/lanes, hop*PartBytes[F]()
	if means != nil {
		means = means[:lanes]
		switch {
		case w == avx512 && isDouble[F]():
			packCentredFramesF64AVX512(double(dst), double(src), double(window), step, blocks, double(means))
		case w == avx512:
			packCentredFramesF32AVX512(single(dst), single(src), single(window), step, blocks, single(means))
		case isDouble[F]():
			packCentredFramesF64AVX2(double(dst), double(src), double(window), step, blocks, double(means))
		default:
			packCentredFramesF32AVX2(single(dst), single(src), single(window), step, blocks, single(means))
		}
		return n
	}
	switch {
	case w == avx512 && isDouble[F]():
		packFramesF64AVX512(double(dst), double(src), double(window), step, blocks)
	case w == avx512:
		packFramesF32AVX512(single(dst), single(src), single(window), step, blocks)
	case isDouble[F]():
		packFramesF64AVX2(double(dst), double(src), double(window), step, blocks)
	default:
		packFramesF32AVX2(single(dst), single(src), single(window), step, blocks)
	}
	return n
}

// weighFrameVectors weighs whole vectors and returns how many samples those were.
func weighFrameVectors[F Float](dst, src, window, means []F) int {
	var mean F
	if means != nil {
		mean = means[0]
	}
	vectors := len(window) / vectorParts[F]()
	if !useVectors || vectors == 0 {
		return 0
	}
	n := vectors * vectorParts[F]()
	dst, src = dst[:n], src[:n]
	if isDouble[F]() {
		m := float64(mean)
		weighFrameF64AVX2(double(dst), double(src), double(window), vectors, &m)
	} else {
		m := float32(mean)
		weighFrameF32AVX2(single(dst), single(src), single(window), vectors, &m)
	}
	return n
}

// powersVectors does whole vectors and returns how many powers those were.
func powersVectors[F Float](dst, spectrum []F, add bool) int {
	vectors := len(dst) / vectorParts[F]()
	if !useVectors || vectors == 0 {
		return 0
	}
	n := vectors * vectorParts[F]()
	spectrum = spectrum[:2*n]
	switch {
	case isDouble[F]() && add:
		addPowersF64AVX2(double(dst), double(spectrum), vectors)
	case isDouble[F]():
		powersF64AVX2(double(dst), double(spectrum), vectors)
	case add:
		addPowersF32AVX2(single(dst), single(spectrum), vectors)
	default:
		powersF32AVX2(single(dst), single(spectrum), vectors)
	}
	return n
}

// halvesFit cuts the tables of FramesSpectrum and FramesPower to what the
// kernels read, and reports whether they do that.
func halvesFit[F Float](work []F, places []int32, twiddles []F, lanes int) (width, bool) {
	m, w := len(places), widthOf[F](lanes)
	if w == noVector || m == 0 || m%2 != 0 {
		return w, false
	}
	_, _ = work[:2*m*lanes], twiddles[:m-2]
	return w, true
}

func framesSpectrumVectors[F Float](dst, work []F, places []int32, twiddles []F, lanes int) bool {
	w, ok := halvesFit(work, places, twiddles, lanes)
	if !ok {
		return false
	}
	m, at := len(places), &places[0]
	dst = dst[:2*(m+1)*lanes]
	switch {
	case w == avx512 && isDouble[F]():
		framesSpectrumF64AVX512(double(dst), double(work), at, double(twiddles), m)
	case w == avx512:
		framesSpectrumF32AVX512(single(dst), single(work), at, single(twiddles), m)
	case isDouble[F]():
		framesSpectrumF64AVX2(double(dst), double(work), at, double(twiddles), m)
	default:
		framesSpectrumF32AVX2(single(dst), single(work), at, single(twiddles), m)
	}
	return true
}

func framesPowerVectors[F Float](dst, work []F, places []int32, twiddles []F, lanes int, add bool) bool {
	w, ok := halvesFit(work, places, twiddles, lanes)
	if !ok {
		return false
	}
	m, at := len(places), &places[0]
	dst = dst[:(m+1)*lanes]
	switch {
	case w == avx512 && isDouble[F]() && add:
		addFramesPowerF64AVX512(double(dst), double(work), at, double(twiddles), m)
	case w == avx512 && isDouble[F]():
		framesPowerF64AVX512(double(dst), double(work), at, double(twiddles), m)
	case w == avx512 && add:
		addFramesPowerF32AVX512(single(dst), single(work), at, single(twiddles), m)
	case w == avx512:
		framesPowerF32AVX512(single(dst), single(work), at, single(twiddles), m)
	case isDouble[F]() && add:
		addFramesPowerF64AVX2(double(dst), double(work), at, double(twiddles), m)
	case isDouble[F]():
		framesPowerF64AVX2(double(dst), double(work), at, double(twiddles), m)
	case add:
		addFramesPowerF32AVX2(single(dst), single(work), at, single(twiddles), m)
	default:
		framesPowerF32AVX2(single(dst), single(work), at, single(twiddles), m)
	}
	return true
}

// spreadFramesVectors writes what is whole chunks of 16 bytes of whole blocks
// and returns how many rows that were.
func spreadFramesVectors[F Float](dst, block []F, lanes, stride, frames int) int {
	w, chunk := widthOf[F](lanes), 16/PartBytes[F]()
	groups := len(block) / lanes / chunk
	if w == noVector || frames != lanes || groups == 0 {
		return 0
	}
	dst = dst[:(lanes-1)*stride+groups*chunk]
	step := stride * PartBytes[F]()
	switch {
	case w == avx512 && isDouble[F]():
		spreadFramesF64AVX512(double(dst), double(block), step, groups)
	case w == avx512:
		spreadFramesF32AVX512(single(dst), single(block), step, groups)
	case isDouble[F]():
		spreadFramesF64AVX2(double(dst), double(block), step, groups)
	default:
		spreadFramesF32AVX2(single(dst), single(block), step, groups)
	}
	return groups * chunk
}

func filterFramesVectors[F Float](up, down, power []F, runs []SlopeRun, slopes []Slope, weights []F, lanes int) bool {
	w := widthOf[F](lanes)
	if w == noVector || len(runs) == 0 {
		return false
	}
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
	parts := 32 / PartBytes[F]()
	if useWide {
		parts *= 2
	}
	n := len(dst) - len(dst)%parts
	if isDouble[F]() || !useVectors || n == 0 {
		return 0
	}
	a, b = a[:n], b[:n]
	s, f := float32(scale), float32(floor)
	if useWide {
		logSumsF32AVX512(single(dst), single(a), single(b), n/parts, &s, &f)
	} else {
		logSumsF32AVX2(single(dst), single(a), single(b), n/parts, &s, &f)
	}
	return n
}

// spreadLogSumsVectors does what is whole groups of four rows of a whole block
// and returns how many rows that were.
func spreadLogSumsVectors[F Float](dst, a, b []F, rows, lanes, stride, frames int, scale, floor F) int {
	w, groups := widthOf[F](lanes), rows/4
	if w == noVector || isDouble[F]() || frames != lanes || groups == 0 {
		return 0
	}
	dst, a, b = dst[:(lanes-1)*stride+4*groups], a[:4*groups*lanes], b[:4*groups*lanes]
	s, f := float32(scale), float32(floor)
	if w == avx512 {
		spreadLogSumsF32AVX512(single(dst), single(a), single(b), 4*stride, groups, &s, &f)
	} else {
		spreadLogSumsF32AVX2(single(dst), single(a), single(b), 4*stride, groups, &s, &f)
	}
	return 4 * groups
}
