package ab

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A text is one of the files of a run.
type text struct {
	stage stage
	side  Side
	facts []wire.Fact // of the run on this side
	// instructions says that some were counted.
	instructions bool
}

// render returns the text of go test -bench: a section for each package.
func (x *text) render(packages []*measured) []byte {
	var dst []byte
	for _, m := range packages {
		dst = x.section(dst, m)
	}
	return dst
}

// section appends one package's part. Facts end with their package, so each part
// has them.
func (x *text) section(dst []byte, m *measured) []byte {
	t := m.target
	source := x.side
	if x.stage == floor {
		source = Old // its copy
	}
	if t.Failed[source] != "" && x.stage == compared {
		return fmt.Appendf(dst, "# %s [%s.test]\n%s\nFAIL\t%s [build failed]\n", t.Package, t.Package, t.Failed[source], t.Package)
	}
	s := m.survey[source]
	if s == nil {
		return dst
	}
	dst = x.head(dst, t, s, source)
	failed := false
	if x.stage == compared {
		for i := range s.Failures {
			dst = s.Failures[i].appendLine(dst, false)
			failed = failed || s.Failures[i].Status.FailsRun()
		}
	}
	said := map[string]bool{}
	stages := []stage{x.stage}
	if x.stage == compared {
		stages = append(stages, counted)
	}
	for _, st := range stages {
		for round := range m.rounds(st) {
			for _, b := range m.benches {
				for _, sample := range b.kept(st, x.side, round) {
					full := sample.fullName()
					dst = sample.appendLine(dst, said[full])
					said[full] = true
					failed = failed || sample.Status.FailsRun()
				}
			}
		}
	}
	verdict := "PASS\nok  "
	if failed {
		verdict = "FAIL\nFAIL"
	}
	return fmt.Appendf(dst, "%s\t%s\t0.000s\n", verdict, t.Package)
}

// head appends facts, configuration and units of a package.
func (x *text) head(dst []byte, t *Target, s *survey, source Side) []byte {
	facts := slices.Clone(x.facts)
	if goVersion := t.Binary[source].Go; goVersion != "" {
		facts = append([]wire.Fact{{Key: wire.FactGo, Value: goVersion}}, facts...)
	}
	for _, f := range s.Facts {
		if lasting(f.Key) && !slices.ContainsFunc(facts, func(have wire.Fact) bool { return have.Key == f.Key }) {
			facts = append(facts, f)
		}
	}
	for _, f := range facts {
		dst = append(dst, wire.FactPrefix...)
		dst = wire.AppendFacts(dst, f)
		dst = append(dst, '\n')
	}
	for _, c := range []wire.Fact{
		{Key: "goos", Value: s.Machine.GOOS}, {Key: "goarch", Value: s.Machine.GOARCH},
		{Key: "pkg", Value: t.Package}, {Key: "cpu", Value: s.Machine.CPU},
	} {
		if c.Value != "" {
			dst = fmt.Appendf(dst, "%s: %s\n", c.Key, c.Value)
		}
	}
	if x.instructions {
		dst = append(dst, "Unit "+UnitInstructions+" better=lower\n"...)
	}
	for _, u := range s.Units {
		dst = fmt.Appendf(dst, "Unit %s %s=%s\n", u.Unit, u.Key, u.Value)
	}
	return dst
}

// lasting reports whether a fact that the test binary prints holds for the whole
// run, not for one start of it.
func lasting(key string) bool {
	switch key {
	case wire.FactRounds, wire.FactRound, wire.FactCells, wire.FactElapsedMS, wire.FactCommand, wire.FactDate, wire.FactCommit:
		return false
	}
	return true
}

// kept returns the samples of a round that stand in the text: those that have a
// partner on the other side, and failures. A benchmark that one side lacks, or
// on which it failed, needs no partners. Of counts, which only add to the times,
// failures are left out.
func (b *bench) kept(st stage, side Side, round int) []Sample {
	if round >= len(b.pairs[st]) {
		return nil
	}
	pair := b.pairs[st][round]
	if st != counted && (st == compared && !b.both() || b.failed[st]) {
		return pair[side]
	}
	var kept []Sample
	for _, s := range pair[side] {
		if s.Status == wire.OK && partner(pair[side.Other()], s.Procs) {
			kept = append(kept, s)
		}
	}
	return kept
}

func partner(list []Sample, procs int) bool {
	return slices.ContainsFunc(list, func(s Sample) bool { return s.Procs == procs && s.Status == wire.OK })
}

// unpaired counts the samples that kept leaves out.
func (b *bench) unpaired(st stage) int {
	n := 0
	for round, pair := range b.pairs[st] {
		for _, side := range Sides() {
			n += len(pair[side]) - len(b.kept(st, side, round))
		}
	}
	return n
}

// facts returns the run-wide facts of a text.
func (h *Header) facts(st stage, side Side, looks, machineCores int, command string) []wire.Fact {
	version := h.Versions[side]
	id := h.ID
	if st == floor {
		version, id = h.Versions[Old], id+"-aa"
	}
	list := []wire.Fact{
		{Key: wire.FactCommit, Value: version.Commit},
		{Key: wire.FactDate, Value: h.Started.UTC().Format("2006-01-02T15:04:05Z")},
		{Key: wire.FactCores, Value: strconv.Itoa(machineCores)},
		{Key: wire.FactCommand, Value: command},
		{Key: wire.FactPairs, Value: id},
		{Key: "order", Value: string(h.Settings.Order)},
		{Key: "seed", Value: strconv.FormatUint(h.Settings.Seed, 10)},
		{Key: wire.FactLooks, Value: strconv.Itoa(looks)},
		{Key: "benchtime", Value: cmp.Or(h.Settings.BenchTime, "1s")},
		{Key: "best-of", Value: strconv.Itoa(max(h.Settings.Best, 1))},
	}
	return slices.DeleteFunc(list, func(f wire.Fact) bool { return f.Value == "" })
}
