package fftbench

import (
	"math/rand/v2"
)

// Lab owns what cells share: inputs, the output, and the truth about them. It
// serves one goroutine. Buffers stay until Forget, so the cells of a size find
// theirs ready.
type Lab struct {
	complex64s  stock[complex64]
	complex128s stock[complex128]
	float32s    stock[float32]
	float64s    stock[float64]
}

// NewLab returns an empty lab.
func NewLab() *Lab {
	return &Lab{
		complex64s: newStock(F32, func(r *rand.Rand) complex64 {
			return complex64(complex(uniform(r), uniform(r)))
		}, judgeComplex[complex64]),
		complex128s: newStock(F64, func(r *rand.Rand) complex128 {
			return complex(uniform(r), uniform(r))
		}, judgeComplex[complex128]),
		float32s: newStock(F32, func(r *rand.Rand) float32 { return float32(uniform(r)) }, judgeReal[float32]),
		float64s: newStock(F64, uniform, judgeReal[float64]),
	}
}

// Forget drops all inputs and outputs. Ops bound before keep theirs.
func (l *Lab) Forget() {
	l.complex64s.forget()
	l.complex128s.forget()
	l.float32s.forget()
	l.float64s.forget()
}

// stockOf returns the lab's stock of T.
func stockOf[T element](l *Lab) *stock[T] {
	var s any
	switch any(*new(T)).(type) {
	case complex64:
		s = &l.complex64s
	case complex128:
		s = &l.complex128s
	case float32:
		s = &l.float32s
	case float64:
		s = &l.float64s
	}
	return s.(*stock[T])
}
