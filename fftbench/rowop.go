package fftbench

import (
	"cmp"
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// rowOp is a Plan whose operation maps rows of in elements to rows of out
// elements of one type. The rows of an input stand one after the other or, as
// the frames of one signal, overlap.
type rowOp[T element] struct {
	dir       string
	n         int
	in, out   int // elements of a row
	hop       int // of the frames of a signal; 0: rows do not overlap
	apply     func(dst, src []T) error
	footprint fft.Footprint
	flops     float64 // of one row
	tolerance float64 // the largest relative L2 error that is not a failure
	note      string
}

// Footprint implements Plan.
func (r rowOp[T]) Footprint() fft.Footprint { return r.footprint }

// BatchBytes implements Plan.
func (r rowOp[T]) BatchBytes(batch int) int64 {
	var t T
	return int64(r.samples(batch)+batch*r.out) * int64(unsafe.Sizeof(t))
}

// samples is the length of the input of a batch, step the distance of its rows.
func (r rowOp[T]) samples(batch int) int { return r.in + (batch-1)*r.step() }

func (r rowOp[T]) step() int { return cmp.Or(r.hop, r.in) }

// Bind implements Plan.
func (r rowOp[T]) Bind(lab *Lab, batch int) (*Op, error) {
	stock := stockOf[T](lab)
	samples := r.samples(batch)
	src := stock.input(r.in, (samples+r.in-1)/r.in)[:samples]
	dst := stock.output(r.out * batch)
	return &Op{
		Run:    func() error { return r.apply(dst, src) },
		Errors: func() (Errors, error) { return r.errors(lab, dst, src) },
		Flops:  r.flops * float64(batch),
		Bytes:  r.BatchBytes(batch),
		Note:   r.note,
	}, nil
}

// errors compares rows with the truth and returns those of the worst. It
// poisons them first: the output still holds what the variant before left.
func (r rowOp[T]) errors(lab *Lab, dst, src []T) (Errors, error) {
	rows := checkedRows(len(dst)/r.out, r.n)
	for _, row := range rows {
		poison(dst[row*r.out : (row+1)*r.out])
	}
	if err := r.apply(dst, src); err != nil {
		return Errors{}, err
	}
	var e Errors
	for _, row := range rows {
		judge, err := stockOf[T](lab).truth(r.dir, r.n, src, row*r.step(), r.in)
		if err != nil {
			return Errors{}, err
		}
		of, err := judge(dst[row*r.out : (row+1)*r.out])
		if err != nil {
			return Errors{}, err
		}
		e = worst(e, of)
	}
	return e, e.within(r.tolerance)
}

// longRow is the length from which on one row is checked: the truth of longer
// ones takes seconds a row.
const longRow = 1 << 18

// checkedRows returns up to four rows of a batch of rows of n, both ends among
// them.
func checkedRows(batch, n int) []int {
	switch {
	case n >= longRow:
		return []int{0}
	case batch <= 4:
		return []int{0, 1, 2, 3}[:batch]
	}
	return []int{0, 1, batch - 2, batch - 1}
}
