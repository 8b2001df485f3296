package ablation

import (
	"hash/maphash"
	"maps"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// An input is what one input file, or stream, contributed. Inputs are kept
// apart until the report is made, because only then is it known which of them
// are copies of others.
type input struct {
	name    string
	pools   map[poolKey]*pool
	order   []*pool
	envs    environmentSet
	facts   Environment // the run-wide facts in force
	machine ingest.Machine
	env     int             // of facts on machine; -1 where that must be looked up
	elapsed map[int]float64 // by line, so that a repeated line counts once
	copies  copyCheck
}

// poolKey is Key before the name is taken apart, and within one input.
type poolKey struct {
	pkg, name  string
	procs, env int
}

func newInput(name string, seed maphash.Seed) *input {
	return &input{
		name: name, pools: map[poolKey]*pool{}, env: -1, elapsed: map[int]float64{},
		copies: copyCheck{seed: seed},
	}
}

// add books a sample; false where it is a repetition of one already booked.
func (in *input) add(s *ingest.Sample) bool {
	if !in.copies.fresh(s) {
		return false
	}
	if in.env < 0 || s.Machine != in.machine {
		in.machine = s.Machine
		in.env = in.envs.index(in.facts.on(s.Machine))
	}
	p := in.pool(s)
	p.outcome(s.Status, s.Note, s.Limiter, s.Iters)
	for i, v := range s.Values {
		to := p.at(v.Unit, i)
		to.samples = append(to.samples, v.Value)
	}
	return true
}

func (in *input) pool(s *ingest.Sample) *pool {
	key := poolKey{s.Package, s.Name, max(s.Procs, 1), in.env}
	if p, ok := in.pools[key]; ok {
		return p
	}
	p := &pool{row: Row{Package: s.Package, Procs: key.procs, Env: in.env}}
	p.row.Name, p.row.Axes = ParseName(s.Name)
	in.pools[key] = p
	in.order = append(in.order, p)
	return p
}

// settle returns, for each environment of the input, the one that its rows
// belong to. A benchmark that fails before its package prints goos and cpu
// names no machine; it ran on the machine of the same run.
func (in *input) settle() []int {
	home := make([]int, len(in.envs.list))
	place := map[string]int{} // identity without the machine → first with a machine
	first := -1
	for i := range in.envs.list {
		home[i] = i
		e := in.envs.list[i]
		if e.machineless() {
			continue
		}
		if first < 0 {
			first = i
		}
		e.GOOS, e.GOARCH, e.CPU = "", "", ""
		if id := e.identity(); !hasKey(place, id) {
			place[id] = i
		}
	}
	for i := range in.envs.list {
		e := &in.envs.list[i]
		if !e.machineless() || first < 0 {
			continue
		}
		if to, ok := place[e.identity()]; ok {
			home[i] = to
		} else if bare := (&Environment{}).identity(); e.identity() == bare {
			home[i] = first
		}
	}
	return home
}

// text stands for the input's results, to find copies by.
func (in *input) text() runText {
	dates := make([]string, len(in.envs.list))
	for i, e := range in.envs.list {
		dates[i] = e.Date
	}
	return in.copies.text(dates)
}

func (in *input) totalElapsed() float64 {
	// Summed in the order of lines: the sum of floats depends on the order.
	sum := 0.0
	for _, line := range slices.Sorted(maps.Keys(in.elapsed)) {
		sum += in.elapsed[line]
	}
	return sum
}
