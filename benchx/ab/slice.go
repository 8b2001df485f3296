package ab

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A slicer runs some benchmarks of one package on one side, once each.
type slicer struct {
	settings *Settings
	exec     Execer
	cpus     int // values of -cpu
	best     int // a sample is the fastest of so many
}

// A slice is what it is asked to run.
type slice struct {
	pkg     string
	path    string // test binary
	dir     string
	env     []string
	names   []string
	known   map[string]found // of the whole package
	silence time.Duration
}

// run runs the benchmarks until each has an outcome. One that ends the process
// gets that as its outcome, and the others are run without it.
func (v *slicer) run(ctx context.Context, s slice) (samples []Sample, problems []string, took time.Duration, err error) {
	todo := slices.Clone(s.names)
	for len(todo) > 0 {
		args := v.settings.args(Exact(todo), "", v.settings.BenchTime, v.best)
		e, err := v.exec(ctx, Command{Path: s.path, Dir: s.dir, Env: s.env, Args: args, Silence: s.silence})
		if err != nil {
			return nil, nil, 0, err
		}
		took += e.Elapsed
		r := read(s.pkg, e)
		problems = append(problems, r.Problems...)
		got := asked(&r, todo)
		samples = append(samples, got...)
		todo = v.left(todo, samples)
		switch {
		case len(todo) == 0:
		case r.Complete:
			for _, name := range todo {
				samples = append(samples, Sample{Name: name, Procs: s.known[name].Procs, Status: wire.Skip, Note: "ran without a result"})
			}
			todo = nil
		case !slices.ContainsFunc(got, func(s Sample) bool { return s.Status.Failed() }):
			samples = append(samples, r.blame(e, todo[0], s.known[todo[0]].Procs))
			todo = todo[1:]
		}
	}
	return fastest(samples), problems, took, nil
}

// fastest returns one sample of each benchmark and GOMAXPROCS: the first that is
// not ok, else the fastest. Where others use the processors, too, it is the one
// that they disturbed least.
func fastest(samples []Sample) []Sample {
	type key struct {
		name  string
		procs int
	}
	at := map[key]int{}
	var kept []Sample
	for _, s := range samples {
		k := key{s.Name, s.Procs}
		i, ok := at[k]
		if !ok {
			at[k] = len(kept)
			kept = append(kept, s)
			continue
		}
		if was := &kept[i]; was.Status == wire.OK && (s.Status != wire.OK || s.seconds() < was.seconds()) {
			*was = s
		}
	}
	return kept
}

// asked returns the outcomes of benchmarks that are to do.
func asked(r *reading, todo []string) []Sample {
	wanted := make(map[string]bool, len(todo))
	for _, name := range todo {
		wanted[name] = true
	}
	var got []Sample
	for _, sample := range r.Samples {
		// Alone, a name that ends in "-5" looks as if it had run with five
		// processors.
		whole := sample.Name + "-" + strconv.Itoa(sample.Procs)
		switch {
		case wanted[sample.Name]:
		case wanted[whole]:
			sample.Name, sample.Procs = whole, 1
		default:
			continue
		}
		got = append(got, sample)
	}
	return got
}

// left returns those of todo that lack an outcome.
func (v *slicer) left(todo []string, samples []Sample) []string {
	outcomes := map[string]int{}
	for _, s := range samples {
		if s.Status == wire.OK {
			outcomes[s.Name]++
		} else {
			outcomes[s.Name] = v.cpus * v.best
		}
	}
	var rest []string
	for _, name := range todo {
		if outcomes[name] < v.cpus*v.best {
			rest = append(rest, name)
		}
	}
	return rest
}

// describe names a slice for a person: its first benchmark and how many follow.
func describe(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
}
