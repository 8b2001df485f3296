package memory

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// overview has several documents side by side: the classes that any of them has,
// what was predicted in all and, where one was measured, that and the error.
func overview(docs []*Document, o TextOptions) (*part, error) {
	t := &table{columns: []column{{title: "circuit"}, {title: "workload"}}}
	for _, c := range circuit.DeviceClasses() {
		t.columns = append(t.columns, column{title: classWords(c), right: true})
	}
	t.columns = append(t.columns, column{title: "device total", right: true}, column{title: "headroom", right: true},
		column{title: "measured", right: true}, column{title: "error", right: true})
	for _, d := range docs {
		w, err := newWriter(d, o)
		if err != nil {
			return nil, err
		}
		r := row{cells: []cell{foreign(d.Header.Circuit), foreign(d.Header.Workload)}}
		for _, c := range circuit.DeviceClasses() {
			r.cells = append(r.cells, w.bytes(d.Totals.Of(c)))
		}
		headroom := cell{}
		if d.Totals.Budget > 0 {
			headroom = w.bytesOrZero(d.Totals.Headroom)
		}
		r.cells = append(r.cells, w.bytesOrZero(d.Totals.Device), headroom)
		t.rows = append(t.rows, row{cells: append(r.cells, w.measuredTotal()...)})
	}
	t.drop(func(c cell) bool { return isNothing(c) || c.text == style.Missing })
	return &part{title: say("Side by side"), table: t}, nil
}

// measuredTotal is what everything was measured to take, and the error of the
// prediction.
func (w *writer) measuredTotal() []cell {
	for i := range w.Measured {
		m := &w.Measured[i]
		if m.Of != OfDevice {
			continue
		}
		j := judge(*m, w.Totals.Device)
		return []cell{w.bytesOrZero(m.Bytes), own(errorWords(j.Error))}
	}
	return []cell{own(style.Missing), own(style.Missing)}
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
