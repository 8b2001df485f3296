package ablation

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A feed hands records of one input to a collector, one line each.
type feed struct {
	c       *Collector
	file    string
	line    int
	machine ingest.Machine
	pkg     string
}

func newFeed(c *Collector, file string) *feed {
	return &feed{c: c, file: file, machine: ingest.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "Xeon"}, pkg: "p"}
}

func (f *feed) pos() ingest.Position {
	f.line++
	return ingest.Position{File: f.file, Line: f.line}
}

func (f *feed) fact(key, value string) {
	f.c.Add(&ingest.Fact{Position: f.pos(), Fact: wire.Fact{Key: key, Value: value}})
}

func (f *feed) ok(name string, iters int64, values ...ingest.Value) {
	f.c.Add(&ingest.Sample{
		Position: f.pos(), Machine: f.machine, Package: f.pkg, Name: name, Procs: 2,
		Iters: iters, Values: values, Status: wire.OK,
	})
}

func (f *feed) fails(name string, status wire.Status, note string) {
	f.c.Add(&ingest.Sample{
		Position: f.pos(), Machine: f.machine, Package: f.pkg, Name: name, Procs: 2, Status: status, Note: note,
	})
}

func (f *feed) end(failed bool, reason string) {
	f.c.Add(&ingest.PackageEnd{Position: f.pos(), Package: f.pkg, Failed: failed, Reason: reason})
}

func ns(x float64) ingest.Value { return ingest.Value{Unit: wire.UnitSecPerOp, Value: x / 1e9} }

func TestCollectPoolsSamplesOfOneBenchmark(t *testing.T) {
	c := NewCollector(CollectOptions{})
	f := newFeed(c, "run.txt")
	for round := range 6 {
		f.ok("X/n=64", int64(100+round), ns(float64(10+round)), ingest.Value{Unit: "B/op", Value: 32})
		f.ok("Y", 1, ns(1))
	}
	r := c.Report()

	require.Len(t, r.Rows, 2)
	x := r.Rows[0]
	assert.Equal(t, "X/n=64-2", x.FullName())
	assert.Equal(t, "p", x.Package)
	// Iterations 100…105: the median 102.5 rounds down. Times 10…15 ns: median
	// 12.5, interval of six samples from the first to the last.
	assert.EqualValues(t, 102, x.Iters)
	m := x.Metric(wire.UnitSecPerOp)
	require.NotNil(t, m)
	assert.InEpsilon(t, 12.5e-9, m.Median, 1e-12)
	assert.Equal(t, []float64{10e-9, 15e-9}, []float64{m.Lo, m.Hi})
	assert.Equal(t, 6, m.N)
	assert.Equal(t, 32.0, x.Metric("B/op").Median)

	assert.Equal(t, []int{64}, r.NFFTs)
	assert.Equal(t, 0, r.Iters, "not one number for all rows")
	assert.Equal(t, []Unit{{Name: "sec/op", Better: -1}, {Name: "B/op", Better: -1}}, r.Units)
	assert.Equal(t, []Environment{{GOOS: "linux", GOARCH: "amd64", CPU: "Xeon"}}, r.Environments)
	assert.Empty(t, r.Problems)
	assert.Equal(t, r, c.Report(), "summing up changes nothing")
}

func TestCollectSeparates(t *testing.T) {
	c := NewCollector(CollectOptions{})
	f := newFeed(c, "run.txt")
	f.ok("X", 1, ns(1))
	f.pkg = "q"
	f.ok("X", 1, ns(2))
	f.c.Add(&ingest.Sample{Position: f.pos(), Machine: f.machine, Package: "q", Name: "X", Procs: 1, Status: wire.OK, Iters: 1, Values: []ingest.Value{ns(3)}})
	f.machine.CPU = "EPYC"
	f.ok("X", 1, ns(4))
	r := c.Report()
	require.Len(t, r.Rows, 4, "package, GOMAXPROCS and machine are part of the key")
	assert.Equal(t, 1, r.Rows[3].Env)
	assert.Equal(t, "EPYC", r.Environments[1].CPU)
}

