package fft_test

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// hasArchsimd reports whether StockhamArchsimd is here, as far as this program
// and this CPU go.
func hasArchsimd() bool {
	_, err := fft.NewStockhamArchsimd[complex64](64)
	return err == nil
}

// A program without the vectors, or a CPU, has an error that says so; lengths
// are refused first.
func TestArchsimdIsMissed(t *testing.T) {
	if os.Getenv("ARCHSIMD_MISSED") == "" {
		child := exec.Command(os.Args[0], "-test.run=^TestArchsimdIsMissed$", "-test.v")
		child.Env = append(os.Environ(), "ARCHSIMD_MISSED=1", "GODEBUG=cpu.avx2=off")
		out, err := child.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "--- PASS")
		return
	}
	want := "fft: this program was not built for amd64 with GOEXPERIMENT=simd: unsupported operation"
	if fft.ArchsimdBuilt {
		want = "fft: this CPU lacks AVX2 or FMA: unsupported operation"
	}
	_, err := fft.NewStockhamArchsimd[complex64](64)
	assert.EqualError(t, err, want)
	assert.ErrorIs(t, err, errors.ErrUnsupported)
	_, err = fft.NewStockhamArchsimd[complex128](100)
	assert.ErrorIs(t, err, fft.ErrSize)
}

// Footprints by hand, in any build.
func TestArchsimdIsDescribed(t *testing.T) {
	single, err := fft.DescribeStockhamArchsimd[complex64](1024)
	require.NoError(t, err)
	// Radix 8 with 7·128 twiddles, radix 4 with 3·32 and 3·8, radix 8 without.
	assert.Equal(t, fft.Footprint{
		part("twiddles", fft.Parameter, 896+96+24, (896+96+24)*8),
		part("scratch", fft.Scratch, 1024, 1024*8),
	}, single.Footprint())
	assert.Equal(t, []string{"radix 8", "radix 4", "radix 4", "radix 8"}, kindsOf(single))

	double, err := fft.DescribeStockhamArchsimd[complex128](64)
	require.NoError(t, err)
	// Radix 4 with 3·16 twiddles, radix 4 with 3·4, radix 4 without.
	assert.Equal(t, fft.Footprint{
		part("twiddles", fft.Parameter, 60, 60*16),
		part("scratch", fft.Scratch, 64, 64*16),
	}, double.Footprint())
	assert.Equal(t, []string{"radix 4", "radix 4", "radix 4"}, kindsOf(double))

	for n := 1; n <= 1<<20; n *= 2 {
		a, err := fft.DescribeStockhamArchsimd[complex64](n)
		require.NoError(t, err)
		assert.NoError(t, a.Check(), "n=%d", n)
	}
	_, err = fft.DescribeStockhamArchsimd[complex64](100)
	assert.ErrorIs(t, err, fft.ErrSize)
}

func kindsOf(a *fft.Anatomy) (kinds []string) {
	for _, s := range a.Stages {
		kinds = append(kinds, s.Kind)
	}
	return kinds
}
