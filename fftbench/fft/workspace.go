package fft

import (
	"sync"
	"unsafe"
)

// workspace lends scratch to the calls of a plan: one buffer for each call in
// flight, kept for a later call, so that steady use allocates nothing however
// many goroutines share the plan, and they do not wait for each other.
type workspace[T any] struct {
	size int
	pool sync.Pool // of *T, the first of size elements
}

// newWorkspace makes buffers of size elements; the first one exists at once.
func newWorkspace[T any](size int) *workspace[T] {
	w := &workspace[T]{size: size}
	if size > 0 {
		w.give(make([]T, size))
	}
	return w
}

// take lends a buffer with whatever a former call left in it.
func (w *workspace[T]) take() []T {
	if w.size == 0 {
		return nil
	}
	if first, ok := w.pool.Get().(*T); ok {
		return unsafe.Slice(first, w.size)
	}
	return make([]T, w.size)
}

// give takes a lent buffer back.
func (w *workspace[T]) give(b []T) {
	if w.size > 0 {
		w.pool.Put(unsafe.SliceData(b)) // a pointer fits an interface without a copy
	}
}
