package compare

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// FindingKind is what a finding is about.
type FindingKind string

// The kinds of findings.
const (
	RowChanged FindingKind = "changed" // a benchmark in one unit, by its Decision
	RowBroken  FindingKind = "broken"  // worked in the base and fails now
	RowMended  FindingKind = "mended"  // failed in the base and works now
	RowRemoved FindingKind = "removed" // only in the base
	RowAdded   FindingKind = "added"   // only in the column
	Shrunk     FindingKind = "shrunk"  // the largest batch that runs became smaller
	Grown      FindingKind = "grown"   // … or larger
)

// Finding is something that differs between a column and its base and that a
// reviewer must see.
type Finding struct {
	Kind               FindingKind
	Verdict            Verdict // Better, Worse or Changed; None of added and removed rows
	Package, Benchmark string
	Unit               string // of RowChanged
	Direction          int    // of the unit: +1 higher is better, -1 lower, 0 unknown
	Base, Cell         *Cell  // of RowChanged, RowBroken and RowMended
	// Excess is the change in parts of the limit that it had to reach, in
	// logarithms, so that half and twice are as far from the same. Infinite for
	// what has no ratio.
	Excess   float64
	MaxBatch [2]int // of Shrunk and Grown: base, column
	Note     string // what ended the search, why it fails
}

// Judgement is what a policy makes of one column against the base.
type Judgement struct {
	Worse   []Finding // worst first: what fails a gate
	Better  []Finding // best first
	Changed []Finding // in units without a direction, by size of the change
	Removed []Finding
	Added   []Finding
	Rest    []Finding // rows that are Unclear or Incomparable, as the tables have them
	// Counts of rows, leaving out those that follow another unit (see Follows).
	Unclear, Incomparable int
	CouldNot              int // of Unclear: had too few samples to show a change of the limit
	Withheld              int // of Incomparable: measured on both sides, but on different CPUs
}

// Judged reports whether there was anything to decide on.
func (j *Judgement) Judged() bool {
	return len(j.Worse)+len(j.Better)+len(j.Changed)+j.Unclear > 0
}

// Follows returns the unit that a unit follows, or "": rates follow the time per
// operation that they are worked out from, as does the share of a device's copy
// bandwidth, and the largest error follows the relative one.
// Where a benchmark has both, only the leading one is judged, so that nothing
// is said twice.
func Follows(unit string) string {
	switch {
	case strings.HasSuffix(unit, "/s"), unit == wire.UnitCopyShare:
		return wire.UnitSecPerOp
	case unit == wire.UnitMaxErr:
		return wire.UnitRelL2
	}
	return ""
}

// Judge lists what a column of r changed. cols are those that r compares.
func Judge(r *Result, cols []Column, column int) *Judgement {
	j := &Judgement{}
	lead := make(map[Key]bool)
	for t := range r.Tables {
		table := &r.Tables[t]
		for i := range table.Rows {
			if c := table.Rows[i].Cells; c[0].Present && c[column].Present {
				lead[Key{table.Package(), table.Rows[i].Name, table.Unit}] = true
			}
		}
	}
	told := make(map[Key]bool) // rows of missing or failing benchmarks, once for all units
	for _, table := range r.tables() {
		pkg := table.Package()
		for i := range table.Rows {
			row := &table.Rows[i]
			if unit := Follows(table.Unit); unit != "" && lead[Key{pkg, row.Name, unit}] {
				continue
			}
			j.row(table, row, column, told)
		}
	}
	j.capacity(cols[0].Report, cols[column].Report)
	for _, list := range [][]Finding{j.Worse, j.Better, j.Changed} {
		slices.SortStableFunc(list, func(a, b Finding) int { return cmp.Compare(b.Excess, a.Excess) })
	}
	return j
}

// tables lists all tables, with and without numbers.
func (r *Result) tables() (all []*Table) {
	for _, list := range [][]Table{r.Tables, r.Idle} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return all
}

// row sorts one row into the judgement.
func (j *Judgement) row(table *Table, row *Row, column int, told map[Key]bool) {
	base, cell := &row.Cells[0], &row.Cells[column]
	d := cell.Decision
	f := Finding{
		Kind: RowChanged, Verdict: cell.Verdict,
		Package: table.Package(), Benchmark: row.Name, Unit: table.Unit, Direction: table.Better,
		Base: base, Cell: cell,
	}
	switch {
	case d.Why == WhyMissing || d.Why == WhyFailed:
		j.oneSided(f, told)
		return
	case cell.Verdict == Unclear:
		j.Unclear++
		j.Rest = append(j.Rest, f)
		if d.CouldNot(base, cell) {
			j.CouldNot++
		}
		return
	case cell.Verdict == Incomparable:
		j.incomparable(f)
		if d.Why == WhyOtherCPU {
			j.Withheld++
		}
		return
	}
	f.Excess = d.Excess(base, cell)
	j.add(f)
}

