package kernels

import "unsafe"

// Chain is a transform in columns: the passes over columns and the last pass.
type Chain[F Float] struct {
	n, row int // numbers; bytes of a row of the work
	steps  []step[F]
	first  directed[func(y, x *F, count, step, from int, twiddles *F)]
	last   directed[func(dst, work *F)]
	short  *Calls[F] // all passes, nil of a row that goes by blocks
}

// step is a pass over columns of a chain.
type step[F Float] struct {
	pass         func(x *F, count, step, blocks int, twiddles *F)
	radix, count int
	pitch        int  // bytes from one of the blocks that it leaves to the next
	gap          bool // whether there is more than a block between them
	twiddles     *F
	table        int // bytes of the twiddles of a row
	joins        bool
}

const (
	// nearBytes is how much of a row a pass leaves for the next one to find in a
	// second-level cache, the smallest of which have 256 KiB. What is longer goes
	// depth first.
	nearBytes = 128 << 10
	// longBytes is the longest row that is read well enough without asking ahead
	// and without a second kind of gap, which takes more calls of kernels.
	longBytes = 64 << 10
	// aheadRows is how many rows early the last pass asks for one: as many as it
	// does while one comes from the next cache. More push each other out of the
	// first one.
	aheadRows = 16
)

// Gaps are the rows that are free in the work behind each of the blocks that the
// first and the second pass leave.
type Gaps [2]int

// GapsIn are the gaps for passes of these radices over so many rows: behind blocks
// of whole pages. Without them the rows that the last pass reads together, and
// those that it asks for next, would have the same last twelve bits of an address:
// too many for one set of a first-level cache, and each load would wait for stores
// to others (1.1 to 1.2 times the time of a whole transform of 16384). Five and
// three rows part them all; powers of two would let them meet again.
func GapsIn(rows, rowBytes int, radices []int) Gaps {
	const page = 4096
	gaps := Gaps{5, 3}
	if rows*rowBytes <= longBytes {
		gaps[1] = 0
	}
	for i := range gaps {
		if i < len(radices) {
			rows /= radices[i]
		}
		if i >= len(radices) || rows*rowBytes%page > 0 {
			gaps[i] = 0
		}
	}
	return gaps
}

// Chain joins passes that do all columns of n numbers, and the last pass, which
// looks for rows where the gaps leave them.
func (c *Columns[F]) Chain(n int, passes []ColumnsPass[F], last *ColumnsLast, gaps Gaps) *Chain[F] {
	t := &Chain[F]{n: n, row: 2 * c.Lanes * PartBytes[F](), first: passes[0].first}
	blocks := 1
	for i := range passes {
		p := &passes[i]
		s := step[F]{
			pass: p.pass, radix: p.Radix, count: p.Count, pitch: p.Count * t.row,
			twiddles: &p.Twiddles[:p.used(blocks)][0], table: 2 * (p.Radix - 1) * PartBytes[F](), joins: p.joins,
		}
		if p.joins {
			s.table = t.row
		}
		if i < len(gaps) && gaps[i] > 0 {
			s.gap = true
			s.pitch += gaps[i] * t.row
		}
		t.steps = append(t.steps, s)
		blocks *= p.Radix
	}
	if len(passes) > 1 { // a block of the first pass has the gaps of the second one
		t.steps[0].pitch += passes[1].Radix * gaps[1] * t.row
	}
	t.last.forward = c.lastOf(n, last, false)
	t.last.inverse = c.lastOf(n, last, true)
	if gaps == (Gaps{}) && n*2*PartBytes[F]() <= stackBytes {
		t.short = c.calls(n, passes, last)
	}
	return t
}

// Calls are the calls of a row that has its work on the stack, nil of a longer one.
func (t *Chain[F]) Calls() *Calls[F] { return t.short }

