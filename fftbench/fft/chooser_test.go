package fft

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

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
		1: {powerOfTwo, powerOfTwo}, 1024: {powerOfTwo, inColumns}, 1000: {mixedRadix, inVectors},
		1001: {mixedRadix, inVectors}, 17: {mixedRadix, bluesteinChirp}, 65537: {raderPrime, raderPrime},
		257: {raderPrime, raderPrime}, 2 * 65537: {splitFactors, bluesteinChirp}, 100003: {bluesteinChirp, bluesteinChirp},
	} {
		assert.Equal(t, want[0], newChooser(&plainCosts).choose(n).kind, "n=%d, plain", n)
		assert.Equal(t, want[1], vectorChooser(4, 2).choose(n).kind, "n=%d, vectors", n)
	}
}

// vectorChooser is one of a machine with columns and vectors of so many lanes.
func vectorChooser(columns, vectors int) *chooser {
	c := newChooser(&vectorCosts)
	c.lanes, c.wide = []int{columns}, vectors
	return c
}

// Which lengths go in columns and which by vectors: few factors of two and many
// odd ones make vectors faster.
func TestRecipesOfVectors(t *testing.T) {
	single, double := vectorChooser(8, 4), vectorChooser(4, 2)
	for n, want := range map[int][2]string{
		1: {"dit(1)", "dit(1)"}, 10: {"mixed(2,5)", "vectors(2,5,2)"},
		16: {"vectors(4,4,4)", "vectors(2,4,4)"}, 60: {"vectors(4,4,15)", "vectors(2,4,15)"},
		96: {"vectors(4,4,24)", "vectors(2,4,24)"}, 240: {"vectors(4,12,20)", "vectors(2,12,20)"},
		210: {"vectors(4,14,15)", "vectors(2,15,14)"}, 143: {"vectors(4,13,11)", "vectors(2,11,13)"},
		1000: {"columns(8,5,5,5)", "vectors(2,10,10,10)"}, 12288: {"columns(8,4,4,4,8,3)", "columns(4,4,4,8,8,3)"},
	} {
		assert.Equal(t, want[0], single.choose(n).String(), "n=%d, 4 lanes", n)
		assert.Equal(t, want[1], double.choose(n).String(), "n=%d, 2 lanes", n)
	}
}

// Long rows take as few passes of radix 8 and 16 as they can.
func TestRecipesOfSixteen(t *testing.T) {
	c := vectorChooser(16, 4)
	c.sixteen = 16
	for n, want := range map[int]string{
		1024: "columns(16,8,8)", 2048: "columns(16,8,16)", 4096: "columns(16,16,16)", 8192: "columns(16,8,8,8)",
		65536: "columns(16,8,8,8,8)", 98304: "columns(16,8,16,16,3)", 131072: "columns(16,8,8,8,16)",
	} {
		assert.Equal(t, want, c.choose(n).String(), "n=%d", n)
	}
}

// Every way to transform a length, whichever this machine would choose.
func TestEveryWay(t *testing.T) {
	for _, n := range []int{1, 2, 4, 6, 16, 32, 64, 81, 100, 121, 128, 143, 210, 257, 512, 514, 720, 1001, 2048} {
		checkWays[float32](t, n)
		checkWays[float64](t, n)
	}
}

// checkWays holds the plans against the definition.
func checkWays[F kernels.Float](t *testing.T, n int) {
	src, want := make([]F, 2*n), make([]float64, 2*n)
	for i := range src {
		src[i] = F(math.Sin(float64(i * i % 101)))
	}
	roots := newRoots(n)
	for k := range n {
		for j := range n {
			re, im := roots.at(j * k % n)
			a, b := float64(src[2*j]), float64(src[2*j+1])
			want[2*k] += a*re - b*im
			want[2*k+1] += a*im + b*re
		}
	}
	reversed := slices.Clone(want)
	kernels.Reverse(reversed)
	tolerance := float64(n) * 1e-14
	if kernels.PartBytes[F]() == 4 {
		tolerance = float64(n) * 4e-6
	}
	for _, r := range machineChooser[F](ISA()).moreWays(n) {
		assert.True(t, r.possible(), r)
		plan := build[F](r)
		got, back := make([]F, 2*n), make([]F, 2*n)
		plan.forward(got, src, make([]F, plan.workLen()))
		plan.inverse(back, src, make([]F, plan.workLen()))
		for i := range want {
			require.InDelta(t, want[i], float64(got[i]), tolerance, "%s part %d", r, i)
			require.InDelta(t, reversed[i], float64(back[i]), tolerance, "%s, inverse, part %d", r, i)
		}
	}
}

// A recipe of a machine with other kernels is still a plan.
func TestRecipesOfOtherMachines(t *testing.T) {
	for _, r := range []*recipe{
		{n: 8, kind: oneKernel}, {n: 4096, kind: oneKernel},
		{n: 320, kind: inColumns, radices: []int{16, 4, 5}}, {n: 1024, kind: inColumns, radices: []int{4, 16, 16}}, {n: 400, kind: inVectors, radices: []int{4, 4, 10, 10}},
	} {
		src := make([]float64, 2*r.n)
		src[0] = 1
		require.True(t, r.possible(), r)
		plan := build[float64](r)
		got := make([]float64, 2*r.n)
		plan.forward(got, src, make([]float64, plan.workLen()))
		for k := range r.n {
			assert.InDelta(t, 1, got[2*k], 1e-12, r)
		}
	}
}
