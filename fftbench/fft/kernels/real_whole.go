package kernels

// Real rows that are transformed as complex ones.

// Widen makes complex numbers of real ones; dst is twice as long as src.
func Widen[F Float](dst, src []F) {
	done := widenVectors(dst, src)
	plainWiden(dst[2*done:], src[done:])
}

func plainWiden[F Float](dst, src []F) {
	dst = dst[:2*len(src)]
	for i, v := range src {
		dst[2*i], dst[2*i+1] = v, 0
	}
}

// Narrow stores the real parts of complex numbers; src is twice as long as dst.
func Narrow[F Float](dst, src []F) {
	done := narrowVectors(dst, src)
	plainNarrow(dst[done:], src[2*done:])
}

func plainNarrow[F Float](dst, src []F) {
	src = src[:2*len(dst)]
	for i := range dst {
		dst[i] = src[2*i]
	}
}

// Mirror stores the conjugates of the numbers of src in reverse order; dst is as
// long as src.
func Mirror[F Float](dst, src []F) {
	done := mirrorVectors(dst, src)
	plainMirror(dst[:len(dst)-done], src[done:])
}

func plainMirror[F Float](dst, src []F) {
	dst = dst[:len(src)]
	for i, j := 0, len(dst)-2; i < len(src)-1; i, j = i+2, j-2 {
		dst[j], dst[j+1] = src[i], -src[i+1]
	}
}
