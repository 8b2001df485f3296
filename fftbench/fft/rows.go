package fft

import (
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// rowPlan is an algorithm planned for one length in one precision. Rows are
// real and imaginary parts in turn, as in package kernels. dst, src and work
// never overlap; work has workLen parts or more, of any content.
type rowPlan[F kernels.Float] interface {
	forward(dst, src, work []F)
	inverse(dst, src, work []F)
	workLen() int
	footprint() Footprint
}

// batchPlan is a rowPlan that has its own way to transform several rows, one
// after the other in dst and src, in one call.
type batchPlan[F kernels.Float] interface {
	rowPlan[F]
	forwardRows(dst, src []F, rows int, work []F)
	inverseRows(dst, src []F, rows int, work []F)
}

// aliasPlan is a rowPlan that knows whether its dst may be its src. Plans
// without the method want them apart, and a call in place gives them a copy.
type aliasPlan interface{ inPlace() bool }

// shortPlan is a rowPlan that needs less scratch for one row than for several.
type shortPlan interface{ oneLen() int }

// oneLen is how many parts of work a plan needs for one row.
func oneLen[F kernels.Float](plan rowPlan[F]) int {
	if p, ok := plan.(shortPlan); ok {
		return p.oneLen()
	}
	return plan.workLen()
}

// rows makes a Transform out of a rowPlan. Exactly one of single and double is
// set, the one whose parts C has.
type rows[C Complex] struct {
	n      int
	single *runner[float32]
	double *runner[float64]
}

// newRows plans with the constructor of C's precision.
func newRows[C Complex](n int, single func(int) rowPlan[float32], double func(int) rowPlan[float64]) rows[C] {
	r := rows[C]{n: n}
	if isSingle[C]() {
		r.single = newComplexRunner(n, single(n), sharing{goroutines: 1})
	} else {
		r.double = newComplexRunner(n, double(n), sharing{goroutines: 1})
	}
	return r
}

// isSingle reports whether the parts of C are float32.
func isSingle[C Complex]() bool {
	var c C
	return unsafe.Sizeof(c) == unsafe.Sizeof(complex64(0))
}

// Len returns the number of elements of a row.
func (r *rows[C]) Len() int { return r.n }

// Forward transforms each row of src into the same row of dst, which may be
// src itself.
func (r *rows[C]) Forward(dst, src []C) error { return r.run(dst, src, false) }

// Inverse is Forward with the conjugate roots; it does not divide by Len.
func (r *rows[C]) Inverse(dst, src []C) error { return r.run(dst, src, true) }

func (r *rows[C]) run(dst, src []C, inverse bool) error {
	if !oneRow(r.n, dst, src) {
		return r.runRows(dst, src, inverse)
	}
	if r.single != nil {
		r.single.callOne(parts[float32](dst), parts[float32](src), inverse)
	} else {
		r.double.callOne(parts[float64](dst), parts[float64](src), inverse)
	}
	return nil
}

func (r *rows[C]) runRows(dst, src []C, inverse bool) error {
	if err := checkRowsOrSame(r.n, dst, src); err != nil {
		return err
	}
	if r.single != nil {
		r.single.call(parts[float32](dst), parts[float32](src), inverse)
	} else {
		r.double.call(parts[float64](dst), parts[float64](src), inverse)
	}
	return nil
}

// Footprint returns the plan's memory with the scratch of one call in flight.
// Calls in place may need a row more.
func (r *rows[C]) Footprint() Footprint {
	if r.single != nil {
		return r.single.footprint()
	}
	return r.double.footprint()
}

// parts sees complex numbers as their real and imaginary parts, in turn. F must
// be the part of C.
func parts[F kernels.Float, C Complex](x []C) []F {
	return unsafe.Slice((*F)(unsafe.Pointer(unsafe.SliceData(x))), 2*len(x))
}

// part is the footprint of count elements of type T.
func part[T any](name string, kind PartKind, count int) Part {
	var t T
	return Part{Name: name, Kind: kind, Count: count, Bytes: int64(count) * int64(unsafe.Sizeof(t))}
}

// complexPart is the footprint of a slice of count real and imaginary parts.
func complexPart[F kernels.Float](name string, kind PartKind, count int) Part {
	return part[[2]F](name, kind, count/2)
}
