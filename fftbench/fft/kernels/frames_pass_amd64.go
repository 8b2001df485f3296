//go:build !purego

package kernels

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
