package ab

import (
	"strings"
	"time"
)

// A cost is what is expected of one benchmark in a slice.
type cost struct {
	name  string
	run   time.Duration // to measure it once
	setup time.Duration // of its containers, if it is the first one of a slice in them
}

// expect returns how long a benchmark takes with the given -benchtime. Package
// testing runs one that loops over b.N several times with growing b.N until the
// time is reached: about one and a half times the time in all.
func expect(f *found, d time.Duration, n int) time.Duration {
	if d == 0 {
		return f.Extra + time.Duration(n+1)*f.Op
	}
	return f.Extra + max(d+d/2, 2*f.Op)
}

// cut divides benchmarks into slices of consecutive ones that take up to about
// limit each; with a limit of 0 each is a slice by itself. Otherwise, as every slice
// costs the start of the binary, and the set-up of the containers that it cuts,
// slices are long where these are, so that at least three quarters of the time
// are spent on benchmarks.
func cut(list []cost, startup, limit time.Duration) [][]string {
	var slices [][]string
	var names []string
	var taken, setup time.Duration
	size, within := 0, ""
	for _, c := range list {
		if top := family(c.name); top != within {
			within, setup = top, 0
		}
		setup += c.setup
		target := limit
		if limit > 0 {
			target = max(limit, 3*(startup+setup))
		}
		full := taken+c.run > target || size+len(exact(c.name)) >= maxPattern
		if len(names) > 0 && full {
			slices = append(slices, names)
			names, taken, size = nil, 0, 0
		}
		names = append(names, c.name)
		taken += c.run
		size += len(exact(c.name)) + 1
	}
	if len(names) > 0 {
		slices = append(slices, names)
	}
	return slices
}

// family is the top-level benchmark of a name.
func family(name string) string {
	top, _, _ := strings.Cut(name, "/")
	return top
}
