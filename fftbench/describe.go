package fftbench

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Description tells what a cell takes, found without planning it: a length
// whose tables would fit no memory has one too.
type Description struct {
	// Anatomy is the plan, part by part. Its footprint is that of Cell.Plan.
	Anatomy *fft.Anatomy
	// Stages are those of one call in the cell's direction.
	Stages []fft.Stage
	// Untold says that the plan does not tell what it holds: its anatomy is
	// empty, its memory is not.
	Untold bool

	Input, Output Data
	// Hop is the samples from the beginning of a row of the input to that of the
	// next where rows are the overlapping frames of one signal, and 0 where they
	// stand by themselves.
	Hop int
	// Note is what a reader must know of the variant, or empty.
	Note string
}

// Data is the rows of a batch, of the input or of the output.
type Data struct {
	Type     string // of an element: "complex64", "float32", "peak"
	Row      int    // elements of a row
	Elements int64  // of all rows; those that overlapping frames share count once
	Bytes    int64  // of all rows
}

// Describe describes the cell's plan and batch on machines whose fft.ISA has
// that name; "" is this one's. It wraps ErrUnsuited where the variant has no
// plan for the cell, as Plan does, but goes on where Plan ends for want of
// memory: at fft.MaxLen.
func (c Cell) Describe(isa string) (*Description, error) {
	v, err := known(c.Variant)
	if err != nil {
		return nil, err
	}
	if err := c.check(v); err != nil {
		return nil, err
	}
	var options []fft.Option
	if isa != "" {
		options = append(options, fft.ForISA(isa))
	}
	host, ok := v.run.(describer)
	if !ok {
		return nil, fmt.Errorf("%s: its plans are on a device; Circuit tells what they take", c.Variant)
	}
	d, err := host.describe(c, options)
	if err != nil {
		return nil, unsuited(err)
	}
	d.Stages = d.Anatomy.Stages
	if c.Dir == wire.DirInverse {
		d.Stages = d.Anatomy.Inverse
	}
	return d, nil
}

// batchOf describes a batch of rows of elements of type T, that begin step
// elements apart.
func batchOf[T any](what string, row, step, batch int) (Data, error) {
	var t T
	d := Data{Type: fmt.Sprintf("%T", t), Row: row}
	if batch < 1 {
		return d, fmt.Errorf("%s of %d rows, want one or more", what, batch)
	}
	var fits [3]bool
	d.Elements, fits[0] = times(int64(batch-1), int64(step))
	d.Elements, fits[1] = plus(d.Elements, int64(row))
	d.Bytes, fits[2] = times(d.Elements, int64(unsafe.Sizeof(t)))
	if fits != [3]bool{true, true, true} {
		return d, fmt.Errorf("%s of %d rows of %d elements: its bytes do not fit 64 bits", what, batch, row)
	}
	return d, nil
}

// times multiplies numbers that are not negative; false: the product does not fit.
func times(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int64(lo), hi == 0 && int64(lo) >= 0
}

// plus adds numbers that are not negative; false: the sum does not fit.
func plus(a, b int64) (int64, bool) {
	sum := a + b
	return sum, sum >= 0
}

// rows is the shape of a direction's batches.
type rows struct {
	in, out int
	hop     int // 0: rows do not overlap
}

// describeRows describes a plan whose rows of input have elements of type In,
// those of output of type Out.
func describeRows[In, Out any](c Cell, a *fft.Anatomy, r rows, note string) (*Description, error) {
	step := r.in
	if r.hop > 0 {
		step = r.hop
	}
	in, err := batchOf[In]("input", r.in, step, c.Batch)
	if err != nil {
		return nil, err
	}
	out, err := batchOf[Out]("output", r.out, r.out, c.Batch)
	if err != nil {
		return nil, err
	}
	return &Description{Anatomy: a, Input: in, Output: out, Hop: r.hop, Note: note}, nil
}
