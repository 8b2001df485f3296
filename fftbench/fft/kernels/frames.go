package kernels

// Frames in lanes: a block is some frames of a real signal side by side, one a
// lane. Row j of a block holds number j of every frame, so what is done to one
// frame is done to all by the same instruction, without a shuffle, and a
// transform over rows is as many transforms as there are lanes. Blocks of one
// lane are plain rows; a row of complex numbers has the real parts of all lanes
// first, then the imaginary ones.

// PackFrames cuts frames out of a signal, one every hop samples, and weighs
// them: row j of dst is window[j]·(src[f·hop+j] − means[f]) for all frames f.
// Nil means are zeros.
func PackFrames[F Float](dst, src, window []F, hop, lanes int, means []F) {
	if packFramesVectors(dst, src, window, hop, lanes, means) {
		return
	}
	plainPackFrames(dst, src, window, hop, lanes, means)
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

// SumFrames adds up the lanes of every row, halves first: the order that a
// vector of lanes is summed in.
func SumFrames[F Float](dst, block []F, lanes int) {
	if lanes == 1 {
		copy(dst, block)
		return
	}
	var sums [16]F
	for j := range len(block) / lanes {
		row := sums[:copy(sums[:], block[j*lanes:][:lanes])]
		for half := lanes / 2; half > 0; half /= 2 {
			for l := range half {
				row[l] += row[half+l]
			}
		}
		dst[j] = row[0]
	}
}
