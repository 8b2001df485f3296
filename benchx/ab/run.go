package ab

import (
	"context"
	"errors"
	"strings"
	"time"
)

// run is the state of one call of Runner.Run.
type run struct {
	*Runner
	settings *Settings
	begun    time.Time
	slicer   slicer
	packages []*measured
	failures int
	result   Result
}

// errHalt ends a run early and in good order; run.result.Reason says why.
var errHalt = errors.New("halt")

// Run measures until everything is decided or done. Where the journal has a
// step already, it is taken from there, so that a run that was ended goes on
// where it stood. The error is about the run as such: ctx is done, a binary does
// not start, the journal cannot be written. A benchmark that fails is none.
func (r *Runner) Run(ctx context.Context) (*Result, error) {
	settings := &r.Journal.Header.Settings
	if err := settings.Check(); err != nil {
		return nil, err
	}
	x := &run{Runner: r, settings: settings, begun: r.Now()}
	x.slicer = slicer{settings: settings, exec: r.Exec, best: max(settings.Best, 1), cpus: 1 + strings.Count(settings.CPU, ",")}
	x.plan(0)
	x.result.texts = x.text
	err := x.surveys(ctx)
	if err == nil {
		err = x.phases(ctx)
	}
	if err != nil && !errors.Is(err, errHalt) {
		return nil, err
	}
	x.result.packages = x.packages
	x.result.Notes = x.notes()
	if x.result.Reason != Stopped && x.result.Rounds >= x.result.Least {
		if err := r.Journal.add(entry{End: done}); err != nil {
			return nil, err
		}
	}
	return &x.result, r.Journal.sync()
}

// plan sets the rounds of the first look and the number of looks for so many
// benchmarks.
func (x *run) plan(benchmarks int) {
	x.result.Least, x.result.Looks = x.settings.Rounds, 1
	if x.Undecided == nil {
		return
	}
	looks := len(Looks(x.settings.Rounds, x.settings.MaxRounds))
	if x.Reach != nil && benchmarks > 0 {
		// Fewer looks follow a later first one, so this is enough.
		x.result.Least = min(max(x.settings.Rounds, x.Reach(benchmarks, looks)), x.settings.MaxRounds)
	}
	x.result.Looks = len(Looks(x.result.Least, x.settings.MaxRounds))
}

// surveys learns what there is.
func (x *run) surveys(ctx context.Context) error {
	v := surveyor{settings: x.settings, exec: x.Exec, silence: x.Silence, env: [2][]string{x.env(Old), x.env(New)}}
	for i := range x.Targets {
		t := &x.Targets[i]
		var both [2]*survey
		for _, side := range Sides() {
			if !t.on(side) {
				continue
			}
			if err := x.halted(); err != nil {
				return err
			}
			x.tell(Event{Stage: "survey", Done: i, Total: len(x.Targets), Current: t.Package + " (" + side.String() + ")"})
			s, ok := x.Journal.surveys[surveyKey{t.Package, side}]
			if !ok {
				var err error
				if s, err = v.survey(ctx, t, side); err != nil {
					return err
				}
				if err := x.Journal.add(entry{Survey: s}); err != nil {
					return err
				}
			}
			both[side] = s
			x.failures += len(s.Failures)
		}
		x.packages = append(x.packages, newMeasured(t, both))
	}
	return x.Journal.sync()
}

// phases goes from look to look.
func (x *run) phases(ctx context.Context) error {
	active := x.pairable()
	if len(active) == 0 {
		x.result.Reason = NothingToDo
		return nil
	}
	x.plan(len(active))
	looks := Looks(x.result.Least, x.settings.MaxRounds)[:x.result.Looks]
	for i, upto := range looks {
		lanes := x.lanes(active)
		if i == 0 {
			lanes = append(lanes, x.oneSided()...)
		}
		if err := x.phase(ctx, lanes, upto); err != nil {
			return err
		}
		if x.Undecided == nil {
			x.result.Reason = AllRounds
			return nil
		}
		keys, err := x.look(i+1, len(looks))
		if err != nil {
			return err
		}
		if x.result.Undecided = keys; len(keys) == 0 {
			x.result.Reason = Decided
			return nil
		}
		if i+1 == len(looks) {
			break
		}
		active = map[Key]bool{}
		for _, k := range keys {
			active[k] = true
		}
		x.tell(Event{Stage: "look", Undecided: len(keys)})
	}
	x.result.Reason = AllRounds
	return nil
}

// phase runs the lanes in rounds until there are upto of them.
func (x *run) phase(ctx context.Context, lanes []lane, upto int) error {
	from := x.result.Rounds
	for round := from; round < upto; round++ {
		for i, l := range lanes {
			if err := x.halted(); err != nil {
				return err
			}
			x.tell(Event{
				Stage: "round", Round: round + 1, Rounds: upto, Current: describe(l.names),
				Done: (round-from)*len(lanes) + i, Total: (upto - from) * len(lanes),
			})
			for _, st := range x.stages(l, round) {
				if err := x.step(ctx, st, l, i, round); err != nil {
					return err
				}
			}
		}
		if err := x.pause(round); err != nil {
			return err
		}
		x.result.Rounds = round + 1
	}
	return nil
}

// stages returns what is to be done with a lane in a round. How noisy code is, and
// how many instructions it takes, the least number of rounds tells well enough.
func (x *run) stages(l lane, round int) []stage {
	list := []stage{compared}
	if len(l.sides) < 2 || round >= x.result.Least {
		return list
	}
	if x.settings.AA {
		list = append(list, floor)
	}
	if x.settings.Instructions {
		list = append(list, counted)
	}
	return list
}

// look asks which benchmarks are undecided.
func (x *run) look(number, of int) ([]Key, error) {
	look := Look{
		Number: number, Of: of, Rounds: x.result.Rounds,
		Old: x.text(compared, Old), New: x.text(compared, New),
	}
	if x.settings.AA {
		look.Floor = [2][]byte{x.text(floor, Old), x.text(floor, New)}
	}
	return x.Undecided(look)
}

// halted returns errHalt where the run is to end before the next step.
func (x *run) halted() error {
	switch {
	case x.stopped():
		x.result.Reason = Stopped
	case x.Budget > 0 && x.Now().Sub(x.begun) >= x.Budget:
		x.result.Reason = OutOfBudget
	default:
		return nil
	}
	return errHalt
}

func (x *run) stopped() bool {
	select {
	case <-x.Stop:
		return true
	default:
		return false
	}
}

func (x *run) tell(e Event) {
	if x.Observe != nil {
		e.Failures = x.failures
		x.Observe(e)
	}
}

// text returns a text of what is known so far.
func (x *run) text(st stage, side Side) []byte {
	t := text{stage: st, side: side, instructions: x.settings.Instructions && st == compared, facts: x.Journal.Header.facts(st, side, x.result.Looks, x.Cores, x.Command)}
	return t.render(x.packages)
}
