package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// side is one side of a transform, the signal or the spectrum: the elements of
// a row and the parts of an element.
type side struct{ count, parts int }

// row is the parts of a row.
func (s side) row() int { return s.count * s.parts }

// inTurn is the layout of rows one after the other.
func (s side) inTurn() Layout { return Layout{1, s.count} }

// driver drives a rowPlan over rows in turn.
type driver[F kernels.Float] struct {
	signal, spectrum side
	plan             rowPlan[F]
	batch            batchPlan[F]                           // plan, if it is one
	alias            bool                                   // plan can work in place
	codelet          *codelet[F]                            // plan, if it is one
	calls            *kernels.Calls[F]                      // of plan, if they have their work on the stack
	chain            func(dst, src, work []F, inverse bool) // of plan, if it is of columns or by vectors
}

func newDriver[F kernels.Float](signal, spectrum side, plan rowPlan[F]) driver[F] {
	d := driver[F]{signal: signal, spectrum: spectrum, plan: plan}
	d.batch, _ = plan.(batchPlan[F])
	d.codelet, _ = plan.(*codelet[F])
	switch p := plan.(type) {
	case *columns[F]:
		d.calls, d.chain = p.chain.Calls(), p.chain.Run
	case *vectorSort[F]:
		if p.calls.Short() {
			d.calls = p.calls
		}
		d.chain = p.calls.Run
	}
	if p, ok := plan.(aliasPlan); ok {
		d.alias = p.inPlace()
	}
	return d
}

// complexDriver is a driver of complex rows of n elements.
func complexDriver[F kernels.Float](n int, plan rowPlan[F]) driver[F] {
	return newDriver(side{n, 2}, side{n, 2}, plan)
}

// transformedLen is the work of a plan that transforms a row of its own by this
// one, transformed its parts: the row, one for its transform, which may be the
// same, and this plan's scratch.
func (d *driver[F]) transformedLen() int {
	if d.alias {
		return d.signal.row() + d.plan.workLen()
	}
	return 2*d.signal.row() + d.plan.workLen()
}

func (d *driver[F]) transformed(work []F) (from, to, rest []F) {
	row := d.signal.row()
	if d.alias {
		return work[:row], work[:row], work[row:]
	}
	return work[:row], work[row : 2*row], work[2*row:]
}

// rows transforms rows in turn as the plan can take them.
func (d *driver[F]) rows(dst, src []F, inverse bool, work []F) {
	to, from := d.spectrum.row(), d.signal.row()
	if inverse {
		to, from = from, to
	}
	if d.batch != nil {
		rows := 1
		if len(src) != from { // a division takes as long as a short transform
			rows = len(src) / from
		}
		if inverse {
			d.batch.inverseRows(dst, src, rows, work)
		} else {
			d.batch.forwardRows(dst, src, rows, work)
		}
		return
	}
	for ; len(src) > 0; dst, src = dst[to:], src[from:] {
		if inverse {
			d.plan.inverse(dst[:to], src[:from], work)
		} else {
			d.plan.forward(dst[:to], src[:from], work)
		}
	}
}

// sides are those of dst and src.
func (d *driver[F]) sides(inverse bool) (to, from side) {
	if inverse {
		return d.signal, d.spectrum
	}
	return d.spectrum, d.signal
}

// runner drives a plan over the rows of calls, with lent scratch.
type runner[F kernels.Float] struct {
	driver[F]
	short bool          // one row apart needs no scratch
	work  *workspace[F] // scratch of plan
	spare *workspace[F] // a row for calls in place of a plan that cannot
	tiles *workspace[F] // rows of calls whose elements are not neighbours
	share sharing
	idle  shelf[shared[F]] // teams between calls
}

func newRunner[F kernels.Float](d driver[F], share sharing) *runner[F] {
	r := &runner[F]{driver: d, share: share, work: newWorkspace[F](d.plan.workLen())}
	r.short = oneLen(d.plan) == 0
	r.spare, r.tiles = &workspace[F]{}, &workspace[F]{size: r.tilesLen()}
	if !r.alias && r.signal == r.spectrum {
		r.spare.size = r.signal.row()
	}
	return r
}

// newComplexRunner is a runner of complex rows of n elements.
func newComplexRunner[F kernels.Float](n int, plan rowPlan[F], share sharing) *runner[F] {
	return newRunner(complexDriver(n, plan), share)
}

// call transforms rows in turn, apart or the same, alone or by a team.
func (r *runner[F]) call(dst, src []F, inverse bool) {
	to, from := r.sides(inverse)
	switch {
	case len(src) == from.row():
		r.callOne(dst, src, inverse)
	case r.share.goroutines > 1:
		r.callPlaced(placed[F]{dst, src, Batch{len(src) / from.row(), to.inTurn(), from.inTurn()}, inverse})
	default:
		r.run(dst, src, inverse)
	}
}

// callOne transforms one row. The plans of most lengths get there by no more
// calls than they need, which count in a short transform.
func (r *runner[F]) callOne(dst, src []F, inverse bool) {
	switch {
	case r.codelet != nil:
		r.codelet.run(dst, src, 1, inverse)
	case r.calls != nil:
		r.calls.Run(dst, src, nil, inverse)
	case r.chain != nil:
		work := r.work.take()
		r.chain(dst, src, work, inverse)
		r.work.give(work)
	case !r.alias && same(dst, src):
		r.run(dst, src, inverse)
	case r.short:
		r.one(dst, src, inverse, nil)
	default:
		work := r.work.take()
		r.one(dst, src, inverse, work)
		r.work.give(work)
	}
}

// one transforms one row that is not in place, unless the plan can.
func (r *runner[F]) one(dst, src []F, inverse bool, work []F) {
	if inverse {
		r.plan.inverse(dst, src, work)
	} else {
		r.plan.forward(dst, src, work)
	}
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

// scratchLen is how many parts a caller's scratch has.
func (r *runner[F]) scratchLen() int { return r.work.size + r.spare.size }

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
	for row := r.signal.row(); len(src) > 0; src = src[row:] {
		copy(l.spare, src[:row])
		r.rows(src[:row], l.spare, inverse, l.work)
	}
}

func (r *runner[F]) footprint() Footprint {
	f := r.plan.footprint()
	if n := r.plan.workLen(); n > 0 {
		f = append(f, complexPart[F]("scratch", Scratch, n))
	}
	return f
}

// same reports whether a and b are the same memory.
func same[T any](a, b []T) bool { return len(a) > 0 && len(b) > 0 && &a[0] == &b[0] }
