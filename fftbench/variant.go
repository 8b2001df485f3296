package fftbench

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// variant is an entry of the catalog with the means to run it.
type variant struct {
	ablation.Entry
	run implementation // nil where this package does not build the variant
}

// runs reports whether this build can run the variant.
func (v variant) runs() bool {
	if o, ok := v.run.(optional); ok {
		return o.needs() == ""
	}
	return v.run != nil
}

// implementation plans a variant. The study's types of operation are
// transforms, filters, densities, frames and finders of peaks.
type implementation interface {
	directions() []string
	precisions() []Precision
	plan(dir string, n int, p Precision) (Plan, error)
}

// describer is an implementation whose plans are in the memory of the host and
// can be described without being made.
type describer interface {
	describe(c Cell, options []fft.Option) (*Description, error)
}

// optional is an implementation that not every build and machine can run. Every
// build knows what it takes.
type optional interface {
	needs() string // what is missing, as a sentence's end; "" where it runs
}

// onDevice is an implementation whose plans and data are in the memory of a
// device.
type onDevice interface {
	implementation
	optional
	circuit(c Cell) (*circuit.Circuit, error)
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
	Bind(lab *Lab, batch int) (*Op, error)
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
	// Metrics, if set, returns further metrics of what the last Run left. An error
	// says which of them could not be measured.
	Metrics func() ([]benchx.Metric, error)

	// Timed, if set, runs n times by a clock of its own: that of a device.
	Timed func(n int) (time.Duration, error)
	// Heap, if set, is what the op holds on a device beside input and output.
	Heap *benchx.Heap
	// Close, if set, releases what is not the Go heap's.
	Close func() error

	Flops float64 // nominal operations of one Run; 0 where that has no meaning
	Bytes int64   // read and written by one Run
	Note  string

	// PlanTime, if not 0, is what Bind did of what planning is elsewhere; what the
	// lab kept of an earlier Bind counts as if it were done again.
	PlanTime time.Duration
	// TrainSteps is how many steps of training went before.
	TrainSteps int
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
	return v.run, c.check(v)
}

// check refuses directions and precisions that a variant does not have.
func (c Cell) check(v variant) error {
	if !slices.Contains(v.run.directions(), c.Dir) || !slices.Contains(v.run.precisions(), c.Precision) {
		return fmt.Errorf("%s has no direction %s in %s: %w", c.Variant, c.Dir, c.Precision, ErrUnsuited)
	}
	return nil
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
	v, err := known(name)
	if err == nil && !v.runs() {
		err = fmt.Errorf("no variant %q in this build: it needs %s", name, v.run.(optional).needs())
	}
	return v, err
}

// known returns the variant of that name, if this package has means to run it,
// be they built or not.
func known(name string) (variant, error) {
	for _, v := range variants() {
		if v.Name == name && v.run != nil {
			return v, nil
		}
	}
	return variant{}, fmt.Errorf("no variant %q in this build", name)
}
