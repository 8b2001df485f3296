package memory

import (
	"fmt"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/style"
)

// Curve is how a circuit's memory grows with a count.
type Curve struct {
	Knob   string // what is counted: "batch"
	Points []circuit.Point
	// Asked is the value of the workload, Largest the largest that fits, and Safe
	// the one up to which all fit where memory does not grow steadily; 0: none.
	Asked, Largest, Safe int64
}

// Draw draws the figures of a document: where the budget goes, how that changes
// along each curve, what is alive at the peak and where it lies. What could not
// be drawn is an error that names its figure.
func Draw(d *Document, curves []Curve) ([]Figure, []error) {
	drawn, failures := plots.Draw(d.drawings(curves), plots.Options{})
	figures := make([]Figure, len(drawn))
	for i, f := range drawn {
		figures[i] = Figure{Name: f.Name, Title: f.Title, Caption: f.Caption, PNG: f.PNG}
	}
	return figures, failures
}

func (d *Document) drawings(curves []Curve) []plots.Drawing {
	of := d.Header.Circuit
	list := []plots.Drawing{d.waterfall(of)}
	for i := range curves {
		list = append(list, curves[i].stack(of, d.Totals.Budget))
	}
	if run := d.PeakRun(); run != nil {
		list = append(list, run.liveSet(of))
		if len(run.Placements) == run.Buffers { // a map of some would show room where there is none
			list = append(list, run.addressMap(of))
		}
	}
	return list
}

func (d *Document) waterfall(of string) plots.Waterfall {
	w := plots.Waterfall{Of: of, Budget: d.Totals.Budget}
	for _, c := range circuit.DeviceClasses() {
		w.Terms = append(w.Terms, plots.WaterfallTerm{Name: classWords(c), Bytes: d.Totals.Of(c)})
		switch {
		case c == circuit.WeightsStored && d.Totals.WeightsOutside > 0:
			w.Terms = append(w.Terms, plots.WaterfallTerm{Name: "outside the circuit", Bytes: d.Totals.WeightsOutside, Part: true})
		case c == circuit.WeightsDerived && d.Totals.WeightsLeaked > 0:
			w.Terms = append(w.Terms, plots.WaterfallTerm{Name: "leaked", Bytes: d.Totals.WeightsLeaked, Part: true})
		}
	}
	return w
}

func (c *Curve) stack(of string, budget int64) plots.MemoryStack {
	s := plots.MemoryStack{Of: of, Knob: c.Knob, Budget: budget, Asked: c.Asked, Largest: c.Largest, Safe: c.Safe}
	for i := range c.Points {
		s.X = append(s.X, c.Points[i].Value)
	}
	for _, class := range circuit.DeviceClasses() {
		term := plots.MemoryTerm{Name: classWords(class)}
		for i := range c.Points {
			term.Bytes = append(term.Bytes, c.Points[i].Totals.Of(class))
		}
		s.Terms = append(s.Terms, term)
	}
	return s
}

func (r *Run) liveSet(of string) plots.LiveSet {
	l := plots.LiveSet{Of: of, Step: fmt.Sprintf("%s, step %d of 0…%d", r.Label, r.PeakStep, max(r.Steps-1, 0)), Arena: r.Arena}
	for i := range r.Live {
		b := &r.Live[i]
		l.Buffers = append(l.Buffers, plots.LiveBuffer{Name: b.Edge, Note: b.Node, Bytes: b.Bytes})
	}
	if r.LiveRest.Bytes > 0 {
		l.Buffers = append(l.Buffers, plots.LiveBuffer{Name: fmt.Sprintf("%d more", r.LiveRest.Buffers), Bytes: r.LiveRest.Bytes})
	}
	return l
}

func (r *Run) addressMap(of string) plots.AddressMap {
	m := plots.AddressMap{
		Of: of, Run: fmt.Sprintf("%s, %s rows", r.Label, style.Count(float64(r.Rows))),
		Steps: int64(r.Steps), Peak: int64(r.PeakStep), Arena: r.Arena, Lower: r.LowerBound,
	}
	for i := range r.Placements {
		b := &r.Placements[i]
		m.Buffers = append(m.Buffers, plots.PlacedBuffer{Name: b.Edge, Offset: b.Offset, Bytes: b.Bytes, First: int64(b.First), Last: int64(b.Last)})
	}
	return m
}
