package memory

import (
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// parts lists the sections of a report.
func parts(d *Document, o TextOptions) ([]part, error) {
	w, err := newWriter(d, o)
	if err != nil {
		return nil, err
	}
	var list []part
	for _, of := range []func() []part{
		w.header, w.waterfall, w.nodes, w.states, w.runs, w.workspaces, w.answers, w.advice, w.measured,
	} {
		list = append(list, of()...)
	}
	return list, nil
}

func (w *writer) header() []part {
	h := &w.Header
	p := part{title: say("Memory of ", foreign(h.Circuit))}
	description := strings.Join(strings.Fields(h.Description), " ")
	if description == h.Circuit {
		description = ""
	}
	for _, line := range []struct{ key, value string }{
		{"description", description}, {"workload", h.Workload}, {"budget", w.budgetLine()},
		{"formats", h.Formats}, {"go", h.Go}, {"tool", h.Tool}, {"input", h.Digest},
	} {
		value := prose(line.value)
		if line.key == "input" { // a digest is no word
			value = foreign(line.value)
		}
		if line.value != "" {
			p.pairs = append(p.pairs, pair{own(line.key), value})
		}
	}
	for _, line := range h.Lines {
		p.pairs = append(p.pairs, pair{prose(line.Key), prose(line.Value)})
	}
	p.say = w.verdict()
	return []part{p}
}

// budgetLine is the budget and where it comes from.
func (w *writer) budgetLine() string {
	switch {
	case w.Totals.Budget == 0:
		return w.Header.Budget
	case w.Header.Budget == "":
		return w.Unit.Format(w.Totals.Budget)
	}
	return w.Unit.Format(w.Totals.Budget) + ", " + w.Header.Budget
}

// verdict says first whether it fits.
func (w *writer) verdict() []sentence {
	t := &w.Totals
	var list []sentence
	for _, r := range w.Refusals {
		list = append(list, say("refused: ", prose(r.Limit), " is "+style.Integer(r.Value)+", at most "+style.Integer(r.Most)+" are allowed"))
	}
	switch {
	case t.Budget == 0:
		list = append(list, say("needs "+w.Unit.Format(t.Device)+"; no budget was given"+w.most()))
	case t.Headroom < 0:
		list = append(list, say("does not fit: "+w.Unit.Format(-t.Headroom)+" over the budget of "+w.Unit.Format(t.Budget)+w.most()))
	case len(w.Refusals) > 0:
		list = append(list, say("memory would do: "+w.Unit.Format(t.Headroom)+" of "+w.Unit.Format(t.Budget)+" left"))
	case t.Headroom == 0:
		list = append(list, say("fits: nothing of "+w.Unit.Format(t.Budget)+" left"))
	default:
		list = append(list, say("fits: "+w.Unit.Format(t.Headroom)+" of "+w.Unit.Format(t.Budget)+" left"))
	}
	return list
}

// most says what takes the most.
func (w *writer) most() string {
	if w.Totals.Device == 0 {
		return ""
	}
	leader := circuit.DeviceClasses()[0]
	for _, c := range circuit.DeviceClasses() {
		if w.Totals.Of(c) > w.Totals.Of(leader) {
			leader = c
		}
	}
	return "; most goes to " + leaderWords(leader)
}

func leaderWords(c circuit.Class) string {
	switch c {
	case circuit.WeightsStored:
		return "weights"
	case circuit.WeightsDerived:
		return "what is made of weights while loading"
	case circuit.DriverClass:
		return "the driver"
	}
	return classWords(c)
}

// waterfall goes from the budget through the classes to what is left.
func (w *writer) waterfall() []part {
	t := &w.Totals
	of, title := t.Budget, "of budget"
	if of == 0 {
		of, title = t.Device, "of total"
	}
	scale := float64(max(t.Budget, t.Device))
	tab := &table{columns: []column{{title: ""}, {title: "bytes", right: true}, {title: title, right: true}, {bar: true}}}
	add := func(kind rowKind, depth int, name string, n int64, b bar) {
		if scale > 0 {
			b.from, b.to = b.from/scale, b.to/scale
		}
		tab.rows = append(tab.rows, row{kind, depth, []cell{own(name), w.bytes(n).badIf(n < 0), own(share(n, of)).badIf(n < 0)}, b})
	}
	if t.Budget > 0 {
		add(plainRow, 0, "budget", t.Budget, bar{0, float64(t.Budget), fullBar})
	}
	at := int64(0)
	for _, c := range circuit.DeviceClasses() {
		n := t.Of(c)
		if n == 0 {
			continue
		}
		add(plainRow, 0, classWords(c), n, bar{float64(at), float64(at + n), fullBar})
		for _, s := range w.subsets(c) {
			if s.bytes > 0 {
				add(plainRow, 1, s.name, s.bytes, bar{float64(at), float64(at + s.bytes), fullBar})
			}
		}
		at += n
	}
	add(totalRow, 0, "device total", t.Device, bar{0, float64(t.Device), fullBar})
	switch {
	case t.Budget == 0:
	case t.Headroom < 0:
		add(plainRow, 0, "headroom", t.Headroom, bar{float64(t.Budget), float64(t.Device), overBar})
	default:
		add(plainRow, 0, "headroom", t.Headroom, bar{float64(t.Device), float64(t.Budget), freeBar})
	}
	p := part{title: say("Where it goes"), table: tab}
	p.notes = append(p.notes, w.check())
	if t.Host > 0 {
		p.notes = append(p.notes, say("on the host, not charged: "+w.Unit.Format(t.Host)))
	}
	if w.Params > 0 {
		p.notes = append(p.notes, say("parameters: "+style.Integer(w.Params)+", "+w.Unit.Format(w.ParamBytes)))
	}
	return []part{p}
}

// subset is a part of a class.
type subset struct {
	name  string
	bytes int64
}

func (w *writer) subsets(c circuit.Class) []subset {
	switch c {
	case circuit.WeightsStored:
		return []subset{{"of which outside the circuit", w.Totals.WeightsOutside}}
	case circuit.WeightsDerived:
		return []subset{{"of which leaked", w.Totals.WeightsLeaked}}
	}
	return nil
}

// check adds up the terms once more.
func (w *writer) check() sentence {
	sum, err := w.sumTerms()
	charged := 0
	for i := range w.Terms {
		if w.Terms[i].Charged {
			charged++
		}
	}
	switch {
	case err != nil:
		return say("check: the terms do not add up: ", foreign(err.Error()))
	case sum.Device != w.Totals.Device:
		return say("check: " + plural(charged, "term") + " add up to " + style.ExactBytes(sum.Device) +
			", which is not the device total, " + style.ExactBytes(w.Totals.Device))
	}
	return say("check: " + plural(charged, "term") + " add up to the device total, " + style.ExactBytes(sum.Device))
}
