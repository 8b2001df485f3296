package fft

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// shelf keeps what calls of a plan lend themselves and give back: something for
// each call in flight, kept for the next one, so that steady use allocates
// nothing however many goroutines share the plan. One caller at a time gets
// along without the lock, in half the time of a sync.Pool, which would also let
// the garbage collector take things away.
type shelf[T any] struct {
	last atomic.Pointer[T]
	mu   sync.Mutex
	more []*T
}

// take lends something, or nil if nothing is left.
func (s *shelf[T]) take() *T {
	if item := s.last.Swap(nil); item != nil {
		return item
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.more) == 0 {
		return nil
	}
	item := s.more[len(s.more)-1]
	s.more = s.more[:len(s.more)-1]
	return item
}

// give takes something back, or something new.
func (s *shelf[T]) give(item *T) {
	if s.last.CompareAndSwap(nil, item) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.more = append(s.more, item)
}

// workspace lends scratch to the calls of a plan.
type workspace[T any] struct {
	size  int
	first shelf[T] // the first of size elements each
}

// newWorkspace makes buffers of size elements; the first one exists at once.
func newWorkspace[T any](size int) *workspace[T] {
	w := &workspace[T]{size: size}
	w.give(w.take())
	return w
}

// take lends a buffer with whatever a former call left in it.
func (w *workspace[T]) take() []T {
	if w.size == 0 {
		return nil
	}
	if first := w.first.take(); first != nil {
		return unsafe.Slice(first, w.size)
	}
	return make([]T, w.size)
}

// give takes a lent buffer back.
func (w *workspace[T]) give(b []T) {
	if w.size > 0 {
		w.first.give(unsafe.SliceData(b))
	}
}
