package comparison

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// gateNames is how many removed or added benchmarks are named, with a reason and
// without.
const gateNames = 10

// Gate writes what a column changed against the base for people to read: the
// counts, then each changed row by name with its reason, worst first; what fails
// on both sides, went and came; and at last what the gate could not see. No
// benchmark is named twice for one thing.
func Gate(w io.Writer, r *compare.Result, j *compare.Judgement, column int) error {
	out := bufio.NewWriter(w)
	g := gate{Writer: out, r: r, j: j, packages: severalPackages(r)}
	labels := style.FileLabels(r.Columns)
	fmt.Fprintf(out, "%s → %s: %s\n", style.Terminal(labels[0]), style.Terminal(labels[column]), JudgementCounts(j))
	reason := func(f *compare.Finding) string { return FindingReason(f, r.Options.Policy.Correction) }
	g.list("worse", j.Worse, reason)
	g.list("better", j.Better, reason)
	g.list("changed, in units without a better direction", j.Changed, reason)
	g.list("failing, so not compared", failing(j), failure)
	g.names("removed", j.Removed)
	g.names("added", j.Added)
	g.remarks()
	return out.Flush()
}

// JudgementCounts sums a judgement up in words: "2 worse, 5 better, 113 no
// clear change".
func JudgementCounts(j *compare.Judgement) string {
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{
		{len(j.Worse), "worse"}, {len(j.Better), "better"}, {len(j.Changed), "changed"},
		{j.Unclear, string(compare.Unclear)}, {j.Incomparable, string(compare.Incomparable)},
		{len(j.Removed), "removed"}, {len(j.Added), "added"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	if len(parts) == 0 {
		return "nothing to compare"
	}
	return strings.Join(parts, ", ")
}

// severalPackages reports whether names need their package.
func severalPackages(r *compare.Result) bool {
	packages := make(map[string]bool)
	for _, tables := range [][]compare.Table{r.Tables, r.Idle} {
		for i := range tables {
			packages[tables[i].Package()] = true
		}
	}
	return len(packages) > 1
}

type gate struct {
	*bufio.Writer
	r        *compare.Result
	j        *compare.Judgement
	packages bool
}

func (g *gate) name(f *compare.Finding) string {
	name := f.Benchmark
	if g.packages && f.Package != "" {
		name = f.Package + "." + name
	}
	return style.Terminal(name)
}

// failing returns the benchmarks that could not be compared because they fail, or
// failed in the base.
func failing(j *compare.Judgement) (all []compare.Finding) {
	for i := range j.Rest {
		if d := j.Rest[i].Cell.Decision; d != nil && d.Why == compare.WhyFailed {
			all = append(all, j.Rest[i])
		}
	}
	return all
}

// failure says on which side a benchmark fails, and how.
func failure(f *compare.Finding) string { return reason{base: f.Base, cell: f.Cell}.failed() }

// list writes findings one a line, names and units padded to columns.
func (g *gate) list(title string, findings []compare.Finding, reason func(*compare.Finding) string) {
	if len(findings) == 0 {
		return
	}
	wideName, wideUnit := 0, 0
	for i := range findings {
		wideName = max(wideName, utf8.RuneCountInString(g.name(&findings[i])))
		wideUnit = max(wideUnit, utf8.RuneCountInString(style.Terminal(findings[i].Unit)))
	}
	fmt.Fprintf(g, "\n%s\n", title)
	for i := range findings {
		f := &findings[i]
		fmt.Fprintf(g, "  %-*s  %-*s  %s\n", wideName, g.name(f), wideUnit, style.Terminal(f.Unit),
			style.Terminal(reason(f)))
	}
}

// FindingReason says in one line of plain text why a finding is one. It may
// quote a failed benchmark's own words.
func FindingReason(f *compare.Finding, correction compare.Correction) string {
	switch f.Kind {
	case compare.RowBroken:
		return join(": ", "fails now", string(f.Cell.Status), f.Note)
	case compare.RowMended:
		return "failed before (" + string(f.Base.Status) + ") and works now"
	case compare.Shrunk, compare.Grown:
		return join(": ", fmt.Sprintf("largest batch %d → %d", f.MaxBatch[0], f.MaxBatch[1]), f.Note)
	case compare.RowChanged:
		return FindingWord(f) + " " + Reason(f.Cell.Decision, f.Base, f.Cell, f.Unit, correction)
	}
	return f.Note
}

// FindingWord is the verdict of a finding by its unit: slower, worse, more.
func FindingWord(f *compare.Finding) string {
	if f.Kind != compare.RowChanged {
		return string(f.Verdict)
	}
	return CellWord(f.Unit, f.Direction, f.Base, f.Cell)
}

// names writes the names of findings in a line, and those that say why below it.
func (g *gate) names(title string, findings []compare.Finding) {
	if len(findings) == 0 {
		return
	}
	var plain, lines []string
	for i := range findings {
		f := &findings[i]
		name, status := g.name(f), f.Cell.Status
		switch {
		case status == "" || status == wire.OK:
			plain = append(plain, name)
		default: // skipped now, or new and failing
			lines = append(lines, name+"  "+style.Terminal(join(": ", string(status), f.Note)))
		}
	}
	fmt.Fprintf(g, "\n%s\n", strings.TrimSpace(title+": "+someOf(plain, ", ")))
	if len(lines) > 0 {
		fmt.Fprintf(g, "  %s\n", someOf(lines, "\n  "))
	}
}

// someOf joins the first gateNames texts and counts the rest.
func someOf(texts []string, sep string) string {
	more := len(texts) - gateNames
	if more <= 0 {
		return strings.Join(texts, sep)
	}
	return fmt.Sprintf("%s and %d more", strings.Join(texts[:gateNames], sep), more)
}

// remarks says what the gate could not see.
func (g *gate) remarks() {
	if n := g.j.CouldNot; n > 0 {
		fmt.Fprintf(g, "\n%d of the rows without a clear change had too few samples to show a change of the limit; compare --verdicts says how many they need\n", n)
	}
	if n := g.j.Withheld; n > 0 {
		fmt.Fprintf(g, "\n%d rows are not judged because they ran on different CPUs; --across-machines judges them all the same\n", n)
	}
	for i, note := range g.r.Notes {
		if i == 0 {
			fmt.Fprintln(g)
		}
		fmt.Fprintf(g, "note: %s\n", style.Terminal(note))
	}
}

// gateJSON is the machine-readable form of a judgement.
type gateJSON struct {
	Verdict      string        `json:"verdict"` // worse, fine, or undecided where nothing could be judged
	Base         string        `json:"base"`
	Column       string        `json:"column"`
	Findings     []findingJSON `json:"findings"` // worse, then better, then changed; failing on both sides, removed and added
	Unclear      int           `json:"no_clear_change"`
	Incomparable int           `json:"not_comparable"`
	CouldNot     int           `json:"too_few_samples"`
	Notes        []string      `json:"notes,omitempty"`
}

type findingJSON struct {
	Kind      string   `json:"kind"`
	Verdict   string   `json:"verdict,omitempty"`
	Package   string   `json:"package,omitempty"`
	Benchmark string   `json:"benchmark"`
	Unit      string   `json:"unit,omitempty"`
	Ratio     *float64 `json:"ratio,omitempty"`
	Lo        *float64 `json:"lo,omitempty"`
	Hi        *float64 `json:"hi,omitempty"`
	P         *float64 `json:"p,omitempty"` // corrected
	MaxBatch  []int    `json:"max_batch,omitempty"`
	Reason    string   `json:"reason,omitempty"`
}

// GateJSON writes a judgement for machines.
func GateJSON(w io.Writer, r *compare.Result, j *compare.Judgement, column int) error {
	out := gateJSON{
		Verdict: "fine", Base: r.Columns[0], Column: r.Columns[column], Findings: []findingJSON{},
		Unclear: j.Unclear, Incomparable: j.Incomparable, CouldNot: j.CouldNot, Notes: r.Notes,
	}
	switch {
	case len(j.Worse) > 0:
		out.Verdict = "worse"
	case !j.Judged():
		out.Verdict = "undecided"
	}
	for _, list := range [][]compare.Finding{j.Worse, j.Better, j.Changed} {
		out.add(list, r.Options.Policy.Correction)
	}
	for _, f := range failing(j) {
		out.Findings = append(out.Findings, findingJSON{
			Kind: "failing", Verdict: string(f.Verdict), Package: f.Package, Benchmark: f.Benchmark, Reason: failure(&f),
		})
	}
	for _, list := range [][]compare.Finding{j.Removed, j.Added} {
		out.add(list, r.Options.Policy.Correction)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func (out *gateJSON) add(findings []compare.Finding, correction compare.Correction) {
	for i := range findings {
		out.Findings = append(out.Findings, newFindingJSON(&findings[i], correction))
	}
}

func newFindingJSON(f *compare.Finding, correction compare.Correction) findingJSON {
	out := findingJSON{
		Kind: string(f.Kind), Verdict: string(f.Verdict),
		Package: f.Package, Benchmark: f.Benchmark, Unit: f.Unit,
		Reason: FindingReason(f, correction),
	}
	switch f.Kind {
	case compare.RowChanged:
		d := f.Cell.Decision
		out.Ratio, out.Lo, out.Hi, out.P = finite(d.Ratio), finite(d.Lo), finite(d.Hi), finite(d.Adjusted)
	case compare.Shrunk, compare.Grown:
		out.MaxBatch = f.MaxBatch[:]
	}
	return out
}
