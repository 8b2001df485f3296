//go:build fftw && linux && cgo

package peers_test

import (
	"errors"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers"
)

// dft is the definition.
func dft(x []complex128, sign float64) []complex128 {
	n := len(x)
	out := make([]complex128, n)
	for k := range out {
		for j, v := range x {
			out[k] += v * cmplx.Rect(1, sign*2*math.Pi*float64(j*k%n)/float64(n))
		}
	}
	return out
}

func noise[C peers.Complex](count int) []C {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([]C, count)
	for i := range x {
		x[i] = C(complex(r.NormFloat64(), r.NormFloat64()))
	}
	return x
}

func wide[C peers.Complex](x []C) []complex128 {
	out := make([]complex128, len(x))
	for i, v := range x {
		out[i] = complex128(v)
	}
	return out
}

func assertNear(t *testing.T, want, got []complex128, tolerance float64) {
	t.Helper()
	require.Len(t, got, len(want))
	for k := range want {
		assert.InDelta(t, 0, cmplx.Abs(want[k]-got[k]), tolerance, "bin %d", k)
	}
}

// skipMissing skips where the machine lacks the library: nothing else can.
func skipMissing(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, peers.ErrMissing) {
		t.Skip(err)
	}
	require.NoError(t, err)
}

func TestFFTW32(t *testing.T) {
	lib, err := peers.OpenFFTW32("")
	skipMissing(t, err)
	testFFTW(t, lib, 1e-5)
}

func TestFFTW64(t *testing.T) {
	lib, err := peers.OpenFFTW64("")
	skipMissing(t, err)
	testFFTW(t, lib, 1e-13)
}

func testFFTW[F peers.Float, C peers.Complex](t *testing.T, lib *peers.FFTW[F, C], tolerance float64) {
	assert.Regexp(t, `^fftw-3\.`, lib.Version())
	assert.Regexp(t, `^/.*/libfftw3`, lib.Path())
	for _, rigor := range []peers.Rigor{peers.Estimate, peers.Measure} {
		complexRows(t, lib, rigor, tolerance)
		realRows(t, lib, rigor, tolerance)
	}
	lib.Forget()
	require.NoError(t, lib.Close())
	require.NoError(t, lib.Close(), "a second time")
}

func complexRows[F peers.Float, C peers.Complex](t *testing.T, lib *peers.FFTW[F, C], rigor peers.Rigor, tolerance float64) {
	const n, rows = 12, 3
	input := noise[C](n * rows)
	for dir, sign := range map[peers.Direction]float64{peers.Forward: -1, peers.Backward: 1} {
		for _, inPlace := range []bool{false, true} {
			src := make([]C, n*rows)
			dst := make([]C, n*rows)
			if inPlace {
				dst = src
			}
			plan, err := lib.Complex(dst, src, n, dir, rigor)
			require.NoError(t, err)
			copy(src, input)
			plan.Run(1)
			for r := range rows {
				assertNear(t, dft(wide(input[r*n:(r+1)*n]), sign), wide(dst[r*n:(r+1)*n]), tolerance*n)
			}
			plan.Close()
			plan.Close()
		}
	}
}

func realRows[F peers.Float, C peers.Complex](t *testing.T, lib *peers.FFTW[F, C], rigor peers.Rigor, tolerance float64) {
	const n, rows, bins = 10, 2, 6
	signal, spectrum, back := make([]F, n*rows), make([]C, bins*rows), make([]F, n*rows)
	forward, err := lib.Real(spectrum, signal, n, rigor)
	require.NoError(t, err)
	defer forward.Close()
	inverse, err := lib.RealInverse(back, spectrum, n, rigor)
	require.NoError(t, err)
	defer inverse.Close()
	for i, v := range noise[complex128](n * rows) {
		signal[i] = F(real(v))
	}
	forward.Run(1)
	for r := range rows {
		row := make([]complex128, n)
		for i := range row {
			row[i] = complex(float64(signal[r*n+i]), 0)
		}
		assertNear(t, dft(row, -1)[:bins], wide(spectrum[r*bins:(r+1)*bins]), tolerance*n)
	}
	inverse.Run(1)
	for i, v := range signal {
		assert.InDelta(t, n*float64(v), float64(back[i]), tolerance*n*n)
	}
}

// Run repeats: in place, transforming twice forward is n times the input with
// its order reversed.
func TestRunRepeats(t *testing.T) {
	lib, err := peers.OpenFFTW64("")
	skipMissing(t, err)
	x := make([]complex128, 4)
	plan, err := lib.Complex(x, x, 4, peers.Forward, peers.Estimate)
	require.NoError(t, err)
	copy(x, []complex128{1, 2, 3, 4})
	plan.Run(2)
	assertNear(t, []complex128{4, 16, 12, 8}, x, 1e-14)
	assert.ErrorContains(t, lib.Close(), "1 plans")
	plan.Close()
	require.NoError(t, lib.Close())
}

