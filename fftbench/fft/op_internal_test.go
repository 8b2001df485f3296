package fft

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPrimeFactors(t *testing.T) {
	for n, want := range map[int][]int{
		2: {2}, 3: {3}, 12: {2, 2, 3}, 97: {97}, 1001: {7, 11, 13}, 65536 - 1: {3, 5, 17, 257}, 61 * 61: {61, 61},
	} {
		assert.Equal(t, want, primeFactors(n), "n=%d", n)
	}
}

// Least primitive roots as in the tables (OEIS A001918).
func TestPrimitiveRoot(t *testing.T) {
	for p, want := range map[int]int{3: 2, 5: 2, 7: 3, 23: 5, 41: 6, 71: 7, 191: 19, 409: 21, 65537: 3} {
		assert.Equal(t, want, primitiveRoot(p), "p=%d", p)
	}
}

func TestDigitReversal(t *testing.T) {
	assert.Equal(t, []int32{0, 4, 2, 6, 1, 5, 3, 7}, digitReversal([]int{1, 2, 2, 2}), "radix 2 is bit reversal")
	assert.Equal(t, []int32{0, 4, 8, 12}, digitReversal([]int{4, 4}))
	assert.Equal(t, []int32{0, 8, 16, 24, 2, 10, 18, 26, 4, 12, 20, 28, 6, 14, 22, 30}, digitReversal([]int{2, 4, 4}))
	assert.Equal(t, bitReversal(16), digitReversal([]int{1, 2, 2, 2, 2}))
}

// The kinds of plan that lengths are meant to take.
func TestRecipes(t *testing.T) {
	for n, want := range map[int]recipeKind{
		1: powerOfTwo, 1024: powerOfTwo, 1000: mixedRadix, 1001: mixedRadix, 65537: raderPrime, 257: raderPrime,
		2 * 65537: splitFactors, 100003: bluesteinChirp,
	} {
		assert.Equal(t, want, recipeFor(n).kind, "n=%d", n)
	}
}
