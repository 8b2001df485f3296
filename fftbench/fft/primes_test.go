package fft

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestPrimeFactors(t *testing.T) {
	for n, want := range map[int][]int{
		2: {2}, 3: {3}, 12: {2, 2, 3}, 97: {97}, 1001: {7, 11, 13}, 65536 - 1: {3, 5, 17, 257}, 61 * 61: {61, 61},
		MaxLen - 39: {MaxLen - 39}, // the largest prime below 2^27
	} {
		assert.Equal(t, want, primeFactors(n), "n=%d", n)
	}
}

// Primes next to powers of two (OEIS A013603), alone and multiplied.
func TestLargePrimeFactors(t *testing.T) {
	const a, b, c = 1<<20 - 3, 1<<24 - 3, 1<<31 - 1
	for n, want := range map[int][]int{
		1<<40 - 87: {1<<40 - 87}, 1<<48 - 59: {1<<48 - 59}, 1<<61 - 1: {1<<61 - 1},
		a * b: {a, b}, a * a: {a, a}, b * b: {b, b}, 7 * a * b: {7, a, b}, a * a * a: {a, a, a}, a * c: {a, c}, c * c: {c, c},
		1<<48 + 1: {193, 65537, 22253377},
	} {
		assert.Equal(t, want, primeFactors(n), "n=%d", n)
	}
}

// Composite numbers that pass the tests of Fermat, or of Miller and Rabin to the
// first four and seven primes (Jaeschke, "On strong pseudoprimes to several
// bases", 1993).
func TestPseudoprimes(t *testing.T) {
	for _, n := range []int{561, 41041, 2047, 3215031751, 341550071728321} {
		assert.False(t, isPrime(n), "n=%d", n)
	}
}

func TestIsPrime(t *testing.T) {
	composite := make([]bool, 1<<16)
	for n := 2; n < len(composite); n++ {
		if !composite[n] {
			for m := n * n; m < len(composite); m += n {
				composite[m] = true
			}
		}
		assert.Equal(t, !composite[n], isPrime(n), "n=%d", n)
	}
	assert.False(t, isPrime(0))
	assert.False(t, isPrime(1))
}

func TestPrimeFactorsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 1<<50).Draw(t, "n")
		primes, rest := primeFactors(n), n
		for _, p := range primes {
			assert.True(t, isPrime(p), p)
			rest /= p
		}
		assert.Equal(t, 1, rest, primes)
		assert.True(t, slices.IsSorted(primes), primes)
	})
}

// Least primitive roots as in the tables (OEIS A001918).
func TestPrimitiveRoot(t *testing.T) {
	for p, want := range map[int]int{3: 2, 5: 2, 7: 3, 23: 5, 41: 6, 71: 7, 191: 19, 409: 21, 65537: 3} {
		assert.Equal(t, want, primitiveRoot(p), "p=%d", p)
	}
}
