package results

import (
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Run is one run of the contest.
type Run struct {
	CPU   string
	Facts []wire.Fact // in input order
	Cells []*Cell     // in input order
}

// Fact returns the value of a fact, "" where the run does not state it.
func (r *Run) Fact(key string) string {
	for _, f := range r.Facts {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}

// Cell returns the cell of that key, nil where the run has none.
func (r *Run) Cell(key Key) *Cell {
	for _, c := range r.Cells {
		if c.Key == key {
			return c
		}
	}
	return nil
}

// Cell is one piece of work and those who did it.
type Cell struct {
	Key
	Series []Series // in input order
}

// Key says which work.
type Key struct {
	Bench     string
	Precision string // F32 or F64
	N         int    // 0 where the work has no length of its own
	Batch     int
}

// Axes returns the key's part of a benchmark's name.
func (k Key) Axes() []ablation.Axis {
	var axes []ablation.Axis
	if k.Precision == F64 {
		axes = append(axes, ablation.Axis{Key: KeyPrecision, Value: k.Precision})
	}
	axes = appendCount(axes, KeyN, k.N, 0)
	return appendCount(axes, KeyBatch, k.Batch, 1)
}

// Entrant says who did it, and how.
type Entrant struct {
	Lib        string
	InPlace    bool
	Mode       string // of planning; "" where nothing is planned
	Goroutines int
}

// Axes returns the entrant's part of a benchmark's name.
func (e Entrant) Axes() []ablation.Axis {
	axes := []ablation.Axis{{Key: KeyLib, Value: e.Lib}}
	if e.InPlace {
		axes = append(axes, ablation.Axis{Key: KeyPlace, Value: InPlace})
	}
	if e.Mode != "" {
		axes = append(axes, ablation.Axis{Key: KeyMode, Value: e.Mode})
	}
	return appendCount(axes, KeyGoroutines, e.Goroutines, 1)
}

func appendCount(axes []ablation.Axis, key string, count, usual int) []ablation.Axis {
	if count == usual {
		return axes
	}
	return append(axes, ablation.Axis{Key: key, Value: strconv.Itoa(count)})
}

// Series is the rounds of one entrant: seconds, or relative errors where the
// benchmark is Accuracy.
type Series struct {
	Entrant
	Values []float64
}
