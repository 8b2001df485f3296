package fft

import (
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// rowPlan is an algorithm planned for one length in one precision. dst, src
// and work never overlap; work has workLen elements or more, of any content.
type rowPlan[F kernels.Float] interface {
	forward(dst, src, work []kernels.Pair[F])
	inverse(dst, src, work []kernels.Pair[F])
	workLen() int
	footprint() Footprint
}

// rows makes a Transform out of a rowPlan. Exactly one of single and double is
// set, the one whose Pair has the layout of C.
type rows[C Complex] struct {
	n      int
	single *runner[float32]
	double *runner[float64]
}

// newRows plans with the constructor of C's precision.
func newRows[C Complex](n int, single func(int) rowPlan[float32], double func(int) rowPlan[float64]) rows[C] {
	r := rows[C]{n: n}
	var c C
	if unsafe.Sizeof(c) == unsafe.Sizeof(kernels.Pair[float32]{}) {
		r.single = newRunner(n, single(n))
	} else {
		r.double = newRunner(n, double(n))
	}
	return r
}

// Len returns the number of elements of a row.
func (r *rows[C]) Len() int { return r.n }

// Forward transforms each row of src into the same row of dst.
func (r *rows[C]) Forward(dst, src []C) error {
	if err := checkRows(r.n, dst, src); err != nil {
		return err
	}
	if r.single != nil {
		r.single.forward(pairs[float32](dst), pairs[float32](src))
	} else {
		r.double.forward(pairs[float64](dst), pairs[float64](src))
	}
	return nil
}

// Inverse is Forward with the conjugate roots; it does not divide by Len.
func (r *rows[C]) Inverse(dst, src []C) error {
	if err := checkRows(r.n, dst, src); err != nil {
		return err
	}
	if r.single != nil {
		r.single.inverse(pairs[float32](dst), pairs[float32](src))
	} else {
		r.double.inverse(pairs[float64](dst), pairs[float64](src))
	}
	return nil
}

// Footprint returns the plan's memory with the scratch of one call in flight.
func (r *rows[C]) Footprint() Footprint {
	if r.single != nil {
		return r.single.footprint()
	}
	return r.double.footprint()
}

// pairs sees complex numbers as pairs of their parts. F must be the part of C.
func pairs[F kernels.Float, C Complex](x []C) []kernels.Pair[F] {
	return unsafe.Slice((*kernels.Pair[F])(unsafe.Pointer(unsafe.SliceData(x))), len(x))
}

// runner drives a rowPlan over the rows of a batch with lent scratch.
type runner[F kernels.Float] struct {
	n    int
	plan rowPlan[F]
	work *workspace[kernels.Pair[F]]
}

func newRunner[F kernels.Float](n int, plan rowPlan[F]) *runner[F] {
	return &runner[F]{n: n, plan: plan, work: newWorkspace[kernels.Pair[F]](plan.workLen())}
}

func (r *runner[F]) forward(dst, src []kernels.Pair[F]) {
	work := r.work.take()
	for o := 0; o < len(src); o += r.n {
		r.plan.forward(dst[o:o+r.n], src[o:o+r.n], work)
	}
	r.work.give(work)
}

func (r *runner[F]) inverse(dst, src []kernels.Pair[F]) {
	work := r.work.take()
	for o := 0; o < len(src); o += r.n {
		r.plan.inverse(dst[o:o+r.n], src[o:o+r.n], work)
	}
	r.work.give(work)
}

func (r *runner[F]) footprint() Footprint {
	f := r.plan.footprint()
	if n := r.plan.workLen(); n > 0 {
		f = append(f, part[kernels.Pair[F]]("scratch", Scratch, n))
	}
	return f
}

// part is the footprint of count elements of type T.
func part[T any](name string, kind PartKind, count int) Part {
	var t T
	return Part{Name: name, Kind: kind, Count: count, Bytes: int64(count) * int64(unsafe.Sizeof(t))}
}
