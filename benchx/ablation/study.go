package ablation

import "github.com/fftstudy/fftstudy/benchx/wire"

// Config is a row seen as one configuration of a study: the columns that
// tables, charts and CSV files share. Numbers that were not measured are NaN.
type Config struct {
	Row       *Row
	Rank      int // 1-based among ok configurations in Study.Configs order; 0 for the others
	Tier      string
	Variant   string // axis variant, else the family and the axes that are no study axes
	Direction string // Forward, Inverse, Fused, Welch, Mel, Peaks, STFT; "" where the row has none
	N         int    // n_fft; 0 where the row has none
	Batch     int    // 0 where the row has none
	Device    string // "cpu", "cuda:0"; "" where the row has none
	GPU       bool
	Precision string // "f32" where a transform (variant, n and direction) names none; else ""
	Slot      int    // colour slot of the variant
	Compiled  bool
	Reference bool

	Sec, SecLo, SecHi       float64 // per op (the whole batch)
	PerTransform            float64 // Sec / max(Batch, 1)
	PerTransformLo          float64
	PerTransformHi          float64
	RelL2, MaxErr           float64
	GFLOPS                  float64
	PlanSec                 float64
	TrainSteps              float64
	Params, ParamBytes      float64
	ScratchBytes            float64 // kept for the next op beside the parameters
	HeldBytes, PeakBytes    float64 // of the heap, measured
	BytesPerOp, AllocsPerOp float64
	E2ESec                  float64 // host to host: an op of a device with its copies; Sec is the device's own time
	CopyShare               float64 // bytes an op must move / Sec / the device's copy bandwidth
	Samples                 int     // of sec/op

	named      bool   // has a variant axis, so that it competes with other variants
	extra      string // axes that are no study axes, "k=v/k=v"
	name       string // the family; "" where the family is the variant
	index      int    // of the row in the report
	precedence int    // among references, lower first
	own        bool   // names its precision itself
}

// OK reports whether the configuration worked and has a usable time: the one
// predicate for "ok" everywhere. (status ok, 0 < Sec < +Inf)
func (c *Config) OK() bool {
	return c.Row.Status == wire.OK && c.Sec > 0 && c.Sec <= maxFloat
}

const maxFloat = 0x1.fffffffffffffp+1023

// Cell names what two configurations must share to be compared.
type Cell struct {
	Package, Name string
	Extra         string // axes that are no study axes, "k=v/k=v"
	Direction     string
	N, Batch      int
	GPU           bool
	Precision     string
	Procs, Env    int
}

// Contest is one cell with its ok configurations, fastest first.
type Contest struct {
	Cell      Cell
	Configs   []*Config // ascending PerTransform, then the ranking order
	Reference *Config   // nil where the cell has none (see Study)
	// Tied counts the Configs whose interval overlaps the winner's, the winner
	// among them: 1 means a clear winner. They are the first of Configs unless
	// an interval is uncommonly wide; Ties tells for each. With too few samples
	// for an interval (fewer than six at 95 %) nothing is clear: all tie.
	Tied int
}

// Winner returns the fastest configuration.
func (c *Contest) Winner() *Config { return c.Configs[0] }

// Shape says which parts of a study the rows can fill.
type Shape struct {
	Variants, Sizes, Batches, Directions, Devices, Errors, Params, Memory, Heap, GFLOPS, Limits, GPUs bool
}

// VariantSummary is one variant over all cells of one direction, device kind
// and precision that it shares with the reference.
type VariantSummary struct {
	Variant, Tier     string
	Slot              int
	Direction         string
	GPU               bool
	Precision         string
	Geomean           float64 // of time ratios reference/variant: >1 is faster than the reference; NaN without shared cells
	Cells             int     // cells in Geomean
	Contests          int     // cells in which it was measured, with a reference or not
	Wins, Ties        int     // cells in which it is the clear winner; in which it ties the winner
	Regret            float64 // geomean over its cells of its time / the winner's time, ≥ 1
	WorstRegret       float64
	WorstAt           Cell
	MedianErr         float64 // of RelL2 over its ok rows; NaN if none
	MinErr, MaxErr    float64 // range of RelL2
	OK, Failed        int
	Params, ParamByte float64 // at the largest n of the variant
	ParamsAtN         int

	reference bool // marked as a reference
}

