package kernels

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels/shim"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// NVRTC takes C++, gcc with the shim C: the text is both, and no macro of a kernel
// is left for the next.
func TestSourceIsAlsoCxx(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no C++ compiler: ", err)
	}
	dir := t.TempDir()
	require.NoError(t, shim.Write(dir))
	texts := []string{"forward_f32_4", "inverse_f64_1024", "filter_f64_16384", "welch_f32_16384", "weigh_f32_1024", "sum_f64_1024"}
	for _, p := range Survey(hopper) {
		if !slices.Contains(texts, p.Name) {
			continue
		}
		path := filepath.Join(dir, p.Name+".cc")
		require.NoError(t, os.WriteFile(path, []byte(p.Source()), 0o600))
		out, err := exec.Command(compiler, "-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", "-include", filepath.Join(dir, "shim.h"), path).CombinedOutput()
		assert.NoError(t, err, "%s: %s", p.Name, out)
	}
}

func TestSourceIsTheSameAgain(t *testing.T) {
	for _, p := range Survey(hopper) {
		assert.Equal(t, p.Source(), p.Source(), p.Name)
	}
	seen := map[string]bool{}
	for _, p := range Survey(hopper) {
		assert.False(t, seen[p.Name], "two plans named %s", p.Name)
		seen[p.Name] = true
	}
}
