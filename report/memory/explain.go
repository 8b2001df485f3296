package memory

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// ExplainText writes how the bytes of terms come about: the formula, the same
// with values in it, and where each value comes from. The pattern is the id of a
// term, the beginning of some, or a glob of package path; an error names the
// nearest ids where it matches none.
func ExplainText(w io.Writer, d *Document, pattern string) error {
	terms, err := d.Match(pattern)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for i, t := range terms {
		if i > 0 {
			out.WriteByte('\n')
		}
		writeExplanation(out, t)
	}
	return out.Flush()
}

// Match returns the terms that a pattern means: the one of that id, or else those
// that a glob matches, or else those whose ids begin so.
func (d *Document) Match(pattern string) ([]*Term, error) {
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	for _, matches := range []func(id string) bool{
		func(id string) bool { return id == pattern },
		func(id string) bool { ok, _ := path.Match(pattern, id); return ok },
		func(id string) bool { return pattern != "" && strings.HasPrefix(id, pattern) },
	} {
		var found []*Term
		for i := range d.Terms {
			if matches(d.Terms[i].ID) {
				found = append(found, &d.Terms[i])
			}
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, d.unmatched(pattern)
}

// unmatched names what might have been meant.
func (d *Document) unmatched(pattern string) error {
	near := d.nearest(pattern)
	if len(near) == 0 {
		return fmt.Errorf("no term matches %q: the report has none", pattern)
	}
	return fmt.Errorf("no term matches %q; the nearest are %s", pattern, strings.Join(near, ", "))
}

// mostNear is how many ids are suggested, and widestNear how far from the pattern
// they are measured: beyond, one is as far as another.
const (
	mostNear   = 3
	widestNear = 64
)

// nearest returns the ids that take the fewest edits.
func (d *Document) nearest(pattern string) []string {
	type candidate struct {
		id    string
		edits int
	}
	var list []candidate
	for i := range d.Terms {
		id := d.Terms[i].ID
		edits := distance(pattern, id)
		if parts := strings.Split(id, "/"); slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(p, pattern) }) {
			edits = min(edits, 1) // a piece of an id is close to it
		}
		list = append(list, candidate{id, edits})
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.edits, b.edits) })
	var ids []string
	for _, c := range list[:min(len(list), mostNear)] {
		ids = append(ids, c.id)
	}
	return ids
}

// distance is how many bytes must be put in, taken out or changed to make one
// text of the other (Levenshtein), of long ones their beginnings.
func distance(a, b string) int {
	a, b = a[:min(len(a), widestNear)], b[:min(len(b), widestNear)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

func writeExplanation(out *bufio.Writer, t *Term) {
	line := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	line("%s  %s", style.Terminal(t.ID), bytesWords(t.Bytes))
	for _, fact := range t.facts() {
		line("  %s", style.Terminal(fact))
	}
	switch {
	case t.Formula == "":
		line("  how it comes about is not told")
	case len(t.Inputs) == 0:
		line("  = %s", style.Terminal(t.Formula))
	default:
		line("  = %s", style.Terminal(t.Formula))
		line("  = %s", style.Terminal(substituted(t.Formula, t.Inputs)))
		writeInputs(out, t.Inputs)
	}
}

// writeInputs lists the inputs of a formula, each with where it comes from.
func writeInputs(out *bufio.Writer, inputs []Input) {
	names, values := 0, 0
	for _, in := range inputs {
		names = max(names, len(in.Name))
		values = max(values, utf8.RuneCountInString(style.Integer(in.Value)))
	}
	for _, in := range inputs {
		text := fmt.Sprintf("%-*s  %s  %s", names, in.Name, padLeft(style.Integer(in.Value), values), in.origin())
		fmt.Fprintf(out, "    %s\n", style.Terminal(text))
	}
}

// origin says where an input comes from.
func (in *Input) origin() string {
	switch {
	case in.Expr == "":
		return sourceWords(in.From)
	case in.From == circuit.FromRun && !circuit.IsName(in.Expr):
		return in.Expr // words: the rows of a run
	case in.From == circuit.FromCount:
		return "= " + in.Expr
	}
	return "= " + in.Expr + ", " + sourceWords(in.From)
}

// bytesWords is a number of bytes in a unit that fits and, where that is another,
// exactly.
func bytesWords(n int64) string {
	words, exact := style.AutoUnit.Format(n), style.ExactBytes(n)
	if words == exact {
		return exact
	}
	return words + ", " + exact
}

// facts say what the term is.
func (t *Term) facts() []string {
	var list []string
	what := string(t.Kind)
	if t.Format != "" {
		what += " in " + t.Format
	}
	if t.Rows > 0 || t.Width > 0 {
		what += fmt.Sprintf(", %s × %s", style.Integer(t.Rows), style.Integer(t.Width))
	}
	if t.Number > 1 {
		what += fmt.Sprintf(", %s of them", style.Integer(t.Number))
	}
	if t.Leaked {
		what += ", leaked: nothing reads or frees it"
	}
	if !t.Charged {
		what += ", on the host and not charged"
	}
	list = append(list, what)
	if t.Reason != "" {
		list = append(list, t.Reason)
	}
	if t.Site != "" {
		list = append(list, "made at "+t.Site)
	}
	return list
}

// substituted writes values for the names of a formula.
func substituted(formula string, inputs []Input) string {
	values := make(map[string]int64, len(inputs))
	for _, in := range inputs {
		values[in.Name] = in.Value
	}
	var b strings.Builder
	for i := 0; i < len(formula); {
		end := i
		for end < len(formula) && isNameByte(formula[end]) {
			end++
		}
		if end == i {
			b.WriteByte(formula[i])
			i++
			continue
		}
		name := formula[i:end]
		// A law's name has arguments behind it.
		if v, ok := values[name]; ok && !(end < len(formula) && formula[end] == '(') {
			fmt.Fprint(&b, v)
		} else {
			b.WriteString(name)
		}
		i = end
	}
	return b.String()
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || c == '_' || '0' <= c && c <= '9'
}

// sourceWords say where a number comes from.
func sourceWords(s circuit.Source) string {
	switch s {
	case circuit.FromCircuit:
		return "of the circuit"
	case circuit.FromWorkload:
		return "of the workload"
	case circuit.FromCount:
		return "follows from others"
	case circuit.FromRun:
		return "of the run that is charged"
	case circuit.FromNode:
		return "of the node"
	case circuit.Absent:
		return "given by nobody, hence zero"
	}
	return style.Terminal(string(s))
}
