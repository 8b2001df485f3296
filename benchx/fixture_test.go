package benchx_test

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
)

// patience is when a test binary that should be done long ago is killed. No
// test passes or fails by it otherwise.
const patience = 90 * time.Second

// fixture is the built test binary of testdata/src/cells.
type fixture struct{ path string }

func buildFixture(t *testing.T) fixture {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cells.test")
	out, err := exec.Command("go", "test", "-c", "-o", path, "./testdata/src/cells").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return fixture{path}
}

// printed is what a run of a test binary left behind.
type printed struct {
	stdout, stderr string
	code           int
}

func (f fixture) run(t *testing.T, args ...string) printed {
	t.Helper()
	return runCommand(t, f.path, args...)
}

func runCommand(t *testing.T, name string, args ...string) printed {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	require.NoError(t, ctx.Err(), "%s did not end; it printed\n%s", name, &stdout)
	return printed{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// result is one result line as benchstat's parser reads it.
type result struct {
	name  string // without Benchmark, with the GOMAXPROCS suffix
	iters int
	value map[string]float64 // by printed unit
}

// results returns the result lines. Lines that benchstat would complain of
// fail the test.
func (p printed) results(t *testing.T) []result {
	t.Helper()
	var all []result
	r := benchfmt.NewReader(strings.NewReader(p.stdout), "stdout")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Errorf("benchstat cannot read line %d: %s", rec.Line, rec.Msg)
		case *benchfmt.Result:
			got := result{name: rec.Name.String(), iters: rec.Iters, value: map[string]float64{}}
			for _, v := range rec.Values {
				unit, value := v.Unit, v.Value
				if v.OrigUnit != "" {
					unit, value = v.OrigUnit, v.OrigValue
				}
				got.value[unit] = value
			}
			all = append(all, got)
		}
	}
	require.NoError(t, r.Err())
	return all
}

func names(all []result) []string {
	var names []string
	for _, r := range all {
		names = append(names, r.name)
	}
	return names
}

// only returns the one result whose name begins with prefix.
func only(t *testing.T, all []result, prefix string) result {
	t.Helper()
	var found []result
	for _, r := range all {
		if r.name == prefix || strings.HasPrefix(r.name, prefix+"-") {
			found = append(found, r)
		}
	}
	require.Len(t, found, 1, "results named %s", prefix)
	return found[0]
}

// lines returns the lines of stdout that begin with prefix, trimmed of it.
func (p printed) lines(prefix string) []string {
	var found []string
	for line := range strings.Lines(p.stdout) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), prefix); ok {
			found = append(found, strings.TrimSuffix(rest, "\n"))
		}
	}
	return found
}

func units(r result) []string {
	var units []string
	for unit := range r.value {
		units = append(units, unit)
	}
	slices.Sort(units)
	return units
}
