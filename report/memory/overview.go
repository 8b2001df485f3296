package memory

import (
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// overview has several documents side by side: the classes that any of them has,
// what was predicted in all and, where one was measured, that and the error.
func overview(docs []*Document, o TextOptions) (*part, error) {
	p := &part{title: say("Predicted, side by side")}
	t := &table{columns: []column{{title: "circuit"}, {title: "workload"}, {title: "device total", right: true, meter: true}}}
	common := commonWorkload(docs)
	if common != "" {
		p.say = append(p.say, say("all with ", prose(common)))
	}
	for _, c := range circuit.DeviceClasses() {
		t.columns = append(t.columns, column{title: classWords(c), right: true})
	}
	for _, title := range []string{"headroom", "measured", "error", "plan", "plan measured", "plan error"} {
		t.columns = append(t.columns, column{title: title, right: true})
	}
	most := int64(1)
	for _, d := range docs {
		most = max(most, d.Totals.Device)
	}
	for _, d := range docs {
		w, err := newWriter(d, o)
		if err != nil {
			return nil, err
		}
		r := row{cells: []cell{foreign(d.Header.Circuit), prose(d.Header.Workload), w.bytesOrZero(d.Totals.Device)}}
		if common != "" {
			r.cells[1] = own(style.Missing)
		}
		for _, c := range circuit.DeviceClasses() {
			r.cells = append(r.cells, w.bytes(d.Totals.Of(c)))
		}
		headroom := cell{}
		if d.Totals.Budget > 0 {
			headroom = w.bytesOrZero(d.Totals.Headroom).badIf(d.Totals.Headroom < 0)
		}
		device, plan := w.measuredOf(OfDevice), w.measuredOf(OfPlan)
		r.cells = slices.Concat(r.cells, []cell{headroom}, device[1:], plan)
		r.bar = bar{0, float64(d.Totals.Device) / float64(most), fullBar}
		t.rows = append(t.rows, r)
	}
	t.drop(func(c cell) bool { return isNothing(c) || c.text == style.Missing })
	p.table = t
	return p, nil
}

// commonWorkload is the workload of all documents, "" where they differ.
func commonWorkload(docs []*Document) string {
	for _, d := range docs {
		if d.Header.Workload != docs[0].Header.Workload {
			return ""
		}
	}
	return docs[0].Header.Workload
}

// measuredOf is what was predicted and measured of something, and the error of
// the prediction.
func (w *writer) measuredOf(of string) []cell {
	for _, j := range w.Judge() {
		if j.Of == of && j.Verdict != Unproven {
			return []cell{w.bytesOrZero(j.Model), w.bytesOrZero(j.Bytes), own(errorWords(j.Error))}
		}
	}
	return []cell{own(style.Missing), own(style.Missing), own(style.Missing)}
}

// errorWords is an error with its sign, "" where there is none.
func errorWords(e float64) string {
	switch {
	case math.IsNaN(e):
		return ""
	case e == 0:
		return "0 %"
	}
	return fmt.Sprintf("%+.2f %%", 100*e)
}
