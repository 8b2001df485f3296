//go:build cuda && linux && cgo

package gpu

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

// TestCompilerTakesEveryKernel compiles all kernels of the study by the NVRTC of
// this machine, for each architecture of the list that it knows. It needs no GPU.
func TestCompilerTakesEveryKernel(t *testing.T) {
	wanted := os.Getenv("PTX_CHECK")
	if wanted == "" {
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
	for _, target := range targets() {
		if wanted != "all" && !slices.Contains(strings.Split(wanted, ","), target.arch) {
			continue
		}
		if !known[target.arch] {
			t.Logf("%s: this NVRTC does not know it", target.arch)
			continue
		}
		plans, bytes := kernels.Survey(target.device), 0
		require.Greater(t, len(plans), 150)
		for _, p := range plans {
			image, err := compiler.Compile(cuda.Source{Name: p.Name + ".cu", Text: p.Source()}, target.arch)
			require.NoError(t, err, "%s for %s", p.Name, target.arch)
			require.Empty(t, image.Log, "%s for %s: warnings", p.Name, target.arch)
			bytes += len(image.Data)
		}
		t.Logf("%s: %d programs, %d bytes of machine code", target.arch, len(plans), bytes)
	}
}

// target is a device as plans see it, and what compilers call it.
type target struct {
	arch   string
	device kernels.Device
}

// targets are the machines that are known, and of the architectures before and
// after them devices with the same limits (CUDA C++ Programming Guide, Technical
// Specifications per compute capability).
func targets() []target {
	of := map[string]kernels.Device{}
	for _, m := range kernels.Machines() {
		of[m.Name] = m.Device
	}
	turing := of["L4"]
	turing.ThreadsPerSM, turing.BlocksPerSM, turing.SharedPerBlock, turing.SharedPerSM = 1024, 16, 64<<10, 64<<10
	return []target{
		{"sm_75", turing},
		{"sm_80", of["A100 80GB SXM"]},
		{"sm_86", of["RTX 3080 Ti Laptop"]},
		{"sm_89", of["L4"]},
		{"sm_90", of["H200 SXM"]},
		{"sm_100", of["H200 SXM"]},
		{"sm_120", of["L4"]},
	}
}
