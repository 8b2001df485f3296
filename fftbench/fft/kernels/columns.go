package kernels

// A transform in columns writes a row of n = Lanes·m numbers as m rows of Lanes
// numbers each. Passes of decimation in frequency transform all columns at
// once: a lane is a column, so nothing is shuffled and a twiddle is one number
// for a whole vector. The last of them also multiplies by the twiddles that join
// the columns. Then a last pass transforms along the rows and stores in natural
// order.
//
// Between the first and the last pass the numbers are in the work, a row of 2n
// parts, with gaps where a Chain has them: for each row of the matrix the real
// parts of its lanes, then the imaginary ones, the lanes in the order of Dealt.
// The passes of an inverse transform read and store numbers with their parts
// exchanged.

// Columns are the kernels of transforms in columns.
type Columns[F Float] struct {
	Lanes  int // numbers of a row of the matrix
	passes map[int]columnsPasses[F]
	last   directed[func(dst, work *F, starts *int32, groups, stride, part int)]

	lastFar    directed[func(dst, work *F, starts *int32, groups, stride, part, ahead int)]
	lastUneven directed[func(dst, work *F, starts *int32, groups, part int)]
	mask       func(work *F, starts *int32, groups, stride int, mask *F)

	lastEntry, lastUnevenEntry directed[entry] // of last and lastUneven
}

// columnsPasses are the passes of a radix: with twiddles and, for blocks that
// are one row, those that join the columns or have no factors at all.
type columnsPasses[F Float] struct {
	first, firstJoin directed[func(y, x *F, count, step, from int, twiddles *F)]
	pass, join       func(x *F, count, step, blocks int, twiddles *F)
	bare             func(x *F, blocks int)

	back, backJoin           func(x *F, count, blocks int, twiddles *F)
	backStore, backJoinStore func(dst, x *F, count int, twiddles *F)

	entries, joinEntries passEntries // of first and pass, firstJoin and join
}

// passEntries are those of a pass as the first one and as another.
type passEntries struct {
	first directed[entry]
	pass  entry
}

// directed is a kernel of forward and one of inverse transforms.
type directed[T any] struct{ forward, inverse T }

func (d *directed[T]) of(inverse bool) T {
	if inverse {
		return d.inverse
	}
	return d.forward
}

// ColumnsPass is a pass over columns, of radix blocks of Count rows each. It
// multiplies row p of output j by w^(jp), w = e^(−2πi/(Radix·Count)), which
// Twiddles holds for each p and 1 ≤ j < Radix, unless it is a JoinPass.
type ColumnsPass[F Float] struct {
	Radix, Count int
	Twiddles     []F

	lanes int
	table int  // parts of Twiddles that a block uses
	joins bool // each block its own
	first directed[func(y, x *F, count, step, from int, twiddles *F)]
	pass  func(x *F, count, step, blocks int, twiddles *F)

	entries passEntries

	back      func(x *F, count, blocks int, twiddles *F) // of radix 4 and 8
	backStore func(dst, x *F, count int, twiddles *F)
}

// Has reports whether there are passes of a radix: of 2, 3, 4, 5, 7 and 8
// everywhere, of 16 where registers are enough.
func (c *Columns[F]) Has(radix int) bool { return c.passes[radix].pass != nil }

// Pass prepares a pass of a radix that c has over blocks of count rows.
func (c *Columns[F]) Pass(radix, count int, twiddles []F) ColumnsPass[F] {
	kernels := c.passes[radix]
	return ColumnsPass[F]{
		Radix: radix, Count: count, Twiddles: twiddles, lanes: c.Lanes, table: 2 * (radix - 1) * count,
		first: kernels.first, pass: kernels.pass, back: kernels.back, backStore: kernels.backStore,
		entries: kernels.entries,
	}
}

