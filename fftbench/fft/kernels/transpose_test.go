package kernels

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTranspose(t *testing.T) {
	t.Run("f32", rapid.MakeCheck(checkTranspose[float32]))
	t.Run("f64", rapid.MakeCheck(checkTranspose[float64]))
}

// checkTranspose holds whole matrices and what lies beside them to the
// definition.
func checkTranspose[F Float](t *rapid.T) {
	rows, columns := rapid.IntRange(0, 21).Draw(t, "rows"), rapid.IntRange(0, 21).Draw(t, "columns")
	srcPitch := 2*columns + rapid.IntRange(0, 5).Draw(t, "gap of src")
	dstPitch := 2*rows + rapid.IntRange(0, 5).Draw(t, "gap of dst")
	offset := rapid.IntRange(0, 5).Draw(t, "offset")
	dst, src := make([]F, offset+columns*dstPitch+8), make([]F, offset+rows*srcPitch+8)
	for i := range src {
		src[i] = F(i + 1)
	}
	for i := range dst {
		dst[i] = -F(i + 1)
	}
	want := slices.Clone(dst)
	for r := range rows {
		for c := range columns {
			copy(want[offset+c*dstPitch+2*r:][:2], src[offset+r*srcPitch+2*c:][:2])
		}
	}
	Transpose(dst[offset:], src[offset:], rows, columns, dstPitch, srcPitch)
	require.Equal(t, want, dst)
}
