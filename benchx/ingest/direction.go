package ingest

import (
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Direction tells from a unit's name which way is better: +1 higher, -1 lower,
// 0 where the name does not say. It takes printed and base units alike. What a
// "Unit" line declares (UnitInfo) overrules it.
//
// benchfmt knows six units. Here a rate per second is better when higher (B/s,
// GFLOP/s, frames/s) unless it is a rate of mishaps (errors/s), and lower is
// better for times (sec/op, p99-sec, sec/GC), sizes and costs (B/op, allocs/op,
// text-bytes, instructions/op) and errors (rel-l2, max-err, loss).
func Direction(unit string) int {
	base, _ := Tidy(unit)
	switch base {
	case wire.UnitRelL2, wire.UnitMaxErr:
		return -1
	case wire.UnitCopyShare:
		return +1
	}
	var numerator, denominator []string
	for w := range words(base) {
		text := strings.ToLower(base[w.start:w.end])
		if w.denominator {
			denominator = append(denominator, text)
		} else {
			numerator = append(numerator, text)
		}
	}
	switch {
	case slices.ContainsFunc(denominator, isSecond):
		if slices.ContainsFunc(numerator, isMishap) {
			return -1
		}
		return +1
	case slices.ContainsFunc(numerator, isGain):
		return +1
	case slices.ContainsFunc(numerator, isCost):
		return -1
	}
	return 0
}

func isSecond(word string) bool { return word == "s" || word == "sec" || word == "second" }

func isMishap(word string) bool {
	switch word {
	case "errors", "errs", "error", "failures", "misses", "faults", "drops", "dropped", "timeouts", "retries", "stalls", "gcs", "gc":
		return true
	}
	return false
}

// isCost reports whether word names something that is spent or goes wrong.
func isCost(word string) bool {
	switch word {
	case "sec", "s", "seconds", "latency", "duration",
		"b", "bytes", "allocs", "memory", "rss", "heap",
		"cycles", "instructions", "syscalls", "switches",
		"err", "loss", "rmse", "mse", "mae", "w", "j", "joules", "watts":
		return true
	}
	return isMishap(word)
}

// isGain reports whether word names something that one wants more of.
func isGain(word string) bool {
	switch word {
	case "hit", "hits", "%hit", "hit%", "accuracy", "speedup", "throughput", "score":
		return true
	}
	return false
}
