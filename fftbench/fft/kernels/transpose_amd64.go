//go:build !purego

package kernels

// transposeVectors stores what is whole blocks of the matrix, 4 by 4 numbers of
// float32 or 2 by 2 of float64, and returns how many rows and columns they are.
func transposeVectors[F Float](dst, src []F, rows, columns, dstPitch, srcPitch int) (r, c int) {
	lanes := vectorParts[F]() / 2
	r, c = rows-rows%lanes, columns-columns%lanes
	if !useVectors || r == 0 || c == 0 {
		return 0, 0
	}
	_, _ = dst[:(c-1)*dstPitch+2*r], src[:(r-1)*srcPitch+2*c]
	number := 2 * PartBytes[F]()
	dstPitch, srcPitch = dstPitch*PartBytes[F](), srcPitch*PartBytes[F]()
	// Along rows a block of dst is a whole pitch for each lane on, one of src a
	// vector. The inner loop takes the shorter way across, so that what shares a
	// cache line with a block comes soon after it.
	outer, inner := r/lanes, c/lanes
	dstOuter, srcOuter := lanes*number, lanes*srcPitch
	dstInner, srcInner := lanes*dstPitch, lanes*number
	if r < c {
		outer, inner = inner, outer
		dstOuter, srcOuter, dstInner, srcInner = dstInner, srcInner, dstOuter, srcOuter
	}
	if isDouble[F]() {
		transposeF64(double(dst), double(src), dstPitch, srcPitch, outer, inner, dstOuter, srcOuter, dstInner, srcInner)
	} else {
		transposeF32(single(dst), single(src), dstPitch, srcPitch, outer, inner, dstOuter, srcOuter, dstInner, srcInner)
	}
	return r, c
}
