package comment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// shownNote is how many characters of a note are shown.
const shownNote = 160

func quote(note string) string { return style.Code(style.Shorten(style.Visible(note), shownNote)) }

// failed lists the benchmarks that fail in the head, those that worked in the
// base first.
func (r *Run) failed(t tables) part {
	var now, still []string
	for i := range r.Judgement.Worse {
		if f := &r.Judgement.Worse[i]; f.Kind == compare.RowBroken {
			now = append(now, t.failure(f, "worked in the base"))
		}
	}
	for i := range r.Judgement.Added {
		if f := &r.Judgement.Added[i]; failed(f.Cell) {
			now = append(now, t.failure(f, "new"))
		}
	}
	for i := range r.Judgement.Rest {
		if f := &r.Judgement.Rest[i]; f.Cell.Decision.Why == compare.WhyFailed && failed(f.Cell) {
			since := "failed in the base too"
			if f.Base.Status == wire.Skip {
				since = "skipped in the base"
			}
			still = append(still, t.failure(f, since))
		}
	}
	rows := slices.Concat(now, still)
	if len(rows) == 0 {
		return part{}
	}
	shown := rows[:min(len(rows), visibleRows)]
	return newRows(rankFailed, "**Failing:**\n\n", shown, len(rows)-len(shown), "", fmt.Sprintf("**Failing:** %s\n", plural(len(rows), "benchmark")))
}

func (t tables) failure(f *compare.Finding, since string) string {
	return fmt.Sprintf("- %s (%s): %s\n", shown(t.full(f.Package, f.Benchmark)), since, quote(reasonOf(f)))
}

// missing names the benchmarks that one side lacks.
func (r *Run) missing(t tables, what string, all []compare.Finding, omitted int) part {
	if len(all) == 0 {
		return part{}
	}
	var names []string
	for i := range all[:min(len(all), visibleRows)] {
		n := shown(t.full(all[i].Package, all[i].Benchmark))
		if all[i].Cell.Status == wire.Skip {
			n += " (skipped)"
		}
		names = append(names, n)
	}
	text := fmt.Sprintf("**%s:** %s", what, strings.Join(names, ", "))
	total := len(all) + omitted
	if more := total - len(names); more > 0 {
		text += andMore(more)
	}
	return part{rank: rankMissing, open: text + "\n", short: fmt.Sprintf("**%s:** %s\n", what, plural(total, "benchmark"))}
}

// warnings say what stands against believing the verdict.
func (r *Run) warnings() (parts []part) {
	warn := func(format string, args ...any) {
		parts = append(parts, part{rank: rankWarning, open: fmt.Sprintf(format, args...) + "\n"})
	}
	j := r.Judgement
	if j.Withheld > 0 {
		warn("**Verdict withheld** on %s: base and head ran on different CPUs (%s → %s), and a difference may be the machine's. "+
			"Measure both sides on one machine.", plural(j.Withheld, "row"), r.Base.cpus(), r.Head.cpus())
	}
	if r.Policy.AcrossMachines && r.Base.cpus() != r.Head.cpus() {
		warn("**Across machines:** base and head ran on different CPUs (%s → %s); the policy compares them all the same.", r.Base.cpus(), r.Head.cpus())
	}
	for _, s := range []struct {
		name string
		side *Side
	}{{"base", r.Base}, {"head", &r.Head}} {
		if s.side.Incomplete {
			warn("**Incomplete:** the run of the %s ends in the middle; benchmarks may be missing.", s.name)
		}
	}
	if r.Omitted == (Omitted{}) { // else the rows that might do are not there
		for _, s := range compare.Shortages(r.measured(), r.Policy.Correction) {
			warn("**Too few samples:** %s.", s.Says(metricWord(s.Unit)))
		}
	}
	for _, p := range properties() {
		if p.name == "CPU" {
			continue
		}
		if was, is := r.Base.all(p.of, shown), r.Head.all(p.of, shown); was != is && was != style.Missing && is != style.Missing {
			warn("**Not the same %s:** %s → %s.", p.name, was, is)
		}
	}
	return parts
}
