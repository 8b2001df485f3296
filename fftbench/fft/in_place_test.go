package fft_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// The pair's reason to be: a mask in permuted order between the two gives what
// a mask in natural order between two sorted transforms gives.
func TestInPlacePipeline(t *testing.T) {
	for n := 1; n <= 4096; n *= 2 {
		p, err := fft.NewInPlace[complex128](n)
		require.NoError(t, err)
		x, mask := gauss[complex128](n, 1), gauss[complex128](n, 2)
		spectrum := truth.DFT(x, truth.Forward)
		for k := range spectrum {
			spectrum[k] *= mask[k]
		}
		want := truth.DFT(spectrum, truth.Inverse)

		order := p.Order()
		require.NoError(t, p.Forward(x))
		for i := range x {
			x[i] *= mask[order[i]]
		}
		require.NoError(t, p.Inverse(x))
		rel, _ := truth.Compare(x, want)
		assert.Less(t, rel, 4e-15, "n=%d", n)
	}
}

func TestInPlaceOrderIsAPermutation(t *testing.T) {
	for n := 1; n <= 2048; n *= 2 {
		p, err := fft.NewInPlace[complex64](n)
		require.NoError(t, err)
		order := p.Order()
		sorted := slices.Sorted(slices.Values(order))
		for i, bin := range sorted {
			require.EqualValues(t, i, bin, "n=%d", n)
		}
		order[0] = -1 // the caller's own copy
		assert.EqualValues(t, 0, p.Order()[0])
	}
}

func TestInPlaceRefuses(t *testing.T) {
	p, err := fft.NewInPlace[complex64](16)
	require.NoError(t, err)
	assert.ErrorIs(t, p.Forward(make([]complex64, 17)), fft.ErrLength)
	assert.ErrorIs(t, p.Inverse(make([]complex64, 15)), fft.ErrLength)
	assert.NoError(t, p.Forward(nil))
}

func TestInPlaceDoesNotAllocate(t *testing.T) {
	for _, n := range []int{1, 2, 64, 128, 2048} {
		p, err := fft.NewInPlace[complex64](n)
		require.NoError(t, err)
		x := make([]complex64, 3*n)
		assert.Zero(t, testing.AllocsPerRun(5, func() {
			if p.Forward(x) != nil || p.Inverse(x) != nil {
				panic("refused")
			}
		}))
	}
}
