package main

import (
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ab"
	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

// A shell makes one word of what was quoted, the same one.
func TestShellQuote(t *testing.T) {
	for word, want := range map[string]string{
		"./pkg": "./pkg", "-bench=.": "-bench=.", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "FFT|Sort": "'FFT|Sort'",
	} {
		assert.Equal(t, want, shellQuote(word))
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("a'\"\\ $`!*?|&;<>(){}[]~#=%µ\n")), 0, 12, -1).Draw(t, "word")
		out, err := exec.Command("sh", "-c", "printf %s. "+shellQuote(word)).Output()
		require.NoError(t, err)
		assert.Equal(t, word+".", string(out))
	})
}

func TestNoise(t *testing.T) {
	spin := func(load float64, times ...time.Duration) func() (time.Duration, float64) {
		i := 0
		return func() (time.Duration, float64) {
			i++
			return times[i%len(times)], load
		}
	}
	assert.Empty(t, noise(spin(0, time.Second)))
	assert.Empty(t, noise(spin(-1, time.Second, time.Second*104/100)), "no load average on this system")
	assert.Contains(t, noise(spin(100, time.Second)), "the load average is 100.00")
	assert.Contains(t, noise(spin(0, time.Second, 2*time.Second)), "from 1s to 2s")
}

// A log gets one line a round, and what an event says of a terminal's user.
func TestABProgressLog(t *testing.T) {
	s, _, stderr := fakeSession("")
	quiet, verbose := newABProgress(s, false), newABProgress(s, true)
	verbose.now = func() time.Time { return verbose.begun.Add(90 * time.Second) }
	for _, e := range []ab.Event{
		{Stage: "survey", Current: "p (old)"},
		{Stage: "round", Round: 1, Rounds: 2, Current: "A"},
		{Stage: "round", Round: 1, Rounds: 2, Current: "B", Done: 1},
		{Stage: "round", Round: 2, Rounds: 2, Current: "A", Failures: 3},
		{Stage: "look", Undecided: 4},
	} {
		quiet.event(e)
		verbose.event(e)
	}
	assert.Equal(t, `benchx: 1m30s survey of p (old)
benchx: 1m30s round 1 of 2, 0 failed
benchx: 1m30s round 2 of 2, 3 failed
benchx: 4 benchmarks are undecided and go on
`, stderr.String())
	assert.Equal(t, "round 2/10 A and 3 more  (1 failed)",
		describeEvent(ab.Event{Stage: "round", Round: 2, Rounds: 10, Current: "A and 3 more", Failures: 1}))
}

// A terminal gets a bar, which goes away.
func TestABProgressBar(t *testing.T) {
	s, _, stderr := fakeSession("")
	s.stderrIsTTY = true
	p := newABProgress(s, false)
	p.event(ab.Event{Stage: "round", Round: 1, Rounds: 2, Total: 4, Current: "A"})
	p.event(ab.Event{Stage: "round", Round: 1, Rounds: 2, Total: 4, Done: 3, Current: "B"})
	p.finish()
	assert.Contains(t, stderr.String(), "round 1/2 A")
	assert.Contains(t, stderr.String(), "0%")
}

// What is open is so by its time, if it has one, and by its own units only where
// it has none; rates follow the time.
func TestOpenRows(t *testing.T) {
	row := func(name string, open bool) compare.Row {
		return compare.Row{Name: name, Cells: []compare.Cell{{}, {Decision: &compare.Decision{Open: open}}}}
	}
	table := func(unit string, rows ...compare.Row) compare.Table {
		return compare.Table{Unit: unit, Config: []ablation.Axis{{Key: "pkg", Value: "p"}}, Rows: rows}
	}
	r := &compare.Result{Tables: []compare.Table{
		table("p99-sec", row("A-2", true), row("B-2", false), row("C/k=v-2", true), row("D", true), row("D-2", true)),
		table("sec/op", row("A-2", false), row("B-2", true), row("D", false), row("D-2", true)),
		table("B/s", row("A-2", true)),
		table("B/op", row("A-2", true)),
	}}
	report := &ablation.Report{}
	for _, b := range []ablation.Row{
		{Name: "A", Procs: 2}, {Name: "B", Procs: 2}, {Name: "C", Axes: []ablation.Axis{{Key: "k", Value: "v"}}, Procs: 2},
		{Name: "D", Procs: 1}, {Name: "D", Procs: 2},
	} {
		b.Package = "p"
		report.Rows = append(report.Rows, b)
	}
	got := openRows(r, []compare.Column{{Report: report}, {Report: report}})
	assert.Equal(t, []ab.Key{{Package: "p", Name: "B"}, {Package: "p", Name: "C/k=v"}, {Package: "p", Name: "D"}}, got)
}

func TestABLabel(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     [2]string
	}{
		{"main", ".", [2]string{"main", "working tree"}},
		{"HEAD", "HEAD", [2]string{"old", "new"}},
		{"0123456789012345678901234567890123456789", "a=b", [2]string{"012345678901", "a_b"}},
	} {
		f := abFlags{refs: [2]string{c.old, c.new}}
		assert.Equal(t, c.want, [2]string{f.label(ab.Old), f.label(ab.New)})
	}
}
