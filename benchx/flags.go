package benchx

import (
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// stringFlag returns the value of a flag, "" if there is no such flag.
func stringFlag(name string) string {
	f := flag.Lookup(name)
	if f == nil {
		return ""
	}
	return f.Value.String()
}

// setFlag sets a flag of package testing that exists in every test binary, to a
// value that it takes.
func setFlag(name, value string) {
	if err := flag.Set(name, value); err != nil {
		panic(fmt.Sprintf("benchx: -%s=%s: %v", name, value, err))
	}
}

// skip adds benchmark functions to those that -skip names. They go in front: the
// first pattern that fits a name decides, even where it means a sub-benchmark.
func skip(functions []string) {
	var patterns []string
	for _, f := range functions {
		patterns = append(patterns, "^"+regexp.QuoteMeta(f)+"$")
	}
	if len(patterns) == 0 {
		return
	}
	if given := stringFlag("test.skip"); given != "" {
		patterns = append(patterns, given)
	}
	setFlag("test.skip", strings.Join(patterns, "|"))
}

// userSet returns the flags given on the command line, in alphabetical order.
func userSet() []*flag.Flag {
	var set []*flag.Flag
	flag.Visit(func(f *flag.Flag) { set = append(set, f) })
	return set
}

// benchmarking reports whether this run of the test binary runs benchmarks.
func benchmarking() bool {
	return stringFlag("test.bench") != "" &&
		stringFlag("test.list") == "" &&
		stringFlag("test.fuzz") == "" &&
		stringFlag("test.fuzzworker") != "true"
}

// profiling reports whether testing writes something when m.Run first returns.
func profiling() bool {
	for _, name := range []string{
		"test.cpuprofile", "test.memprofile", "test.blockprofile", "test.mutexprofile", "test.trace",
	} {
		if stringFlag(name) != "" {
			return true
		}
	}
	return testing.CoverMode() != ""
}

// cpuList returns the GOMAXPROCS values that each benchmark runs with.
func cpuList() []int {
	var list []int
	for word := range strings.SplitSeq(stringFlag("test.cpu"), ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(word)); err == nil && n > 0 {
			list = append(list, n)
		}
	}
	if list == nil {
		list = append(list, runtime.GOMAXPROCS(0))
	}
	return list
}

// runPlan is what the flags and options make of a run.
type runPlan struct {
	rounds       int
	benchTimeSet bool
	command      string
	cpus         int // GOMAXPROCS values per cell
}

func planRun(o Options) runPlan {
	given := userSet()
	run := runPlan{rounds: o.Rounds, command: command(given, flag.Args()), cpus: len(cpuList())}
	if run.rounds <= 0 {
		run.rounds = defaultRounds
	}
	for _, f := range given {
		switch f.Name {
		case "test.benchtime":
			run.benchTimeSet = true
		case "test.count":
			run.rounds, _ = strconv.Atoi(f.Value.String()) // a uint, by its flag
		}
	}
	if profiling() {
		run.rounds = 1
	}
	return run
}
