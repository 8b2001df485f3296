package kernels

import "unsafe"

// Calls is a transform of a row by kernels that are called one after the other.
// Go takes longer for such calls than for the instructions of a short row, so an
// assembly function makes all of them.
type Calls[F Float] struct {
	n, work int // numbers of a row, parts of the work
	calls   directed[[]kernelCall]
}

// kernelCall is a call of a kernel: the words of its arguments, of which the first
// two are added to what is at a place. Assembly knows the order of these fields.
type kernelCall struct {
	kernel entry
	to     place
	from   place
	words  [6]uintptr
	table  unsafe.Pointer // a word too, here for the garbage collector to see
}

// entry is where the code of a kernel begins, as assembly calls it.
type entry uintptr

// place is an argument of runCalls, by its offset from the first one.
type place uintptr

const (
	inDst  place = 0
	inSrc  place = 8
	inWork place = 16
	none   place = 24 // 0, for a word that is no address
)

// words are those of a call.
func words(w ...int) [6]uintptr {
	var all [6]uintptr
	for i := range w {
		all[i] = uintptr(w[i])
	}
	return all
}

// tableAt is a call with the address of a table for word i.
func (c kernelCall) tableAt(i int, table unsafe.Pointer) kernelCall {
	c.words[i], c.table = uintptr(table), table
	return c
}

// WorkLen is how many parts of work a row needs.
func (c *Calls[F]) WorkLen() int { return c.work }

// Short reports whether Run has room for the work on the stack.
func (c *Calls[F]) Short() bool { return c.work*PartBytes[F]() <= stackBytes }

// Run transforms the row src into dst, which may be src. A Short one needs no
// work: it may be nil.
func (c *Calls[F]) Run(dst, src, work []F, inverse bool) {
	n := 2 * c.n
	to, from := unsafe.Pointer(&dst[:n][0]), unsafe.Pointer(&src[:n][0])
	calls := c.calls.of(inverse)
	if len(work) == 0 && c.Short() {
		runCallsOnStack(to, from, &calls[0], len(calls))
		return
	}
	runCalls(to, from, unsafe.Pointer(&work[:c.work][0]), 0, &calls[0], len(calls))
}
