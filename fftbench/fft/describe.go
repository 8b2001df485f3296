package fft

import (
	"fmt"
	"math/bits"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// MaxDescribed is the longest transform that can be described, 2^48 numbers, or
// 2^24 where an int has 32 bits. Plans of long rows hold less than 512 bytes for
// each number, so that no size of such a length leaves its integer.
const MaxDescribed = 1 << (bits.UintSize * 3 / 4)

// Describe is the anatomy of what New makes of n and options, 1 ≤ n ≤
// MaxDescribed: it chooses the algorithm as New does and tells the tables, the
// scratch of one call and the stages, without making any. Beyond MaxLen it tells
// what the plan would be if there were one. Each constructor has a function like
// this.
//
// [ForISA] describes the plan of another machine. What [Measure] would find is
// known only from wisdom: without a choice for n there it is refused with
// ErrOption.
func Describe[C Complex](n int, options ...Option) (*Anatomy, error) {
	s, err := describeSettings(n, options)
	if err != nil {
		return nil, err
	}
	if isSingle[C]() {
		return describe[float32](n, s)
	}
	return describe[float64](n, s)
}

func describe[F kernels.Float](n int, s *settings) (*Anatomy, error) {
	r, err := foretold[F](n, s)
	if err != nil {
		return nil, err
	}
	return anatomy[F](recipeAnatomy[F](r, s.isa)), nil
}

// foretold is the recipe that recipeFor would find, if that can be known.
func foretold[F kernels.Float](n int, s *settings) (*recipe, error) {
	c := chooserFor[F](s)
	if s.planner == Estimate || c.known(n) != nil {
		return c.choose(n), nil
	}
	return nil, fmt.Errorf("fft: what Measure finds for length %d is not known without its wisdom; describe with Estimate or give one that knows: %w",
		n, ErrOption)
}

// describeSettings are the settings of a description of n elements.
func describeSettings(n int, options []Option) (*settings, error) {
	if err := checkDescribed(n); err != nil {
		return nil, err
	}
	return settingsOf(options)
}

// checkDescribed accepts lengths from 1 to MaxDescribed.
func checkDescribed(n int) error {
	if n < 1 || n > MaxDescribed {
		return fmt.Errorf("fft: length %d is not in 1…%d, of which plans are described: %w", n, MaxDescribed, ErrSize)
	}
	return nil
}

// checkDescribedPower accepts powers of two from 1 to MaxDescribed.
func checkDescribedPower(n int) error {
	if err := checkDescribed(n); err != nil {
		return err
	}
	return checkPower(n)
}

// ofPrecision is the anatomy of a plan in the precision of C.
func ofPrecision[C Complex](n int, single, double func(n int) *rowAnatomy) *Anatomy {
	if isSingle[C]() {
		return anatomy[float32](single(n))
	}
	return anatomy[float64](double(n))
}
