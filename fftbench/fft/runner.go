package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// runner drives a rowPlan over the rows of calls, with lent scratch.
type runner[F kernels.Float] struct {
	n     int
	plan  rowPlan[F]
	batch batchPlan[F]  // plan, if it is one
	alias bool          // plan can work in place
	work  *workspace[F] // scratch of plan
	spare *workspace[F] // a row for calls in place of a plan that cannot
	tiles *workspace[F] // rows of calls whose elements are not neighbours
	share sharing
	teams shelf[shared[F]]
}

func newRunner[F kernels.Float](n int, plan rowPlan[F], share sharing) *runner[F] {
	r := &runner[F]{n: n, plan: plan, work: newWorkspace[F](plan.workLen()), share: share}
	r.batch, _ = plan.(batchPlan[F])
	if p, ok := plan.(aliasPlan); ok {
		r.alias = p.inPlace()
	}
	r.spare, r.tiles = &workspace[F]{}, &workspace[F]{size: tilesLen[F](n, r.alias)}
	if !r.alias {
		r.spare.size = 2 * n
	}
	return r
}

// scratchLen is how many parts a caller's scratch has.
func (r *runner[F]) scratchLen() int { return r.work.size + r.spare.size }

// call transforms rows in turn, apart or the same, alone or with a team.
func (r *runner[F]) call(dst, src []F, inverse bool) {
	if r.share.goroutines > 1 && len(src) > 2*r.n {
		rows := rowsInTurn(r.n)
		r.callPlaced(placed[F]{dst, src, Batch{len(src) / (2 * r.n), rows, rows}, inverse})
		return
	}
	r.run(dst, src, inverse)
}

// run transforms rows in turn, apart or the same.
func (r *runner[F]) run(dst, src []F, inverse bool) {
	l := r.borrow(dst, src)
	r.runWith(dst, src, inverse, l)
	r.giveBack(l)
}

// lent is scratch of a plan and, if rows must be copied, that of a row.
type lent[F kernels.Float] struct{ work, spare []F }

func (r *runner[F]) borrow(dst, src []F) lent[F] {
	l := lent[F]{work: r.work.take()}
	if !r.alias && same(dst, src) {
		l.spare = r.spare.take()
	}
	return l
}

func (r *runner[F]) giveBack(l lent[F]) {
	r.work.give(l.work)
	if l.spare != nil {
		r.spare.give(l.spare)
	}
}

// parted is scratch of scratchLen parts as run lends it.
func (r *runner[F]) parted(scratch []F) lent[F] {
	return lent[F]{scratch[:r.work.size], scratch[r.work.size:r.scratchLen()]}
}

// runWith transforms rows in turn; those in place may have to be copied first.
func (r *runner[F]) runWith(dst, src []F, inverse bool, l lent[F]) {
	if len(src) == 0 {
		return
	}
	if r.alias || !same(dst, src) {
		r.rows(dst, src, inverse, l.work)
		return
	}
	for row := 2 * r.n; len(src) > 0; src = src[row:] {
		copy(l.spare, src[:row])
		r.rows(src[:row], l.spare, inverse, l.work)
	}
}

// rows transforms rows in turn as the plan can take them.
func (r *runner[F]) rows(dst, src []F, inverse bool, work []F) {
	row := 2 * r.n
	switch {
	case r.batch != nil && inverse:
		r.batch.inverseRows(dst, src, len(src)/row, work)
	case r.batch != nil:
		r.batch.forwardRows(dst, src, len(src)/row, work)
	case inverse:
		for o := 0; o < len(src); o += row {
			r.plan.inverse(dst[o:o+row], src[o:o+row], work)
		}
	default:
		for o := 0; o < len(src); o += row {
			r.plan.forward(dst[o:o+row], src[o:o+row], work)
		}
	}
}

func (r *runner[F]) footprint() Footprint {
	f := r.plan.footprint()
	if n := r.plan.workLen(); n > 0 {
		f = append(f, complexPart[F]("scratch", Scratch, n))
	}
	return f
}

// same reports whether a and b, of one length, are the same memory.
func same[T any](a, b []T) bool { return len(a) > 0 && &a[0] == &b[0] }