func (j *Judgement) incomparable(f Finding) {
	j.Incomparable++
	f.Verdict = Incomparable
	j.Rest = append(j.Rest, f)
}

func (j *Judgement) add(f Finding) {
	switch f.Verdict {
	case Worse:
		j.Worse = append(j.Worse, f)
	case Better:
		j.Better = append(j.Better, f)
	default:
		j.Changed = append(j.Changed, f)
	}
}

// oneSided tells of a benchmark that one side lacks or fails in, once.
func (j *Judgement) oneSided(f Finding, told map[Key]bool) {
	was, is := f.Base.Status, f.Cell.Status
	if was == wire.OK && is == wire.OK {
		j.incomparable(f) // measured on both sides, but not in this unit
		return
	}
	key := Key{Package: f.Package, Benchmark: f.Benchmark}
	if told[key] {
		return
	}
	told[key] = true
	f.Unit, f.Direction, f.Verdict = "", 0, None
	switch {
	case f.Cell.failed() && was == wire.OK:
		f.Kind, f.Verdict, f.Excess, f.Note = RowBroken, Worse, math.Inf(1), f.Cell.Note
		j.add(f)
	case f.Base.failed() && is == wire.OK:
		f.Kind, f.Verdict, f.Excess = RowMended, Better, math.Inf(1)
		j.add(f)
	case is == "" || is == wire.Skip && was == wire.OK:
		f.Kind, f.Note = RowRemoved, f.Cell.Note
		j.Removed = append(j.Removed, f)
	case was == "":
		f.Kind, f.Note = RowAdded, f.Cell.Note
		j.Added = append(j.Added, f)
	default:
		j.incomparable(f) // fails, or is skipped, on both sides
	}
}

// Excess returns the size of a change in parts of the limit that it had to
// reach, in logarithms; see Finding.
func (d *Decision) Excess(base, cell *Cell) float64 {
	ratio := d.Ratio
	if math.IsNaN(ratio) {
		ratio = cell.Center / base.Center
	}
	limit := math.Log1p(max(d.Limit, d.Floor))
	if d.How == ByError {
		limit = math.Log(d.Limit)
	}
	size := math.Abs(math.Log(ratio))
	if math.IsNaN(size) {
		return math.Inf(1)
	}
	return size / max(limit, 1e-3) // a limit of 0 would put all first
}

// capacity compares the largest batches of two capacity sweeps.
func (j *Judgement) capacity(base, column *ablation.Report) {
	if !base.LimitSweep || !column.LimitSweep {
		return
	}
	type key struct {
		variant, direction, precision, device string
		n                                     int
	}
	keyOf := func(c *ablation.VariantCapacity) key {
		return key{c.Variant, c.Direction, c.Precision, c.Device, c.N}
	}
	was := make(map[key]*ablation.VariantCapacity)
	list := ablation.NewStudy(base, ablation.StudyOptions{}).VariantCapacities()
	for i := range list {
		was[keyOf(&list[i])] = &list[i]
	}
	for _, c := range ablation.NewStudy(column, ablation.StudyOptions{}).VariantCapacities() {
		k := keyOf(&c)
		old := was[k]
		if old == nil || old.MaxBatch == c.MaxBatch {
			continue
		}
		// A search that its time budget ended measured the machine's mood.
		if old.Limiter == wire.LimitTime || c.Limiter == wire.LimitTime {
			continue
		}
		f := Finding{
			Kind: Grown, Verdict: Better, Benchmark: capacityName(&c),
			MaxBatch: [2]int{old.MaxBatch, c.MaxBatch}, Note: c.LimiterNote,
			Excess: math.Abs(math.Log(float64(max(c.MaxBatch, 1)) / float64(max(old.MaxBatch, 1)))),
		}
		if c.MaxBatch < old.MaxBatch {
			f.Kind, f.Verdict = Shrunk, Worse
		}
		j.add(f)
	}
}

// capacityName names a search by the axes it had.
func capacityName(c *ablation.VariantCapacity) string {
	name := "variant=" + c.Variant + "/dir=" + c.Direction + "/n=" + strconv.Itoa(c.N) + "/device=" + c.Device
	if c.Precision != "" {
		name += "/precision=" + c.Precision
	}
	return name
}