// Run transforms the row src into dst, which may be src.
func (t *Chain[F]) Run(dst, src, work []F, inverse bool) {
	if t.short != nil {
		t.short.Run(dst, src, work, inverse)
		return
	}
	n, s := 2*t.n, &t.steps[0]
	x, y := &src[:n][0], &work[:s.radix*s.pitch/PartBytes[F]()][0]
	t.deal(y, x, inverse)
	switch {
	case len(t.steps) == 1:
	case !s.gap && s.radix*s.pitch <= nearBytes: // all blocks in one call
		t.near(y, 1, s.radix, 0)
	default:
		for q := range s.radix {
			t.block(move(y, q*s.pitch), 1, q*s.count)
		}
	}
	t.last.of(inverse)(&dst[:n][0], y)
}

// deal is the first pass, in pieces if it leaves gaps for the second one.
func (t *Chain[F]) deal(y, x *F, inverse bool) {
	s := &t.steps[0]
	pieces, count, pitch := 1, s.count, 0
	if len(t.steps) > 1 && t.steps[1].gap {
		pieces, count, pitch = t.steps[1].radix, t.steps[1].count, t.steps[1].pitch
	}
	for i := range pieces {
		row := i * count
		t.first.of(inverse)(move(y, i*pitch), move(x, row*t.row), count, s.pitch, s.count*t.row, move(s.twiddles, row*s.table))
	}
}

// block runs step l and those behind it on one block, which begins at y and with
// this row of all.
func (t *Chain[F]) block(y *F, l, row int) {
	s := &t.steps[l]
	if !s.gap && s.radix*s.pitch <= nearBytes || s.joins {
		t.near(y, l, 1, row)
		return
	}
	s.pass(y, s.count, s.pitch, 1, s.twiddles)
	for q := range s.radix {
		t.block(move(y, q*s.pitch), l+1, row+q*s.count)
	}
}

// near is block for blocks without gaps that stay in a cache: each step runs over
// all of them.
func (t *Chain[F]) near(y *F, l, blocks, row int) {
	for ; l < len(t.steps); l++ {
		s := &t.steps[l]
		twiddles := s.twiddles
		if s.joins {
			twiddles = move(twiddles, row*s.table)
		}
		s.pass(y, s.count, s.pitch, blocks, twiddles)
		blocks *= s.radix
	}
}

// lastOf binds the last pass to its rows.
func (c *Columns[F]) lastOf(n int, l *ColumnsLast, inverse bool) func(dst, work *F) {
	part := 2 * n / c.Lanes * PartBytes[F]()
	if l.Stride > 0 {
		return c.evenOf(n, l, part, inverse)
	}
	kernel, starts, groups := c.lastUneven.of(inverse), &l.Starts[0], len(l.Starts)/c.Lanes
	if len(l.Tail) == 0 {
		return func(dst, work *F) { kernel(dst, work, starts, groups, part) }
	}
	tail, at := &l.Tail[0], (n/c.Lanes-c.Lanes)*2*PartBytes[F]()
	return func(dst, work *F) {
		kernel(dst, work, starts, groups, part)
		kernel(move(dst, at), work, tail, 1, part)
	}
}

// evenOf is lastOf for rows in fours. The last groups have none ahead.
func (c *Columns[F]) evenOf(n int, l *ColumnsLast, part int, inverse bool) func(dst, work *F) {
	kernel, starts, groups, stride := c.last.of(inverse), &l.Starts[0], 4*len(l.Starts)/c.Lanes, l.Stride
	if part*c.Lanes <= longBytes {
		return func(dst, work *F) { kernel(dst, work, starts, groups, stride, part) }
	}
	far, ahead := c.lastFar.of(inverse), aheadRows/c.Lanes
	groups -= ahead
	skip, done := ahead*c.Lanes/4, groups*2*c.Lanes*PartBytes[F]()
	rest := &l.Starts[groups*c.Lanes/4]
	return func(dst, work *F) {
		far(dst, work, starts, groups, stride, part, skip)
		kernel(move(dst, done), work, rest, ahead, stride, part)
	}
}

// move is the address some bytes behind p.
func move[F Float](p *F, bytes int) *F { return (*F)(unsafe.Add(unsafe.Pointer(p), bytes)) }
