package cuda

import (
	"fmt"
	"math"
)

// A Kind is what a transform takes and gives. Values are cufftType's.
type Kind int32

// Kinds of transforms: C and R are complex and real numbers in float32, Z and D
// in float64. A spectrum of n real numbers is its first n/2+1 values.
const (
	R2C Kind = 0x2a
	C2R Kind = 0x2c
	C2C Kind = 0x29
	D2Z Kind = 0x6a
	Z2D Kind = 0x6c
	Z2Z Kind = 0x69
)

func (k Kind) String() string {
	switch k {
	case R2C:
		return "R2C"
	case C2R:
		return "C2R"
	case C2C:
		return "C2C"
	case D2Z:
		return "D2Z"
	case Z2D:
		return "Z2D"
	case Z2Z:
		return "Z2Z"
	}
	return fmt.Sprintf("Kind(%#x)", int32(k))
}

// function is what runs it.
func (k Kind) function() string {
	switch k {
	case R2C:
		return "cufftExecR2C"
	case C2R:
		return "cufftExecC2R"
	case D2Z:
		return "cufftExecD2Z"
	case Z2D:
		return "cufftExecZ2D"
	case Z2Z:
		return "cufftExecZ2Z"
	}
	return "cufftExecC2C"
}

// A Direction is the sign in the exponent (CUFFT_FORWARD, CUFFT_INVERSE).
type Direction int32

// Directions. Neither scales: one after the other multiplies by n.
const (
	Forward Direction = -1
	Inverse Direction = 1
)

// A Layout says where the values of a batch lie: value k of transform b at
// b·Dist + k·Stride, in values. The zero Layout is one row after the other.
type Layout struct {
	Stride, Dist int64
}

// A Transform is a batch of transforms of one length.
type Transform struct {
	N       int64 // points, real or complex
	Batch   int64
	Kind    Kind
	In, Out Layout
}

func (t Transform) String() string { return fmt.Sprintf("%v of %d × %d", t.Kind, t.Batch, t.N) }

// lengths are how many values of the input and output one transform has, and
// the bytes of one.
func (t Transform) lengths() (in, out, inBytes, outBytes int64) {
	half := t.N/2 + 1
	switch t.Kind {
	case R2C:
		return t.N, half, 4, 8
	case C2R:
		return half, t.N, 8, 4
	case D2Z:
		return t.N, half, 8, 16
	case Z2D:
		return half, t.N, 16, 8
	case Z2Z:
		return t.N, t.N, 16, 16
	default:
		return t.N, t.N, 8, 8
	}
}

// packed reports whether rows lie one after the other, in a transform that is
// filled.
func (t Transform) packed() bool {
	in, out, _, _ := t.lengths()
	return t.In == Layout{1, in} && t.Out == Layout{1, out}
}

// filled checks a transform and puts numbers in place of zero layouts.
func (t Transform) filled() (Transform, error) {
	switch t.Kind {
	case R2C, C2R, C2C, D2Z, Z2D, Z2Z:
	default:
		return t, invalid("a transform of %v", t.Kind)
	}
	if t.N < 1 || t.Batch < 1 {
		return t, invalid("a transform of %d points, %d times", t.N, t.Batch)
	}
	in, out, inBytes, outBytes := t.lengths()
	var err error
	if t.In, err = t.In.filled(in, t.Batch, inBytes); err != nil {
		return t, err
	}
	t.Out, err = t.Out.filled(out, t.Batch, outBytes)
	return t, err
}

// filled also checks that no address overflows.
func (l Layout) filled(values, batch, bytes int64) (Layout, error) {
	if l.Stride == 0 {
		l.Stride = 1
	}
	if l.Dist == 0 {
		if l.Stride > math.MaxInt64/values {
			return l, invalid("a stride of %d", l.Stride)
		}
		l.Dist = values * l.Stride
	}
	if l.Stride < 0 || l.Dist < 0 {
		return l, invalid("a stride of %d and a distance of %d", l.Stride, l.Dist)
	}
	most := math.MaxInt64 / bytes / 2
	if l.Stride > most/values || l.Dist > most/batch {
		return l, invalid("%d values %d apart, %d times %d apart", values, l.Stride, batch, l.Dist)
	}
	return l, nil
}

// bytes is how far a batch reaches.
func (l Layout) bytes(values, batch, bytes int64) int64 {
	return ((batch-1)*l.Dist + (values-1)*l.Stride + 1) * bytes
}

// InBytes is how many bytes the input reaches over; 0 for a transform that is
// none.
func (t Transform) InBytes() int64 {
	t, err := t.filled()
	if err != nil {
		return 0
	}
	in, _, bytes, _ := t.lengths()
	return t.In.bytes(in, t.Batch, bytes)
}

// OutBytes is how many bytes the output reaches over; 0 for a transform that is
// none.
func (t Transform) OutBytes() int64 {
	t, err := t.filled()
	if err != nil {
		return 0
	}
	_, out, _, bytes := t.lengths()
	return t.Out.bytes(out, t.Batch, bytes)
}
