package truth

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func batchOf(n, rows int) []complex128 {
	return noise(n*rows, uint64(rows))
}

func TestReferenceTakesItsOwnSpectrum(t *testing.T) {
	for _, n := range []int{2, 8, 60, 1000, 4096} {
		src := batchOf(n, 3)
		ref, err := New(src, n, Inverse)
		require.NoError(t, err)
		var got []complex128
		for o := 0; o < len(src); o += n {
			hi, _ := DFT2(src[o:o+n], Inverse)
			got = append(got, hi...)
		}
		rel, abs, err := ref.Compare(got)
		require.NoError(t, err)
		assert.Less(t, rel, 1.2e-16, "n=%d: the rounding of the result alone", n)
		assert.Greater(t, rel, 1e-18, "n=%d: below half an ulp there is still an error", n)
		assert.Positive(t, abs)
	}
}

func TestReferenceOfSingles(t *testing.T) {
	src := make([]complex64, 2*96)
	for j, v := range noise(len(src), 9) {
		src[j] = complex64(v)
	}
	ref, err := New(src, 96, Forward)
	require.NoError(t, err)
	got := make([]complex64, 0, len(src))
	for o := 0; o < len(src); o += 96 {
		for _, v := range DFT(widen(src[o:o+96]), Forward) {
			got = append(got, complex64(v))
		}
	}
	rel, _, err := ref.Compare(got)
	require.NoError(t, err)
	assert.Less(t, rel, 6e-8)
	assert.Greater(t, rel, 1e-9)
}

// The worst row counts, wherever it is among few and at the ends of many.
func TestReferenceFindsOneBadRow(t *testing.T) {
	const n = 16
	for _, test := range []struct{ rows, bad int }{{1, 0}, {4, 0}, {4, 1}, {4, 2}, {4, 3}, {9, 0}, {9, 8}, {64, 21}} {
		src := batchOf(n, test.rows)
		ref, err := New(src, n, Forward)
		require.NoError(t, err)
		var got []complex128
		for o := 0; o < len(src); o += n {
			got = append(got, DFT(src[o:o+n], Forward)...)
		}
		got[test.bad*n+5] *= 1.5
		rel, _, err := ref.Compare(got)
		require.NoError(t, err)
		assert.Greater(t, rel, 0.01, "row %d of %d", test.bad, test.rows)
		got[test.bad*n+5] = complex(math.NaN(), 0)
		rel, abs, err := ref.Compare(got)
		require.NoError(t, err)
		assert.True(t, math.IsNaN(rel) && math.IsNaN(abs))
	}
}

func TestLongRowsAreSampled(t *testing.T) {
	const n = 5000 // no power of two and above wholeAny
	src := batchOf(n, 1)
	ref, err := New(src, n, Forward)
	require.NoError(t, err)
	hi, _ := DFT2(src, Forward)
	rel, _, err := ref.Compare(hi)
	require.NoError(t, err)
	assert.Less(t, rel, 1.2e-16)
	require.Len(t, ref.rows[0].bins, sampledBins)
	for _, k := range ref.rows[0].bins {
		assert.True(t, k >= 0 && k < n)
		old := hi[k]
		hi[k] += 1
		rel, _, err = ref.Compare(hi)
		require.NoError(t, err)
		assert.Greater(t, rel, 1e-4, "bin %d", k)
		hi[k] = old
	}
}

func TestNewRefuses(t *testing.T) {
	_, err := New(make([]complex64, 10), 4, Forward)
	assert.ErrorContains(t, err, "10 elements are not rows of 4")
	_, err = New([]complex64{}, 4, Forward)
	assert.Error(t, err)
	_, err = New(make([]complex64, 4), 0, Forward)
	assert.Error(t, err)
	_, err = New(make([]complex64, 4), 4, Direction(0))
	assert.ErrorContains(t, err, "direction")
	ref, err := New(make([]complex64, 4), 4, Forward)
	require.NoError(t, err)
	_, _, err = ref.Compare(make([]complex64, 8))
	assert.ErrorContains(t, err, "8 elements")
}
