//go:build cuda && linux && cgo

package cuda

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

func TestOpenWithoutLibrary(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(Options{Folders: []string{dir}})
	assert.ErrorIs(t, err, ErrMissing)
	assert.ErrorIs(t, err, ErrNoDriver)
	assert.ErrorContains(t, err, "libcuda.so.1 in "+dir)
	assert.ErrorContains(t, err, "install NVIDIA's driver")
	_, err = OpenCompiler(Options{Folders: []string{dir}})
	assert.ErrorIs(t, err, ErrMissing)
	assert.NotErrorIs(t, err, ErrNoDriver)
	assert.ErrorContains(t, err, "libnvrtc.so.13, libnvrtc.so.12")
}

func TestOpenTakesTheEnvironmentsFolders(t *testing.T) {
	fake(t)
	t.Setenv("FFTBENCH_CUDA", t.TempDir()+":"+kit.Folder(t))
	d, err := Open(Options{})
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(kit.Folder(t), "libcuda.so.1"), d.Library().Path)
	assert.NoError(t, d.Close())
}

// What the loader finds by its name alone is told by its path. Any library of
// the system does.
func TestPathOfWhatTheLoaderFinds(t *testing.T) {
	h := host{getenv: func(string) string { return "" }, glob: func(string) []string { return nil }}
	s := newSearch(Options{}, h).forDriver()
	s.names = []string{"libc.so.6"}
	_, path, err := openLibrary(s)
	require.NoError(t, err)
	assert.True(t, filepath.IsAbs(path), path)
	assert.Equal(t, "libc.so.6", filepath.Base(path))
}

func TestOpenWhatIsNoLibrary(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "libcuda.so.1"), []byte("text"), 0o666))
	_, err := Open(Options{Folders: []string{dir}})
	assert.ErrorIs(t, err, ErrMissing)
	assert.ErrorContains(t, err, "does not load: "+filepath.Join(dir, "libcuda.so.1"))
}

func TestOpenWithoutFunction(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the fake libraries anew")
	}
	kit.Folder(t) // skips without a compiler
	dir := t.TempDir()
	require.NoError(t, fakecuda.BuildWithout(dir, "cuGraphLaunch", "cufftMakePlanMany64", "nvrtcGetCUBIN"))
	_, err := Open(Options{Folders: []string{dir}})
	assert.ErrorIs(t, err, ErrMissing)
	assert.ErrorContains(t, err, "has no cuGraphLaunch")
	_, err = OpenCompiler(Options{Folders: []string{dir}})
	assert.ErrorIs(t, err, ErrMissing)
	assert.ErrorContains(t, err, "has no nvrtcGetCUBIN")

	// With a driver that is whole, the cuFFT that is not shows when it is used.
	mixed := folderWith(t, "libcuda.so.1", "fakecuda.control")
	require.NoError(t, os.Link(filepath.Join(dir, "libcufft.so.12"), filepath.Join(mixed, "libcufft.so.12")))
	fake(t)
	d, err := Open(Options{Folders: []string{mixed}})
	require.NoError(t, err)
	_, err = d.CuFFT()
	assert.ErrorIs(t, err, ErrMissing)
	assert.ErrorContains(t, err, "has no cufftMakePlanMany64")
}

func TestDriverThatDoesNotWork(t *testing.T) {
	control := fake(t)
	folders := Options{Folders: []string{kit.Folder(t)}}

	m := fakecuda.Default()
	m.Driver = 10020
	control.Set(m)
	_, err := Open(folders)
	assert.ErrorIs(t, err, ErrNoDriver)
	assert.ErrorContains(t, err, "is made for CUDA 10.2, 11.4 or newer is needed")

	m = fakecuda.Default()
	m.InitCode = 803
	control.Set(m)
	_, err = Open(folders)
	assert.ErrorIs(t, err, ErrNoDriver)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "cuInit", e.Func)
	assert.Equal(t, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", e.Name)

	m = fakecuda.Default()
	m.Devices = 0
	control.Set(m)
	d, err := Open(folders)
	require.NoError(t, err, "a driver without a GPU works")
	_, err = d.Devices()
	assert.ErrorIs(t, err, ErrNoDevice)
	_, err = d.Device(0)
	assert.ErrorIs(t, err, ErrNoDevice)
}

func TestDriverAlone(t *testing.T) {
	fake(t)
	dir := folderWith(t, "libcuda.so.1", "fakecuda.control")
	d, err := Open(Options{Folders: []string{dir}})
	require.NoError(t, err)
	defer d.Close()
	ctx := must(d.NewContext(must(d.Device(0))(t)))(t)
	_, err = ctx.NewPlan(Transform{N: 8, Batch: 1, Kind: C2C})
	assert.ErrorIs(t, err, ErrMissing)
	assert.ErrorContains(t, err, "cuFFT is not here")
	_, err = ctx.Compile(Source{Name: "k.cu", Text: "void f(void) {}"})
	assert.ErrorIs(t, err, ErrMissing)
	assert.ErrorContains(t, err, "NVRTC is not here")
	b, err := ctx.Alloc(1 << 10)
	require.NoError(t, err)
	assert.NoError(t, b.Close())
}

func TestDevices(t *testing.T) {
	control := fake(t)
	m := fakecuda.Default()
	m.Devices, m.Major, m.Minor, m.Driver = 2, 8, 6, 12080
	control.Set(m)
	d := openFake(t)
	assert.Equal(t, "12.8", d.Version().String())
	list, err := d.Devices()
	require.NoError(t, err)
	require.Len(t, list, 2)
	v := list[1]
	assert.Equal(t, "cuda:1", v.Label())
	assert.Equal(t, "Fake GPU 1", v.Name)
	assert.Equal(t, "sm_86", v.Arch())
	assert.EqualValues(t, 1<<30, v.Bytes)
	assert.Equal(t, 132, v.Multiprocessors)
	assert.Equal(t, 1024, v.MaxThreadsPerBlock)
	assert.Equal(t, [3]int{2147483647, 65535, 65535}, v.MaxGrid)
	assert.Equal(t, 232448, v.SharedPerBlockOptIn)
	assert.Equal(t, 50<<20, v.L2Bytes)
	assert.True(t, v.ECC)
	assert.False(t, v.Integrated)
	assert.InDelta(t, 3.352e12, v.PeakBytesPerSecond(), 1e9, "an H100's data sheet says 3.35 TB/s")
}

func TestVersionsOfLibraries(t *testing.T) {
	control := fake(t)
	m := fakecuda.Default()
	m.CuFFT, m.NVRTCMajor, m.NVRTCMinor = 11303, 13, 1
	control.Set(m)
	d := openFake(t)
	lib, err := d.CuFFT()
	require.NoError(t, err)
	assert.Equal(t, "11.3.3", lib.Version.String())
	n, err := d.Compiler()
	require.NoError(t, err)
	assert.Equal(t, "13.1", n.Library().Version.String())
	assert.Contains(t, n.Archs(), 90)
}
