// Package truth says what a discrete Fourier transform must come to, and how
// far a result is from it.
//
// In go the input of a transform and its direction, out come references that
// are more precise than anything that is measured against them: float64 for
// complex64 data, double-double (some 106 bits) for complex128 data. The
// package shares no code with the transforms under test: other roots (powers
// of one root computed to 240 bits by math/big), other algorithms (recursive
// radix 2, Bluestein, Horner's rule), other arithmetic. Its own tests hold it
// against direct sums in math/big.
package truth

// Complex is the element type of checked data.
type Complex interface{ complex64 | complex128 }

// Direction is the sign of the transform's exponent.
type Direction int

const (
	// Forward is X[k] = Σ x[j]·e^(−2πi·jk/n).
	Forward Direction = -1
	// Inverse is Σ x[j]·e^(+2πi·jk/n), not divided by n.
	Inverse Direction = +1
)
