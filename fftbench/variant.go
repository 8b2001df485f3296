package fftbench

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// variant is an entry of the catalog with the means to run it.
type variant struct {
	ablation.Entry
	run implementation // nil where this package does not build the variant
}

// implementation plans a variant. The study's types of operation are
// transforms, filters, densities, frames and finders of peaks.
type implementation interface {
	directions() []string
	precisions() []Precision
	plan(dir string, n int, p Precision) (Plan, error)
	describe(c Cell, options []fft.Option) (*Description, error)
}

// ErrUnsuited says that a variant does not exist for a cell: a length that it
// does not do. It is no failure.
var ErrUnsuited = errors.New("not for this variant")

// Plan is a variant planned for one direction, length and precision.
type Plan interface {
	// Footprint is the memory that the plan holds.
	Footprint() fft.Footprint
	// Bind joins the plan with the lab's input for a batch and a place for the
	// output.
	Bind(lab *Lab, batch int) *Op
	// BatchBytes is the memory of the input and output of a batch.
	BatchBytes(batch int) int64
}

// HeldBytes returns all the memory that a plan holds.
func HeldBytes(p Plan) int64 {
	held := int64(0)
	for _, part := range p.Footprint() {
		held += part.Bytes
	}
	return held
}

// Op is a plan with its data: what a benchmark times.
type Op struct {
	// Run is one call on the whole batch.
	Run func() error
	// Errors runs once more and holds up to four rows of the output against
	// the truth. A result that is wrong by far is an error.
	Errors func() (Errors, error)
	// Metrics, if set, returns further metrics of what the last Run left.
	Metrics func() []benchx.Metric

	Flops float64 // nominal operations of one Run; 0 where that has no meaning
	Bytes int64   // read and written by one Run
	Note  string
}

// Plan plans the variant of the cell. It wraps ErrUnsuited where the variant
// has no plan for the cell's length.
func (c Cell) Plan() (Plan, error) {
	run, err := c.implementation()
	if err != nil {
		return nil, err
	}
	plan, err := run.plan(c.Dir, c.N, c.Precision)
	if err != nil {
		return nil, unsuited(err)
	}
	return plan, nil
}

// implementation is that of the cell's variant, if it has the cell's direction
// and precision.
func (c Cell) implementation() (implementation, error) {
	v, err := runnable(c.Variant)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(v.run.directions(), c.Dir) || !slices.Contains(v.run.precisions(), c.Precision) {
		return nil, fmt.Errorf("%s has no direction %s in %s: %w", c.Variant, c.Dir, c.Precision, ErrUnsuited)
	}
	return v.run, nil
}

// unsuited makes ErrUnsuited of a length that the variant's algorithm lacks.
func unsuited(err error) error {
	if errors.Is(err, fft.ErrSize) {
		return fmt.Errorf("%w: %w", ErrUnsuited, err)
	}
	return err
}

// runnable returns the variant of that name, if this build can run it.
func runnable(name string) (variant, error) {
	for _, v := range variants() {
		if v.Name == name && v.run != nil {
			return v, nil
		}
	}
	return variant{}, fmt.Errorf("no variant %q in this build", name)
}
