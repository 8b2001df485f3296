package ablation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// set stores a run-wide fact. changed is false where the fact is none about the
// place, or where it is full: there are more free facts than a report keeps.
func (e *Environment) set(f wire.Fact) (changed, full bool) {
	switch f.Key {
	case wire.FactPreset, wire.FactCommand, wire.FactCells, wire.FactRounds, wire.FactRound,
		wire.FactElapsedMS, wire.FactReference, wire.FactCompiled:
		return false, false
	case "goos":
		e.GOOS = f.Value
	case "goarch":
		e.GOARCH = f.Value
	case "cpu":
		e.CPU = f.Value
	case wire.FactGo:
		e.Go = f.Value
	case wire.FactCommit:
		e.Commit = f.Value
	case wire.FactDate:
		e.Date = f.Value
	case wire.FactISA:
		e.ISA = f.Value
	case wire.FactCores:
		e.Cores, _ = strconv.Atoi(f.Value)
	default:
		kept := e.setExtra(f)
		return kept, !kept
	}
	return true, false
}

// maxFacts bounds the free facts of one environment.
const maxFacts = 256

func (e *Environment) setExtra(f wire.Fact) (kept bool) {
	i := slices.IndexFunc(e.Facts, func(old wire.Fact) bool { return old.Key == f.Key })
	if i < 0 && len(e.Facts) >= maxFacts {
		return false
	}
	e.Facts = slices.Clone(e.Facts) // earlier environments of the run share the slice
	if i < 0 {
		e.Facts = append(e.Facts, f)
	} else {
		e.Facts[i].Value = f.Value
	}
	return true
}

// on returns the environment with the machine that the results were printed
// under; what the machine does not say stays as the facts say it.
func (e Environment) on(m ingest.Machine) Environment {
	e.GOOS = cmp.Or(m.GOOS, e.GOOS)
	e.GOARCH = cmp.Or(m.GOARCH, e.GOARCH)
	e.CPU = cmp.Or(m.CPU, e.CPU)
	return e
}

// identity is equal for environments whose rows may be pooled: everything but
// the date and what the run measured of its devices, since repeating a run later
// on the same machine and source is what pooling is for.
func (e *Environment) identity() string {
	b := make([]byte, 0, 128)
	for _, s := range []string{e.GOOS, e.GOARCH, e.CPU, strconv.Itoa(e.Cores), e.Go, e.Commit, e.ISA} {
		b = strconv.AppendQuote(b, s)
	}
	for _, f := range e.Facts {
		if measuredFact(f) {
			continue
		}
		b = strconv.AppendQuote(b, f.Key)
		b = strconv.AppendQuote(b, f.Value)
	}
	return string(b)
}

// machineless reports whether nothing is known of the machine, as with a
// benchmark that failed before its package printed goos and cpu.
func (e *Environment) machineless() bool {
	return e.GOOS == "" && e.GOARCH == "" && e.CPU == ""
}

// Label names the environment in a few words for a reader: "linux/amd64, cpu".
func (e *Environment) Label() string {
	platform := e.GOOS
	if e.GOARCH != "" {
		platform = strings.TrimPrefix(platform+"/"+e.GOARCH, "/")
	}
	if platform == "" || e.CPU == "" {
		return cmp.Or(platform+e.CPU, "unknown machine")
	}
	return platform + ", " + e.CPU
}

// An environmentSet numbers environments by first appearance.
type environmentSet struct {
	list []Environment
	ids  map[string]int
}

// index returns the number of e, which joins the set if it is new. Of equal
// environments the earliest date is kept.
func (s *environmentSet) index(e Environment) int {
	id := e.identity()
	if i, ok := s.ids[id]; ok {
		if old := &s.list[i]; e.Date != "" && (old.Date == "" || e.Date < old.Date) {
			old.Date = e.Date
		}
		return i
	}
	if s.ids == nil {
		s.ids = map[string]int{}
	}
	s.ids[id] = len(s.list)
	s.list = append(s.list, e)
	return len(s.list) - 1
}
