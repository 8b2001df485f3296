package memory

import (
	"encoding/json"
	"io"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// DiffSchema is the version of the JSON of a difference.
const DiffSchema = 1

// DiffText writes a difference for a terminal. Of the options, the unit counts,
// and Top limits the rows of each level.
func DiffText(w io.Writer, d *Diff, o TextOptions) error {
	list, err := diffParts(d, o)
	if err != nil {
		return err
	}
	return writeText(w, list, o.ASCII)
}

// DiffMarkdown writes a difference for GitHub and GitLab.
func DiffMarkdown(w io.Writer, d *Diff, o TextOptions) error {
	list, err := diffParts(d, o)
	if err != nil {
		return err
	}
	return writeMarkdown(w, list, o.ASCII)
}

// DiffJSON writes a difference as one object.
func DiffJSON(w io.Writer, d *Diff) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Schema int     `json:"schema"`
		A      Side    `json:"a"`
		B      Side    `json:"b"`
		Delta  int64   `json:"delta"`
		Levels []Level `json:"levels"`
	}{DiffSchema, d.A, d.B, d.Delta(), d.Levels})
}

func diffParts(d *Diff, o TextOptions) ([]part, error) {
	o, err := o.check()
	if err != nil {
		return nil, err
	}
	w := &diffWriter{d, o}
	list := []part{w.head()}
	for i := range d.Levels {
		if p := w.level(&d.Levels[i]); p != nil {
			list = append(list, *p)
		}
	}
	return list, nil
}

type diffWriter struct {
	*Diff
	TextOptions
}

func (w *diffWriter) head() part {
	p := part{title: say("Difference in memory")}
	for _, side := range []struct {
		name string
		Side
	}{{"a", w.A}, {"b", w.B}} {
		p.pairs = append(p.pairs, pair{own(side.name), prose(strings.Join(nonEmpty(side.Circuit, side.Workload), ", "))})
	}
	switch delta := w.Delta(); {
	case delta == 0 && len(w.Level(PerClass).Changes) == 0:
		p.say = append(p.say, say("b takes the same as a, "+w.Unit.Format(w.B.Device)))
	case delta == 0:
		p.say = append(p.say, say("b takes as much as a, "+w.Unit.Format(w.B.Device)+", but not for the same"))
	case delta > 0:
		p.say = append(p.say, say("b takes "+w.Unit.Format(delta)+" more than a"+w.share()+": "+w.Unit.Format(w.A.Device)+" → "+w.Unit.Format(w.B.Device)))
	default:
		p.say = append(p.say, say("b takes "+w.Unit.Format(-delta)+" less than a"+w.share()+": "+w.Unit.Format(w.A.Device)+" → "+w.Unit.Format(w.B.Device)))
	}
	if w.A.Fits != w.B.Fits {
		p.say = append(p.say, say("a "+fitsWord(w.A.Fits)+", b "+fitsWord(w.B.Fits)))
	}
	return p
}

func nonEmpty(list ...string) (out []string) {
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func fitsWord(fits bool) string {
	if fits {
		return "fits"
	}
	return "does not fit"
}

func (w *diffWriter) share() string {
	s := w.Share()
	if math.IsInf(s, 0) {
		return ""
	}
	return " (" + style.Percent(s) + ")"
}

// level is the table of a level, nil where it says no more than the classes do.
func (w *diffWriter) level(l *Level) *part {
	things := 0
	for i := range l.Changes {
		if !l.Changes[i].Rest {
			things++
		}
	}
	if things == 0 {
		return nil
	}
	t := &table{columns: []column{
		{title: string(l.By)}, {title: "a", right: true}, {title: "b", right: true}, {title: "difference", right: true}, {title: ""},
	}}
	shown := l.Changes
	if w.Top > 0 && len(shown) > w.Top {
		shown = shown[:w.Top]
	}
	for i := range shown {
		t.rows = append(t.rows, w.change(&shown[i], l.By))
	}
	if left := l.Changes[len(shown):]; len(left) > 0 {
		var rest Change
		for i := range left {
			rest.A += left[i].A
			rest.B += left[i].B
		}
		r := w.cells(own("rest, "+plural(len(left), "row")), &rest)
		r.kind = restRow
		t.rows = append(t.rows, r)
	}
	sum := Change{}
	for i := range l.Changes {
		sum.Delta += l.Changes[i].Delta
	}
	total := row{kind: totalRow, cells: []cell{own("all"), {}, {}, own(w.Unit.Signed(sum.Delta)), {}}}
	t.rows = append(t.rows, total)
	t.drop(func(c cell) bool { return c.text == "" })
	p := &part{title: say("Per " + string(l.By)), table: t}
	if l.Equal > 0 {
		p.notes = append(p.notes, say(plural(l.Equal, "row")+" without a difference"))
	}
	return p
}

func (w *diffWriter) change(c *Change, by Grain) row {
	name := foreign(c.Name)
	switch {
	case by == PerClass:
		name = own(classWords(circuit.Class(c.Name)))
	case c.Rest:
		name = own("other " + classWords(circuit.Class(c.Name)))
	}
	r := w.cells(name, c)
	if c.Rest {
		r.kind = restRow
	}
	switch {
	case !c.InA:
		r.cells[4] = own("new")
	case !c.InB:
		r.cells[4] = own("gone")
	}
	return r
}

func (w *diffWriter) cells(name cell, c *Change) row {
	return row{cells: []cell{name, own(w.Unit.Format(c.A)), own(w.Unit.Format(c.B)), own(w.Unit.Signed(c.B - c.A)), {}}}
}
