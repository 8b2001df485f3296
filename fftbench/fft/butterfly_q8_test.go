package fft_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// The error of 8-bit twiddles as published for one table scale and float32
// data (relative L2: 4.5e-3 at n = 64, 5.8e-3 at 256, 7.2e-3 at 4096, 8.8e-3
// at 131072) is the upper edge; scales chosen for each stage must do better,
// and no real 8-bit network does ten times better beyond n = 16.
func TestQ8ErrorBand(t *testing.T) {
	v := named[complex64]("butterfly_q8")
	for n, band := range map[int][2]float64{
		8:       {1e-6, 3e-4}, // ±1, ±i and 70/99 ≈ √½: 16-bit data decide
		64:      {1e-3, 4.5e-3},
		256:     {2e-3, 5.8e-3},
		4096:    {3e-3, 7.2e-3},
		1 << 17: {4e-3, 8.8e-3},
	} {
		got := errorAt(t, v, n)
		t.Logf("n=%d: relative L2 %.2e", n, got)
		assert.Greater(t, got, band[0], "n=%d", n)
		assert.Less(t, got, band[1], "n=%d", n)
	}
}

// The scale of the data does not matter, and rows have their own.
func TestQ8RowsHaveTheirOwnUnit(t *testing.T) {
	const n = 256
	v := named[complex64]("butterfly_q8")
	p := v.plan(t, n)
	src := gauss[complex64](n, 1)
	batch := make([]complex64, 0, 4*n)
	scales := []complex64{1, 0x1p100, 0x1p-100, 0x1p-20}
	for _, scale := range scales {
		for _, x := range src {
			batch = append(batch, x*scale)
		}
	}
	got := make([]complex64, len(batch))
	assert.NoError(t, p.Forward(got, batch))
	for r, scale := range scales {
		for k := range n {
			assert.Equal(t, got[k]*scale, got[r*n+k], "row %d bin %d", r, k)
		}
	}
}

// Inputs of full scale in all parts grow as fast as inputs can; a sum that left
// its 16 bits would change its sign.
func TestQ8DoesNotOverflow(t *testing.T) {
	v, exact := named[complex64]("butterfly_q8"), named[complex64]("op_fft")
	rapid.Check(t, func(t *rapid.T) {
		n := 1 << rapid.IntRange(0, 10).Draw(t, "log2 n")
		signs := rapid.SliceOfN(rapid.IntRange(-1, 1), 2*n, 2*n).Draw(t, "signs")
		src := make([]complex64, n)
		for i := range src {
			src[i] = complex(float32(signs[2*i]), float32(signs[2*i+1]))
		}
		want := apply(t, exact.plan(t, n), truth.Forward, src)
		requireNear(t, apply(t, v.plan(t, n), truth.Forward, src), want, 2*v.tolerance(n), "forward")
	})
}

func TestQ8ToneOfFullScale(t *testing.T) {
	const n = 512
	v, exact := named[complex64]("butterfly_q8"), named[complex64]("op_fft")
	p, e := v.plan(t, n), exact.plan(t, n)
	for k := range n {
		tone := make([]complex64, n)
		for j := range tone {
			sin, cos := math.Sincos(2 * math.Pi * float64(j*k%n) / n)
			tone[j] = complex(float32(cos), float32(sin))
		}
		want := apply(t, e, truth.Forward, tone)
		requireNear(t, apply(t, p, truth.Forward, tone), want, 2*v.tolerance(n), "tone")
	}
}

// q8Lengths take every kind of plan: of one block and of several, with first
// passes of radix 4 and 8, and with the last passes of 4, 8 and more rows.
var q8Lengths = []int{64, 128, 256, 512, 1024, 2048, 4096, 8192, 1 << 14, 1 << 15, 1 << 16}

// checkQ8 holds the transforms of a row in both directions against the truth.
func checkQ8(t *testing.T, src []complex64, what string) {
	t.Helper()
	v, n := named[complex64]("butterfly_q8"), len(src)
	p := v.plan(t, n)
	for _, dir := range directions {
		ref, err := truth.New(src, n, dir)
		require.NoError(t, err)
		rel, _, err := ref.Compare(apply(t, p, dir, src))
		require.NoError(t, err)
		assert.LessOrEqual(t, rel, 2*v.tolerance(n), "%s %s", what, name(n, dir))
	}
}

// Square waves of full scale line up with a bin as well as numbers of bounded
// parts can: their sums are the largest of all.
func TestQ8SquareWaves(t *testing.T) {
	sign := func(v float64) float32 {
		if v < 0 {
			return -1
		}
		return 1
	}
	for _, n := range q8Lengths[:9] {
		for _, k := range []int{0, 1, n/4 - 1, n / 3, n / 2} {
			wave := make([]complex64, n)
			for j := range wave {
				sin, cos := math.Sincos(2*math.Pi*float64(j*k%n)/float64(n) + 0.1)
				wave[j] = complex(sign(cos), sign(sin))
			}
			checkQ8(t, wave, fmt.Sprintf("square wave %d", k))
		}
	}
}

