package style

import "strings"

// unitKind says how the numbers of a unit are printed.
type unitKind int

const (
	kindOther unitKind = iota
	kindTime
	kindBytes
	kindError
	kindCount
	kindShare
)

// Value returns v, measured in a base unit (sec/op, B/op, rel-l2, GFLOP/s, …),
// as a reader wants it. What is counted per operation drops the "/op": tables
// and axes say it once, see UnitTitle.
func Value(v float64, unit string) string {
	if s, odd := oddNumber(v); odd {
		return s
	}
	kind, per := classify(unit)
	switch kind {
	case kindTime:
		return Time(v) + per
	case kindBytes:
		return Bytes(v) + per
	case kindError:
		return ErrorValue(v)
	case kindCount:
		return Count(v)
	case kindShare:
		return Share(v)
	}
	if unit == "" {
		return significant(v, 4)
	}
	return significant(v, 4) + " " + unit
}

// UnitTitle returns the words for a base unit in a column head or on an axis.
// An unknown unit stands for itself.
func UnitTitle(unit string) string {
	switch unit {
	case "sec/op":
		return "time per op"
	case "plan-sec":
		return "preparation time"
	case "B/op":
		return "allocated bytes per op"
	case "allocs/op":
		return "allocations per op"
	case "B/s":
		return "throughput"
	case "GFLOP/s":
		return "nominal GFLOP/s"
	case "rel-l2":
		return "relative L2 error"
	case "max-err":
		return "largest absolute error"
	case "params":
		return "parameters"
	case "param-bytes":
		return "parameter bytes"
	case "scratch-bytes":
		return "tables and scratch"
	case "held-bytes":
		return "heap held"
	case "peak-bytes":
		return "heap peak"
	case "train-steps":
		return "training steps"
	case "e2e-sec/op":
		return "time host to host per op"
	case "copy-share":
		return "share of copy bandwidth"
	}
	return unit
}

// classify finds the kind of a base unit from the last word before its slash,
// as package testing's users name them (p99-sec/op, heap-B, plan-sec), and what
// to append to a printed value: "/s" of B/s, but no "/op".
func classify(unit string) (kind unitKind, per string) {
	switch unit {
	case "rel-l2", "max-err":
		return kindError, ""
	case "allocs/op", "params", "train-steps":
		return kindCount, ""
	case "copy-share":
		return kindShare, ""
	}
	num, den, found := strings.Cut(unit, "/")
	if found && den != "op" {
		per = "/" + den
	}
	switch word := num[strings.LastIndexByte(num, '-')+1:]; word {
	case "sec":
		return kindTime, per
	case "B", "bytes":
		return kindBytes, per
	}
	return kindOther, ""
}

// Speed reports whether a base unit tells how fast something is, as a time or
// as a rate.
func Speed(unit string) bool {
	kind, _ := classify(unit)
	return kind == kindTime || strings.HasSuffix(unit, "/s")
}

// Volume reports whether a base unit is an amount of memory.
func Volume(unit string) bool {
	kind, per := classify(unit)
	return kind == kindBytes && per == ""
}