// TopFive is the five fastest distinct variants of one (n, direction,
// precision) by time per transform, devices and batches mixed but shown.
type TopFive struct {
	N         int
	Direction string
	Precision string
	// What else must be equal to be compared; constant in most studies.
	Package, Name, Extra string
	Procs, Env           int
	Configs              []*Config // at most five
	Tied                 int       // how many of them overlap the winner's interval, the winner included
}

// TierWins counts, per tier, the contests between two variants or more that the
// tier wins: everything that ties the winner is of this tier. Ties are contests
// in which a variant of another tier ties too.
type TierWins struct {
	Tier string
	Wins int
	Ties int
}

// Capacity is what one device managed at one n.
type Capacity struct {
	N            int
	Device       string
	GPU          bool
	Env          int // devices of different environments are different devices
	OK           int
	Failed       map[wire.Status]int // by status, skip not counted
	MaxBatch     int
	MaxBatchBy   string       // variant that reached it
	Limiter      wire.Limiter // what ended the search there; "" outside a limit sweep
	LimiterNote  string
	Fastest      *Config // by PerTransform; nil if none is ok
	FirstFailure *Config // in input order; nil if none failed
}

// Failures returns the number of failed rows.
func (c *Capacity) Failures() int {
	n := 0
	for _, k := range c.Failed {
		n += k
	}
	return n
}

// DeviceLimit sums up one device.
type DeviceLimit struct {
	Device       string
	GPU          bool
	Env          int
	MaxN         int // largest n with an ok row
	MaxNBy       string
	MaxCompiledN int // largest n with an ok row of a compiled variant
	MaxRefN      int // largest n with an ok row of the reference
	OK, Failures int
}

// FrontPoint is a configuration on a Pareto front of speed and error.
type FrontPoint struct {
	Config *Config
	On     bool // on the front (not dominated in both PerTransform and RelL2)
}

// Front is the speed-against-error picture of one cell.
type Front struct {
	Cell   Cell
	Points []FrontPoint // with finite PerTransform and RelL2, ascending PerTransform
}

// Precision is the most accurate ok configuration of one precision.
type Precision struct {
	Precision string
	Config    *Config
}

// Study is what a report says, worked out once. Configs own nothing: they
// point into Report.Rows.
type Study struct {
	Report *Report
	Shape  Shape
	// Configs holds every row, ranked: ok first, PerTransform, RelL2, variant,
	// device, direction, batch, n, precision, package, input order. Like is
	// ranked with like only inside Contests; this order is for the table.
	Configs []Config
	// Variants, in catalog order, then by first appearance.
	Variants []string
	// Contests, by direction, precision, device kind, n, batch.
	// Only rows with a variant axis compete.
	Contests   []Contest
	Summaries  []VariantSummary // by direction, precision, device kind, then Geomean descending
	TopFives   []TopFive        // by direction, precision, n
	TierWins   []TierWins       // in tier order baseline, A, B, C, D, gpu, peer, others
	Capacities []Capacity       // by device, n
	Limits     []DeviceLimit
	// Fronts, one per (direction, precision): the cell in which most variants
	// have a time and an error, of these the largest n at the largest batch.
	Fronts []Front
	Best   []Precision // lowest RelL2 among ok rows, one per precision
	// Overall is the summary with the highest Geomean of each (direction,
	// device kind, precision) that has a reference, specialists left out: it
	// has at least half of the cells of the widest variant.
	Overall []VariantSummary
	// LargestModel is the ok configuration with the most parameter bytes, or nil.
	LargestModel *Config
}
