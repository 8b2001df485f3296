//go:build cuda && linux && cgo

package fftbench

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
	"github.com/fftstudy/fftstudy/fftbench/gpu"
)

// TestDevice says what the tests of the device run on.
func TestDevice(t *testing.T) {
	found := foundDevice()
	if found.DeviceErr != nil {
		t.Skip(found.DeviceErr)
	}
	t.Logf("%s (%s, %d multiprocessors, %s), driver for CUDA %s, cuFFT %s %v, NVRTC %s %v", found.Name(), found.Device.Arch(),
		found.Device.Multiprocessors, spellBytes(found.Device.Bytes), found.Driver, found.CuFFT, found.CuFFTErr, found.Compiler, found.CompilerErr)
}

// TestDeviceVariantsAreRight holds every variant of the device to the truth, at
// every length, in batches that do not fill its blocks and in such that fill the
// device. gpu-check runs it on hardware.
func TestDeviceVariantsAreRight(t *testing.T) {
	if err := foundDevice().DeviceErr; err != nil {
		t.Skip(err)
	}
	lengths, elements := powersOfTwo(2, 1<<20), 1<<22
	if testing.Short() {
		lengths, elements = []int{2, 64, 1024, 1 << 14}, 1<<12
	}
	lab := NewLab()
	t.Cleanup(func() { assert.NoError(t, lab.Close()) })
	everyCell(t, func(t *testing.T, c Cell) {
		if !OnDevice(c.Variant) {
			t.Skip("not on the device")
		}
		lengths := lengths
		if c.Dir == wire.DirWelch {
			lengths = slices.DeleteFunc(slices.Clone(lengths), func(n int) bool { return n > longestDensity })
		}
		compileLengths(t, lab, c, lengths)
		worstOf := Errors{}
		for _, c.N = range lengths {
			for _, c.Batch = range []int{1, 5, elements/c.N + 3} {
				e := deviceErrors(t, lab, c)
				assert.LessOrEqual(t, e.RelL2, deviceBound(c), "n=%d batch=%d", c.N, c.Batch)
				worstOf = worst(worstOf, e)
			}
			lab.Forget()
		}
		t.Logf("largest relative L2 error %.2e", worstOf.RelL2)
	})
}

// longestDensity is that of the study: the truth of longer ones, eight transforms
// in double-double each, would take a host half a minute.
const longestDensity = 1 << 17

// compileLengths does at once what would otherwise be done one after the other.
func compileLengths(t *testing.T, lab *Lab, c Cell, lengths []int) {
	t.Helper()
	var plans []Plan
	for _, c.N = range lengths {
		plan, err := c.Plan()
		require.NoError(t, err)
		plans = append(plans, plan)
	}
	require.NoError(t, compileAhead(lab, plans))
}

// compileAhead compiles what plans on a device are going to want, on all cores.
func compileAhead(lab *Lab, plans []Plan) error {
	session, err := lab.device()
	if err != nil {
		return onDeviceError(err)
	}
	var operations []gpu.Operation
	for _, p := range plans {
		if p, ok := p.(interface {
			operation(kernels.Tuning) gpu.Operation
		}); ok {
			operations = append(operations, p.operation(kernels.Tuning{}))
		}
	}
	session.Compile(operations...)
	return nil
}

func deviceErrors(t *testing.T, lab *Lab, c Cell) Errors {
	t.Helper()
	plan, err := c.Plan()
	require.NoError(t, err)
	op, err := plan.Bind(lab, c.Batch)
	require.NoError(t, err, "n=%d batch=%d", c.N, c.Batch)
	e, err := op.Errors()
	require.NoError(t, err, "n=%d batch=%d", c.N, c.Batch)
	if c.N*c.Batch > 1<<20 { // in a graph, which is short for them
		took, err := op.Timed(1)
		require.NoError(t, err, "n=%d batch=%d", c.N, c.Batch)
		assert.Positive(t, took, "n=%d batch=%d", c.N, c.Batch)
	}
	require.NoError(t, op.Close())
	return e
}

// deviceBound is what the errors of the project's own transforms are promised to
// stay under; a filter is two of them, a density squares.
func deviceBound(c Cell) float64 {
	switch {
	case c.Variant == "cufft":
		return bound(c)
	case c.Precision == F64:
		return 3e-15
	case c.Dir == wire.DirForward, c.Dir == wire.DirInverse:
		return 5e-7
	}
	return 1e-6
}

func TestSpellTuning(t *testing.T) {
	assert.Empty(t, spellTuning(kernels.Tuning{}))
	assert.Equal(t, "fastest of those measured: 8 values a thread, 256 threads a block, waves ≤ 2, chunks of 16 MiB, parts exchanged in turn",
		spellTuning(kernels.Tuning{Values: 8, Threads: 256, Waves: 2, Chunk: 16 << 20, Split: kernels.SplitAlways}))
	assert.Equal(t, "fastest of those measured: no chunks, parts exchanged together",
		spellTuning(kernels.Tuning{Chunk: -1, Split: kernels.SplitNever}))
}

func TestDeviceFactsNameWhatIsThere(t *testing.T) {
	found := foundDevice()
	lab := NewLab()
	t.Cleanup(func() { assert.NoError(t, lab.Close()) })
	facts := map[string]string{}
	for _, f := range lab.DeviceFacts() {
		facts[f.Key] = f.Value
	}
	if found.DeviceErr != nil {
		assert.Equal(t, map[string]string{"gpu0": "none", "gpu0-reason": found.DeviceErr.Error()}, facts)
		return
	}
	for _, key := range []string{"gpu0", "gpu0-arch", "gpu0-driver", "gpu0-copy-MB/s"} {
		assert.NotEmpty(t, facts[key], key)
	}
	assert.Equal(t, fmt.Sprint(found.Device.Bytes), facts["gpu0-memory"])
}
