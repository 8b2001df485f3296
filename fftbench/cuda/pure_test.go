package cuda

import (
	"math"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// What needs no library, on every system.

func TestSearchOrder(t *testing.T) {
	env := map[string]string{
		"CUDA_HOME": "/opt/cuda-12.8", "CONDA_PREFIX": "/conda", "HOME": "/home/u",
		"PATH": "/usr/bin:/usr/local/bin:/venv/bin:/none",
	}
	links := map[string]string{"/usr/local/bin/python3": "/apps/bin/python3", "/usr/local/bin/nvcc": "/sdk/bin/nvcc"}
	files := []string{
		"/usr/local/cuda-12.4/lib64", "/usr/local/cuda-13.0/lib64", "/venv/bin/python3",
		"/usr/local/bin/python3", "/apps/lib/python3.13/site-packages/nvidia/cufft/lib", "/usr/local/bin/nvcc",
		"/venv/lib/python3.12/site-packages/nvidia/cufft/lib", "/venv/lib/python3.12/site-packages/nvidia/cu13/lib",
		"/home/u/.local/lib/python3.11/site-packages/nvidia/cufft/lib",
	}
	h := host{
		getenv: func(name string) string { return env[name] },
		glob: func(pattern string) (found []string) {
			for _, f := range files {
				if ok, _ := filepath.Match(pattern, f); ok {
					found = append(found, f)
				}
			}
			return found
		},
		readlink: func(path string) string { return links[path] },
	}
	s := newSearch(Options{}, h)
	folders := s.forCuFFT(12).folders()
	order := []string{
		"/opt/cuda-12.8/lib64", "/sdk/lib64", "", "/usr/local/cuda-13.0/lib64", "/usr/local/cuda-12.4/lib64", "/usr/lib64",
		"/usr/local/nvidia/lib64", "/usr/lib/wsl/lib",
		"/apps/lib/python3.13/site-packages/nvidia/cufft/lib", "/venv/lib/python3.12/site-packages/nvidia/cufft/lib",
		"/home/u/.local/lib/python3.11/site-packages/nvidia/cufft/lib", "/conda/lib",
	}
	at := -1
	for _, want := range order {
		i := indexOf(folders, want)
		assert.Greater(t, i, at, "%q in %q", want, folders)
		at = i
	}

	paths := s.forCuFFT(12).paths()
	assert.Equal(t, "/opt/cuda-12.8/lib64/libcufft.so.11", paths[0], "none newer than the driver")
	assert.Contains(t, paths, "libcufft.so.11", "what the loader finds")
	assert.NotContains(t, strings.Join(paths, " "), "libcufft.so.12")
	assert.Equal(t, "/opt/cuda-12.8/lib64/libnvrtc.so.13", s.forNVRTC(0).paths()[0], "no driver limits it")
	driver := s.forDriver().folders()
	assert.NotContains(t, driver, "/opt/cuda-12.8/lib64", "there are but stubs of the driver")
	assert.Empty(t, driver[0])

	env["FFTBENCH_CUDA"] = "/fake::/other"
	assert.Equal(t, []string{"/fake/libcuda.so.1", "/other/libcuda.so.1"}, newSearch(Options{}, h).forDriver().paths())
	only := newSearch(Options{Folders: []string{"/mine"}}, h)
	assert.Equal(t, []string{"/mine/libcuda.so.1"}, only.forDriver().paths())
}

func indexOf(list []string, want string) int {
	for i, s := range list {
		if s == want {
			return i
		}
	}
	return -1
}

func TestMissingTellsFoldersAndReasons(t *testing.T) {
	h := host{getenv: func(string) string { return "" }, glob: func(p string) []string {
		if p == "/b/libcuda.so.1" {
			return []string{p}
		}
		return nil
	}}
	s := newSearch(Options{}, h).forDriver()
	err := s.missing([]attempt{
		{"libcuda.so.1", "cannot open shared object file"}, {"/a/libcuda.so.1", "cannot open"},
		{"/b/libcuda.so.1", "/b/libcuda.so.1: wrong ELF class"},
	})
	assert.ErrorIs(t, err, ErrMissing)
	assert.Equal(t, "cuda: not installed: the CUDA driver is not here: no libcuda.so.1 in the loader's folders, /a; "+
		"does not load: /b/libcuda.so.1: wrong ELF class; install NVIDIA's driver, or in a container ask its runtime for one (--gpus all)",
		err.Error())
}

func TestVersions(t *testing.T) {
	assert.Equal(t, "12.8", cudaVersion(12080).String())
	assert.Equal(t, "13.0", cudaVersion(13000).String())
	assert.Equal(t, "11.3.3", cufftVersion(11303).String())
	assert.Equal(t, "10.9", cufftVersion(10900).String())
	assert.Equal(t, "unknown", Version{}.String())
	assert.True(t, Version{11, 8, 0}.Less(Version{12, 0, 0}))
	assert.True(t, Version{12, 0, 0}.Less(Version{12, 1, 0}))
	assert.True(t, Version{12, 1, 0}.Less(Version{12, 1, 1}))
	assert.False(t, Version{12, 1, 0}.Less(Version{12, 1, 0}))
}

func TestAvailableHostMemory(t *testing.T) {
	assert.EqualValues(t, 20<<20, available("MemTotal:  99 kB\nMemAvailable:   20480 kB\nBuffers: 1 kB\n"))
	assert.Equal(t, int64(math.MaxInt64), available("MemTotal: 99 kB\n"), "an old kernel does not say")
	assert.Equal(t, int64(math.MaxInt64), available("MemAvailable: many\n"))
}

func TestTransformReach(t *testing.T) {
	for _, c := range []struct {
		t       Transform
		in, out int64
	}{
		{Transform{N: 8, Batch: 3, Kind: C2C}, 8 * 3 * 8, 8 * 3 * 8},
		{Transform{N: 8, Batch: 3, Kind: R2C}, 8 * 3 * 4, 5 * 3 * 8},
		{Transform{N: 9, Batch: 1, Kind: D2Z}, 9 * 8, 5 * 16},
		{Transform{N: 8, Batch: 2, Kind: C2R}, 5 * 2 * 8, 8 * 2 * 4},
		{Transform{N: 8, Batch: 2, Kind: Z2D}, 5 * 2 * 16, 8 * 2 * 8},
		// Columns of a matrix of 8 rows and 4 columns: the last value of the last
		// column is the matrix's last.
		{Transform{N: 8, Batch: 4, Kind: Z2Z, In: Layout{4, 1}, Out: Layout{4, 1}}, 32 * 16, 32 * 16},
		{Transform{N: 0, Batch: 1, Kind: C2C}, 0, 0},
		{Transform{N: 1, Batch: 1}, 0, 0},
	} {
		assert.Equal(t, c.in, c.t.InBytes(), "%v", c.t)
		assert.Equal(t, c.out, c.t.OutBytes(), "%v", c.t)
	}
}

// No sizes that a caller may come up with make a reach that is negative or
// smaller than one value.
func TestTransformReachNeverOverflows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		long := rapid.OneOf(rapid.Int64Range(-2, 100), rapid.Int64())
		tr := Transform{
			N: long.Draw(t, "n"), Batch: long.Draw(t, "batch"), Kind: rapid.SampledFrom([]Kind{R2C, C2R, C2C, D2Z, Z2D, Z2Z}).Draw(t, "kind"),
			In: Layout{long.Draw(t, "stride"), long.Draw(t, "dist")}, Out: Layout{long.Draw(t, "out stride"), long.Draw(t, "out dist")},
		}
		if _, err := tr.filled(); err != nil {
			assert.ErrorIs(t, err, ErrInvalid)
			return
		}
		assert.Positive(t, tr.InBytes())
		assert.Positive(t, tr.OutBytes())
	})
}

