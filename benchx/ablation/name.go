package ablation

import (
	"strconv"
	"strings"
)

// ParseName splits a benchmark's name, without "Benchmark" and without the
// GOMAXPROCS suffix, into its family and its axes: "FFT/variant=gonum/small"
// is the family "FFT" with the axes variant=gonum and a positional "small".
// Row.FullName puts the parts together again, byte for byte.
func ParseName(name string) (family string, axes []Axis) {
	family, rest, more := strings.Cut(name, "/")
	if !more {
		return family, nil
	}
	axes = make([]Axis, 0, strings.Count(rest, "/")+1)
	for part := range strings.SplitSeq(rest, "/") {
		axes = append(axes, parseAxis(part))
	}
	return family, axes
}

func parseAxis(part string) Axis {
	key, value, ok := strings.Cut(part, "=")
	if !ok || key == "" {
		return Axis{Value: part}
	}
	return Axis{Key: key, Value: value}
}

func appendAxis(dst []byte, a Axis) []byte {
	if a.Key != "" {
		dst = append(dst, a.Key...)
		dst = append(dst, '=')
	}
	return append(dst, a.Value...)
}

// Key identifies a row. Samples with equal keys measure the same thing in the
// same place and may be pooled.
type Key struct {
	Package string
	Name    string // family and every axis, precision among them, in order
	Procs   int
	Env     int // index into Report.Environments
}

// Key returns the row's key.
func (r *Row) Key() Key {
	return Key{Package: r.Package, Name: r.baseName(), Procs: max(r.Procs, 1), Env: r.Env}
}

// FullName returns the benchmark's name as `go test` prints it, without the
// word "Benchmark": family, axes, and the GOMAXPROCS suffix where that is not 1.
func (r *Row) FullName() string {
	name := r.baseName()
	if r.Procs > 1 {
		name += "-" + strconv.Itoa(r.Procs)
	}
	return name
}

func (r *Row) baseName() string {
	if len(r.Axes) == 0 {
		return r.Name
	}
	b := make([]byte, 0, 96)
	b = append(b, r.Name...)
	for _, a := range r.Axes {
		b = append(b, '/')
		b = appendAxis(b, a)
	}
	return string(b)
}