func TestCollectFacts(t *testing.T) {
	c := NewCollector(CollectOptions{Catalog: Catalog{{Name: "gonum", Tier: "baseline", Slot: 3}}})
	f := newFeed(c, "run.txt")
	for _, kv := range [][2]string{
		{"go", "go1.26.8"}, {"commit", "abc"}, {"date", "2026-01-02T03:04:05Z"}, {"cores", "2"}, {"isa", "avx2"}, {"gpu0", "H200"},
		{"preset", "demo"}, {"command", "go test -bench ."}, {"cells", "12"}, {"rounds", "6"},
		{"reference", "gonum,welch_gonum"}, {"compiled", "op_fft"}, {"round", "1"},
	} {
		f.fact(kv[0], kv[1])
	}
	f.ok("FFT/variant=gonum/dir=inverse/n=64", 7, ns(1))
	f.fact("round", "2")
	f.ok("FFT/variant=gonum/dir=inverse/n=64", 7, ns(2))
	f.fact("elapsed-ms", "1500")
	r := c.Report()

	assert.Equal(t, []Environment{{
		GOOS: "linux", GOARCH: "amd64", CPU: "Xeon", Cores: 2, Go: "go1.26.8", Commit: "abc",
		Date: "2026-01-02T03:04:05Z", ISA: "avx2", Facts: []wire.Fact{{Key: "gpu0", Value: "H200"}},
	}}, r.Environments)
	require.Len(t, r.Rows, 1, "a new round is no new environment")
	assert.Equal(t, "demo", r.Preset)
	assert.Equal(t, "go test -bench .", r.Command)
	assert.Equal(t, 1500.0, r.ElapsedMS)
	assert.Equal(t, 7, r.Iters)
	assert.True(t, r.BothDirs)
	assert.False(t, r.WithWelch)
	assert.Equal(t, Catalog{
		{Name: "gonum", Tier: "baseline", Slot: 3, Reference: true},
		{Name: "welch_gonum", Slot: -1, Reference: true},
		{Name: "op_fft", Slot: -1, Compiled: true},
	}, r.Catalog)
}

func TestCollectBoundsFreeFacts(t *testing.T) {
	c := NewCollector(CollectOptions{})
	f := newFeed(c, "run.txt")
	for i := range maxFacts + 1 {
		f.fact(fmt.Sprintf("f%d", i), "v")
	}
	f.fact("f0", "again")
	f.fact("commit", "abc")
	f.ok("X", 1, ns(1))
	r := c.Report()
	assert.Len(t, r.Environments[0].Facts, maxFacts)
	assert.Equal(t, "again", r.Environments[0].Facts[0].Value, "what is known may change")
	assert.Equal(t, "abc", r.Environments[0].Commit)
	assert.Equal(t, []Problem{{"run.txt:257", "warning", "more facts about the run than a report keeps; f256 was dropped"}}, r.Problems)
}

func TestCollectFactsEndWithTheirPackage(t *testing.T) {
	c := NewCollector(CollectOptions{})
	f := newFeed(c, "run.txt")
	f.fact("commit", "abc")
	f.ok("X", 1, ns(1))
	f.end(false, "")
	f.pkg = "q"
	f.ok("Y", 1, ns(1))
	r := c.Report()
	assert.Equal(t, "abc", r.Environments[r.Rows[0].Env].Commit)
	assert.Empty(t, r.Environments[r.Rows[1].Env].Commit)
}

func TestCollectLaterRunOfTheSamePlacePools(t *testing.T) {
	c := NewCollector(CollectOptions{})
	for i, date := range []string{"2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"} {
		f := newFeed(c, fmt.Sprintf("run%d.txt", i))
		f.fact("commit", "abc")
		f.fact("date", date)
		f.ok("X", 1, ns(float64(i)))
	}
	r := c.Report()
	require.Len(t, r.Rows, 1)
	assert.Equal(t, 2, r.Rows[0].Metrics[0].N)
	assert.Equal(t, "2026-01-01T00:00:00Z", r.Environments[0].Date, "the earliest")

	f := newFeed(c, "other.txt")
	f.fact("commit", "def")
	f.ok("X", 1, ns(3))
	assert.Len(t, c.Report().Rows, 2, "another commit is another environment")
}

