//go:build linux

package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

// What go test -v prints, shortened.
const passing = `=== RUN   TestISA
--- PASS: TestISA (0.00s)
=== RUN   TestVectors
    vectors_test.go:77: [rapid] OK, passed 20 tests (38ms)
    vectors_test.go:23: this CPU has no AVX2 and FMA
--- SKIP: TestVectors (0.00s)
=== RUN   TestBoth
=== RUN   TestBoth/float32
=== RUN   TestBoth/float64
    both_test.go:9: takes seconds
--- PASS: TestBoth (0.06s)
    --- PASS: TestBoth/float32 (0.03s)
    --- SKIP: TestBoth/float64 (0.03s)
PASS`

func heard(output, how string) *result {
	r := &result{how: how}
	for line := range strings.Lines(output) {
		r.hear(strings.TrimRight(line, "\n"))
	}
	return r
}

func TestResultCountsTests(t *testing.T) {
	r := heard(passing, machine.Passed)
	assert.Equal(t, []string{"TestISA", "TestBoth"}, r.passed)
	assert.Equal(t, []skip{{"TestVectors", "this CPU has no AVX2 and FMA"}, {"TestBoth/float64", "takes seconds"}}, r.skipped)
	assert.Empty(t, r.failed)
}

func TestResultIsChecked(t *testing.T) {
	any, none := regexp.MustCompile(``), regexp.MustCompile(`^takes seconds$`)
	for name, c := range map[string]struct {
		output, how string
		reasons     *regexp.Regexp
		want        string // "" if the result is good
	}{
		"good":             {passing, machine.Passed, any, ""},
		"no reason":        {passing, machine.Passed, none, `TestVectors was skipped: "this CPU has no AVX2 and FMA"`},
		"failed":           {"--- FAIL: TestISA (0.00s)\nFAIL", "exit status 1", any, `exit status 1; failed: ["TestISA"]`},
		"killed":           {"--- PASS: TestISA (0.00s)", "signal: illegal instruction", any, "signal: illegal instruction"},
		"no test to run":   {"testing: warning: no tests to run\nPASS", machine.Passed, any, "no test passed"},
		"all were skipped": {"--- SKIP: TestISA (0.00s)\nPASS", machine.Passed, any, "no test passed"},
	} {
		err := heard(c.output, c.how).check(c.reasons)
		if c.want == "" {
			assert.NoError(t, err, name)
		} else {
			assert.ErrorContains(t, err, c.want, name)
		}
	}
}

func TestOptionsOfOnePackage(t *testing.T) {
	o, err := parse([]string{"-cpu", "nehalem,skylake-x", "-env", "GODEBUG=cpu.avx=off", "./fftbench/fft/", "-test.run", "Columns"})
	require.NoError(t, err)
	require.Len(t, o.cpus, 2)
	assert.Equal(t, "nehalem", o.cpus[0].name)
	assert.Equal(t, "skylake-x", o.cpus[1].name)
	assert.Equal(t, []suite{{dir: "fftbench/fft", flags: []string{"-test.run", "Columns"}}}, o.cpus[1].suites)
	assert.Equal(t, []string{"GODEBUG=cpu.avx=off"}, o.env)
	assert.True(t, o.verbose)

	assert.Contains(t, o.cpus[0].environment(o.env), "GODEBUG=cpu.avx=off")
	assert.Contains(t, o.cpus[1].environment(o.env), "GODEBUG=cpu.adx=off,cpu.avx=off")

	_, err = parse([]string{"-cpu", "z80"})
	assert.ErrorContains(t, err, `no processor "z80"`)
}
