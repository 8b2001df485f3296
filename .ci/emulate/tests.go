//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

// Environment variables that tests on an emulated processor find.
const (
	isaVariable      = "KERNELS_ISA"    // what kernels.ISA must say
	featuresVariable = "PROBE_FEATURES" // what the probe must find
	emulatorVariable = "PROBE_EMULATOR" // the command that emulates a program, if a test must ask for it
)

// suite is the tests of a package, or some of them.
type suite struct {
	dir     string   // below the root of the repository
	flags   []string // of the test program
	only    []string // names of the tests to run, if not all
	without []string // names of the tests to leave out
}

func (s suite) args() []string {
	args := append([]string{"-test.v"}, s.flags...)
	if len(s.only) > 0 {
		args = append(args, "-test.run="+exactly(s.only))
	}
	if len(s.without) > 0 {
		args = append(args, "-test.skip="+exactly(s.without))
	}
	return args
}

// exactly returns the pattern that matches these names only.
func exactly(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

// test is a suite that is built, and what it finds in its environment.
type test struct {
	suite
	binary string
	env    []string
}

// buildTests builds the tests as programs that need no C library, so that they
// run where there is nothing but a kernel. A package is built once.
func buildTests(ctx context.Context, dir string, suites []suite, env []string) ([]test, error) {
	var tests []test
	for _, s := range suites {
		binary := filepath.Join(dir, strings.ReplaceAll(s.dir, "/", "-")+".test")
		if _, err := os.Stat(binary); err != nil {
			if err := build(ctx, binary, "test", "-c", "./"+s.dir); err != nil {
				return nil, err
			}
			if _, err := os.Stat(binary); err != nil {
				return nil, fmt.Errorf("%s has no tests", s.dir)
			}
		}
		if err := checkNames(ctx, binary, s); err != nil {
			return nil, err
		}
		tests = append(tests, test{suite: s, binary: binary, env: env})
	}
	return tests, nil
}

// checkNames makes sure that a suite chooses among tests that there are: a test
// that has another name now would be left out, or run, without a word.
func checkNames(ctx context.Context, binary string, s suite) error {
	text, err := output(ctx, ".", binary, "-test.list=.")
	if err != nil {
		return err
	}
	there := strings.Fields(text)
	for _, name := range slices.Concat(s.only, s.without) {
		if !slices.Contains(there, name) {
			return fmt.Errorf("%s has no %s: cpus.go names it", s.dir, name)
		}
	}
	return nil
}

// build builds a package into a file by a go command.
func build(ctx context.Context, file, command string, args ...string) error {
	args = append([]string{"env", "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "go", command, "-ldflags=-s -w", "-o", file}, args...)
	_, err := output(ctx, ".", args[0], args[1:]...)
	return err
}

// result is what came out of a test program.
type result struct {
	output         []string
	passed, failed []string // top-level tests
	skipped        []skip   // tests on all levels
	how            string   // how the program ended
	took           time.Duration

	running string            // the test that prints
	logged  map[string]string // the last line that each one logged
	began   time.Time         // of the top-level test that runs
	slow    []timed           // top-level tests that took seconds
}

// timed is a test and the time it took by the clock of this machine; that of an
// emulated machine goes as it likes.
type timed struct {
	test string
	took time.Duration
}

// skip is a test that did not run, and what it says of that.
type skip struct{ test, reason string }

var (
	starts  = regexp.MustCompile(`^=== (RUN|CONT|NAME) +(\S+)`)
	logs    = regexp.MustCompile(`^ +\S+\.go:\d+: (.*)`)
	outcome = regexp.MustCompile(`^( *)--- (PASS|FAIL|SKIP): (\S+)`)
)

// hear takes in a line of what go test prints with -v.
func (r *result) hear(line string) {
	r.output = append(r.output, line)
	if found := starts.FindStringSubmatch(line); found != nil {
		r.running = found[2]
		if found[1] == "RUN" && !strings.Contains(r.running, "/") {
			r.began = time.Now()
		}
	} else if found := logs.FindStringSubmatch(line); found != nil {
		if r.logged == nil {
			r.logged = map[string]string{}
		}
		r.logged[r.running] = found[1]
	} else if found := outcome.FindStringSubmatch(line); found != nil {
		r.count(found[2], found[3], found[1] == "")
	}
}

func (r *result) count(outcome, test string, top bool) {
	if took := time.Since(r.began); top && took > 2*time.Second {
		r.slow = append(r.slow, timed{test, took})
	}
	switch {
	case outcome == "SKIP":
		r.skipped = append(r.skipped, skip{test, r.logged[test]})
	case outcome == "PASS" && top:
		r.passed = append(r.passed, test)
	case outcome == "FAIL" && top:
		r.failed = append(r.failed, test)
	}
}

// check returns why a test program proves nothing: it failed, ran no test, or
// one did not run for a reason that does not hold on this processor.
func (r *result) check(reasons *regexp.Regexp) error {
	if r.how != machine.Passed {
		return fmt.Errorf("%s; failed: %q", r.how, r.failed)
	}
	if len(r.passed) == 0 {
		return errors.New("no test passed")
	}
	for _, s := range r.skipped {
		if !reasons.MatchString(s.reason) {
			return fmt.Errorf("%s was skipped: %q", s.test, s.reason)
		}
	}
	return nil
}
