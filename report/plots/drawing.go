package plots

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/report/style"
)

// A Drawing is the data of one figure about a circuit's memory: a Waterfall, a
// MemoryStack, a LiveSet or an AddressMap. Any numbers and names are fine: sizes
// below zero count as zero, what has nothing to show makes no figure.
type Drawing interface {
	file() string // name of its file, perhaps not unique
	draft() *sheet
}

// Draw draws the figures in the order given, several at once. Those without
// data are left out; what could not be drawn is an error that names its figure.
// Names come from the kind of figure and what it is of: "memory-budget-toy".
func Draw(drawings []Drawing, opt Options) ([]Figure, []error) {
	used := map[string]int{}
	var jobs []job
	for _, d := range drawings {
		if d == nil {
			continue
		}
		jobs = append(jobs, job{unique(used, d.file()), d.draft})
	}
	return drawAll(jobs, opt.Workers)
}

// titleOf joins what a figure shows and of which circuit.
func titleOf(what, of string) string {
	if of == "" {
		return what
	}
	return what + ": " + of
}

// size is a number of bytes as a figure takes it.
func size(bytes int64) float64 { return float64(max(bytes, 0)) }

// termColor is the colour of the term at a place of the list. The warning colour
// stays free: it says that the budget is exceeded and nothing else.
func termColor(place int) style.RGB {
	const warning, colors = 1, 24 // of style.Series
	if place %= colors - 1; place >= warning {
		place++
	}
	return style.Series(place)
}

// spareColor fills what is free or lost: no term's colour.
func spareColor() style.RGB { return style.RGB{R: 0xd8, G: 0xdc, B: 0xe0} }

// shareOf is part as a percentage of whole, "58.3 %"; "" where there is none.
func shareOf(part, whole float64) string {
	const least = 0.001
	switch {
	case whole <= 0 || !finite(part/whole):
		return ""
	case part > 0 && part/whole < least:
		return "< 0.1 %"
	}
	return strings.TrimPrefix(style.Percent(part/whole), "+")
}

// withShare is a size and its share of whole: "16.0 MiB · 50.0 %".
func withShare(bytes, whole float64) string {
	return joinWords(style.Bytes(bytes), shareOf(bytes, whole))
}

// upperFirst starts a sentence with a capital, but not with a symbol like n.
func upperFirst(s string) string {
	if len(s) < 2 || s[1] == ' ' || s[0] >= utf8.RuneSelf {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// brief is a name, of any length, as a sentence can hold it.
func brief(name string) string {
	if name == "" {
		return "(no name)"
	}
	return style.Shorten(name, 60)
}

// timesWords is a factor in words: "12 times".
func timesWords(x float64) string { return style.Count(math.Floor(x)) + " times" }
