package kernels

import "math"

// Frames in lanes: a block is some frames of a real signal side by side, one a
// lane. Row j of a block holds number j of every frame, so what is done to one
// frame is done to all by the same instruction, without a shuffle, and a
// transform over rows is as many transforms as there are lanes. Blocks of one
// lane are plain rows; a row of complex numbers has the real parts of all lanes
// first, then the imaginary ones.

// FrameLanes are the numbers of lanes that frames can have in vectors on machines
// whose ISA has that name, the largest first. Any number works, by plain Go.
func FrameLanes[F Float](isa string) []int {
	wide, narrow := 64/PartBytes[F](), 32/PartBytes[F]()
	switch isa {
	case AVX512:
		return []int{wide, narrow}
	case AVX2:
		return []int{narrow}
	}
	return nil
}

// Sum adds up the parts of x, in many sums side by side: faster than one after
// the other, and more exact.
func Sum[F Float](x []F) F {
	var sums [16]F
	done := sumVectors(&sums, x)
	return plainSum(&sums, x[done:])
}

func plainSum[F Float](sums *[16]F, x []F) F {
	for ; len(x) >= len(sums); x = x[len(sums):] {
		for l, v := range x[:len(sums)] {
			sums[l] += v
		}
	}
	for l, v := range x {
		sums[l] += v
	}
	for half := len(sums) / 2; half > 0; half /= 2 {
		for l := range half {
			sums[l] += sums[half+l]
		}
	}
	return sums[0]
}

// PackFrames cuts frames out of a signal, one every hop samples, and weighs
// them: row j of dst is window[j]·(src[f·hop+j] − means[f]) for all frames f.
// Nil means are zeros.
func PackFrames[F Float](dst, src, window []F, hop, lanes int, means []F) {
	done := packFramesVectors(dst, src, window, hop, lanes, means)
	plainPackFrames(dst[done*lanes:], src[done:], window[done:], hop, lanes, means)
}

func plainPackFrames[F Float](dst, src, window []F, hop, lanes int, means []F) {
	for f := range lanes {
		var mean F
		if means != nil {
			mean = means[f]
		}
		frame := src[f*hop:][:len(window)]
		for j, w := range window {
			dst[j*lanes+f] = w * (frame[j] - mean)
		}
	}
}

// TransformFrames is a pass of radix 2, 3, 4, 5 or 8, of decimation in frequency and in
// place, over all blocks of radix·count rows of complex numbers. twiddles holds
// w^(jp), w = e^(−2πi/(radix·count)), for every p < count and then every j from 1
// below radix; a pass with count 1 has none. Output j of inputs p, p+count, … is
// in row p+j·count.
func TransformFrames[F Float](x []F, radix, count, lanes int, twiddles []F) {
	if transformFramesVectors(x, radix, count, lanes, twiddles) {
		return
	}
	plainTransformFrames(x, radix, count, lanes, twiddles)
}

func plainTransformFrames[F Float](x []F, radix, count, lanes int, twiddles []F) {
	row := 2 * lanes
	for ; len(x) >= radix*count*row; x = x[radix*count*row:] {
		for p := range count {
			var w []F
			if count > 1 {
				w = twiddles[2*(radix-1)*p:][:2*(radix-1)]
			}
			for l := range lanes {
				plainButterfly(x[p*row+l:], radix, lanes, count*row, w)
			}
		}
	}
}

// plainButterfly transforms radix numbers in place, step apart, imaginary parts
// im behind real ones, and multiplies all but the first result by w.
func plainButterfly[F Float](x []F, radix, im, step int, w []F) {
	switch radix {
	case 8:
		plainButterfly8(x, im, step, w)
	case 4:
		plainButterfly4(x, im, step, w)
	default:
		plainButterflySum(x, radix, im, step, w)
	}
}

// plainButterflySum is plainButterfly by the sum that defines a transform.
func plainButterflySum[F Float](x []F, radix, im, step int, w []F) {
	var re, imag [5]F
	for j := range radix {
		for k := range radix {
			sin64, cos64 := math.Sincos(-2 * math.Pi * float64(j*k%radix) / float64(radix))
			sin, cos := F(sin64), F(cos64)
			a, b := x[k*step], x[k*step+im]
			re[j] += a*cos - b*sin
			imag[j] += a*sin + b*cos
		}
	}
	for j := range radix {
		storeTimes(x[j*step:], im, re[j], imag[j], w, j)
	}
}

