package fft

import "sync"

// workspace lends scratch to the calls of a plan: one buffer for each call in
// flight, kept for the next call, so that steady use allocates nothing however
// many goroutines share the plan.
type workspace[T any] struct {
	size int
	mu   sync.Mutex
	free [][]T
}

// newWorkspace makes buffers of size elements; the first one exists at once.
func newWorkspace[T any](size int) *workspace[T] {
	w := &workspace[T]{size: size}
	if size > 0 {
		w.free = append(w.free, make([]T, size))
	}
	return w
}

// take lends a buffer with whatever a former call left in it.
func (w *workspace[T]) take() []T {
	if w.size == 0 {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	last := len(w.free) - 1
	if last < 0 {
		return make([]T, w.size)
	}
	b := w.free[last]
	w.free = w.free[:last]
	return b
}

// give takes a lent buffer back.
func (w *workspace[T]) give(b []T) {
	if w.size == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.free = append(w.free, b)
}
