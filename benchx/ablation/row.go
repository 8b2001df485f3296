package ablation

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Axis is one ordered key=value part of a benchmark's name. Positional parts
// have an empty Key.
type Axis struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Metric holds what was measured in one unit.
type Metric struct {
	Unit   string  // base unit: sec/op, B/op, allocs/op, rel-l2, …
	Median float64 // of Samples (benchmath's centre for the unit's assumption)
	Lo, Hi float64 // confidence interval of Median; ±Inf when too few samples
	N      int     // number of samples behind Median
	// Samples are the values in the order in which they were measured; nil
	// where the input kept only their summary (a CSV file).
	Samples []float64
	// PerRun tells in a merged report how many of the Samples each of its Runs
	// gave, in their order; runs behind the last one that gave some may be left
	// out. Nil in the report of a single run.
	PerRun []int
}

// Row is one benchmark configuration with all that was measured of it.
type Row struct {
	Package string // import path, "" where unknown
	Name    string // family: the part of the name before the first slash, "FFT"
	Axes    []Axis // the other parts of the name, in order
	Procs   int    // GOMAXPROCS
	Iters   int64  // iterations of one sample (median over samples)
	Metrics []Metric
	Status  wire.Status
	Note    string       // why Status is not ok, or a remark
	Limiter wire.Limiter // what ended the capacity search at this row, or ""
	Env     int          // index into Report.Environments
}

// Axis returns the value of the axis with the given key; ok is false where the
// row has none.
func (r *Row) Axis(key string) (value string, ok bool) {
	for _, a := range r.Axes {
		if a.Key == key {
			return a.Value, true
		}
	}
	return "", false
}

// Metric returns the metric in the given base unit, or nil.
func (r *Row) Metric(unit string) *Metric {
	for i := range r.Metrics {
		if r.Metrics[i].Unit == unit {
			return &r.Metrics[i]
		}
	}
	return nil
}

// Environment is where rows were measured. Rows of different environments are
// never pooled.
type Environment struct {
	GOOS   string `json:"goos"`
	GOARCH string `json:"goarch"`
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores,omitempty"`
	Go     string `json:"go,omitempty"`
	Commit string `json:"commit,omitempty"`
	Date   string `json:"date,omitempty"`
	ISA    string `json:"isa,omitempty"`
	// Facts are the other run-wide facts, in input order (gpu0=…).
	Facts []wire.Fact `json:"facts,omitempty"`
}

// environmentOf returns where a row was measured, nil where that is not known.
func (r *Report) environmentOf(row *Row) *Environment {
	if row.Env < 0 || row.Env >= len(r.Environments) {
		return nil
	}
	return &r.Environments[row.Env]
}

// Unit is what the input declared about a unit, or what is known of it.
type Unit struct {
	Name   string // base unit
	Better int    // +1 higher is better, -1 lower is better, 0 unknown
	Exact  bool   // assume=exact: values are compared by equality
}

// Problem is something wrong with the input that a reader of the report must
// see: a lost line, a failed package, a run cut short.
type Problem struct {
	Where    string `json:"where"`    // file:line, or a package
	Severity string `json:"severity"` // info, warning, error
	Msg      string `json:"msg"`
}

// Run is one of the runs that a merged report pools: what was a report of its
// own, however many inputs it was collected from.
type Run struct {
	ID        string  `json:"id"`      // equal for equal results of the same place and date
	Results   int     `json:"results"` // samples of its rows, whatever their units
	ElapsedMS float64 `json:"elapsed_ms"`
}

// Report is a whole run, or several merged.
type Report struct {
	Schema       int // 2; 1 for the reference study's files
	Iters        int // timed repetitions per row, where one number holds for all
	TrainSteps   int
	BothDirs     bool
	WithWelch    bool
	LimitSweep   bool
	NFFTs        []int // sizes that have rows, ascending
	ElapsedMS    float64
	Preset       string
	Command      string            // how to run it again
	Confidence   float64           // level of every Metric's interval; 0 is the default, 0.95
	Keys         map[string]string // study axis → what names it here, see ParseKeys; nil in a study of our own
	Environments []Environment
	Runs         []Run // what a merged report pools, so that a run merged twice counts once; nil for a single run
	Catalog      Catalog
	Units        []Unit
	Rows         []Row // in input order
	Problems     []Problem
	// Incomplete says that the input ended in the middle of a run.
	Incomplete bool
}