// plainButterfly4 is plainButterfly for four numbers.
func plainButterfly4[F Float](x []F, im, step int, w []F) {
	var re, imag [4]F
	for j := range 4 {
		re[j], imag[j] = x[j*step], x[j*step+im]
	}
	sr, si, dr, di := re[0]+re[2], imag[0]+imag[2], re[0]-re[2], imag[0]-imag[2]
	ur, ui, vr, vi := re[1]+re[3], imag[1]+imag[3], re[1]-re[3], imag[1]-imag[3]
	re, imag = [4]F{sr + ur, dr + vi, sr - ur, dr - vi}, [4]F{si + ui, di - vr, si - ui, di + vr}
	for j := range 4 {
		storeTimes(x[j*step:], im, re[j], imag[j], w, j)
	}
}

// plainButterfly8 is plainButterfly for eight numbers.
func plainButterfly8[F Float](x []F, im, step int, w []F) {
	const half = math.Sqrt2 / 2
	var sums, differences [8]F // of inputs four apart: four real parts, four imaginary ones
	for j := range 4 {
		a, b := x[j*step:], x[(j+4)*step:]
		sums[j], sums[j+4] = a[0]+b[0], a[im]+b[im]
		differences[j], differences[j+4] = a[0]-b[0], a[im]-b[im]
	}
	for j := 1; j < 4; j++ { // e^(−2πi·j/8)
		re, i := differences[j], differences[j+4]
		switch j {
		case 1:
			differences[j], differences[j+4] = half*(re+i), half*(i-re)
		case 2:
			differences[j], differences[j+4] = i, -re
		case 3:
			differences[j], differences[j+4] = half*(i-re), -half*(re+i)
		}
	}
	plainButterfly4(sums[:], 4, 1, nil)
	plainButterfly4(differences[:], 4, 1, nil)
	for j := range 4 {
		storeTimes(x[2*j*step:], im, sums[j], sums[j+4], w, 2*j)
		storeTimes(x[(2*j+1)*step:], im, differences[j], differences[j+4], w, 2*j+1)
	}
}

// storeTimes stores a number times factor j of w, which has none for j = 0.
func storeTimes[F Float](x []F, at int, re, im F, w []F, j int) {
	if j > 0 && w != nil {
		c, s := w[2*j-2], w[2*j-1]
		re, im = re*c-im*s, re*s+im*c
	}
	x[0], x[at] = re, im
}

// A transform of n real numbers x is one of m = n/2 complex ones, z[j] = x[2j] +
// i·x[2j+1], and a pass that parts the even from the odd numbers,
//
//	X[k] = (Z[k] + Z*[m−k])/2 − i·w[k]·(Z[k] − Z*[m−k])/2,  w[k] = e^(−2πi·k/n)
//
// which takes Z[k] and Z[m−k] and gives X[k] and X[m−k]. The passes here leave
// out the halves, so windows have them.

// FramesSpectrum makes the m+1 rows of a one-sided spectrum of the rows of a
// transform, Z[k] in row places[k] of work. twiddles are w[1], w[2], … below
// w[m/2].
func FramesSpectrum[F Float](dst, work []F, places []int32, twiddles []F, lanes int) {
	if framesSpectrumVectors(dst, work, places, twiddles, lanes) {
		return
	}
	plainFramesSpectrum(dst, work, places, twiddles, lanes)
}

func plainFramesSpectrum[F Float](dst, work []F, places []int32, twiddles []F, lanes int) {
	m := len(places)
	first, last := frameRow(dst, 0, lanes), frameRow(dst, m, lanes)
	z := frameRow(work, int(places[0]), lanes)
	for l := range lanes {
		re, im := z[l], z[lanes+l]
		first[l], first[lanes+l] = 2*(re+im), 0
		last[l], last[lanes+l] = 2*(re-im), 0
	}
	for k := 1; k < (m+1)/2; k++ {
		low, high := frameRow(dst, k, lanes), frameRow(dst, m-k, lanes)
		z, y := frameRow(work, int(places[k]), lanes), frameRow(work, int(places[m-k]), lanes)
		c, s := twiddles[2*k-2], twiddles[2*k-1]
		for l := range lanes {
			zr, zi, yr, yi := z[l], z[lanes+l], y[l], y[lanes+l]
			er, ei, or, oi := zr+yr, zi-yi, zr-yr, zi+yi
			tr, ti := c*oi+s*or, s*oi-c*or
			low[l], low[lanes+l] = er+tr, ei+ti
			high[l], high[lanes+l] = er-tr, ti-ei
		}
	}
	if m%2 == 0 {
		middle, z := frameRow(dst, m/2, lanes), frameRow(work, int(places[m/2]), lanes)
		for l := range lanes {
			middle[l], middle[lanes+l] = 2*z[l], -2*z[lanes+l]
		}
	}
}

