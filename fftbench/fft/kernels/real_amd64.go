//go:build !purego

package kernels

// realVectorsOf are those of a row of h numbers and one more.
func realVectorsOf[F Float](h int) realVectors[F] {
	number := 2 * PartBytes[F]()
	lanes := len(vector{}) / number
	wide := useWide && h+1 >= 4*lanes
	if wide {
		lanes *= 2
	}
	if !useVectors || h+1 < 2*lanes {
		return realVectors[F]{}
	}
	var v any
	switch {
	case wide && isDouble[F]():
		v = realVectors[float64]{last: realLastF64AVX512, first: realFirstF64AVX512}
	case wide:
		v = realVectors[float32]{last: realLastF32AVX512, first: realFirstF32AVX512}
	case isDouble[F]():
		v = realVectors[float64]{last: realLastF64AVX2, first: realFirstF64AVX2}
	default:
		v = realVectors[float32]{last: realLastF32AVX2, first: realFirstF32AVX2}
	}
	vectors := v.(realVectors[F])
	vectors.count = (h + 1) / (2 * lanes)
	vectors.done = vectors.count * lanes
	vectors.high = (h - lanes) * number
	return vectors
}
