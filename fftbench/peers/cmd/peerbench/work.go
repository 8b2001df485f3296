package main

import (
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// A work is one cell: what is to be done, and who can do it here.
type work struct {
	key   results.Key
	clock contest.Clock // of entrants without one of their own
	slots int           // that a turn takes, 0 for one
	// prepare makes the entrants, in buffers of the arena.
	prepare func(a *arena) ([]entrant, error)
}

// entrant is one contender before it runs.
type entrant struct {
	results.Entrant
	run   func(times int) error
	time  func(times int) (time.Duration, error) // in place of run, for who has a clock of his own
	check func() error                           // runs once and holds the result against the truth
	close func()                                 // nil where there is nothing to free
}

func (e entrant) contender(clock contest.Clock) contest.Contender {
	if e.time != nil {
		return contest.Contender{Name: e.Lib, Time: e.time}
	}
	return contest.Timed(e.Lib, clock, e.run)
}

func closeAll(entrants []entrant) {
	for _, e := range entrants {
		if e.close != nil {
			e.close()
		}
	}
}

// runner runs works and writes their samples.
type runner struct {
	out      *results.Writer
	progress io.Writer
	rules    contest.Rules
	arena    *arena
}

// pass gives every work its rounds.
func (r *runner) pass(works []work, number, passes int) error {
	for i, w := range works {
		fmt.Fprintf(r.progress, "\rpass %d of %d, work %d of %d: %-40s", number, passes, i+1, len(works), describe(w.key))
		if err := r.do(w, number == 1); err != nil {
			return fmt.Errorf("%s: %w", describe(w.key), err)
		}
	}
	fmt.Fprintln(r.progress)
	return r.out.Flush()
}

func describe(k results.Key) string {
	name := k.Bench
	for _, a := range k.Axes() {
		name += " " + a.Key + "=" + a.Value
	}
	return name
}

func (r *runner) do(w work, check bool) error {
	r.arena.reset()
	entrants, err := w.prepare(r.arena)
	if err != nil {
		return err
	}
	defer closeAll(entrants)
	var contenders []contest.Contender
	for _, e := range entrants {
		if check {
			if err := e.check(); err != nil {
				return fmt.Errorf("%s: %w", e.Lib, err)
			}
		}
		contenders = append(contenders, e.contender(w.clock))
	}
	runtime.GC() // here, since it is switched off while the rounds run
	rules := r.rules
	rules.Slot *= time.Duration(max(1, w.slots))
	slots, err := rules.Run(contenders)
	if err != nil {
		return err
	}
	for i, e := range entrants {
		for _, ns := range slots[i].PerOp() {
			r.out.Sample(w.key, e.Entrant, slots[i].Times, ns, wire.UnitNsPerOp)
		}
	}
	return nil
}
