//go:build cuda && linux && cgo

package gpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

func TestLook(t *testing.T) {
	_, options := fake(t)
	f := Look(options)
	require.NoError(t, f.DeviceErr)
	require.NoError(t, f.CuFFTErr)
	require.NoError(t, f.CompilerErr)
	assert.Equal(t, "Fake_GPU_0", f.Name())
	assert.Equal(t, "sm_90", f.Device.Arch())
	assert.Equal(t, "13.0", f.Driver.String())
	assert.Equal(t, "13.0", f.Compiler.String())
	assert.Equal(t, "12.0", f.CuFFT.String())
}

func TestLookWhereThingsAreMissing(t *testing.T) {
	control, options := fake(t)
	nowhere := Look(cuda.Options{Folders: []string{t.TempDir()}})
	for _, err := range []error{nowhere.DeviceErr, nowhere.CuFFTErr, nowhere.CompilerErr} {
		assert.ErrorIs(t, err, cuda.ErrMissing)
	}
	none := machine()
	none.Devices = 0
	control.Set(none)
	assert.ErrorIs(t, Look(options).DeviceErr, cuda.ErrNoDevice)
	old := machine()
	old.Driver = 11020
	control.Set(old)
	assert.ErrorIs(t, Look(options).DeviceErr, cuda.ErrNoDriver)

	bare := t.TempDir()
	require.NoError(t, fakecuda.BuildWithout(bare, fakecuda.CuFFT, fakecuda.NVRTC))
	f := Look(cuda.Options{Folders: []string{bare}})
	assert.NoError(t, f.DeviceErr)
	assert.ErrorIs(t, f.CuFFTErr, cuda.ErrMissing)
	assert.ErrorIs(t, f.CompilerErr, cuda.ErrMissing)
}

func TestTarget(t *testing.T) {
	s, _ := open(t)
	d := s.Target()
	assert.Equal(t, kernels.Device{
		SMs: 132, ThreadsPerBlock: 1024, ThreadsPerSM: 2048, BlocksPerSM: 32, RegistersPerSM: 1 << 16,
		SharedPerBlock: 227 << 10, SharedPerSM: 228 << 10, L2Bytes: 1 << 10,
	}, d)
	_, err := kernels.Transform(kernels.Spec{N: 4096}, d)
	assert.NoError(t, err)
}

// A program is compiled once, whatever batches it serves.
func TestProgramsAreKept(t *testing.T) {
	s, control := open(t)
	bind(t, s, ours(16, false), 2, distinct(1, 16))
	modules := control.Live().Modules
	bind(t, s, ours(16, false), 50, distinct(1, 16))
	assert.Equal(t, modules, control.Live().Modules)
	bind(t, s, ours(16, true), 50, distinct(1, 16))
	assert.Equal(t, modules+1, control.Live().Modules)
}

// Compiling ahead makes what Bind would, and leaves it to Bind to complain.
func TestCompileAhead(t *testing.T) {
	s, control := open(t)
	there, back := ours(16, false), ours(16, true)
	before := control.Live().Modules
	s.Compile(there, Sequence{there, library(16, cuda.Forward), back}, ours(24, false))
	assert.Equal(t, before+2, control.Live().Modules)
	w := bind(t, s, there, 2, distinct(1, 16))
	assert.Equal(t, before+2, control.Live().Modules)
	assert.Positive(t, w.Planned())
	control.Fail(fakecuda.Failure{Function: "nvrtcCompileProgram", At: 1, Code: 6, Then: fakecuda.Always})
	s.Compile(ours(32, false))
	_, err := s.Bind(ours(32, false), 1)
	assert.ErrorContains(t, err, "nvrtcCompileProgram")
}

func TestKernelsThatDoNotCompile(t *testing.T) {
	s, control := open(t)
	control.Fail(fakecuda.Failure{Function: "nvrtcCompileProgram", At: 1, Code: 6})
	_, err := s.Bind(ours(16, false), 1)
	assert.ErrorContains(t, err, "forward_f32_16.cu for sm_90: nvrtcCompileProgram")
}

func TestCopyRate(t *testing.T) {
	s, control := open(t)
	rate, err := s.CopyRate()
	require.NoError(t, err)
	assert.Positive(t, rate)
	control.Fail(fakecuda.Failure{At: 1, Code: 999, Then: fakecuda.Always})
	again, err := s.CopyRate()
	require.NoError(t, err, "it is measured once")
	assert.Equal(t, rate, again)
	control.Fail(fakecuda.Failure{}) // closing waits, and would tell
}

// The fake's time grows with the launches, so the operation in one kernel is the
// fastest; one that the device cannot run is left out.
func TestFastest(t *testing.T) {
	s, _ := open(t)
	const n = 16
	there := ours(n, false)
	thereAndBack := Sequence{there, ours(n, true), there}
	impossible := Kernels{In: n * 8, Out: n * 8, Plan: func(d kernels.Device) (*kernels.Plan, error) {
		return kernels.Transform(kernels.Spec{N: 3}, d)
	}}
	rows := cuda.Bytes(distinct(1, n))
	for want, list := range [][]Operation{{there, thereAndBack}, {thereAndBack, there}, {impossible, thereAndBack, there}} {
		best, err := s.Fastest(list, 2, rows)
		require.NoError(t, err)
		assert.Equal(t, want, best)
	}
	_, err := s.Fastest([]Operation{impossible}, 2, rows)
	assert.ErrorIs(t, err, kernels.ErrSize)
}
