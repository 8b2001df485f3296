//go:build cuda && linux && cgo

package gpu

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

// TestCompilerTakesEveryKernel compiles all kernels of the study by the NVRTC of
// this machine, for each architecture of the list that it knows. It needs no GPU.
func TestCompilerTakesEveryKernel(t *testing.T) {
	if os.Getenv("PTX_CHECK") == "" {
		t.Skip("minutes: make ptx-check")
	}
	compiler, err := cuda.OpenCompiler(cuda.Options{})
	require.NoError(t, err)
	known := map[string]bool{}
	for _, arch := range compiler.Archs() {
		known[fmt.Sprintf("sm_%d", arch)] = true
	}
	library := compiler.Library()
	t.Logf("NVRTC %s, %s", library.Version, library.Path)
	for _, arch := range []string{"sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"} {
		if !known[arch] {
			t.Logf("%s: this NVRTC does not know it", arch)
			continue
		}
		count, bytes := 0, 0
		for _, p := range everyPlan(t) {
			image, err := compiler.Compile(cuda.Source{Name: p.Name + ".cu", Text: p.Source()}, arch)
			require.NoError(t, err, "%s for %s", p.Name, arch)
			require.Empty(t, image.Log, "%s for %s: warnings", p.Name, arch)
			count, bytes = count+1, bytes+len(image.Data)
		}
		t.Logf("%s: %d programs, %d bytes of machine code", arch, count, bytes)
	}
}

// everyPlan is what the study runs, to n = 2^17, on a large device and on one
// with little shared memory.
func everyPlan(t *testing.T) (plans []*kernels.Plan) {
	large := kernels.Device{
		SMs: 132, ThreadsPerBlock: 1024, ThreadsPerSM: 2048, BlocksPerSM: 32, RegistersPerSM: 1 << 16,
		SharedPerBlock: 227 << 10, SharedPerSM: 228 << 10, L2Bytes: 50 << 20,
	}
	small := large
	small.ThreadsPerSM, small.BlocksPerSM, small.SharedPerBlock, small.SharedPerSM = 1024, 16, 64<<10, 64<<10
	add := func(p *kernels.Plan, err error) {
		require.NoError(t, err)
		plans = append(plans, p)
	}
	for _, d := range []kernels.Device{large, small} {
		for n := 2; n <= 1<<17; n *= 2 {
			for _, precision := range []kernels.Precision{kernels.F32, kernels.F64} {
				gains := func() []float64 { return make([]float64, n) }
				spec := kernels.Spec{N: n, Precision: precision}
				inverse := spec
				inverse.Inverse = true
				add(kernels.Transform(spec, d))
				add(kernels.Transform(inverse, d))
				add(kernels.Filter(spec, gains, d))
				add(kernels.Welch(spec, 1, d))
			}
		}
		for _, precision := range []kernels.Precision{kernels.F32, kernels.F64} {
			add(kernels.Weigh(100, precision, func() []float64 { return make([]float64, 100) }, d))
			add(kernels.WelchSegments(100, precision, d))
			add(kernels.WelchSum(100, precision, 1, d))
		}
	}
	return plans
}
