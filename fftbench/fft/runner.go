package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// runner drives a rowPlan over the rows of a batch with lent scratch.
type runner[F kernels.Float] struct {
	n     int
	plan  rowPlan[F]
	batch batchPlan[F]  // plan, if it is one
	alias bool          // plan can work in place
	work  *workspace[F] // scratch of plan
	spare *workspace[F] // a row for calls in place of a plan that cannot
}

func newRunner[F kernels.Float](n int, plan rowPlan[F]) *runner[F] {
	r := &runner[F]{n: n, plan: plan, work: newWorkspace[F](plan.workLen()), spare: &workspace[F]{}}
	r.batch, _ = plan.(batchPlan[F])
	if p, ok := plan.(aliasPlan); ok {
		r.alias = p.inPlace()
	}
	if !r.alias {
		r.spare.size = 2 * n
	}
	return r
}

// run transforms rows that are apart or the same.
func (r *runner[F]) run(dst, src []F, inverse bool) {
	if len(src) == 0 {
		return
	}
	work := r.work.take()
	if same(dst, src) && !r.alias {
		spare := r.spare.take()
		r.copied(dst, inverse, work, spare)
		r.spare.give(spare)
	} else {
		r.rows(dst, src, inverse, work)
	}
	r.work.give(work)
}

// rows transforms rows as the plan can take them.
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

// copied transforms each row of x from a copy of it.
func (r *runner[F]) copied(x []F, inverse bool, work, spare []F) {
	for ; len(x) > 0; x = x[len(spare):] {
		copy(spare, x)
		r.rows(x[:len(spare)], spare, inverse, work)
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
