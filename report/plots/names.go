package plots

import (
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// joinWords joins what a name is made of, the empty parts left out.
func joinWords(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// cellWords names the cells that differ in size and batch only.
func cellWords(c ablation.Cell) string {
	return joinWords(strings.ToLower(c.Direction), c.Precision, kindWord(c), c.Extra)
}

// kindWord names the device kind of what has a direction or a precision; for
// other benchmarks a CPU goes without saying.
func kindWord(c ablation.Cell) string {
	if !c.GPU && (c.Direction != "" || c.Precision != "") {
		return "CPU"
	}
	return gpuWord(c.GPU)
}

func gpuWord(gpu bool) string {
	if gpu {
		return "GPU"
	}
	return ""
}

// A rowKey is what a row of a list or map stands for.
type rowKey struct {
	variant, direction, precision string
	gpu                           bool
}

// rowNames names rows by their variant, and by that in which they differ.
func rowNames(rows []rowKey) []string {
	directions, precisions, kinds := false, false, false
	for _, r := range rows {
		directions = directions || r.direction != rows[0].direction
		precisions = precisions || r.precision != rows[0].precision
		kinds = kinds || r.gpu != rows[0].gpu
	}
	names := make([]string, len(rows))
	for i, r := range rows {
		words := []string{r.variant}
		if directions {
			words = append(words, strings.ToLower(r.direction))
		}
		if precisions {
			words = append(words, r.precision)
		}
		if kinds {
			words = append(words, gpuWord(r.gpu))
		}
		names[i] = joinWords(words...)
	}
	return names
}

// compact drops from full benchmark names what all of them share, part by part:
// of FFT/variant=a/dir=forward/n=64-2 and FFT/variant=b/dir=forward/n=64-2 the
// names a and b stay. common is a sentence that says what was dropped, or "".
func compact(full []string) (names []string, common string) {
	parts := make([][]string, len(full))
	for i, s := range full {
		parts[i] = splitName(s)
		if len(parts[i]) != len(parts[0]) {
			return full, ""
		}
	}
	if len(full) < 2 {
		return full, ""
	}
	var shared []string
	keep := make([]bool, len(parts[0]))
	for k, first := range parts[0] {
		keep[k] = slices.ContainsFunc(parts, func(p []string) bool { return p[k] != first })
		if !keep[k] {
			shared = append(shared, first)
		}
	}
	if len(shared) == 0 || !slices.Contains(keep, true) {
		return full, ""
	}
	names = make([]string, len(full))
	for i, p := range parts {
		var b strings.Builder
		for k, s := range p {
			if keep[k] {
				b.WriteString(s)
			}
		}
		names[i] = strings.TrimPrefix(strings.Trim(b.String(), "/"), "variant=")
	}
	if all := strings.Trim(strings.Join(shared, ""), "/"); all != "" {
		common = " All: " + all + "."
	}
	return names, common
}

// splitName parts a name before its slashes and before the GOMAXPROCS suffix.
func splitName(s string) []string {
	suffix := ""
	if i := strings.LastIndexByte(s, '-'); i > 0 && i < len(s)-1 && strings.Trim(s[i+1:], "0123456789") == "" {
		s, suffix = s[:i], s[i:]
	}
	var parts []string
	for i, p := range strings.Split(s, "/") {
		if i > 0 {
			p = "/" + p
		}
		parts = append(parts, p)
	}
	return append(parts, suffix)
}