// An impulse leaves all blocks but one empty.
func TestQ8Impulses(t *testing.T) {
	for _, n := range q8Lengths {
		for _, at := range []int{0, n/2 + 17, n - 1} {
			impulse := make([]complex64, n)
			impulse[at] = -3 + 1i
			checkQ8(t, impulse, fmt.Sprintf("impulse at %d", at))
		}
	}
}

// Blocks have exponents of their own: those of residue classes modulo 16 rows
// here are as far apart as floats go.
func TestQ8UnevenBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 1 << rapid.IntRange(13, 16).Draw(t, "log2 n")
		src := gauss[complex64](n, rapid.Uint64().Draw(t, "seed"))
		var scale [16]complex64
		for i := range scale {
			down := rapid.SampledFrom([]int{0, 3, 6, 7, 9, 12, 20, 40, 100, 140}).Draw(t, "down")
			scale[i] = complex(float32(math.Ldexp(1, -down)), 0)
		}
		for j := range src {
			src[j] *= scale[j/16%16]
		}
		v, exact := named[complex64]("butterfly_q8"), named[complex64]("op_fft")
		for _, dir := range directions {
			want := apply(t, exact.plan(t, n), dir, src)
			requireNear(t, apply(t, v.plan(t, n), dir, src), want, 2*v.tolerance(n), name(n, dir))
		}
	})
}

// Denormal numbers and the largest ones are as good as others, as long as the
// spectrum fits float32.
func TestQ8Extremes(t *testing.T) {
	for _, n := range []int{1, 2, 32, 64, 512, 4096, 1 << 14} {
		for _, e := range []int{-142, -130, -126, -110, -97, -96, -95, 90, 110} {
			src := gauss[complex64](n, 21)
			for j := range src {
				src[j] *= complex(float32(math.Ldexp(1, e)), 0)
			}
			checkQ8(t, src, fmt.Sprintf("times 2^%d", e))
		}
	}
}

// What does not fit float32 becomes an infinity, and zeros stay zeros.
func TestQ8Overflow(t *testing.T) {
	const n = 1024
	src := make([]complex64, n)
	for j := range src {
		src[j] = math.MaxFloat32
	}
	for k, got := range apply(t, named[complex64]("butterfly_q8").plan(t, n), truth.Forward, src) {
		if k == 0 {
			assert.Equal(t, complex(float32(math.Inf(1)), 0), got)
		} else {
			assert.False(t, cmplx.IsNaN(complex128(got)), "bin %d", k)
		}
	}
}

func TestQ8LongestRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	v := named[complex64]("butterfly_q8")
	for n, dir := range map[int]truth.Direction{1 << 18: truth.Inverse, 1 << 19: truth.Forward, 1 << 20: truth.Forward} {
		src := gauss[complex64](n, 31)
		ref, err := truth.New(src, n, dir)
		require.NoError(t, err)
		rel, _, err := ref.Compare(apply(t, v.plan(t, n), dir, src))
		require.NoError(t, err)
		assert.LessOrEqual(t, rel, v.tolerance(n), name(n, dir))
	}
}

// Rows of several blocks keep the contract that shorter ones are tested for.
func TestQ8BlocksKeepTheContract(t *testing.T) {
	const n = 1 << 14
	p := named[complex64]("butterfly_q8").plan(t, n)
	src := gauss[complex64](3*n, 41)
	before := slices.Clone(src)
	want := [2][]complex64{}
	for i, dir := range directions {
		want[i] = apply(t, p, dir, src)
		for r := range 3 {
			assert.Equal(t, want[i][r*n:(r+1)*n], apply(t, p, dir, src[r*n:(r+1)*n]), "row %d", r)
		}
	}
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			for i, dir := range directions {
				assert.Equal(t, want[i], apply(t, p, dir, src))
			}
		})
	}
	wait.Wait()
	assert.Equal(t, before, src)

	for _, at := range []int{0, 15, 16, 5000, n - 1} {
		src[n+at] = complex(0, float32(math.NaN()))
		got := apply(t, p, truth.Inverse, src)
		for k, z := range got[n : 2*n] {
			require.True(t, cmplx.IsNaN(complex128(z)), "bin %d", k)
		}
		assert.Equal(t, want[1][:n], got[:n])
		assert.Equal(t, want[1][2*n:], got[2*n:])
		src[n+at] = before[n+at]
	}

	tiny := make([]complex64, n) // takes dst for scratch
	tiny[3] = 1e-40
	for _, x := range [][]complex64{src[:n], tiny} {
		dst := make([]complex64, n)
		assert.Zero(t, testing.AllocsPerRun(3, func() {
			if p.Forward(dst, x) != nil {
				panic("refused")
			}
		}))
	}
}

var _ fft.Transform[complex64] = (*fft.ButterflyQ8)(nil)
