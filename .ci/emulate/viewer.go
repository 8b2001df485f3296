//go:build linux

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

// viewer prints what comes of the tests of a processor, as they end.
type viewer struct {
	out     io.Writer
	verbose bool
	cpu     cpu
	tests   []test
	errs    []error // of the tests that ended

	began   time.Time // of what runs now
	booted  bool
	current result // of the test that runs now, or what the system says
}

func (v *viewer) tell(e machine.Event) {
	switch e.Kind {
	case machine.Began:
		if boot := time.Since(v.began); !v.booted && boot > time.Second {
			fmt.Fprintf(v.out, "      %-24s booted %34.1f s\n", "", boot.Seconds())
		}
		v.booted, v.began, v.current = true, time.Now(), result{}
	case machine.Line:
		v.current.hear(e.Text)
		if v.verbose {
			fmt.Fprintln(v.out, e.Text)
		}
	case machine.Ended:
		v.current.how, v.current.took = e.Text, time.Since(v.began)
		v.report(v.tests[e.Job])
		v.began, v.current = time.Now(), result{}
	}
}

func (v *viewer) report(t test) {
	r := v.current
	err, word := r.check(v.cpu.skips), "ok"
	if err != nil {
		v.printOutput()
		word, err = "FAIL", fmt.Errorf("%s: %w", t.dir, err)
		v.errs = append(v.errs, err)
	}
	fmt.Fprintf(v.out, "%-5s %-24s %3d passed, %d skipped, %d failed %12.1f s   %s\n",
		word, t.dir, len(r.passed), len(r.skipped), len(r.failed), r.took.Seconds(), strings.Join(t.args()[1:], " "))
	v.printSlow(r.slow)
}

// printSlow names the tests that took longest, for whoever must shorten a run.
func (v *viewer) printSlow(tests []timed) {
	slices.SortFunc(tests, func(a, b timed) int { return cmp.Compare(b.took, a.took) })
	for _, t := range tests[:min(3, len(tests))] {
		fmt.Fprintf(v.out, "      %-53s %7.1f s\n", t.test, t.took.Seconds())
	}
}

// printOutput prints what was said last and not yet printed, but for tests that
// went well; of much only the end, where a panic is and the reason for failing.
func (v *viewer) printOutput() {
	if v.verbose {
		return
	}
	lines := slices.DeleteFunc(v.current.output, func(line string) bool {
		line = strings.TrimSpace(line)
		return strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- PASS")
	})
	const most = 300
	if more := len(lines) - most; more > 0 {
		fmt.Fprintf(v.out, "(%d lines left out: -v prints all)\n", more)
		lines = lines[more:]
	}
	for _, line := range lines {
		fmt.Fprintln(v.out, line)
	}
}
