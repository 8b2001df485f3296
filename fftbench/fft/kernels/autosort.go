package kernels

// Stockham's autosort by vectors of numbers as they lie in memory, decimation in
// frequency as in stockham.go, for any length of the radices below. A pass goes
// over runs of numbers that it treats alike: the first one over the groups, the
// others over the sequences that the passes before have made. Where a run is no
// whole number of vectors its last vector overlaps the one before, so all that
// vectors need is runs of Lanes numbers or more. An inverse transform exchanges
// real and imaginary parts in the first and in the last pass.

// Autosort are the kernels of such passes.
type Autosort[F Float] struct {
	Lanes  int // numbers of a vector
	passes map[int]autosortPasses[F]
}

// AutosortRadices are the radices that there are passes of, on machines that have
// any, in ascending order.
func AutosortRadices() []int { return []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16} }

// autosortPasses are the passes of a radix.
type autosortPasses[F Float] struct {
	first directed[func(y, x *F, part int, twiddles *F)]
	pass  func(y, x *F, part, run, groups int, twiddles *F)
	last  directed[func(y, x *F, run int)]
}

// AutosortChain is a transform of n numbers by two passes or more.
type AutosortChain[F Float] struct {
	n     int
	first directed[func(y, x *F, part int, twiddles *F)]
	last  directed[func(y, x *F, run int)]

	part, run int // of the first and of the last pass, in bytes
	twiddles  *F  // of the first pass
	between   []autosortStep[F]
}

// autosortStep is a pass between the first and the last one.
type autosortStep[F Float] struct {
	pass              func(y, x *F, part, run, groups int, twiddles *F)
	part, run, groups int
	twiddles          *F
}

// Chain joins passes of these radices, of which the first one has Lanes groups or
// more and is Lanes or more. Each but the last one has twiddles: the first, for
// 1 ≤ j < R, the factors w^(jp) of all m groups p, w = e^(−2πi/(R·m)); others,
// for each group, the factors of all j.
func (a *Autosort[F]) Chain(radices []int, twiddles [][]F) *AutosortChain[F] {
	n, number := 1, 2*PartBytes[F]()
	for _, radix := range radices {
		n *= radix
	}
	last := len(radices) - 1
	c := &AutosortChain[F]{n: n, first: a.passes[radices[0]].first, last: a.passes[radices[last]].last}
	c.part, c.run = n/radices[0]*number, n/radices[last]*number
	c.twiddles = &twiddles[0][:2*(n-n/radices[0])][0]
	run, groups := radices[0], n/radices[0]
	for i, radix := range radices[1:last] {
		groups /= radix
		c.between = append(c.between, autosortStep[F]{
			pass: a.passes[radix].pass, part: n / radix * number, run: run * number, groups: groups,
			twiddles: &twiddles[i+1][:2*(radix-1)*groups][0],
		})
		run *= radix
	}
	return c
}

// WorkLen is how many parts of work Run needs.
func (c *AutosortChain[F]) WorkLen() int {
	if len(c.between)%2 == 0 {
		return 2 * c.n
	}
	return 4 * c.n
}

// Run transforms the row src into dst, which may be src.
func (c *AutosortChain[F]) Run(dst, src, work []F, inverse bool) {
	n := 2 * c.n
	end, from, to := &dst[:n][0], &src[:n][0], &work[:n][0]
	other := end
	if len(c.between)%2 == 1 { // so that the first pass writes to no row that may be src
		to, other = &work[n : 2*n][0], to
	}
	c.first.of(inverse)(to, from, c.part, c.twiddles)
	for i := range c.between {
		s := &c.between[i]
		s.pass(other, to, s.part, s.run, s.groups, s.twiddles)
		to, other = other, to
	}
	c.last.of(inverse)(end, to, c.run)
}
