package ab

import (
	"regexp"
	"strings"
)

// Exact returns a -test.bench (or -test.skip) pattern that selects exactly the
// benchmarks of the given names, without "Benchmark", and the containers on the
// way to them. Package testing splits a pattern at bars and slashes outside of
// brackets, and matches each level of a name by its own expression.
func Exact(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteByte('|')
		}
		b.WriteString(exact(name))
	}
	return b.String()
}

func exact(name string) string {
	levels := strings.Split("Benchmark"+name, "/")
	for i, level := range levels {
		levels[i] = "^" + regexp.QuoteMeta(level) + "$"
	}
	return strings.Join(levels, "/")
}

// maxPattern bounds a pattern in bytes: Linux passes no argument of 128 KiB or
// more to a program, Windows no command line of 32 KiB or more.
const maxPattern = 30_000
