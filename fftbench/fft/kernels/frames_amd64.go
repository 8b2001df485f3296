//go:build !purego

package kernels

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

// sumFramesVectors does groups of rows, 16 bytes of sums, and returns how many
// rows those were.
func sumFramesVectors[F Float](dst, block []F, lanes int) int {
	w, group := widthOf[F](lanes), 16/PartBytes[F]()
	groups := len(block) / lanes / group
	if w == noVector || groups == 0 {
		return 0
	}
	dst = dst[:groups*group]
	switch {
	case w == avx512 && isDouble[F]():
		sumFramesF64AVX512(double(dst), double(block), groups)
	case w == avx512:
		sumFramesF32AVX512(single(dst), single(block), groups)
	case isDouble[F]():
		sumFramesF64AVX2(double(dst), double(block), groups)
	default:
		sumFramesF32AVX2(single(dst), single(block), groups)
	}
	return groups * group
}
