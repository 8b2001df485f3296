package compare

import (
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Options are the statistical settings; the zero value is benchstat's default
// (alpha 0.05, confidence 0.95) and DefaultPolicy.
type Options struct {
	Alpha      float64
	Confidence float64
	Policy     *Policy // what counts as a change; nil is DefaultPolicy
	Layout     Layout  // which results are compared with which; zero is DefaultLayout
}

// Verdict is the decision on one cell against its base, aware of the unit's
// direction.
type Verdict string

// The verdicts, by the rule of Policy. Changed is for units whose better direction is unknown.
const (
	None         Verdict = ""                // no base to compare with
	Better       Verdict = "better"          // clearly better than the base
	Worse        Verdict = "worse"           // clearly worse
	Changed      Verdict = "changed"         // clearly different, direction unknown
	Unclear      Verdict = "no clear change" // one of the policy's conditions does not hold
	Incomparable Verdict = "not comparable"  // missing or failed on a side, another CPU, or too few samples to tell
)

// Result compares the columns of one comparison, in every table with its base.
type Result struct {
	Columns []string // what to call them: their values, a blank between two
	Tables  []Table
	// Idle are benchmarks without a number in any column, of packages where none
	// has one, or that are skipped: tables without a unit, by configuration. They
	// are here if a column lacks them or they fail.
	Idle  []Table
	Notes []string   // what a reader must know of the runs: different CPUs, one that was cut off, …
	Short []Shortage // as Notes tell
	// RowNotes name the benchmarks that one side lacks or that fail. A Judgement
	// has them in its lists, so who shows that needs only Notes.
	RowNotes []string
	Options  Options // as used, defaults filled in

	TableKeys    []string   // what parts tables: goos, goarch, pkg, cpu by default
	RowKeys      []string   // what parts rows: .fullname by default
	ColumnKeys   []string   // what parts columns: .file by default
	ColumnValues [][]string // per column, one value per key; nil where there is one key, and Columns its values
}

// AllNotes returns Notes and RowNotes.
func (r *Result) AllNotes() []string { return slices.Concat(r.Notes, r.RowNotes) }

// Table is one unit under one configuration, as benchstat prints it.
type Table struct {
	Config []ablation.Axis // what parts tables: goos, goarch, pkg, cpu by default, as far as any table has them
	Unit   string          // base unit
	Better int             // +1 higher, -1 lower, 0 unknown
	Exact  bool
	Base   int // the column that the others are compared with; 0 where columns are files
	// OtherCPU tells per column whether it ran on another CPU than the table's.
	OtherCPU []bool
	Rows     []Row
	Geomean  []Geomean // one per column; nil with fewer than two rows that were measured
	Notes    []string  // what is odd about this table: columns of another CPU
}

// Row is one benchmark of a table.
type Row struct {
	Name   string   // by default the full name with the GOMAXPROCS suffix, as benchstat's .fullname
	Values []string // one per Result.RowKeys; nil where there is one key, and Name its value
	Cells  []Cell   // one per column
}

// Cell is one benchmark in one column.
type Cell struct {
	Present        bool        // measured: N and Center hold
	Status         wire.Status // of the benchmark in this column; "" where the column has none
	Note           string      // why Status is not ok
	N              int
	Center, Lo, Hi float64   // Lo and Hi are infinite with too few samples for an interval
	Samples        []float64 // sorted ascending; nil where the input kept none
	Warnings       []string  // benchmath's of the summary, e.g. too few samples for an interval

	// Against the base; they hold where BaseN > 0, that is where both sides
	// were measured.
	BaseN        int
	Delta        float64 // Center/base Center − 1; ±Inf from a base of 0, 0 from 0 to 0
	P            float64 // 0 for exact units
	Alpha        float64 // benchstat prints ~ where P > Alpha; 0 for exact units
	TestWarnings []string

	Verdict  Verdict
	Decision *Decision // what Verdict rests on; nil in the base
}

// Geomean is the last row of a table.
type Geomean struct {
	Center   float64 // NaN where not computable
	Ratio    float64 // geomean of ratios to the base over shared rows; NaN where not computable
	Count    int     // rows shared with the base: those in Ratio; for the base its own
	Warnings []string
}

// Against compares one configuration of a run with the reference of its cell.
type Against struct {
	Config, Reference *ablation.Config
	Unit              string
	Ratio             float64 // reference median / variant median: >1 is faster, or less; +Inf where only the variant's is 0
	// Lo and Hi bound the ratio at the comparison's confidence, by inverting the
	// test that gave P; 0 and +Inf with too few samples, NaN without any.
	Lo, Hi  float64
	Delta   float64 // variant/reference − 1
	P       float64 // 0 for exact units
	N, RefN int
	Verdict Verdict
}
