package circuit

import (
	"errors"
	"math"
	"math/bits"
)

// ErrOverflow says that a size does not fit 63 bits.
var ErrOverflow = errors.New("does not fit 63 bits")

// add returns a + b of numbers that are not negative.
func add(a, b int64) (int64, error) {
	if a > math.MaxInt64-b {
		return 0, ErrOverflow
	}
	return a + b, nil
}

// mul returns a · b of numbers that are not negative.
func mul(a, b int64) (int64, error) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, ErrOverflow
	}
	return int64(lo), nil
}

// product multiplies factors that are not negative.
func product(factors ...int64) (int64, error) {
	p := int64(1)
	for _, f := range factors {
		var err error
		if p, err = mul(p, f); err != nil {
			return 0, err
		}
	}
	return p, nil
}

// ceilDiv returns a / b rounded up, b above zero.
func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 {
		q++
	}
	return q
}
