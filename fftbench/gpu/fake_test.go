//go:build cuda && linux && cgo

package gpu

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

var kit fakecuda.Kit

func TestMain(m *testing.M) {
	code := m.Run()
	kit.Remove()
	os.Exit(code)
}

// fake is a machine with one GPU of little cache.
func fake(t testing.TB) (*fakecuda.Control, cuda.Options) {
	t.Helper()
	return kit.Machine(t, machine()), cuda.Options{Folders: []string{kit.Folder(t)}}
}

func machine() fakecuda.Machine {
	m := fakecuda.Default()
	m.L2Bytes, m.Bytes = 1<<10, 64<<20
	return m
}

func open(t testing.TB) (*Session, *fakecuda.Control) {
	t.Helper()
	control, options := fake(t)
	s, err := Open(options)
	require.NoError(t, err)
	s.now = ticking()
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s, control
}

// ticking is a clock on which a millisecond passes from one look to the next.
func ticking() func() time.Time {
	at := time.Unix(1, 0)
	return func() time.Time {
		at = at.Add(time.Millisecond)
		return at
	}
}

func bind(t testing.TB, s *Session, o Operation, batch int, rows []complex64) *Work {
	t.Helper()
	w, err := s.Bind(o, batch)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, w.Close()) })
	require.NoError(t, w.Load(cuda.Bytes(rows)))
	return w
}

// distinct are rows of n numbers, each another.
func distinct(rows, n int) []complex64 {
	list := make([]complex64, rows*n)
	for i := range list {
		list[i] = complex(float32(i%7)-3, float32(i*i%11)/4)
	}
	return list
}

func row(t testing.TB, w *Work, i, n int) []complex64 {
	t.Helper()
	got := make([]complex64, n)
	require.NoError(t, w.Row(i, cuda.Bytes(got)))
	return got
}

// assertTransform holds a row of results against the transform of a row.
func assertTransform(t testing.TB, got, of []complex64, dir truth.Direction) {
	t.Helper()
	reference, err := truth.New(of, len(of), dir)
	require.NoError(t, err)
	rel, _, err := reference.Compare(got)
	require.NoError(t, err)
	assert.Less(t, rel, 5e-7)
}
