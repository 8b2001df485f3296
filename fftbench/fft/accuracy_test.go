package fft_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// checkLength holds rows of noise against the truth in both directions.
func checkLength[C fft.Complex](t *testing.T, n, rows int, list ...variant[C]) {
	t.Helper()
	src := gauss[C](rows*n, uint64(n))
	for _, dir := range directions {
		ref, err := truth.New(src, n, dir)
		require.NoError(t, err)
		for _, v := range list {
			rel, _, err := ref.Compare(apply(t, v.plan(t, n), dir, src))
			require.NoError(t, err)
			assert.LessOrEqual(t, rel, v.tolerance(n), "%s %s", v.name, name(n, dir))
		}
	}
}

func TestPowersOfTwo(t *testing.T) {
	last := 1 << 17
	if testing.Short() {
		last = 1 << 12
	}
	for n := 1; n <= last; n *= 2 {
		rows := 3
		if n > 1<<12 {
			rows = 1
		}
		checkLength(t, n, rows, variants[complex64]()...)
		checkLength(t, n, rows, variants[complex128]()...)
	}
}

func TestEveryLengthTo512(t *testing.T) {
	for n := 1; n <= 512; n++ {
		checkLength(t, n, 1, named[complex64]("op_fft"))
		checkLength(t, n, 1, named[complex128]("op_fft"))
	}
}

// Lengths that take each way: smooth, with squares of odd radices, primes with
// smooth and with awkward n−1, multiples of large primes.
var otherLengths = []int{
	11 * 89 * 3,
	600, 625, 729, 1000, 1001, 1024 * 3, 2187, 2401, 3600, 4500, 5040, 6561, 7919, 8191, 10007,
	12289, 14641, 16807, 20014, 30030, 37 * 59, 61 * 61, 67 * 67, 101 * 103, 65537, 96000,
}

func TestOtherLengths(t *testing.T) {
	for _, n := range otherLengths {
		checkLength(t, n, 1, named[complex64]("op_fft"))
		checkLength(t, n, 1, named[complex128]("op_fft"))
	}
}

func TestLongTransforms(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	checkLength(t, 1<<18, 1, named[complex64]("butterfly_compiled"), named[complex64]("stockham_compiled"), named[complex64]("op_fft"))
}

// checkImpulse transforms an impulse, whose spectrum is a tone that needs no
// other transform to be known.
func checkImpulse[C fft.Complex](t *testing.T, n int, v variant[C]) {
	t.Helper()
	at := n/3 | 1
	src, want := make([]C, n), make([]complex128, n)
	src[at] = 1
	for k := range want {
		sin, cos := math.Sincos(-2 * math.Pi * float64(at*k%n) / float64(n))
		want[k] = complex(cos, sin)
	}
	rel, _ := truth.Compare(apply(t, v.plan(t, n), truth.Forward, src), want)
	assert.LessOrEqual(t, rel, v.tolerance(n), "%s n=%d", v.name, n)
}