func TestCollectFailureBeforeTheMachineIsNamed(t *testing.T) {
	c := NewCollector(CollectOptions{})
	f := newFeed(c, "run.txt")
	machine := f.machine
	f.machine = ingest.Machine{}
	f.fails("X", wire.BenchFail, "first try")
	f.machine = machine
	f.ok("X", 1, ns(1))
	r := c.Report()
	require.Len(t, r.Rows, 1)
	assert.Equal(t, wire.BenchFail, r.Rows[0].Status)
	assert.Equal(t, "first try (failed in 1 of 2 samples)", r.Rows[0].Note)
	assert.NotNil(t, r.Rows[0].Metric(wire.UnitSecPerOp), "what was measured all the same is kept")
	assert.Equal(t, []Environment{{GOOS: "linux", GOARCH: "amd64", CPU: "Xeon"}}, r.Environments)
}

func TestCollectEqualRoundsAreNoCopies(t *testing.T) {
	c := NewCollector(CollectOptions{})
	f := newFeed(c, "run.txt")
	for range 6 {
		f.ok("Empty", 1_000_000_000, ns(0.25))
	}
	r := c.Report()
	assert.Equal(t, 6, r.Rows[0].Metrics[0].N)
	assert.Empty(t, r.Problems)
}

func writeRun(c *Collector, file, date string, shift float64) {
	f := newFeed(c, file)
	if date != "" {
		f.fact("date", date)
	}
	for i := range 3 {
		f.ok("X", 1000, ns(float64(i)+shift))
	}
	f.fact("elapsed-ms", "10")
}

func TestCollectTheSameFileTwice(t *testing.T) {
	c := NewCollector(CollectOptions{})
	writeRun(c, "run.txt", "", 1)
	writeRun(c, "other.txt", "", 2)
	writeRun(c, "run.txt", "", 1)
	r := c.Report()
	assert.Equal(t, []float64{1e-9, 2e-9, 3e-9, 2e-9, 3e-9, 4e-9}, rounded(r.Rows[0].Metrics[0].Samples))
	assert.Equal(t, 20.0, r.ElapsedMS)
	require.Len(t, r.Problems, 1)
	assert.Equal(t, "warning", r.Problems[0].Severity)
	assert.Contains(t, r.Problems[0].Msg, "3 results were read twice")
}

func TestCollectACopyUnderAnotherName(t *testing.T) {
	c := NewCollector(CollectOptions{})
	writeRun(c, "run.txt", "", 1)
	writeRun(c, "copy.txt", "", 1)
	r := c.Report()
	assert.Equal(t, 3, r.Rows[0].Metrics[0].N)
	assert.Equal(t, 10.0, r.ElapsedMS)
	assert.Equal(t, []Problem{{Where: "copy.txt", Severity: "warning", Msg: "all 3 results are those of run.txt; they count once"}}, r.Problems)
}

func TestCollectEqualNumbersOfAnotherDateAreNoCopy(t *testing.T) {
	c := NewCollector(CollectOptions{})
	writeRun(c, "a.txt", "2026-01-01T00:00:00Z", 1)
	writeRun(c, "b.txt", "2026-01-02T00:00:00Z", 1)
	r := c.Report()
	assert.Equal(t, 6, r.Rows[0].Metrics[0].N)
	assert.Empty(t, r.Problems)
}

func TestCollectTwoEqualResultsProveNothing(t *testing.T) {
	c := NewCollector(CollectOptions{})
	for _, file := range []string{"a.txt", "b.txt"} {
		f := newFeed(c, file)
		f.ok("Empty", 1_000_000_000, ns(0.25))
		f.ok("Empty", 1_000_000_000, ns(0.25))
	}
	assert.Equal(t, 4, c.Report().Rows[0].Metrics[0].N)
}

