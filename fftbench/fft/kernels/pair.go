package kernels

// Float is the type of a real or imaginary part.
type Float interface{ float32 | float64 }

// Pair is a complex number with the memory layout of complex64 or complex128.
//
// Go multiplies complex64 in float64 and back again, and type parameters
// cannot be taken apart by real and imag; kernels therefore work on the parts.
type Pair[F Float] struct{ Re, Im F }

// Times returns the product a·b.
func (a Pair[F]) Times(b Pair[F]) Pair[F] {
	return Pair[F]{a.Re*b.Re - a.Im*b.Im, a.Re*b.Im + a.Im*b.Re}
}
