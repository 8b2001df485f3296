package kernels

// A filter goes from the work, as the passes over columns leave it, to the
// spectrum and back without sorting: Mask transforms along the rows, multiplies
// by gains and transforms along the rows again; then the passes over columns
// run in the opposite order, each decimating in time. The way back is the
// inverse transform: Mask exchanges real and imaginary parts, BackTo exchanges
// them again, and the twiddles are those of the way there.

// HasBack reports whether there are kernels for the way back, for passes of
// radix 4 and 8.
func (c *Columns[F]) HasBack() bool { return c.mask != nil }

// Mask multiplies bin k + j·rows of the spectrum of the work, output j along row
// k, by a gain: in mask, for each group of Lanes rows and each j, those of row
// Dealt(l) of the group, l < Lanes. Rows lie as Last finds them, every fourth of
// a multiple of Lanes.
func (c *Columns[F]) Mask(work []F, rows *ColumnsLast, mask []F) {
	groups := 4 * len(rows.Starts) / c.Lanes
	n := c.Lanes * c.Lanes * groups
	_, _ = work[2*n-1], mask[n-1]
	c.mask(&work[0], &rows.Starts[0], groups, rows.Stride, &mask[0])
}

// Back runs the pass in place on the way back, over all its blocks in the work x.
func (p *ColumnsPass[F]) Back(x []F) {
	if blocks := p.blocks(x); blocks > 0 {
		p.back(&x[0], p.Count, blocks, &p.Twiddles[:p.used(blocks)][0])
	}
}

// BackTo is the end of the way back, the first pass there: from the work x, one
// block, to the row dst of numbers.
func (p *ColumnsPass[F]) BackTo(dst, x []F) {
	n := 2 * p.lanes * p.Radix * p.Count
	_, _ = dst[n-1], x[n-1]
	p.backStore(&dst[0], &x[0], p.Count, &p.Twiddles[:p.used(1)][0])
}
