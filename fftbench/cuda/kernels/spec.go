package kernels

import (
	"errors"
	"fmt"
	"math/bits"
)

// ErrSize: a length or a batch that these kernels do not do, or not on that device.
var ErrSize = errors.New("unsuited size")

// MaxLen is the longest row.
const MaxLen = 1 << 24

// Precision is that of the data and of the arithmetic.
type Precision int

// The precisions.
const (
	F32 Precision = iota
	F64
)

// String returns f32 or f64.
func (p Precision) String() string {
	if p == F64 {
		return "f64"
	}
	return "f32"
}

// Bytes returns the size of a real number; a complex one has two.
func (p Precision) Bytes() int {
	if p == F64 {
		return 8
	}
	return 4
}

// Spec says what is computed.
type Spec struct {
	N         int       // length of a row, a power of two from 2 to MaxLen
	Precision Precision //
	Inverse   bool      // of transforms; unnormalised, as in FFTW
}

func (s Spec) complexBytes() int64 { return 2 * int64(s.Precision.Bytes()) }

func (s Spec) check() error {
	switch {
	case s.N < 2 || s.N > MaxLen || s.N&(s.N-1) != 0:
		return fmt.Errorf("kernels: length %d: want a power of two from 2 to %d: %w", s.N, MaxLen, ErrSize)
	case s.Precision != F32 && s.Precision != F64:
		return fmt.Errorf("kernels: precision %d: want F32 or F64", int(s.Precision))
	}
	return nil
}

// log2 of a power of two.
func log2(n int) int { return bits.TrailingZeros(uint(n)) }

func ceilDiv(a, b int64) int64 { return (a + b - 1) / b }
