package ab

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A survey is what one iteration of every benchmark of a package tells about one
// side: the names, in order, what they cost, and which fail.
type survey struct {
	Package  string         `json:"package"`
	Side     Side           `json:"side"`
	Found    []found        `json:"found"`
	Failures []Sample       `json:"failures,omitempty"`
	Startup  time.Duration  `json:"startup"` // until the first benchmark began
	Machine  ingest.Machine `json:"machine"`
	Facts    []wire.Fact    `json:"facts,omitempty"`
	Units    []unitInfo     `json:"units,omitempty"`
	Problems []string       `json:"problems,omitempty"`
}

// unitInfo is one property of a unit, as in ingest.UnitInfo.
type unitInfo struct {
	Unit  string `json:"unit"`
	Key   string `json:"key"`
	Value string `json:"value"`
}

// found is one benchmark.
type found struct {
	Name  string        `json:"name"`
	Procs int           `json:"procs"`
	Op    time.Duration `json:"op"`    // one iteration
	Extra time.Duration `json:"extra"` // what it took besides, without the set-up of its containers
	Setup time.Duration `json:"setup"` // of the containers that it is the first one of
}

// surveyor runs surveys.
type surveyor struct {
	settings *Settings
	exec     Execer
	silence  time.Duration
	env      [2][]string // by Side
}

// survey runs the package on one side. A benchmark that hangs or crashes ends
// the process, so the rest is run without it.
func (v *surveyor) survey(ctx context.Context, t *Target, side Side) (*survey, error) {
	s := &survey{Package: t.Package, Side: side}
	var done []string
	for {
		skip := v.settings.Skip
		if len(done) > 0 {
			skip = strings.TrimPrefix(skip+"|"+Exact(done), "|")
		}
		args := append(v.settings.args(v.settings.Bench, skip, "1x", 1), "-test.v=true")
		e, err := v.exec(ctx, Command{Path: t.Binary[side].Path, Dir: t.Binary[side].Dir, Env: v.env[side], Args: args, Silence: v.silence})
		if err != nil {
			return nil, err
		}
		r := read(t.Package, e)
		before := len(done)
		done = append(done, s.take(&r, e)...)
		if r.Complete {
			s.settle()
			return s, nil
		}
		if len(done) == before || len(skip) > maxPattern {
			s.Problems = append(s.Problems, fmt.Sprintf("%s (%s) ended early: %s",
				t.Package, side, cmp.Or(lastLine(e.Output), fmt.Sprintf("exit status %d", e.Code))))
			s.settle()
			return s, nil
		}
	}
}

// settle gives failures the GOMAXPROCS of the results. A process that a failure
// ends before any result does not print it.
func (s *survey) settle() {
	if len(s.Found) == 0 {
		return
	}
	for i := range s.Failures {
		if s.Failures[i].Procs == 1 {
			s.Failures[i].Procs = s.Found[0].Procs
		}
	}
}

// take adds what one start of the binary told and returns the names that had an
// outcome.
func (s *survey) take(r *reading, e Ending) (done []string) {
	if s.Machine == (ingest.Machine{}) {
		s.Machine = r.Machine
	}
	if len(s.Found) == 0 && len(s.Failures) == 0 {
		s.Facts, s.Units = r.Facts, r.Units
	}
	s.Problems = append(s.Problems, r.Problems...)
	at := arrivals(e.Arrived)
	clock := newStages(r.Started, at)
	if s.Startup == 0 {
		s.Startup = clock.startup
	}
	had := map[string]bool{}
	first := func(sample *Sample) bool { // not with another GOMAXPROCS
		if had[sample.Name] {
			return false
		}
		had[sample.Name] = true
		done = append(done, sample.Name)
		return true
	}
	for i := range r.Samples {
		// A benchmark that panics may have a result, too: the panic counts.
		if sample := &r.Samples[i]; sample.Status != wire.OK && first(sample) {
			s.Failures = append(s.Failures, *sample)
		}
	}
	for i := range r.Samples {
		sample := &r.Samples[i]
		if !first(sample) {
			continue
		}
		op := time.Duration(sample.seconds() * float64(time.Second))
		f := found{Name: sample.Name, Procs: sample.Procs, Op: op, Setup: clock.setup[sample.Name]}
		f.Extra = max(0, clock.took[sample.Name]-op)
		s.Found = append(s.Found, f)
	}
	return done
}

// stages are the times that lines of a verbose run tell.
type stages struct {
	startup time.Duration
	// took is the time from a benchmark's begin to that of the next one, by name.
	took map[string]time.Duration
	// setup is the time from the begin of containers to that of their first
	// benchmark, by the name of the benchmark.
	setup map[string]time.Duration
}

func newStages(list []started, at map[int]time.Duration) stages {
	st := stages{took: map[string]time.Duration{}, setup: map[string]time.Duration{}}
	var containers time.Duration
	for i, b := range list {
		begin := at[b.Line]
		if i == 0 {
			st.startup = begin
		}
		if i+1 == len(list) {
			st.setup[b.Name] = containers
			st.took[b.Name] = max(0, at[-1]-begin)
			break
		}
		next := list[i+1]
		took := max(0, at[next.Line]-begin)
		if strings.HasPrefix(next.Name, b.Name+"/") {
			containers += took
			continue
		}
		st.setup[b.Name], containers = containers, 0
		st.took[b.Name] += took
	}
	return st
}

// arrivals returns the times of lines by their number; -1 is the last one.
func arrivals(list []Arrival) map[int]time.Duration {
	at := make(map[int]time.Duration, len(list)+1)
	for _, a := range list {
		at[a.Line] = a.At
		at[-1] = a.At
	}
	return at
}
