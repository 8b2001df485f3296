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

// everyPlan is what the study runs, as planned for the largest and the smallest of
// the devices that are known.
func everyPlan(t *testing.T) (plans []*kernels.Plan) {
	machines := kernels.Machines()
	for _, m := range []kernels.Machine{machines[0], machines[len(machines)-1]} {
		plans = append(plans, kernels.Survey(m.Device)...)
	}
	require.Greater(t, len(plans), 300)
	return plans
}
