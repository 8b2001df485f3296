package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/machine"
)

func TestDoctorPrints(t *testing.T) {
	five := 0.05
	d := diagnosis{
		Findings: []machine.Finding{
			{Subject: "processors", Says: "2, Fast\x1b[2J CPU"},
			{Subject: "load", Level: machine.Trouble, Says: "3.50 on average", Do: "wait"},
		},
		Noise: machine.Noise{Slices: 800, Fastest: 0.004, Median: 0.0041, Slowest: 0.02, Spread: 0.31, Core: 0.012, Drift: -0.02, Late: 0.05},
		Shows: []shown{
			{"one version after the other", []int{10, 200}, []*float64{nil, &five}},
			{"in turn", []int{10, 200}, []*float64{&five, &five}},
		},
	}
	var out bytes.Buffer
	f := doctorFlags{samples: []int{10, 200}}
	require.NoError(t, f.print(&out, d))
	assert.Equal(t, `
fine     processors       2, Fast\x1b[2J CPU
trouble  load             3.50 on average
                          → wait

equal work, 800 slices: 4.100 ms, from 4.000 ms to 20.00 ms; spread 31 %, without outliers 1.2 %
5 % of them late by half or more; the second half -2.0 % against the first

smallest change that shows, of        10 samples 200 samples
  one version after the other               none         5 %
  in turn                                    5 %         5 %

A benchmark that allocates or misses caches scatters more than this work does: benchx ab --aa measures yours.
`, "\n"+out.String())
}

// On any machine: what is printed is whole, and the exit status is that of what was
// found.
func TestDoctorHere(t *testing.T) {
	s, stdout, stderr := fakeSession("")
	status := run(t.Context(), []string{"doctor", "-for", "30ms", "-samples", "6,8", "-limit", "2%", "-json"}, s)
	var d struct {
		Findings []struct{ Subject, Level, Says string }
		Noise    machine.Noise
		Shows    []shown
	}
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &d), "%s%s", stdout, stderr)
	require.Len(t, d.Shows, 3)
	for _, line := range d.Shows {
		assert.Equal(t, []int{6, 8}, line.Samples)
		assert.Len(t, line.Changes, 2)
	}
	assert.Positive(t, d.Noise.Median)
	want := exitFine
	for _, f := range d.Findings {
		assert.NotEmpty(t, f.Subject)
		assert.NotEmpty(t, f.Says)
		if f.Level == "trouble" {
			want = exitRegression
		}
	}
	assert.Equal(t, want, status)
}

func TestDoctorRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"-for 0s":        "--for 0s: want a positive time",
		"-for x":         "invalid",
		"-samples 1":     "--samples [1]: want numbers from 2 to 200",
		"-samples 10000": "want numbers from 2 to 200",
		"-limit 5":       "limit",
		"here":           "unknown command",
	} {
		s, stdout, stderr := fakeSession("")
		assert.Equal(t, exitUsage, run(t.Context(), append([]string{"doctor"}, strings.Fields(args)...), s), args)
		assert.Empty(t, stdout.String(), args)
		assert.Contains(t, stderr.String(), want, args)
	}
}