// Whoever has entered a life is waited for by its end, and nobody enters after.
func TestLife(t *testing.T) {
	var l life
	var inside, ends atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 1000 {
				if !l.enter() {
					return
				}
				inside.Add(1)
				inside.Add(-1)
				l.leave()
			}
		})
	}
	for range 3 {
		group.Go(func() {
			if l.end() {
				ends.Add(1)
			}
			assert.Zero(t, inside.Load())
		})
	}
	group.Wait()
	assert.EqualValues(t, 1, ends.Load())
	assert.True(t, l.ended())
	assert.False(t, l.enter())
}

func TestErrorText(t *testing.T) {
	e := &Error{Func: "cuLaunchKernel", Code: 719, Name: "CUDA_ERROR_LAUNCH_FAILED", Text: "unspecified launch failure",
		Context: "kernel rows", class: ErrDeviceLost}
	assert.Equal(t, "cuda: kernel rows: cuLaunchKernel: CUDA_ERROR_LAUNCH_FAILED (719): unspecified launch failure", e.Error())
	lost := &LostError{First: e}
	assert.ErrorIs(t, lost, ErrDeviceLost)
	assert.Equal(t, "cuda: device lost: nothing runs any more after kernel rows: cuLaunchKernel: "+
		"CUDA_ERROR_LAUNCH_FAILED (719): unspecified launch failure", lost.Error())
	short := &MemoryError{What: "memory of cuda:0", Need: 10, Free: 5, cause: &Error{Func: "cuMemAlloc_v2", Code: 2, Name: "CUDA_ERROR_OUT_OF_MEMORY"}}
	assert.Equal(t, "cuda: out of memory of cuda:0: 10 bytes wanted, 5 free (cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2))", short.Error())
	assert.Equal(t, "cufftResult 77", nameOf(cufftNames[:], 77, "cufftResult"))
}

func TestPacked(t *testing.T) {
	for _, c := range []struct {
		t      Transform
		packed bool
	}{
		{Transform{N: 8, Batch: 3, Kind: C2C}, true},
		{Transform{N: 8, Batch: 3, Kind: R2C, In: Layout{1, 8}, Out: Layout{1, 5}}, true},
		{Transform{N: 8, Batch: 3, Kind: R2C, In: Layout{1, 10}}, false},
		{Transform{N: 8, Batch: 3, Kind: C2C, Out: Layout{3, 1}}, false},
	} {
		filled, err := c.t.filled()
		assert.NoError(t, err)
		assert.Equal(t, c.packed, filled.packed(), "%v", c.t)
	}
}
