package main

import "unsafe"

// alignment is that of every buffer: a pair of cache lines, which is more than
// any vector needs.
const alignment = 128

// arena lends the buffers of one cell. All contenders of a cell work on the
// same ones, so none has the better pages. The memory is Go's; plans of C
// libraries pin it.
type arena struct {
	memory []byte
	used   int
}

func newArena(bytes int) *arena {
	a := &arena{memory: make([]byte, bytes+alignment)}
	a.reset()
	return a
}

// reset takes all buffers back.
func (a *arena) reset() {
	misplaced := int(uintptr(unsafe.Pointer(unsafe.SliceData(a.memory))) % alignment)
	a.used = (alignment - misplaced) % alignment
}

// take lends a zeroed buffer.
func take[T any](a *arena, count int) []T {
	var t T
	bytes := count * int(unsafe.Sizeof(t))
	if a.used+bytes > len(a.memory) {
		a.memory = make([]byte, a.used+bytes+2*alignment) // lent buffers keep theirs
		a.reset()
	}
	s := unsafe.Slice((*T)(unsafe.Pointer(&a.memory[a.used])), count)
	a.used += (bytes + alignment - 1) / alignment * alignment
	clear(s)
	return s
}
