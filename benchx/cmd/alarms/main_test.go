package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writeRecording writes an A/A run whose noise is known: independent normal
// errors of 1 % on both sides.
func writeRecording(t *testing.T, benchmarks, rounds int) (old, new string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	dir := t.TempDir()
	var paths [2]string
	for side := range paths {
		var b bytes.Buffer
		b.WriteString("goos: linux\ngoarch: amd64\npkg: example.com/p\ncpu: C\n")
		for range rounds {
			for i := range benchmarks {
				fmt.Fprintf(&b, "BenchmarkB%03d 100 %.4f ns/op\n", i, 1000*math.Exp(0.01*rng.NormFloat64()))
			}
		}
		b.WriteString("PASS\nok  \texample.com/p\t1.0s\n")
		paths[side] = filepath.Join(dir, fmt.Sprintf("side%d.txt", side))
		require.NoError(t, os.WriteFile(paths[side], b.Bytes(), 0o644))
	}
	return paths[0], paths[1]
}

// Of independent equal samples the U test flags what its level says; the policy
// with its limit of 3 % none of noise of 1 %.
func TestRatesOfKnownNoise(t *testing.T) {
	rec, err := record(writeRecording(t, 60, 40))
	require.NoError(t, err)
	assert.Len(t, rec.series, 60)
	assert.InDelta(t, 0.01, rec.series[0].cv, 0.003)

	all := checks()
	rates := func(s scenario) (gate, benchstat outcome) {
		out, err := simulate(rec, s, all, 100, 1)
		require.NoError(t, err)
		return out[0], out[1]
	}
	gate, benchstat := rates(scenario{name: "x", n: 10})
	assert.Equal(t, 5000, benchstat.equal)
	// P(p ≤ 0.05) is 0.0433 at 10 against 10; 5,000 draws of 60 series are not
	// independent, so the bound is wide.
	assert.InDelta(t, 0.0433, float64(benchstat.alarms)/float64(benchstat.equal), 0.015)
	assert.Zero(t, gate.alarms)

	gate, _ = rates(scenario{name: "x", n: 20, interleaved: true, slower: 0.10})
	assert.Equal(t, 100, gate.found)
	assert.Equal(t, 4900, gate.equal)

	// Drift makes equal code differ when one side runs after the other, and not
	// when they are interleaved.
	_, benchstat = rates(scenario{name: "x", n: 10, drift: 0.005})
	assert.Greater(t, benchstat.cried, 95)
	gate, _ = rates(scenario{name: "x", n: 10, interleaved: true, drift: 0.005})
	assert.Zero(t, gate.alarms)
}

func TestScaledNoise(t *testing.T) {
	rec, err := record(writeRecording(t, 1, 40))
	require.NoError(t, err)
	s := &rec.series[0]
	var logs []float64
	for k := range 40 {
		logs = append(logs, math.Log(s.value(scenario{cv: 0.05}, 0, k, 0))-s.mean)
	}
	sum := 0.0
	for _, d := range logs {
		sum += d * d
	}
	assert.InDelta(t, 0.05, math.Sqrt(sum/39), 0.015)
}

func TestRecordingsThatDoNotServe(t *testing.T) {
	old, new := writeRecording(t, 2, 5)
	_, err := tables(mustRecord(t, old, new), 1, 1)
	assert.ErrorContains(t, err, "the recording has 5 rounds, 20 are needed")
	empty := filepath.Join(t.TempDir(), "empty.txt")
	require.NoError(t, os.WriteFile(empty, nil, 0o644))
	_, err = record(old, empty)
	assert.ErrorContains(t, err, "empty.txt: no benchmark results")
	_, err = record(old, "missing.txt")
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func mustRecord(t *testing.T, old, new string) *recording {
	t.Helper()
	rec, err := record(old, new)
	require.NoError(t, err)
	return rec
}

// The document holds what the recorded runs give.
func TestDocumentIsRendered(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates some ten thousand pull requests")
	}
	want, err := os.ReadFile("../../../docs/decisions.md")
	require.NoError(t, err)
	doc := filepath.Join(t.TempDir(), "decisions.md")
	require.NoError(t, os.WriteFile(doc, want, 0o644))
	for _, block := range []string{"quiet", "busy"} {
		side := func(name string) string { return "../../../testdata/aa/" + block + "-" + name + ".txt.gz" }
		require.NoError(t, run(doc, block, side("old"), side("new"), 1000, 1, nil))
	}
	got, err := os.ReadFile(doc)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "make decisions renders it anew")
	require.ErrorContains(t, run(doc, "other", "../../../testdata/aa/quiet-old.txt.gz", "../../../testdata/aa/quiet-new.txt.gz", 1, 1, nil), "no lines")
}

// The recorded runs of 200 equal benchmarks raise no alarm in 20 repeats on the
// quieter machine; benchstat's do.
func TestNoAlarmInTwentyRepeats(t *testing.T) {
	rec := mustRecord(t, "../../../testdata/aa/quiet-old.txt.gz", "../../../testdata/aa/quiet-new.txt.gz")
	outcomes, err := simulate(rec, allAtOnce(rec), checks(), repeats, 1)
	require.NoError(t, err)
	assert.Equal(t, 200*repeats, outcomes[0].equal)
	assert.Zero(t, outcomes[0].alarms)
	assert.Greater(t, outcomes[1].alarms, 100)
}
