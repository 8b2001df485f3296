package comparison

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// TextOptions say what the text shows beyond benchstat's.
type TextOptions struct {
	// Plain prints what benchstat prints and nothing more: no marks on missing
	// and failed benchmarks, no rows without any number, no notes.
	Plain bool
	// Verdicts adds a column with better, worse, …
	Verdicts bool
	// Color tells better from worse on a terminal: blue and orange.
	Color bool
}

// Text writes the tables in benchstat's layout: the configuration where it
// changes, then per unit a table of medians ± the larger side of their
// interval in percent, differences to the base (~ where there is none to see),
// p and n, and a last row of geometric means; footnotes under each table and
// notes at the end.
func Text(w io.Writer, res *compare.Result, opt TextOptions) error {
	out := bufio.NewWriter(w)
	var config []string
	var notes []string
	first := true
	for i := range res.Tables {
		t := newTextLayout(&res.Tables[i], res, opt)
		if len(t.rows) == 0 {
			continue
		}
		if !first {
			out.WriteByte('\n')
		}
		config = writeConfig(out, t.table, config, first)
		if !opt.Plain {
			notes = writeTableNotes(out, t.table, notes)
		}
		t.write(out)
		first = false
	}
	if all := res.AllNotes(); !opt.Plain && len(all) > 0 {
		if !first {
			out.WriteByte('\n')
		}
		for _, n := range all {
			fmt.Fprintf(out, "note: %s\n", style.Terminal(n))
		}
	}
	return out.Flush()
}

// writeConfig prints the values that differ from those of the table before,
// and returns this table's.
func writeConfig(out *bufio.Writer, t *compare.Table, before []string, all bool) []string {
	values := make([]string, len(t.Config))
	for i, a := range t.Config {
		values[i] = a.Value
		if all || before[i] != a.Value {
			fmt.Fprintf(out, "%s: %s\n", a.Key, style.Terminal(a.Value))
		}
	}
	return values
}

// writeTableNotes prints the notes of a table unless the table before had the
// same.
func writeTableNotes(out *bufio.Writer, t *compare.Table, before []string) []string {
	if strings.Join(before, "\n") != strings.Join(t.Notes, "\n") {
		for _, n := range t.Notes {
			fmt.Fprintf(out, "note: %s\n", style.Terminal(n))
		}
	}
	return t.Notes
}
