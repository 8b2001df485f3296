//go:build !purego

package kernels

// realLastVectors makes what whole vectors from both ends of z make, and
// returns how many numbers from each end that is.
func realLastVectors[F Float](dst, z, twiddles []F) int {
	v := realVectorsOf[F](len(z) / 2)
	if v.count == 0 {
		return 0
	}
	dst, twiddles = dst[:len(z)+2], twiddles[:2*v.done]
	switch {
	case v.wide && isDouble[F]():
		realLastF64AVX512(double(dst), double(z), double(twiddles), v.count, v.high)
	case v.wide:
		realLastF32AVX512(single(dst), single(z), single(twiddles), v.count, v.high)
	case isDouble[F]():
		realLastF64AVX2(double(dst), double(z), double(twiddles), v.count, v.high)
	default:
		realLastF32AVX2(single(dst), single(z), single(twiddles), v.count, v.high)
	}
	return v.done
}

func realFirstVectors[F Float](z, x, twiddles []F) int {
	v := realVectorsOf[F](len(z) / 2)
	if v.count == 0 {
		return 0
	}
	x, twiddles = x[:len(z)+2], twiddles[:2*v.done]
	switch {
	case v.wide && isDouble[F]():
		realFirstF64AVX512(double(z), double(x), double(twiddles), v.count, v.high)
	case v.wide:
		realFirstF32AVX512(single(z), single(x), single(twiddles), v.count, v.high)
	case isDouble[F]():
		realFirstF64AVX2(double(z), double(x), double(twiddles), v.count, v.high)
	default:
		realFirstF32AVX2(single(z), single(x), single(twiddles), v.count, v.high)
	}
	return v.done
}

// realVectors are the vectors from either end of a row that share no number.
type realVectors struct {
	wide  bool // of 64 bytes
	count int
	done  int // how many numbers they are
	high  int // where the upper one begins, in bytes
}

// realVectorsOf are those of a row of h numbers and one more.
func realVectorsOf[F Float](h int) realVectors {
	number := 2 * PartBytes[F]()
	lanes := len(vector{}) / number
	wide := useWide && h+1 >= 4*lanes
	if wide {
		lanes *= 2
	}
	if !useVectors || h+1 < 2*lanes {
		return realVectors{}
	}
	count := (h + 1) / (2 * lanes)
	return realVectors{wide, count, count * lanes, (h - lanes) * number}
}
