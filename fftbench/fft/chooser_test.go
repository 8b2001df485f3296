package fft

import (
	"math"
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

// The kinds of plan that lengths are meant to take: passes of large primes do
// not pay once vectors have made convolutions cheap.
func TestRecipes(t *testing.T) {
	for n, want := range map[int][2]recipeKind{
		1: {powerOfTwo, powerOfTwo}, 1024: {powerOfTwo, powerOfTwo}, 1000: {mixedRadix, mixedRadix},
		1001: {mixedRadix, bluesteinChirp}, 17: {mixedRadix, bluesteinChirp}, 65537: {raderPrime, raderPrime},
		257: {raderPrime, raderPrime}, 2 * 65537: {splitFactors, bluesteinChirp}, 100003: {bluesteinChirp, bluesteinChirp},
	} {
		assert.Equal(t, want[0], newChooser(&plainCosts).choose(n).kind, "n=%d, plain", n)
		assert.Equal(t, want[1], newChooser(&vectorCosts).choose(n).kind, "n=%d, vectors", n)
	}
}

// Every way to transform a length, whichever this machine would choose.
func TestEveryWay(t *testing.T) {
	p := newChooser(machineCosts())
	for _, n := range []int{1, 2, 4, 16, 32, 64, 100, 128, 210, 257, 512, 514, 720, 1001} {
		for _, r := range p.moreWays(n) {
			assert.True(t, r.possible(), r)
			checkRecipe(t, r)
		}
	}
}

// checkRecipe holds a plan against the definition.
func checkRecipe(t *testing.T, r *recipe) {
	t.Helper()
	src, want := make([]float64, 2*r.n), make([]float64, 2*r.n)
	for i := range src {
		src[i] = math.Sin(float64(i * i % 101))
	}
	roots := newRoots(r.n)
	for k := range r.n {
		for j := range r.n {
			re, im := roots.at(j * k % r.n)
			want[2*k] += src[2*j]*re - src[2*j+1]*im
			want[2*k+1] += src[2*j]*im + src[2*j+1]*re
		}
	}
	plan := build[float64](r)
	got := make([]float64, 2*r.n)
	plan.forward(got, src, make([]float64, plan.workLen()))
	assert.InDeltaSlice(t, want, got, 1e-10, r.String())
}
