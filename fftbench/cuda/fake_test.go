//go:build cuda && linux && cgo

package cuda

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

// built is the folder of the fake libraries: built once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "fakecuda")
	if err != nil {
		return "", err
	}
	return dir, fakecuda.Build(dir)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := built(); dir != "" {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

func fakeFolder(t testing.TB) string {
	t.Helper()
	dir, err := built()
	if errors.Is(err, fakecuda.ErrNoCompiler) {
		t.Skip("the fake libraries need a C compiler: ", err)
	}
	require.NoError(t, err)
	return dir
}

// fake resets the fake libraries and holds the test to leaving nothing alive and
// to calling nothing that a driver would refuse.
func fake(t testing.TB) *fakecuda.Control {
	t.Helper()
	control, err := fakecuda.Open(fakeFolder(t))
	require.NoError(t, err)
	control.Reset()
	t.Cleanup(func() {
		first, _ := control.Fault()
		assert.Empty(t, first, "what a driver would refuse")
		assert.Zero(t, control.Live(), "what was not freed")
		assert.NoError(t, control.Close())
	})
	return control
}

func openFake(t testing.TB) *Driver {
	t.Helper()
	d, err := Open(Options{Folders: []string{fakeFolder(t)}})
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
		require.NoError(t, os.Link(filepath.Join(fakeFolder(t), name), filepath.Join(dir, name)))
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
