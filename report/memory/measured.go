package memory

import (
	"math"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// Verdict says how a prediction stands to what was measured.
type Verdict string

// The verdicts.
const (
	Within   Verdict = "within tolerance"
	TooLow   Verdict = "predicted too low"
	TooHigh  Verdict = "predicted too high"
	NoClaim  Verdict = "no tolerance" // none was claimed
	Unknown  Verdict = "no such term"
	Unproven Verdict = "not measured"
)

// Judgement is a prediction beside what was measured.
type Judgement struct {
	Measurement
	Model   int64   // bytes that were predicted
	Error   float64 // of the prediction, as a share of what was measured; NaN where that is 0 or nothing
	Verdict Verdict
}

// Judge holds the predictions to the measurements, in their order; classes of
// which there are bytes and no measurement follow as Unproven.
func (d *Document) Judge() []Judgement {
	models := d.models()
	seen := map[string]bool{}
	var list []Judgement
	for _, m := range d.Measured {
		seen[m.Of] = true
		model, ok := models(m.Of)
		if !ok {
			list = append(list, Judgement{Measurement: m, Error: math.NaN(), Verdict: Unknown})
			continue
		}
		list = append(list, judge(m, model))
	}
	for _, c := range circuit.DeviceClasses() {
		if n := d.Totals.Of(c); n > 0 && !covered(c, seen) {
			list = append(list, Judgement{Measurement: Measurement{Of: string(c)}, Model: n, Error: math.NaN(), Verdict: Unproven})
		}
	}
	return list
}

// covered reports whether a class was measured, alone or as part of more.
func covered(c circuit.Class, seen map[string]bool) bool {
	switch c {
	case circuit.DriverClass:
		return seen[string(c)]
	case circuit.Activations:
		return seen[string(c)] || seen[OfPlan] && seen[OfData]
	}
	return seen[string(c)] || seen[OfPlan]
}

func judge(m Measurement, model int64) Judgement {
	j := Judgement{Measurement: m, Model: model, Error: float64(model-m.Bytes) / float64(m.Bytes)}
	if m.Bytes == 0 {
		j.Error = math.NaN()
	}
	switch off := math.Abs(float64(model - m.Bytes)); {
	case off <= m.Tolerance*float64(m.Bytes):
		j.Verdict = Within
	case m.Tolerance == 0:
		j.Verdict = NoClaim
	case model < m.Bytes:
		j.Verdict = TooLow
	default:
		j.Verdict = TooHigh
	}
	return j
}

// models finds what was predicted of a class, a term or everything.
func (d *Document) models() func(of string) (int64, bool) {
	terms := make(map[string]int64, len(d.Terms))
	plan, data := int64(0), int64(0)
	for i := range d.Terms {
		t := &d.Terms[i]
		terms[t.ID] = t.Bytes
		switch {
		case !t.Charged || t.Class == circuit.DriverClass:
		case t.Kind == Held && t.Node == "":
			data += t.Bytes
		default:
			plan += t.Bytes
		}
	}
	return func(of string) (int64, bool) {
		switch of {
		case OfDevice:
			return d.Totals.Device, true
		case OfPlan:
			return plan, true
		case OfData:
			return data, true
		}
		if row := d.Totals.of(circuit.Class(of)); row != nil {
			return *row, true
		}
		n, ok := terms[of]
		return n, ok
	}
}

// Unaccounted is what was measured of everything beyond what was predicted;
// negative where less was. It is false where everything was not measured.
func (d *Document) Unaccounted() (bytes int64, ok bool) {
	for i := range d.Measured {
		if m := &d.Measured[i]; m.Of == OfDevice {
			return m.Bytes - d.Totals.Device, true
		}
	}
	return 0, false
}

// measured is the table of predictions beside measurements.
func (w *writer) measured() []part {
	if len(w.Measured) == 0 {
		return nil
	}
	t := &table{columns: judgementColumns()}
	for _, j := range w.Judge() {
		t.rows = append(t.rows, w.judgementCells(&j))
	}
	p := part{title: say("Predicted and measured"), table: t}
	if bytes, ok := w.Unaccounted(); ok {
		p.notes = append(p.notes, say("unaccounted: "+w.Unit.Signed(bytes)+" (measured total - device total)"))
	} else {
		p.notes = append(p.notes, say("unaccounted: not known, since the total was not measured"))
	}
	return []part{p}
}

func judgementColumns() []column {
	return []column{
		{title: "what"}, {title: "model", right: true}, {title: "measured", right: true}, {title: "error", right: true},
		{title: "tolerance", right: true}, {title: "verdict"}, {title: "source"},
	}
}

func (w *writer) judgementCells(j *Judgement) row {
	cells := []cell{w.measuredWhat(j), w.bytesOrZero(j.Model), own(style.Missing), own(""), own(""), own(string(j.Verdict)).badIf(j.Verdict == TooLow || j.Verdict == TooHigh), w.source(j)}
	if j.Verdict == Unknown {
		cells[1] = own(style.Missing)
	}
	if j.Verdict == Unproven {
		return row{cells: cells}
	}
	cells[2] = w.bytesOrZero(j.Bytes)
	cells[3] = own(errorWords(j.Error))
	if j.Tolerance > 0 {
		cells[4] = own(style.Share(j.Tolerance))
	}
	return row{cells: cells}
}

// bytesOrZero has a unit for zero, too: a measured zero is a figure.
func (w *writer) bytesOrZero(n int64) cell { return own(w.Unit.Format(n)) }

func (w *writer) measuredWhat(j *Judgement) cell {
	if j.Of == OfDevice {
		return own("device total")
	}
	if w.Totals.of(circuit.Class(j.Of)) != nil {
		return own(classWords(circuit.Class(j.Of)))
	}
	return foreign(j.Of)
}

func (w *writer) source(j *Judgement) cell {
	switch {
	case j.What != "" && j.Source != "":
		return prose(j.What + ", " + j.Source)
	case j.What != "":
		return prose(j.What)
	}
	return prose(j.Source)
}
