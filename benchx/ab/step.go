package ab

import (
	"context"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

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
		source := side
		if p.Stage == floor {
			source = Old // its copy is the new side
		}
		binary := l.m.target.Binary[source]
		s := slice{
			pkg: l.m.target.Package, path: binary.Path, dir: binary.Dir, env: x.env(source),
			names: names, known: l.m.known[source],
		}
		if source != side {
			s.path = l.m.target.Copy
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

// env is what the binaries of a side find in their environment.
func (x *run) env(side Side) []string {
	return []string{wire.CommitEnv + "=" + x.Journal.Header.Versions[side].Commit}
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
