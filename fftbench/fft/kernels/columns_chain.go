package kernels

import "unsafe"

// Chain is a transform in columns: the passes over columns and the last pass.
type Chain[F Float] struct {
	n     int
	row   int // bytes of a row of the work
	pitch int // bytes from one block of the first pass to the next
	steps []step[F]
	first directed[func(y, x *F, count, step, from int, twiddles *F)]
	last  directed[func(dst, work *F)]
}

// step is a pass over columns of a chain.
type step[F Float] struct {
	pass         func(x *F, count, step, blocks int, twiddles *F)
	radix, count int
	twiddles     *F
	joins        bool
}

const (
	// nearBytes is how much of a row a pass leaves for the next one to find in a
	// second-level cache, the smallest of which have 256 KiB. What is longer goes
	// depth first.
	nearBytes = 128 << 10
	// aheadRows is how many rows ahead the last pass of a longer transform asks
	// for those that it will read: as many as it does while one comes from memory.
	aheadRows = 32
)

// Chain joins passes that do all columns of n numbers, and the last pass. In the
// work, gap rows are free behind each block that the first pass leaves.
func (c *Columns[F]) Chain(n int, passes []ColumnsPass[F], last *ColumnsLast, gap int) *Chain[F] {
	t := &Chain[F]{n: n, row: 2 * c.Lanes * PartBytes[F](), first: passes[0].first}
	t.pitch = (passes[0].Count + gap) * t.row
	blocks := 1
	for i := range passes {
		p := &passes[i]
		t.steps = append(t.steps, step[F]{p.pass, p.Radix, p.Count, &p.Twiddles[:p.used(blocks)][0], p.joins})
		blocks *= p.Radix
	}
	t.last.forward = c.lastOf(n, last, false)
	t.last.inverse = c.lastOf(n, last, true)
	return t
}

// Run transforms the row src into dst, which may be src.
func (t *Chain[F]) Run(dst, src, work []F, inverse bool) {
	n, s := 2*t.n, &t.steps[0]
	x, y := &src[:n][0], &work[:s.radix*t.pitch/PartBytes[F]()][0]
	t.first.of(inverse)(y, x, s.count, t.pitch, s.count*t.row, s.twiddles)
	switch {
	case len(t.steps) == 1:
	case t.pitch == s.count*t.row && s.radix*t.pitch <= nearBytes: // all blocks in one call
		t.near(y, 1, s.radix, 0)
	default:
		for q := range s.radix {
			t.block(move(y, q*t.pitch), 1, q*s.count)
		}
	}
	t.last.of(inverse)(&dst[:n][0], y)
}

// block runs step l and those behind it on one block, which begins at y and with
// this row of all.
func (t *Chain[F]) block(y *F, l, row int) {
	s := &t.steps[l]
	if s.radix*s.count*t.row <= nearBytes || s.joins {
		t.near(y, l, 1, row)
		return
	}
	step := s.count * t.row
	s.pass(y, s.count, step, 1, s.twiddles)
	for q := range s.radix {
		t.block(move(y, q*step), l+1, row+q*s.count)
	}
}

// near is block for blocks that stay in a cache: each step runs over all of them.
func (t *Chain[F]) near(y *F, l, blocks, row int) {
	for ; l < len(t.steps); l++ {
		s := &t.steps[l]
		twiddles := s.twiddles
		if s.joins {
			twiddles = move(twiddles, row*t.row)
		}
		s.pass(y, s.count, s.count*t.row, blocks, twiddles)
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
	if part*c.Lanes <= nearBytes {
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
