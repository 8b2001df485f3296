package study

import (
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// nameLimit is how many characters of a name a table shows; the middle of a
// longer one is cut out.
const nameLimit = 120

// noteLimit is the same for messages.
const noteLimit = 400

// show returns a name from the input as the page prints it.
func show(s string) string { return style.Shorten(style.Visible(s), nameLimit) }

// showOr returns show(s), or style.Missing for an empty name.
func showOr(s string) string {
	if s == "" {
		return style.Missing
	}
	return show(s)
}

// note returns a message from the input as the page prints it.
func note(s string) string { return style.Shorten(style.Visible(s), noteLimit) }

// count returns n with its noun in singular or plural: "1 row", "12 rows".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return style.Count(float64(n)) + " " + plural(noun)
}

func plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "y"):
		return strings.TrimSuffix(noun, "y") + "ies"
	case strings.HasSuffix(noun, "h"):
		return noun + "es"
	}
	return noun + "s"
}

// list joins words the way a sentence does: "a", "a and b", "a, b and c".
func list(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// whole returns a size or a batch, or style.Missing where there is none.
func whole(n int) string {
	if n == 0 {
		return style.Missing
	}
	return style.Count(float64(n))
}

// place names where in the study a cell is: "n = 1024, batch 8". Devices and
// processors stand there only where the caller asks for them.
func place(c ablation.Cell) string {
	var parts []string
	if c.N > 0 {
		parts = append(parts, "n = "+whole(c.N))
	}
	if c.Batch > 0 {
		parts = append(parts, "batch "+whole(c.Batch))
	}
	if c.Extra != "" {
		parts = append(parts, show(c.Extra))
	}
	if len(parts) == 0 {
		return showOr(c.Name)
	}
	return strings.Join(parts, ", ")
}

// kind names a device kind.
func kind(gpu bool) string {
	if gpu {
		return "GPU"
	}
	return "CPU"
}

// group names what Summaries, TopFives and Contests are grouped by:
// "Forward, f32", with the device kind only where a study has several.
func group(direction, precision string, gpu, withDevice bool) string {
	parts := []string{directionWord(direction)}
	if precision != "" {
		parts = append(parts, show(precision))
	}
	if withDevice {
		parts = append(parts, kind(gpu))
	}
	return strings.Join(parts, ", ")
}

func directionWord(direction string) string {
	if direction == "" {
		return "All benchmarks"
	}
	return show(direction)
}

// anchorID turns a name into an id: letters, digits and single dashes.
func anchorID(name string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(r)
			continue
		}
		dash = true
		if b.Len() > 60 {
			break
		}
	}
	return b.String()
}

// anchors hands out ids that are unique on the page.
type anchors map[string]int

// take returns the id, or the id with the next free number.
func (a anchors) take(id string) string {
	if id == "" {
		id = "part"
	}
	for {
		n := a[id]
		a[id]++
		if n == 0 {
			return id
		}
		if next := id + "-" + strconv.Itoa(n+1); a[next] == 0 {
			a[next]++
			return next
		}
	}
}
