package kernels

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/fftstudy/fftstudy/fftbench/truth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The bounds of relative L2 errors.
func bound(p Precision) float64 {
	if p == F64 {
		return 1e-15
	}
	return 5e-7
}

// decoded returns bytes as float64 values.
func decoded(t *testing.T, data []byte, p Precision) []float64 {
	t.Helper()
	out := make([]float64, len(data)/p.Bytes())
	for i := range out {
		if p == F64 {
			out[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		} else {
			out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		}
	}
	return out
}

// pairs are results as the type that truth compares.
func compareRows(t *testing.T, p *Plan, input []float64, got []byte) float64 {
	t.Helper()
	n, dir := p.Spec.N, truth.Forward
	if p.Spec.Inverse {
		dir = truth.Inverse
	}
	values, x := complexes(decoded(t, got, p.Spec.Precision)), complexes(input)
	worst := 0.0
	for row := 0; row < len(x); row += n {
		var hi, lo []complex128
		if p.Spec.Precision == F64 {
			hi, lo = truth.DFT2(x[row:row+n], dir)
		} else {
			hi, lo = truth.DFT(x[row:row+n], dir), make([]complex128, n)
		}
		rel, _ := truth.ComparePair(parts(values[row:row+n]), parts(hi), parts(lo))
		worst = math.Max(worst, rel)
	}
	return worst
}

func parts(x []complex128) []float64 {
	out := make([]float64, 0, 2*len(x))
	for _, v := range x {
		out = append(out, real(v), imag(v))
	}
	return out
}

func everySpec(n int) []Spec {
	return []Spec{{N: n}, {N: n, Inverse: true}, {N: n, Precision: F64}, {N: n, Precision: F64, Inverse: true}}
}

// batchesOf are rows that fill no block, several with one missing, and more than a
// grid of one wave.
func TestShortTransforms(t *testing.T) {
	for n := 2; n <= maxRow; n *= 2 {
		for _, spec := range everySpec(n) {
			p, err := Transform(spec, hopper)
			require.NoError(t, err)
			t.Run(p.Name, func(t *testing.T) {
				k := p.steps[0].kernel
				batch := int64(min(k.teams+1, max(1, 1<<14/n)))
				input, values := noise(2*batch*int64(n), spec.Precision, 1)
				out := run(t, p, batch, input, "ascending")
				rel := compareRows(t, p, values, out)
				assert.Less(t, rel, bound(spec.Precision))
				t.Logf("rel-l2 %.2e radices %v teams %d", rel, k.radices, k.teams)
				for _, order := range []string{"descending", "shuffle:7"} {
					assert.True(t, bytes.Equal(out, run(t, p, batch, input, order)), "a race shows in order %s", order)
				}
			})
		}
	}
}

func TestLongTransforms(t *testing.T) {
	for n := maxRow * 2; n <= 1<<20; n *= 4 {
		if testing.Short() && n > 1<<16 {
			break
		}
		for _, spec := range everySpec(n) {
			p, err := Transform(spec, hopper)
			require.NoError(t, err)
			t.Run(fmt.Sprint(p.Name), func(t *testing.T) {
				input, values := noise(2*int64(n), spec.Precision, 1)
				out := run(t, p, 1, input, "ascending")
				rel := compareRows(t, p, values, out)
				assert.Less(t, rel, bound(spec.Precision))
				t.Logf("rel-l2 %.2e", rel)
			})
		}
	}
}
