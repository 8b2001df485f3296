//go:build cuda && linux && cgo

package cuda

import (
	"os"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

var kit fakecuda.Kit

func TestMain(m *testing.M) {
	code := m.Run()
	kit.Remove()
	os.Exit(code)
}

// fake is the machine as it is by default.
func fake(t testing.TB) *fakecuda.Control {
	t.Helper()
	return kit.Machine(t, fakecuda.Default())
}

func openFake(t testing.TB) *Driver {
	t.Helper()
	d, err := Open(Options{Folders: []string{kit.Folder(t)}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, d.Close()) })
	return d
}

// onFake gives a context and a stream on the first fake GPU.
func onFake(t testing.TB) (*Context, *Stream) {
	t.Helper()
	d := openFake(t)
	v, err := d.Device(0)
	require.NoError(t, err)
	ctx, err := d.NewContext(v)
	require.NoError(t, err)
	s, err := ctx.NewStream()
	require.NoError(t, err)
	return ctx, s
}

// folderWith links some of the built files into a folder of their own.
func folderWith(t testing.TB, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		require.NoError(t, os.Link(filepath.Join(kit.Folder(t), name), filepath.Join(dir, name)))
	}
	return dir
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

// floats is bytes as numbers.
func floats[T Number](b []byte) []T {
	var one T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(one)))
}
