package ingest

import (
	"iter"

	"golang.org/x/perf/benchunit"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A unit is one unit as it is printed, and what becomes of it.
type unit struct {
	raw    string
	base   *unit // the unit that readers see; itself for a base unit
	factor float64
	time   bool // per op: base is sec/op
	// status is set for a unit that is a status word: the harness reports
	// "1 prepare_fail" in place of a time.
	status wire.Status
	// result is the serial number of the last result line with a value in it.
	result uint64
}

// A unitTable interns units. Lines of one benchmark have their units in the
// same places, so a unit is first looked for where it stood on the last line.
type unitTable struct {
	byRaw map[string]*unit
	last  [16]*unit // by position on the line
}

func newUnitTable() unitTable { return unitTable{byRaw: map[string]*unit{}} }

// cut returns the entry of the unit that b begins with; position counts the
// units of a line.
func (t *unitTable) cut(b []byte, position int) *unit {
	if position >= len(t.last) {
		return t.lookup(b[:field(b)])
	}
	if u := t.last[position]; u != nil {
		if n := len(u.raw); n <= len(b) && u.raw == string(b[:n]) && ends(b, n) {
			return u
		}
	}
	u := t.lookup(b[:field(b)])
	t.last[position] = u
	return u
}

func (t *unitTable) lookup(raw []byte) *unit {
	if u, ok := t.byRaw[string(raw)]; ok {
		return u
	}
	return t.add(string(raw))
}

func (t *unitTable) add(raw string) *unit {
	base, factor := Tidy(raw)
	u := &unit{raw: raw, factor: factor, time: base == wire.UnitSecPerOp}
	if s, ok := wire.ParseStatus(raw); ok && s != wire.OK {
		u.status = s
	}
	t.byRaw[raw] = u
	if base == raw {
		u.base = u
		return u
	}
	var known bool
	if u.base, known = t.byRaw[base]; !known {
		u.base = t.add(base)
	}
	return u
}

// Tidy returns the base unit of a printed unit, and the factor that turns a
// value printed in it into the base unit.
//
// It does what benchunit.Tidy does (ns to sec and MB to B in the numerator, word
// by word). In addition it scales back the units that package wire scales, and
// tidies the multiples of seconds and bytes that benchunit leaves alone: µs, ms,
// KB, GB, TB, KiB, MiB, GiB.
func Tidy(unit string) (base string, factor float64) {
	if base, factor = wire.Scaled(unit); base != unit {
		return base, factor
	}
	factor, base = benchunit.Tidy(1, unit)
	var out []byte // base so far, once a word of it has changed
	done := 0
	for w := range words(base) {
		to, times := multiple(base[w.start:w.end])
		if times == 0 || w.denominator {
			continue
		}
		out = append(append(out, base[done:w.start]...), to...)
		done = w.end
		factor *= times
	}
	if done > 0 {
		base = string(append(out, base[done:]...))
	}
	return base, factor
}

// multiple returns the base word of a multiple of seconds or bytes and how many
// of it there are in one; 0 for any other word.
func multiple(word string) (base string, times float64) {
	switch word {
	case "us", "µs", "μs": // micro sign, Greek mu
		return "sec", 1e-6
	case "ms":
		return "sec", 1e-3
	case "KB", "kB":
		return "B", 1e3
	case "GB":
		return "B", 1e9
	case "TB":
		return "B", 1e12
	case "KiB":
		return "B", 1 << 10
	case "MiB":
		return "B", 1 << 20
	case "GiB":
		return "B", 1 << 30
	}
	return "", 0
}

// A word is a part of a unit between the separators - / * and white space.
type word struct {
	start, end  int
	denominator bool
}

// words yields the words of a unit, as benchunit divides it: what follows a
// slash, up to an asterisk, is the denominator.
func words(unit string) iter.Seq[word] {
	return func(yield func(word) bool) {
		w := word{}
		flush := func(end int) bool {
			w.end = end
			return w.end == w.start || yield(w)
		}
		for i := 0; i < len(unit); i++ {
			switch unit[i] {
			case '-', '/', '*', ' ', '\t':
				if !flush(i) {
					return
				}
				w.start = i + 1
				if unit[i] != '-' && unit[i] > ' ' {
					w.denominator = unit[i] == '/'
				}
			}
		}
		flush(len(unit))
	}
}
