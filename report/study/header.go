package study

import (
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// headerView is the top of the page: what was measured, where, and whether to
// trust it.
type headerView struct {
	Title   string
	Facts   []string // machine, toolchain, commit, date
	Light   lightView
	Banner  string // why the run is incomplete, or ""
	Version string
}

// lightView is the data-quality light.
type lightView struct {
	Level string // good, warn, bad
	Word  string
	Text  string
}

func (b *builder) title() string {
	if t := note(strings.TrimSpace(b.Title)); t != "" {
		return t
	}
	if b.isTransform() {
		return "FFT study"
	}
	return "Benchmark report"
}

func (b *builder) header() headerView {
	v := headerView{Title: b.title(), Light: b.light(), Version: show(b.Version)}
	envs := b.Study.Report.Environments
	if len(envs) > 0 {
		v.Facts = machine(&envs[0])
	}
	if more := len(envs) - 1; more > 0 {
		v.Facts = append(v.Facts, "and "+count(more, "more environment"))
	}
	if b.Study.Report.Incomplete {
		v.Banner = "The input ended in the middle of the run. What follows is what arrived until then: " +
			"rows may be missing, and those shown may have fewer samples than planned."
	}
	return v
}

// machine words where rows were measured, the most telling facts first.
func machine(e *ablation.Environment) []string {
	var facts []string
	add := func(text string) {
		if text = show(strings.TrimSpace(text)); text != "" {
			facts = append(facts, text)
		}
	}
	cpu := e.CPU
	if e.Cores > 0 {
		cpu = strings.TrimSpace(cpu + " · " + count(e.Cores, "core"))
		cpu = strings.TrimPrefix(cpu, "· ")
	}
	add(cpu)
	add(presentDevices(e))
	if e.GOOS != "" || e.GOARCH != "" {
		add(strings.Trim(e.GOOS+"/"+e.GOARCH, "/"))
	}
	if e.ISA != "" {
		add("kernels " + e.ISA)
	}
	add(e.Go)
	if e.Commit != "" {
		add("commit " + style.Shorten(e.Commit, 24))
	}
	add(e.Date)
	return facts
}

// presentDevices names the GPUs that a run found, each name once.
func presentDevices(e *ablation.Environment) string {
	var names []string
	times := map[string]int{}
	for _, d := range e.Devices() {
		if d.Absent || d.Name == "" {
			continue
		}
		if times[d.Name]++; times[d.Name] == 1 {
			names = append(names, d.Name)
		}
	}
	for i, name := range names {
		if n := times[name]; n > 1 {
			names[i] = whole(n) + " × " + name
		}
	}
	return strings.Join(names, ", ")
}

// light judges the data: an error or a cut-off run is bad; warnings, failures,
// missing or wide intervals are a reason to look.
func (b *builder) light() lightView {
	errors, warnings := 0, 0
	for _, p := range b.Study.Report.Problems {
		switch p.Severity {
		case "error":
			errors++
		case "warning":
			warnings++
		}
	}
	var doubts []string
	if n := b.counts.failures(); n > 0 {
		doubts = append(doubts, count(n, "failed row"))
	}
	if warnings > 0 {
		doubts = append(doubts, count(warnings, "warning"))
	}
	if n := b.noise.open; n > 0 && n == b.counts.ok {
		doubts = append(doubts, "too few samples for intervals")
	} else if n > 0 {
		doubts = append(doubts, count(n, "row")+" without an interval")
	}
	if b.noise.median > wideInterval {
		doubts = append(doubts, "noisy: half of the intervals are wider than ±"+roundPercent(b.noise.median))
	}
	text := count(b.counts.ok, "row") + " measured"
	if len(doubts) > 0 {
		text += ", " + strings.Join(doubts, ", ")
	}
	switch {
	case b.Study.Report.Incomplete:
		return lightView{"bad", "Incomplete run", text}
	case errors > 0:
		return lightView{"bad", count(errors, "error"), text}
	case b.counts.ok == 0:
		return lightView{"bad", "Nothing measured", text}
	case len(doubts) > 0:
		return lightView{"warn", "Look twice", text}
	}
	return lightView{"good", "Clean run", text}
}
