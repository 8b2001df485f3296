package fakecuda

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The libraries are tested where they are used: package cuda runs on them.

func TestControlIsLaidOutAsInC(t *testing.T) {
	// testdata/control.h asserts the same number.
	assert.EqualValues(t, 832, unsafe.Sizeof(block{}))
	assert.EqualValues(t, 15*8, unsafe.Offsetof(block{}.failFunction))
}

func TestOpenWhatWasNotBuilt(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(dir)
	assert.Error(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, controlFile), []byte("short"), 0o666))
	_, err = Open(dir)
	assert.Error(t, err)
}

func TestControl(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, writeControl(dir))
	c, err := Open(dir)
	if err != nil {
		t.Skip("for Linux: ", err)
	}
	other, err := Open(dir)
	require.NoError(t, err)
	assert.EqualValues(t, Default().Bytes, other.b.total)
	c.Set(Machine{Devices: 3, Driver: 12080, Taken: 5})
	assert.EqualValues(t, 3, other.b.devices, "one file, two views")
	assert.EqualValues(t, 5, other.b.taken)

	c.b.live[6], c.b.live[7], c.b.calls = 2, 99, 4
	c.Fail(Failure{Function: "cuMemAlloc_v2", At: 1, Code: 2, Then: Always})
	assert.False(t, c.Failed(), "calls are counted from here")
	c.b.calls = 1
	assert.True(t, c.Failed())
	assert.Equal(t, Live{Buffers: 2, BufferBytes: 99}, other.Live())
	copy(c.b.fault[:], "first")
	c.b.faults = 7
	first, n := other.Fault()
	assert.Equal(t, "first", first)
	assert.Equal(t, 7, n)

	c.Reset()
	assert.Zero(t, other.b.failAt)
	_, n = c.Fault()
	assert.Zero(t, n)
	assert.EqualValues(t, 1, other.b.devices)
	assert.EqualValues(t, 2, other.Live().Buffers, "what lives goes on living")
	assert.NoError(t, c.Close())
	assert.NoError(t, other.Close())
}

func TestBuildAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the libraries twice")
	}
	dir := t.TempDir()
	err := BuildWithout(dir, CuFFT)
	if errors.Is(err, ErrNoCompiler) {
		t.Skip(err)
	}
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(dir, CuFFT))
	kept := filepath.Join(dir, "kernel-0123.so")
	require.NoError(t, os.WriteFile(kept, nil, 0o666))
	require.NoError(t, Build(dir))
	for _, name := range []string{Driver, CuFFT, NVRTC} {
		assert.FileExists(t, filepath.Join(dir, name))
	}
	assert.NoFileExists(t, kept, "made by another shim, for all we know")
	left, err := filepath.Glob(filepath.Join(dir, "*.new"))
	require.NoError(t, err)
	assert.Empty(t, left)
}
