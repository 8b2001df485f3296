package ingest

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A Record is one thing a Scanner found: *Sample, *Fact, *UnitInfo, *Started,
// *PackageEnd or *Diagnostic.
type Record interface {
	// Pos returns the input's name and the 1-based line the record stands on.
	Pos() (file string, line int)
}

// Position is where a record stands in its input.
type Position struct {
	File string
	Line int
}

// Pos implements Record.
func (p Position) Pos() (string, int) { return p.File, p.Line }

// String returns file:line, the way compilers print it.
func (p Position) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

// Machine is the configuration that package testing prints before results.
// Empty fields were not in the input.
type Machine struct{ GOOS, GOARCH, CPU string }

// A Value is one measurement: base unit (sec/op, B/s, B/op, rel-l2, …) and value.
type Value struct {
	Unit  string
	Value float64
}

// A Sample is one outcome of one benchmark: a result line, or the report of a
// benchmark that failed, panicked, hung or was skipped.
type Sample struct {
	Position
	Machine Machine
	Package string // import path; "" where the input named none
	// Name is the benchmark's full name without "Benchmark" and without the
	// GOMAXPROCS suffix: "FFT/variant=gonum/n=64".
	Name string
	// Procs is GOMAXPROCS, 1 where the name has no suffix. A benchmark that
	// failed before it was measured is printed without one in any case; it gets
	// that of the first result of its package.
	Procs   int
	Iters   int64
	Values  []Value // in input order; empty unless Status is ok
	Status  wire.Status
	Limiter wire.Limiter // what ended a capacity search at this row, or ""
	Note    string       // why the status is not ok, or a remark of the benchmark
}

// Clone returns a copy that is independent of the Scanner.
func (s *Sample) Clone() *Sample {
	c := *s
	c.Values = slices.Clone(s.Values)
	return &c
}

// A Fact is one run-wide "# benchx key=value" statement.
type Fact struct {
	Position
	wire.Fact
}

// UnitInfo is one property of a unit from a "Unit" line, the unit tidied:
// key "better" with value "higher" or "lower", key "assume" with value
// "nothing" or "exact".
type UnitInfo struct {
	Position
	Unit, Key, Value string
}

// Started says that a benchmark began (its name was printed, its numbers were
// not yet). It drives progress and names the culprit when a run is cut off.
// Under -v containers of benchmarks begin, too, and never have a sample.
type Started struct {
	Position
	Package, Name string
	Procs         int // GOMAXPROCS, 1 where it is not known yet
}

// PackageEnd is the closing line of a package.
type PackageEnd struct {
	Position
	Package string
	Failed  bool
	Reason  string // "", "build failed", "setup failed", …
}

// Severity ranks diagnostics.
type Severity int

// The severities.
const (
	Info    Severity = iota // repaired or noteworthy, nothing lost
	Warning                 // something was dropped or is doubtful
	Error                   // a result was lost, or the run is incomplete
)

// String returns "info", "warning" or "error".
func (s Severity) String() string {
	switch s {
	case Info:
		return "info"
	case Warning:
		return "warning"
	}
	return "error"
}

// A Diagnostic tells what is wrong with the input, where, and what to do.
type Diagnostic struct {
	Position
	Severity Severity
	Msg      string // one sentence: what is wrong and what was done about it
	Hint     string // what the user can do; may be ""
	Text     string // the offending text, shortened; may be ""
}

// String returns "file:line: severity: message (hint)".
func (d *Diagnostic) String() string {
	s := fmt.Sprintf("%s: %s: %s", d.Position, d.Severity, d.Msg)
	if d.Hint != "" {
		s += " (" + d.Hint + ")"
	}
	return s
}
