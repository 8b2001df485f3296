package fftbench

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

func circuitOf(t *testing.T, c Cell, w circuit.Workload) *circuit.Report {
	t.Helper()
	plan, err := c.Circuit("")
	require.NoError(t, err, "%v", c)
	m, err := circuit.Compile(plan)
	require.NoError(t, err, "%v", c)
	r, err := m.Evaluate(w)
	require.NoError(t, err, "%v", c)
	return r
}

// What the circuit of a cell says is what its plan says that was built.
func TestCircuitsAddUpToPlans(t *testing.T) {
	everyCell(t, func(t *testing.T, c Cell) {
		for _, c.N = range []int{2, 60, 64, 101, 1024, 4096} {
			for _, c.Batch = range []int{1, 3, 8} {
				plan, err := c.Plan()
				if err != nil {
					continue // the variant does not do this length
				}
				r := circuitOf(t, c, circuit.Workload{})
				held := map[fft.PartKind]int64{}
				for _, part := range plan.Footprint() {
					held[part.Kind] += part.Bytes
				}
				at := fmt.Sprintf("n = %d, batch %d", c.N, c.Batch)
				params, paramBytes := plan.Footprint().Sum(fft.Parameter)
				assert.EqualValues(t, params, r.Params, at)
				assert.Equal(t, paramBytes, r.ParamBytes, at)
				assert.Equal(t, held[fft.Parameter]+held[fft.Table], r.Totals.WeightsStored+r.Totals.WeightsDerived, at)
				assert.Equal(t, held[fft.State], r.Totals.States, at)
				assert.Equal(t, plan.BatchBytes(c.Batch)+held[fft.Scratch], r.Totals.Activations+r.Totals.Workspace, at)
				assert.EqualValues(t, runtimeBytes, r.Totals.Driver)
				assert.LessOrEqual(t, r.Totals.ActivationsPlanned, r.Totals.Activations+int64(256*len(r.Runs[0].Buffers)), at)
			}
		}
	})
}

// Batch and workers are counts: a circuit answers for all of them.
func TestCircuitsScale(t *testing.T) {
	c := Cell{Variant: "op_fft", Dir: "forward", N: 1 << 15, Batch: 3, Precision: F64}
	for batch := range 5 {
		for workers := range 3 {
			w := circuit.Workload{Counts: map[string]int64{CountBatch: int64(batch + 1), CountWorkers: int64(workers + 1)}}
			r := circuitOf(t, c, w)
			one := circuitOf(t, c, w.WithCount(CountWorkers, 1))
			scratch := one.Totals.Activations - int64(batch+1)*2*16<<15 + one.Totals.Workspace
			assert.Equal(t, int64(batch+1)*2*16<<15+int64(workers+1)*scratch, r.Totals.Activations+r.Totals.Workspace)
			assert.Equal(t, one.Totals.WeightsStored+one.Totals.WeightsDerived, r.Totals.WeightsStored+r.Totals.WeightsDerived, "tables are shared")
		}
	}
}

// Frames of one signal share samples.
func TestCircuitsOfFrames(t *testing.T) {
	everyCell(t, func(t *testing.T, c Cell) {
		c.N, c.Batch = 512, 1
		plan, err := c.Plan()
		require.NoError(t, err)
		for _, batch := range []int{1, 2, 7} {
			r := circuitOf(t, c, circuit.Workload{}.WithCount(CountBatch, int64(batch)))
			data := int64(0)
			for _, term := range r.Terms {
				if term.Class == circuit.Activations && term.Node < 0 {
					data += term.Bytes
				}
			}
			assert.Equal(t, plan.BatchBytes(batch), data, "batch %d", batch)
		}
	})
}

// What no machine could build has a circuit too.
func TestCircuitOfTheImpossible(t *testing.T) {
	r := circuitOf(t, Cell{Variant: "op_fft", Dir: "forward", N: 1 << 40, Batch: 1, Precision: F64}, circuit.Workload{})
	assert.Greater(t, r.Totals.Activations, int64(2*16)<<40-1)
	require.Len(t, r.Refusals, 1)
	assert.Equal(t, "longest plan", r.Refusals[0].Limit)
	_, err := Cell{Variant: "stockham_eager", Dir: "forward", N: 100, Batch: 1, Precision: F64}.Circuit("")
	assert.ErrorIs(t, err, ErrUnsuited)
}

// On a device: input and output, and cuFFT's work area as a term of its own.
func TestCircuitOfCUFFT(t *testing.T) {
	c := Cell{Variant: "cufft", Dir: "forward", N: 1 << 20, Batch: 16, Precision: F32}
	r := circuitOf(t, c, circuit.Workload{})
	assert.EqualValues(t, 2*16<<23, r.Totals.Activations)
	assert.EqualValues(t, 16<<23, r.Totals.Workspace)
	assert.Equal(t, r.Totals.Activations+r.Totals.Workspace, r.Totals.Device)
	r = circuitOf(t, c, circuit.Workload{Counts: map[string]int64{CountWorkArea: 8, CountBatch: 1}})
	assert.EqualValues(t, (2+8)<<23, r.Totals.Device)
	_, err := Cell{Variant: "cufft", Dir: "mel", N: 64, Batch: 1, Precision: F32}.Circuit("")
	assert.ErrorIs(t, err, ErrUnsuited)
}
