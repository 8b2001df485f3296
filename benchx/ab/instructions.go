package ab

import (
	"context"
	"fmt"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// UnitInstructions is the unit of counted instructions: those of user mode, of
// all threads of the test binary.
const UnitInstructions = "instructions/op"

// countedTime is about how long a benchmark runs to be counted.
const countedTime = 50 * time.Millisecond

// CanCount says why instructions cannot be counted here, nil if they can.
func CanCount() error {
	c, err := openCounter()
	if err == nil {
		c.close()
	}
	return err
}

// countedIters is how many iterations are counted, for an operation of that
// time. One would not do: package testing runs -benchtime=1x in another way.
func countedIters(op time.Duration) int64 {
	return min(max(int64(countedTime/max(op, 1)), 2), 10_000_000)
}

// count counts the instructions of one iteration. A count is that of a whole
// process; between -benchtime=Nx and 2Nx lie N iterations and nothing else: both
// start up, prepare and probe alike, whether the benchmark loops over b.N (with
// one call for a single iteration before that which counts) or by b.Loop.
func count(ctx context.Context, exec Execer, s *Settings, c slice, name string, iters int64) (Sample, error) {
	sample := Sample{Name: name, Procs: c.known[name].Procs, Iters: iters, Status: wire.OK}
	var counts [2]uint64
	for i := range counts {
		args := s.args(Exact([]string{name}), "", fmt.Sprintf("%dx", iters<<i), 1)
		e, err := exec(ctx, Command{Path: c.path, Dir: c.dir, Env: c.env, Args: args, Silence: c.silence, Count: true})
		if err != nil {
			return sample, err
		}
		r := read(c.pkg, e)
		got := asked(&r, []string{name})
		if len(got) == 0 || got[len(got)-1].Status != wire.OK {
			sample.Status = wire.Skip
			return sample, nil
		}
		sample.Procs = got[len(got)-1].Procs
		counts[i] = e.Instructions
	}
	// A benchmark of no work at all may well come out below nothing.
	perOp := max(0, (float64(counts[1])-float64(counts[0]))/float64(iters))
	sample.Values = []Value{{UnitInstructions, perOp}}
	return sample, nil
}

// countPair counts each benchmark of the lane on both sides, one right after the
// other.
func (x *run) countPair(ctx context.Context, p *pair, l lane, names []string) error {
	for _, name := range names {
		iters := countedIters(max(l.m.known[Old][name].Op, l.m.known[New][name].Op))
		for _, side := range []Side{p.First, p.First.Other()} {
			binary := l.m.target.Binary[side]
			c := slice{
				pkg: l.m.target.Package, path: binary.Path, dir: binary.Dir, env: x.env(side),
				known: l.m.known[side], silence: x.Silence,
			}
			begun := x.Now()
			sample, err := count(ctx, x.Exec, x.settings, c, name, iters)
			if err != nil {
				return err
			}
			p.Samples[side] = append(p.Samples[side], sample)
			p.Took[side] += x.Now().Sub(begun)
		}
	}
	return nil
}
