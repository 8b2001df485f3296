package kernels

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWholeRealRows(t *testing.T) {
	t.Run("f32", rapid.MakeCheck(checkWholeReal[float32]))
	t.Run("f64", rapid.MakeCheck(checkWholeReal[float64]))
}

// checkWholeReal holds the loops to their definitions, on memory that begins
// anywhere, and looks at what lies beside it.
func checkWholeReal[F Float](t *rapid.T) {
	n := rapid.IntRange(0, 70).Draw(t, "n")
	at := rapid.IntRange(0, 7).Draw(t, "offset")
	x := make([]F, at+2*n)[at:]
	for i := range x {
		x[i] = F(i + 1)
	}
	memory := make([]F, at+2*n+8)
	for i := range memory {
		memory[i] = -F(i)
	}

	got, want := slices.Clone(memory), slices.Clone(memory)
	Widen(got[at:][:2*n], x[:n])
	for i, v := range x[:n] {
		want[at+2*i], want[at+2*i+1] = v, 0
	}
	require.Equal(t, want, got, "widen")

	got, want = slices.Clone(memory), slices.Clone(memory)
	Narrow(got[at:][:n], x)
	for i := range n {
		want[at+i] = x[2*i]
	}
	require.Equal(t, want, got, "narrow")

	got, want = slices.Clone(memory), slices.Clone(memory)
	Mirror(got[at:][:2*n], x)
	for i := range n {
		want[at+2*(n-1-i)], want[at+2*(n-1-i)+1] = x[2*i], -x[2*i+1]
	}
	require.Equal(t, want, got, "mirror")
}
