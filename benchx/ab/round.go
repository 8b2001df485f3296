package ab

import (
	"context"
	"errors"
	"fmt"
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

// A lane is one slice of every round of a phase: some benchmarks of a package,
// on both sides or, where only one has them, on that.
type lane struct {
	m     *measured
	names []string
	sides []Side
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
	x.slicer = slicer{settings: settings, exec: r.Exec, cpus: 1 + strings.Count(settings.CPU, ",")}
	x.result.Looks = 1
	if r.Undecided != nil {
		x.result.Looks = len(Looks(settings.Rounds, settings.MaxRounds))
	}
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
	if x.result.Reason != Stopped && x.result.Rounds >= settings.Rounds {
		if err := r.Journal.add(entry{End: done}); err != nil {
			return nil, err
		}
	}
	return &x.result, r.Journal.sync()
}

// surveys learns what there is.
func (x *run) surveys(ctx context.Context) error {
	v := surveyor{settings: x.settings, exec: x.Exec, silence: x.Silence}
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
	looks := Looks(x.settings.Rounds, x.settings.MaxRounds)[:x.result.Looks]
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
	if len(l.sides) < 2 || round >= x.settings.Rounds {
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

// step takes one pair of slices, from the journal if it is there.
func (x *run) step(ctx context.Context, st stage, l lane, index, round int) error {
	names := l.m.able(st, l.names)
	if len(names) == 0 {
		return nil
	}
	want := pair{Stage: st, Round: round, Package: l.m.target.Package, Asked: fingerprint(names)}
	done, ok := x.Journal.pairs[want.key()]
	if !ok {
		want.First = x.settings.Order.First(x.settings.Seed, index, round)
		take := x.measure
		if st == counted {
			take = x.countPair
		}
		if err := take(ctx, &want, l, names); err != nil {
			return err
		}
		if err := x.Journal.add(entry{Pair: &want}); err != nil {
			return err
		}
		done = &want
	}
	l.m.book(done)
	for _, side := range Sides() {
		for i := range done.Samples[side] {
			if done.Samples[side][i].Status.Failed() {
				x.failures++
			}
		}
	}
	return nil
}

// measure runs one slice on each side of the lane.
func (x *run) measure(ctx context.Context, p *pair, l lane, names []string) error {
	p.At = x.Now().UTC()
	order := []Side{p.First, p.First.Other()}
	if len(l.sides) == 1 {
		order = l.sides
	}
	for i, side := range order {
		if i > 0 && x.stopped() {
			x.result.Reason = Stopped
			return errHalt // half a pair is none
		}
		s := slice{pkg: l.m.target.Package, names: names, known: l.m.known[side]}
		binary := l.m.target.Binary[side]
		s.path, s.dir = binary.Path, binary.Dir
		if p.Stage == floor {
			s.dir, s.known = l.m.target.Binary[Old].Dir, l.m.known[Old]
			if s.path = l.m.target.Binary[Old].Path; side == New {
				s.path = l.m.target.Copy
			}
		}
		s.silence = max(x.Silence, 10*x.slowest(names, s.known))
		samples, problems, took, err := x.slicer.run(ctx, s)
		if err != nil {
			return err
		}
		l.m.addProblems(problems)
		p.Samples[side], p.Took[side] = samples, took
		if err := x.Sleep(ctx, x.Cooldown); err != nil {
			return err
		}
	}
	return nil
}

// slowest returns the time that the slowest of names should take.
func (x *run) slowest(names []string, known map[string]found) time.Duration {
	d, n, _ := parseBenchTime(x.settings.BenchTime) // checked before
	slowest := time.Duration(0)
	for _, name := range names {
		f := known[name]
		slowest = max(slowest, f.Setup+expect(&f, d, n))
	}
	return slowest
}

// pause is between rounds: the machine is checked, the journal secured.
func (x *run) pause(round int) error {
	if _, ok := x.Journal.spins[round]; !ok && x.Spin != nil {
		took, load := x.Spin()
		if err := x.Journal.add(entry{Spin: &spin{Round: round, Took: took, Load: load}}); err != nil {
			return err
		}
		return x.Journal.sync()
	}
	return nil
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
	t := text{stage: st, side: side, instructions: x.settings.Instructions && st == compared, facts: x.Journal.Header.facts(st, side, x.Cores, x.Command)}
	return t.render(x.packages)
}

// pairable returns the benchmarks that both sides have.
func (x *run) pairable() map[Key]bool {
	keys := map[Key]bool{}
	for _, m := range x.packages {
		for _, b := range m.benches {
			if b.both() {
				keys[Key{m.target.Package, b.name}] = true
			}
		}
	}
	return keys
}

// lanes cuts the active benchmarks of every package into slices.
func (x *run) lanes(active map[Key]bool) []lane {
	var lanes []lane
	for _, m := range x.packages {
		lanes = append(lanes, x.cut(m, []Side{Old, New}, func(b *bench) bool {
			return b.both() && !b.failed[compared] && active[Key{m.target.Package, b.name}]
		})...)
	}
	return lanes
}

// oneSided cuts the benchmarks that only one side has. They have no partner, but
// the comparison shows their values.
func (x *run) oneSided() []lane {
	var lanes []lane
	for _, m := range x.packages {
		for _, side := range Sides() {
			lanes = append(lanes, x.cut(m, []Side{side}, func(b *bench) bool {
				return b.has[side] && !b.has[side.Other()]
			})...)
		}
	}
	return lanes
}

func (x *run) cut(m *measured, sides []Side, wanted func(*bench) bool) []lane {
	d, n, _ := parseBenchTime(x.settings.BenchTime) // checked before
	var list []cost
	var startup time.Duration
	for _, side := range sides {
		if s := m.survey[side]; s != nil {
			startup = max(startup, s.Startup)
		}
	}
	for _, b := range m.benches {
		if !wanted(b) {
			continue
		}
		c := cost{name: b.name}
		for _, side := range sides {
			f := m.known[side][b.name]
			c.run = max(c.run, time.Duration(x.slicer.cpus)*expect(&f, d, n))
			c.setup = max(c.setup, f.Setup)
		}
		list = append(list, c)
	}
	var lanes []lane
	for _, names := range cut(list, startup, x.settings.Slice) {
		lanes = append(lanes, lane{m, names, sides})
	}
	return lanes
}

const maxProblemsKept = 50

func (m *measured) addProblems(list []string) {
	for _, p := range list {
		if len(m.problems) < maxProblemsKept {
			m.problems = append(m.problems, p)
		}
	}
}

// notes says in words what the texts alone do not tell.
func (x *run) notes() []string {
	var notes []string
	for _, m := range x.packages {
		notes = append(notes, m.notes()...)
	}
	return append(notes, x.steadiness()...)
}

// steadiness says whether the machine kept its speed.
func (x *run) steadiness() []string {
	fastest, slowest := time.Duration(0), time.Duration(0)
	for _, s := range x.Journal.spins {
		if fastest == 0 || s.Took < fastest {
			fastest = s.Took
		}
		slowest = max(slowest, s.Took)
	}
	if fastest == 0 || float64(slowest) < unsteady*float64(fastest) {
		return nil
	}
	return []string{fmt.Sprintf("the machine was not steady: a fixed piece of work between rounds took %v to %v; pairs cancel slow changes, not fast ones",
		fastest.Round(time.Microsecond), slowest.Round(time.Microsecond))}
}

// unsteady is the ratio of slowest to fastest from which on a run says so.
const unsteady = 1.1
