package ab

import (
	"slices"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// measured is all that is known of one package: its surveys and the samples so
// far.
type measured struct {
	target   *Target
	survey   [2]*survey
	known    [2]map[string]found
	benches  []*bench // in the old side's order, then those that only new has
	byName   map[string]*bench
	problems []string
}

// A bench is one benchmark of a package.
type bench struct {
	name string
	has  [2]bool // whether the side has it, and it worked in the survey
	// pairs are the samples of each stage by round; failed says that no more
	// are taken in it.
	pairs  map[stage][]samplePair
	failed map[stage]bool
}

// samplePair is what one round gave by side: a sample for each GOMAXPROCS.
type samplePair [2][]Sample

func newMeasured(t *Target, surveys [2]*survey) *measured {
	m := &measured{target: t, survey: surveys, byName: map[string]*bench{}}
	for _, side := range Sides() {
		m.known[side] = map[string]found{}
		if surveys[side] == nil {
			continue
		}
		for _, f := range surveys[side].Found {
			m.known[side][f.Name] = f
			m.bench(f.Name).has[side] = true
		}
		m.problems = append(m.problems, surveys[side].Problems...)
	}
	return m
}

func (m *measured) bench(name string) *bench {
	b, ok := m.byName[name]
	if !ok {
		b = &bench{name: name, pairs: map[stage][]samplePair{}, failed: map[stage]bool{}}
		m.byName[name] = b
		m.benches = append(m.benches, b)
	}
	return b
}

// both reports whether the benchmark can be paired.
func (b *bench) both() bool { return b.has[Old] && b.has[New] }

// able returns those of names that did not fail in the stage.
func (m *measured) able(st stage, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return m.byName[name].failed[st] })
}

// book adds what a slice gave.
func (m *measured) book(p *pair) {
	for _, side := range Sides() {
		for _, s := range p.Samples[side] {
			b := m.byName[s.Name]
			if b == nil {
				continue // of a journal that was tampered with
			}
			rounds := b.pairs[p.Stage]
			for len(rounds) <= p.Round {
				rounds = append(rounds, samplePair{})
			}
			rounds[p.Round][side] = append(rounds[p.Round][side], s)
			b.pairs[p.Stage] = rounds
			if s.Status != wire.OK {
				b.failed[p.Stage] = true
			}
		}
	}
}

// rounds returns how many rounds of the stage anything is known of.
func (m *measured) rounds(st stage) int {
	n := 0
	for _, b := range m.benches {
		n = max(n, len(b.pairs[st]))
	}
	return n
}

const maxProblemsKept = 50

func (m *measured) addProblems(list []string) {
	for _, p := range list {
		if len(m.problems) < maxProblemsKept {
			m.problems = append(m.problems, p)
		}
	}
}