// frameRow is row k of a block of complex numbers.
func frameRow[F Float](x []F, k, lanes int) []F {
	return x[2*k*lanes:][: 2*lanes : 2*lanes]
}

// FramesPower is FramesSpectrum with |X[k]|², in m+1 rows of real numbers.
func FramesPower[F Float](dst, work []F, places []int32, twiddles []F, lanes int) {
	if framesPowerVectors(dst, work, places, twiddles, lanes, false) {
		return
	}
	clear(dst[:(len(places)+1)*lanes])
	plainAddFramesPower(dst, work, places, twiddles, lanes)
}

// AddFramesPower adds |X[k]|² to the rows of dst.
func AddFramesPower[F Float](dst, work []F, places []int32, twiddles []F, lanes int) {
	if framesPowerVectors(dst, work, places, twiddles, lanes, true) {
		return
	}
	plainAddFramesPower(dst, work, places, twiddles, lanes)
}

func plainAddFramesPower[F Float](dst, work []F, places []int32, twiddles []F, lanes int) {
	m := len(places)
	first, last := dst[:lanes], dst[m*lanes:][:lanes]
	z := frameRow(work, int(places[0]), lanes)
	for l := range lanes {
		sum, difference := 2*(z[l]+z[lanes+l]), 2*(z[l]-z[lanes+l])
		first[l] += sum * sum
		last[l] += difference * difference
	}
	for k := 1; k < (m+1)/2; k++ {
		low, high := dst[k*lanes:][:lanes], dst[(m-k)*lanes:][:lanes]
		z, y := frameRow(work, int(places[k]), lanes), frameRow(work, int(places[m-k]), lanes)
		c, s := twiddles[2*k-2], twiddles[2*k-1]
		for l := range lanes {
			zr, zi, yr, yi := z[l], z[lanes+l], y[l], y[lanes+l]
			er, ei, or, oi := zr+yr, zi-yi, zr-yr, zi+yi
			tr, ti := c*oi+s*or, s*oi-c*or
			lr, li, hr, hi := er+tr, ei+ti, er-tr, ei-ti
			low[l] += lr*lr + li*li
			high[l] += hr*hr + hi*hi
		}
	}
	if m%2 == 0 {
		middle, z := dst[m/2*lanes:][:lanes], frameRow(work, int(places[m/2]), lanes)
		for l := range lanes {
			re, im := 2*z[l], 2*z[lanes+l]
			middle[l] += re*re + im*im
		}
	}
}

// Powers stores the squared magnitudes of the numbers of a spectrum.
func Powers[F Float](dst, spectrum []F) {
	done := powersVectors(dst, spectrum, false)
	clear(dst[done:])
	plainAddPowers(dst[done:], spectrum[2*done:])
}

// AddPowers adds them to dst.
func AddPowers[F Float](dst, spectrum []F) {
	done := powersVectors(dst, spectrum, true)
	plainAddPowers(dst[done:], spectrum[2*done:])
}

func plainAddPowers[F Float](dst, spectrum []F) {
	spectrum = spectrum[:2*len(dst)]
	for k := range dst {
		re, im := spectrum[2*k], spectrum[2*k+1]
		dst[k] += re*re + im*im
	}
}

// SpreadFrames writes a block as frames: number j of frame f, row j of lane f,
// goes to dst[f·stride+j], for the first so many frames.
func SpreadFrames[F Float](dst, block []F, lanes, stride, frames int) {
	done := spreadFramesVectors(dst, block, lanes, stride, frames)
	plainSpreadFrames(dst, block, lanes, stride, frames, done)
}

// plainSpreadFrames begins with row done.
func plainSpreadFrames[F Float](dst, block []F, lanes, stride, frames, done int) {
	rows := len(block) / lanes
	for f := range frames {
		frame := dst[f*stride:][:rows]
		for j := done; j < rows; j++ {
			frame[j] = block[j*lanes+f]
		}
	}
}

// SumFrames adds up the lanes of every row.
func SumFrames[F Float](dst, block []F, lanes int) {
	done := sumFramesVectors(dst, block, lanes)
	plainSumFrames(dst[done:], block[done*lanes:], lanes)
}

func plainSumFrames[F Float](dst, block []F, lanes int) {
	for j := range len(block) / lanes {
		sum := F(0)
		for _, v := range block[j*lanes:][:lanes] {
			sum += v
		}
		dst[j] = sum
	}
}
