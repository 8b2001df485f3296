package kernels

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestMultiplyConjugate(t *testing.T) {
	t.Run("f32", rapid.MakeCheck(checkMultiplyConjugate[float32]))
	t.Run("f64", rapid.MakeCheck(checkMultiplyConjugate[float64]))
}

// checkMultiplyConjugate holds products, in place too, and what lies beside them
// to the definition.
func checkMultiplyConjugate[F Float](t *rapid.T) {
	n := 2 * rapid.IntRange(0, 40).Draw(t, "numbers")
	at := rapid.IntRange(0, 7).Draw(t, "offset")
	memory := make([]F, at+n+8)
	a, b := make([]F, n), make([]F, n)
	for i := range n {
		a[i], b[i] = F(math.Sin(float64(i*i))), F(math.Cos(float64(3*i)))
	}
	want := slices.Clone(memory)
	for i := 0; i < n; i += 2 {
		product := complex(float64(a[i]), float64(a[i+1])) * complex(float64(b[i]), -float64(b[i+1]))
		want[at+i], want[at+i+1] = F(real(product)), F(imag(product))
	}
	MultiplyConjugate(memory[at:][:n], a, b)
	requireClose(t, want, memory, "apart")
	copy(memory[at:], a)
	MultiplyConjugate(memory[at:][:n], memory[at:][:n], b)
	requireClose(t, want, memory, "dst is a")
	copy(memory[at:], b)
	MultiplyConjugate(memory[at:][:n], a, memory[at:][:n])
	requireClose(t, want, memory, "dst is b")
}
