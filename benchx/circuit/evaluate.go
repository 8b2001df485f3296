package circuit

import (
	"fmt"
)

// Evaluate says where the bytes go under a workload; what that leaves open the
// circuit's own workload fills in. Whether it fits is the report's to say: a
// workload over its budget or limits is no error.
func (m *Model) Evaluate(w Workload) (*Report, error) {
	w = m.c.Workload.With(w)
	names, err := m.names(w)
	if err != nil {
		return nil, err
	}
	ev := &evaluation{
		Model: m, scope: newScope(names),
		r: &Report{
			Circuit: m.c, Workload: w, Names: names, Nodes: make([]NodeBytes, len(m.c.Nodes)),
			Terms: make([]Term, 0, len(m.c.Nodes)+len(m.c.States)),
		},
	}
	for _, part := range []func() error{ev.weights, ev.runs, ev.states, ev.driver, ev.total, ev.limits} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return ev.r, nil
}

// evaluation is one evaluation in progress.
type evaluation struct {
	*Model
	scope *scope
	r     *Report
}

// charge adds a term to the report, to its class and to its node.
func (ev *evaluation) charge(t Term) error {
	ev.r.Terms = append(ev.r.Terms, t)
	row := ev.r.Totals.of(t.Class)
	var err error
	if *row, err = add(*row, t.Bytes); err != nil {
		return fmt.Errorf("%s: %w", t.Class, err)
	}
	if t.Leaked {
		ev.r.Totals.WeightsLeaked += t.Bytes // a part of the row above
	}
	if t.Node < 0 {
		return nil
	}
	n := &ev.r.Nodes[t.Node]
	switch t.Class { // parts of the sum above, so none overflows
	case WeightsStored:
		n.Stored += t.Bytes
	case WeightsDerived:
		n.Derived += t.Bytes
	case Activations:
		n.Activations += t.Bytes
	case WorkspaceClass:
		n.Workspace += t.Bytes
	case States:
		n.State += t.Bytes
	}
	return nil
}

// driverShare names the part of the driver that grows with the budget.
const driverShare = "share of the budget"

func (ev *evaluation) driver() error {
	d := &ev.c.Driver
	share, err := mul(ev.r.Workload.Budget/1000, d.PerMille)
	if err != nil {
		return fmt.Errorf("driver: %w", err)
	}
	for _, part := range []struct {
		name  string
		bytes int64
	}{{"fixed", d.Fixed}, {driverShare, share}, {"slack", d.Slack}} {
		if part.bytes < 0 {
			return fmt.Errorf("driver: %s is negative: %d", part.name, part.bytes)
		}
		if part.bytes == 0 {
			continue
		}
		if err := ev.charge(Term{Class: DriverClass, Node: -1, State: -1, Name: part.name, Bytes: part.bytes}); err != nil {
			return err
		}
	}
	return nil
}

func (ev *evaluation) total() error {
	t := &ev.r.Totals
	for _, c := range DeviceClasses() {
		var err error
		if t.Device, err = add(t.Device, t.Of(c)); err != nil {
			return fmt.Errorf("device total: %w", err)
		}
	}
	if t.Budget = ev.r.Workload.Budget; t.Budget < 0 {
		return fmt.Errorf("the budget is negative: %d", t.Budget)
	}
	t.Headroom = t.Budget - t.Device
	return nil
}

func (ev *evaluation) limits() error {
	for i := range ev.c.Limits {
		l := &ev.c.Limits[i]
		value, err := l.Value.eval(ev.scope)
		if err != nil {
			return fmt.Errorf("limit %s: %w", l.Name, err)
		}
		most, err := l.Most.eval(ev.scope)
		if err != nil {
			return fmt.Errorf("limit %s: %w", l.Name, err)
		}
		if value > most {
			ev.r.Refusals = append(ev.r.Refusals, Refusal{l.Name, value, most})
		}
	}
	return nil
}