func TestApply(t *testing.T) {
	lib, err := peers.OpenFFTW64("")
	skipMissing(t, err)
	const n = 64
	plan, err := lib.Complex(make([]complex128, n), make([]complex128, n), n, peers.Forward, peers.Estimate)
	require.NoError(t, err)
	defer plan.Close()
	plan.Detach()
	src, dst := noise[complex128](n), make([]complex128, n)
	require.NoError(t, lib.Apply(plan, dst, src))
	assertNear(t, dft(src, -1), dst, 1e-12)

	assert.ErrorIs(t, lib.Apply(plan, dst[:63], src[:63]), peers.ErrLength)
	assert.ErrorContains(t, lib.Apply(plan, dst, dst), "in the plan or in the call")
	other, err := peers.OpenFFTW64("")
	require.NoError(t, err)
	assert.ErrorIs(t, other.Apply(plan, dst, src), peers.ErrPlan)
	require.NoError(t, other.Close())
}

// A buffer that starts between two vectors would crash a plan for aligned ones.
func TestApplyRefusesOtherAlignment(t *testing.T) {
	lib, err := peers.OpenFFTW32("")
	skipMissing(t, err)
	const n = 64
	room := make([]complex64, n+1)
	plan, err := lib.Complex(make([]complex64, n), make([]complex64, n), n, peers.Forward, peers.Estimate)
	require.NoError(t, err)
	defer plan.Close()
	err = lib.Apply(plan, make([]complex64, n), room[1:])
	assert.ErrorContains(t, err, "aligned")
}

func TestRefusals(t *testing.T) {
	_, err := peers.OpenFFTW32("testdata/libfftw3f.so.3")
	assert.ErrorIs(t, err, peers.ErrMissing)
	assert.ErrorContains(t, err, "libfftw3f.so.3: cannot open")
	assert.ErrorContains(t, err, "apt-get install libfftw3-single3")
	_, err = peers.OpenKissFFT("testdata/libkissfft.so")
	assert.ErrorIs(t, err, peers.ErrMissing)

	lib, err := peers.OpenFFTW32("")
	skipMissing(t, err)
	_, err = lib.Complex(make([]complex64, 8), make([]complex64, 9), 8, peers.Forward, peers.Estimate)
	assert.ErrorIs(t, err, peers.ErrLength)
	_, err = lib.Complex(nil, nil, 8, peers.Forward, peers.Estimate)
	assert.ErrorIs(t, err, peers.ErrLength)
	_, err = lib.Real(make([]complex64, 4), make([]float32, 8), 8, peers.Estimate)
	assert.ErrorIs(t, err, peers.ErrLength)
	_, err = lib.RealInverse(make([]float32, 8), make([]complex64, 4), 8, peers.Estimate)
	assert.ErrorIs(t, err, peers.ErrLength)
}

// A library of the other precision has other symbols.
func TestWrongPrecision(t *testing.T) {
	single, err := peers.OpenFFTW32("")
	skipMissing(t, err)
	_, err = peers.OpenFFTW64(single.Path())
	assert.ErrorContains(t, err, "undefined symbol: fftw_")
}

func TestKissFFT(t *testing.T) {
	lib, err := peers.OpenKissFFT("")
	skipMissing(t, err)
	assert.Regexp(t, `kissfft`, lib.Path())
	const n, rows = 15, 2
	src, dst := noise[complex64](n*rows), make([]complex64, n*rows)
	for dir, sign := range map[peers.Direction]float64{peers.Forward: -1, peers.Backward: 1} {
		plan, err := lib.Complex(dst, src, n, dir)
		require.NoError(t, err)
		plan.Run(2)
		for r := range rows {
			assertNear(t, dft(wide(src[r*n:(r+1)*n]), sign), wide(dst[r*n:(r+1)*n]), 1e-4)
		}
		one := make([]complex64, n)
		require.NoError(t, lib.Apply(plan, one, src[n:]))
		assert.Equal(t, dst[n:], one)
		assert.ErrorIs(t, lib.Apply(plan, one, src[:n-1]), peers.ErrLength)
		assert.ErrorContains(t, lib.Close(), "1 plans")
		// A length, a direction, 32 pairs of factors, a root for each number.
		assert.EqualValues(t, 4+4+32*8+8*n, plan.Bytes())
		plan.Detach()
		clear(one)
		require.NoError(t, lib.Apply(plan, one, src[n:]))
		assert.Equal(t, dst[n:], one)
		plan.Close()
	}
	_, err = lib.Complex(dst, src[:n], n, peers.Forward)
	assert.ErrorIs(t, err, peers.ErrLength)
	require.NoError(t, lib.Close())
}
