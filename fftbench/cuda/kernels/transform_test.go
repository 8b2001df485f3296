package kernels

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/fftstudy/fftstudy/fftbench/truth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bound is that of relative L2 errors: half of what a good transform may have, and
// a third more than these have at 2²⁰.
func bound(p Precision) float64 {
	if p == F64 {
		return 4.5e-16
	}
	return 2.4e-7
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

// compareRows returns the largest relative L2 error of a row.
func compareRows(t *testing.T, p *Plan, input []float64, got []byte) float64 {
	t.Helper()
	n, dir := p.Spec.N, truth.Forward
	if p.Spec.Inverse {
		dir = truth.Inverse
	}
	values, x := complexes(decoded(t, got, p.Spec.Precision)), complexes(input)
	if p.Spec.Precision == F64 && n > 1<<16 {
		reference, err := truth.New(x, n, dir) // by some of its bins
		require.NoError(t, err)
		rel, _, err := reference.Compare(values)
		require.NoError(t, err)
		return rel
	}
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

// specsOf are all of a length, the two most unlike ones first; one in short mode.
func specsOf(n int) []Spec {
	odd, third := log2(n)%2 == 1, log2(n)%4 > 1
	first := Spec{N: n, Inverse: odd}
	if third {
		first.Precision = F64
	}
	if testing.Short() {
		return []Spec{first}
	}
	return []Spec{
		first, {n, F32 + F64 - first.Precision, !odd},
		{n, first.Precision, !odd}, {n, F32 + F64 - first.Precision, odd},
	}
}

func checkTransform(t *testing.T, p *Plan, batch int64) {
	t.Helper()
	input, values := noise(2*batch*int64(p.Spec.N), p.Spec.Precision, 1)
	out := sameInEveryOrder(t, p, batch, input)
	assert.Less(t, compareRows(t, p, values, out), bound(p.Spec.Precision), p.Name)
}

// A batch has one row more than a block takes.
func TestShortTransforms(t *testing.T) {
	for n := 2; n <= maxRow; n *= 2 {
		for _, spec := range specsOf(n) {
			p, err := Transform(spec, hopper)
			require.NoError(t, err)
			checkTransform(t, p, int64(min(p.steps[0].kernel.teams+1, max(1, 1<<14/n))))
		}
	}
}

func TestLongTransforms(t *testing.T) {
	for n := maxRow * 2; n <= 1<<20; n *= 2 {
		specs := specsOf(n)
		switch {
		case testing.Short() && n > 1<<15:
			return
		case n > 1<<16:
			specs = specs[:2]
		}
		for _, spec := range specs {
			p, err := Transform(spec, hopper)
			require.NoError(t, err)
			input, values := noise(2*int64(n), spec.Precision, 1)
			assert.Less(t, compareRows(t, p, values, run(t, p, 1, input, "shuffle:3")), bound(spec.Precision), p.Name)
		}
	}
}

// Batches that fill no block, one, and many on a device so small that each block
// does several; in chunks, where a plan has scratch.
func TestBatches(t *testing.T) {
	small := hopper
	small.SMs, small.BlocksPerSM = 2, 2
	for _, n := range []int{4, 64, 1024, 1 << 14} {
		p, err := TransformTuned(Spec{N: n}, small, Tuning{Waves: 1, Chunk: 2 * 8 << 14})
		require.NoError(t, err)
		teams := int64(p.steps[0].kernel.teams)
		for _, batch := range []int64{1, teams - 1, teams, teams + 1, 9*teams + 1} {
			if batch > 0 && batch*int64(n) <= 1<<18 {
				checkTransform(t, p, batch)
			}
		}
		launches := p.Launches(100 * teams)
		assert.LessOrEqual(t, launches[0].Grid[0], uint32(4), "%s", p.Name)
		assert.Empty(t, p.Launches(0))
	}
}

// Where 48 KiB is all the shared memory of a block and 64 KiB that of a
// multiprocessor, values are split, and long rows of doubles done in two steps.
func TestSmallDevice(t *testing.T) {
	old := Device{
		SMs: 40, ThreadsPerBlock: 1024, ThreadsPerSM: 1024, BlocksPerSM: 16, RegistersPerSM: 65536,
		SharedPerBlock: 48 << 10, SharedPerSM: 64 << 10, L2Bytes: 4 << 20,
	}
	for _, test := range []struct {
		spec    Spec
		kernels int
		split   bool
	}{
		{Spec{N: 256}, 1, true},
		{Spec{N: 8192}, 1, true},
		{Spec{N: 4096, Precision: F64}, 1, true},
		{Spec{N: 8192, Precision: F64}, 2, true},
		{Spec{N: 16}, 1, false},
	} {
		p, err := Transform(test.spec, old)
		require.NoError(t, err)
		assert.Len(t, p.steps, test.kernels, p.Name)
		assert.Equal(t, test.split, p.split, p.Name)
		assert.LessOrEqual(t, p.MaxSharedBytes(), old.SharedPerBlock)
		checkTransform(t, p, 2)
	}
	for n := 2; n <= MaxLen; n *= 2 {
		for _, precision := range precisions {
			p, err := Transform(Spec{N: n, Precision: precision}, old)
			if n > 1<<22 {
				assert.ErrorIs(t, err, ErrSize)
			} else if assert.NoError(t, err) {
				assert.LessOrEqual(t, p.MaxSharedBytes(), old.SharedPerBlock)
			}
		}
	}
}

// Rows beyond element 2³² of a batch: the last block of a grid, with addresses that
// make up for what is not there.
func TestIndicesBeyond32Bits(t *testing.T) {
	for _, n := range []int{4, 256, 4096, 1 << 14} {
		p, err := TransformTuned(Spec{N: n}, hopper, Tuning{Waves: 1 << 22, Chunk: -1})
		require.NoError(t, err)
		rows := int64(1)
		if len(p.steps) == 1 {
			rows = int64(p.steps[0].kernel.teams)
		}
		batch := (1<<32/int64(n)/rows + 1) * rows
		input, values := noise(2*rows*int64(n), F32, 6)
		near := jobOf(t, p, rows, input, "")
		far := p.Launches(batch)
		for i := range near.Launches {
			l := &near.Launches[i]
			l.Count = l.Grid
			l.Grid = far[i].Grid[0]
			l.First = l.Grid - l.Count
			copy(l.Args[40:], far[i].Args(Memory{Tables: make([]uint64, len(p.Tables))})[40:48])
			for j := range l.Addresses {
				if l.Addresses[j].Buffer < jobTables {
					l.Addresses[j].Plus -= (batch - rows) * p.rowBytes()
				}
			}
		}
		r, err := library(t, p, false).Run(near)
		require.NoError(t, err, p.Name)
		assert.Less(t, compareRows(t, p, values, r.Buffers[jobOutput]), bound(F32), p.Name)
	}
}

// Any tuning gives a right plan or an error.
func TestAnyTuning(t *testing.T) {
	made := 0
	for _, n := range []int{8, 64, 256, 4096, 1 << 14} {
		for _, values := range []int{0, 2, 4, 8, 16} {
			for _, other := range []Tuning{{}, {Threads: 32, Columns: 2}, {Threads: 512, Columns: 32, Split: SplitAlways}} {
				other.Values = values
				p, err := TransformTuned(Spec{N: n, Inverse: true}, hopper, other)
				if err != nil {
					assert.ErrorIs(t, err, ErrSize, "%d %+v", n, other)
					continue
				}
				if made++; made%2 > 0 || testing.Short() && made%6 > 0 {
					continue
				}
				input, values := noise(2*2*int64(n), F32, 1)
				assert.Less(t, compareRows(t, p, values, run(t, p, 2, input, "shuffle:5")), bound(F32), "%d %+v", n, other)
			}
		}
	}
	assert.Greater(t, made, 30)
}

// Each tuning is another way to the same result.
func TestTunings(t *testing.T) {
	for _, n := range []int{2048, 1 << 14} {
		tunings := Tunings(n, F32)
		assert.Equal(t, Tuning{}, tunings[0])
		sources := map[string]bool{}
		for _, tuning := range tunings {
			p, err := TransformTuned(Spec{N: n}, hopper, tuning)
			require.NoError(t, err, "%+v", tuning)
			if source := p.Source(); !sources[source] {
				sources[source] = true
				input, values := noise(2*3*int64(n), F32, 1)
				assert.Less(t, compareRows(t, p, values, run(t, p, 3, input, "shuffle:5")), bound(F32), "%+v", tuning)
			}
		}
		assert.Greater(t, len(sources), 1)
	}
}