func TestCollectUnits(t *testing.T) {
	c := NewCollector(CollectOptions{})
	f := newFeed(c, "run.txt")
	declare := func(unit, key, value string) {
		c.Add(&ingest.UnitInfo{Position: f.pos(), Unit: unit, Key: key, Value: value})
	}
	declare("text-bytes", "assume", "exact")
	declare("text-bytes", "better", "lower")
	declare("score", "better", "higher")
	declare("score", "better", "higher")
	declare("score", "better", "lower")
	f.ok("X", 1, ingest.Value{Unit: "text-bytes", Value: 7}, ingest.Value{Unit: "score", Value: 1}, ingest.Value{Unit: "widgets", Value: 1})
	r := c.Report()
	assert.Equal(t, []Unit{
		{Name: "text-bytes", Better: -1, Exact: true},
		{Name: "score", Better: +1},
		{Name: "widgets"},
	}, r.Units)
	assert.Equal(t, 7.0, r.Rows[0].Metric("text-bytes").Hi, "one sample of an exact unit is exact")
	assert.True(t, math.IsInf(r.Rows[0].Metric("score").Hi, 1))
	require.Len(t, r.Problems, 1)
	assert.Equal(t, "run.txt:5", r.Problems[0].Where)
	assert.Contains(t, r.Problems[0].Msg, "unit score: better=lower contradicts better=higher")
}

func TestCollectProblems(t *testing.T) {
	c := NewCollector(CollectOptions{})
	f := newFeed(c, "run.txt")
	c.Add(&ingest.Diagnostic{Position: f.pos(), Severity: ingest.Error, Msg: "result lost", Hint: "remove the commas"})
	f.end(true, "build failed")
	f.pkg = ""
	f.end(true, "")
	assert.Equal(t, []Problem{
		{"run.txt:1", "error", "result lost (remove the commas)"},
		{"p", "error", "package failed: build failed"},
		{"run.txt:3", "error", "package failed"},
	}, c.Report().Problems)

	for range 2 * maxProblems {
		c.Add(&ingest.Diagnostic{Position: f.pos(), Severity: ingest.Info, Msg: "noise"})
	}
	problems := c.Report().Problems
	assert.Len(t, problems, maxProblems+1)
	assert.Equal(t, "1003 more problems of this kind are not listed", problems[maxProblems].Msg)
}

func TestCollectKeepsItsOwnCopy(t *testing.T) {
	c := NewCollector(CollectOptions{})
	s := &ingest.Sample{Position: ingest.Position{File: "f", Line: 1}, Name: "X", Status: wire.OK, Values: []ingest.Value{ns(1)}}
	c.Add(s)
	first := c.Report()
	s.Line, s.Values[0] = 2, ns(5)
	c.Add(s)
	assert.Equal(t, []float64{1e-9}, first.Rows[0].Metrics[0].Samples)
	assert.Equal(t, []float64{1e-9, 5e-9}, rounded(c.Report().Rows[0].Metrics[0].Samples))
}

func TestCollectKeysTravelInTheReport(t *testing.T) {
	keys := map[string]string{"variant": "algo", "n": "size"}
	c := NewCollector(CollectOptions{Keys: keys})
	f := newFeed(c, "run.txt")
	f.ok("Sort/algo=quick/size=100", 1, ns(1))
	r := c.Report()
	assert.Equal(t, keys, r.Keys)
	assert.Equal(t, []int{100}, r.NFFTs)
	assert.Equal(t, "Sort/algo=quick/size=100-2", r.Rows[0].FullName(), "rows keep their own names")
	assert.Equal(t, "quick", NewStudy(r, StudyOptions{}).Configs[0].Variant)
}

// rounded makes whole nanoseconds.
func rounded(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = math.Round(v*1e9) / 1e9
	}
	return out
}
