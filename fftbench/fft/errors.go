package fft

import (
	"errors"
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// The reasons for which a plan is refused or a call does nothing. They arrive
// wrapped with the numbers; compare with errors.Is.
var (
	// ErrSize: no plan of the algorithm exists for this length.
	ErrSize = errors.New("unsupported transform length")
	// ErrLength: a slice is not the whole number of rows that the call needs.
	ErrLength = errors.New("slice length does not fit the plan")
	// ErrOverlap: dst and src share memory that they must not share.
	ErrOverlap = errors.New("dst and src overlap")
	// ErrLayout: a batch whose numbers mean no layout.
	ErrLayout = errors.New("impossible layout")
	// ErrOption: an option that no plan can be made with.
	ErrOption = errors.New("unusable option")
	// ErrWisdom: a text that is not wisdom, or a choice in it that cannot be.
	ErrWisdom = errors.New("not wisdom")
)

// MaxLen is the longest transform that can be planned. Permutations are
// 32-bit, and a Bluestein plan works at up to four times its length.
const MaxLen = 1 << 27

// checkLen accepts lengths from 1 to MaxLen.
func checkLen(n int) error {
	if n < 1 || n > MaxLen {
		return fmt.Errorf("fft: length %d is not in 1…%d: %w", n, MaxLen, ErrSize)
	}
	return nil
}

// checkPowerOfTwo accepts powers of two from 1 to MaxLen.
func checkPowerOfTwo(n int) error {
	if err := checkLen(n); err != nil {
		return err
	}
	return checkPower(n)
}

// checkPower accepts powers of two.
func checkPower(n int) error {
	if n&(n-1) != 0 {
		return fmt.Errorf("fft: length %d is not a power of two: %w", n, ErrSize)
	}
	return nil
}

// log2 is the exponent of a power of two.
func log2(n int) int { return bits.Len(uint(n)) - 1 }

// checkRows accepts dst and src of the same whole number of rows of n
// elements that share no memory.
func checkRows[C Complex](n int, dst, src []C) error {
	if err := checkPair(n, dst, src); err != nil {
		return err
	}
	if overlap(dst, src) {
		return fmt.Errorf("fft: give dst its own memory: %w", ErrOverlap)
	}
	return nil
}

// oneRow reports whether dst and src are one row each, apart or the same. It is
// what most calls of short transforms ask for, and quickly known.
func oneRow[C Complex](n int, dst, src []C) bool {
	var number C
	bytes := uintptr(n) * unsafe.Sizeof(number)
	ahead := uintptr(unsafe.Pointer(unsafe.SliceData(dst))) - uintptr(unsafe.Pointer(unsafe.SliceData(src)))
	return len(dst) == n && len(src) == n && (ahead == 0 || ahead >= bytes && -ahead >= bytes)
}

// checkRowsOrSame also accepts the same memory for both.
func checkRowsOrSame[C Complex](n int, dst, src []C) error {
	if err := checkPair(n, dst, src); err != nil {
		return err
	}
	if !same(dst, src) && overlap(dst, src) {
		return fmt.Errorf("fft: give dst all of src's memory, or none of it: %w", ErrOverlap)
	}
	return nil
}

// checkPair accepts dst and src of the same whole number of rows.
func checkPair[C Complex](n int, dst, src []C) error {
	if len(dst) != len(src) {
		return fmt.Errorf("fft: dst has %d elements and src %d, both must have the same: %w",
			len(dst), len(src), ErrLength)
	}
	return checkWholeRows(n, len(src))
}

// checkScratch accepts scratch of need elements or more that is apart from dst
// and src.
func checkScratch[C Complex, F kernels.Float](scratch []C, need int, dst, src []F) error {
	if len(scratch) < need {
		return fmt.Errorf("fft: scratch has %d elements, want %d: %w", len(scratch), need, ErrLength)
	}
	used := parts[F](scratch[:need])
	if overlap(used, dst) || overlap(used, src) {
		return fmt.Errorf("fft: scratch shares memory with dst or src: %w", ErrOverlap)
	}
	return nil
}

// checkWholeRows accepts a whole number of rows of n elements, none included.
func checkWholeRows(n, length int) error {
	if length != n && length%n != 0 { // a division takes as long as a short transform
		return fmt.Errorf("fft: %d elements are not a whole number of rows of %d: %w",
			length, n, ErrLength)
	}
	return nil
}

// overlap reports whether a and b share an element's memory.
func overlap[T any](a, b []T) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	size := unsafe.Sizeof(a[0])
	a0 := uintptr(unsafe.Pointer(unsafe.SliceData(a)))
	b0 := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return a0 < b0+uintptr(len(b))*size && b0 < a0+uintptr(len(a))*size
}