// JoinPass prepares the last pass over columns, of blocks that are one row. It
// also joins the columns: twiddles holds, for each row of the work, the real and
// the imaginary parts of the factors of its lanes.
func (c *Columns[F]) JoinPass(radix int, twiddles []F) ColumnsPass[F] {
	kernels := c.passes[radix]
	return ColumnsPass[F]{
		Radix: radix, Count: 1, Twiddles: twiddles, lanes: c.Lanes, table: 2 * c.Lanes * radix, joins: true,
		first: kernels.firstJoin, pass: kernels.join, back: kernels.backJoin, backStore: kernels.backJoinStore,
		entries: kernels.joinEntries,
	}
}

// First runs the pass as the first one, from a row x of numbers to the work y.
func (p *ColumnsPass[F]) First(y, x []F, inverse bool) {
	n := 2 * p.lanes * p.Radix * p.Count
	_, _ = x[n-1], y[n-1]
	p.first.of(inverse)(&y[0], &x[0], p.Count, p.step(), p.step(), &p.Twiddles[:p.table][0])
}

// Run runs the pass in place, over all its blocks in the work x.
func (p *ColumnsPass[F]) Run(x []F) {
	if blocks := p.blocks(x); blocks > 0 {
		p.pass(&x[0], p.Count, p.step(), blocks, &p.Twiddles[:p.used(blocks)][0])
	}
}

// step is the distance of the rows that a pass transforms, in bytes.
func (p *ColumnsPass[F]) step() int { return 2 * p.lanes * p.Count * PartBytes[F]() }

// blocks is how many blocks x holds, used the parts of Twiddles for so many.
func (p *ColumnsPass[F]) blocks(x []F) int { return len(x) / (2 * p.lanes * p.Radix * p.Count) }

func (p *ColumnsPass[F]) used(blocks int) int {
	if p.joins {
		return p.table * blocks
	}
	return p.table
}

// ColumnsLast is the last pass, over groups of Lanes neighbouring outputs of the
// columns. It finds their rows by Starts, the byte in the work where a row
// begins: of every fourth row, if the next three follow Stride bytes apart, else
// of every row and Stride is 0. Where the rows are no whole number of groups,
// the last group has its own starts; it overlaps the one before.
type ColumnsLast struct {
	Starts []int32
	Stride int
	Tail   []int32
}

// Last runs the last pass, from the work to dst.
func (c *Columns[F]) Last(dst, work []F, l *ColumnsLast, inverse bool) {
	_ = work[len(dst)-1]
	c.lastOf(len(dst)/2, l, inverse)(&dst[0], &work[0])
}

// Codelet is all passes of a transform of length N in one kernel: in columns, as
// many as Lanes, or, if it Sorts, two passes of an Autosort.
type Codelet[F Float] struct {
	N, Lanes int
	Sorts    bool
	kernel   directed[func(dst, src, twiddles *F, rows int)]
}

// Form is what the tables of c depend on.
func (c *Codelet[F]) Form() CodeletForm { return CodeletForm{c.N, c.Lanes, c.Sorts} }

// Run transforms rows of N numbers. The twiddles are those of the passes, one
// after the other: 2N parts or more of columns, those of a Chain for an Autosort.
func (c *Codelet[F]) Run(dst, src []F, rows int, twiddles []F, inverse bool) {
	n := 2 * c.N * rows
	if n == 0 {
		return
	}
	used := 2 * c.N
	if c.Sorts {
		used -= used / 4
	}
	dst, src, twiddles = dst[:n], src[:n], twiddles[:used]
	c.kernel.of(inverse)(&dst[0], &src[0], &twiddles[0], rows)
}

// Dealt is the column that lane l of lanes holds in the work.
func Dealt[F Float](l, lanes int) int {
	chunk := 16 / PartBytes[F]()
	r := l % chunk
	if lanes == 4*chunk { // of AVX-512
		return 4*r + l/chunk
	}
	return l/chunk*(chunk/2) + r%(chunk/2) + r/(chunk/2)*(lanes/2)
}
