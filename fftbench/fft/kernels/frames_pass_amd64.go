//go:build !purego

package kernels

// transformFramesVectors runs a pass over columns: frames are columns too.
func transformFramesVectors[F Float](x []F, radix, count, lanes int, twiddles []F) bool {
	blocks := len(x) / (2 * lanes * radix * count)
	if blocks == 0 {
		return false
	}
	for _, c := range AllColumns[F]() {
		if c.Lanes != lanes {
			continue
		}
		if p := c.passes[radix]; count == 1 {
			p.bare(&x[0], blocks)
		} else {
			p.pass(&x[0], count, 2*lanes*count*PartBytes[F](), blocks, &twiddles[:2*(radix-1)*count][0])
		}
		return true
	}
	return false
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
