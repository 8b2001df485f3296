package circuit

import (
	"fmt"
	"maps"
	"slices"
)

// weights charges every tensor once, and what is made of it while loading.
func (ev *evaluation) weights() error {
	stored := map[string]bool{}
	if ev.c.Outside < 0 {
		return fmt.Errorf("outside is negative: %d bytes", ev.c.Outside)
	}
	if ev.c.Outside > 0 {
		ev.r.Totals.WeightsOutside = ev.c.Outside
		err := ev.charge(Term{Class: WeightsStored, Node: -1, State: -1, Name: "outside the circuit", Bytes: ev.c.Outside})
		if err != nil {
			return err
		}
	}
	for i := range ev.c.Nodes {
		for j := range ev.c.Nodes[i].Weights {
			if err := ev.weight(i, j, stored); err != nil {
				return fmt.Errorf("node %s: %w", ev.c.Nodes[i].ID, err)
			}
		}
	}
	return nil
}

// weight charges weight j of node i.
func (ev *evaluation) weight(i, j int, stored map[string]bool) error {
	w := &ev.c.Nodes[i].Weights[j]
	if w.Format.Absent() {
		return fmt.Errorf("weight %q has no format", w.Name)
	}
	t := Term{Class: WeightsStored, Node: i, State: -1, Name: w.Name, Format: w.Format, weight: j}
	if err := ev.shape(i, w, &t); err != nil {
		return fmt.Errorf("weight %q: %w", w.Name, err)
	}
	again := w.Shared || w.Key != "" && stored[w.Key]
	if w.Key != "" {
		stored[w.Key] = true
	}
	if !again {
		each, err := ev.tensorBytes(w, &t)
		if err == nil {
			t.Bytes, err = mul(each, t.Number)
		}
		if err != nil {
			return fmt.Errorf("weight %q: %w", w.Name, err)
		}
		if err := ev.count(w, &t); err != nil {
			return fmt.Errorf("weight %q: %w", w.Name, err)
		}
		if w.Derived != "" {
			t.Class, t.Leaked = WeightsDerived, w.Leaked
		}
		if err := ev.charge(t); err != nil {
			return err
		}
	}
	return ev.copies(i, w, t)
}

// tensorBytes returns the bytes of one tensor.
func (ev *evaluation) tensorBytes(w *Weight, t *Term) (int64, error) {
	if w.Bytes.Absent() {
		return w.Format.WeightBytes(t.Rows, t.Width)
	}
	s := *ev.scope
	s.out, s.k = t.Rows, t.Width
	return w.Bytes.eval(&s)
}

// count adds a tensor's numbers to the parameters.
func (ev *evaluation) count(w *Weight, t *Term) error {
	if w.Role != Parameter {
		return nil
	}
	numbers, err := product(t.Rows, t.Width, t.Number)
	if err == nil {
		ev.r.Params, err = add(ev.r.Params, numbers)
	}
	if err == nil {
		ev.r.ParamBytes, err = add(ev.r.ParamBytes, t.Bytes)
	}
	return err
}

// shape fills in how large a weight is and how many of it there are.
func (ev *evaluation) shape(i int, w *Weight, t *Term) (err error) {
	if w.Out.Absent() {
		t.Rows, err = ev.widths(ev.c.Nodes[i].Outputs)
	} else {
		t.Rows, err = w.Out.eval(ev.scope)
	}
	if err != nil {
		return fmt.Errorf("out: %w", err)
	}
	if w.K.Absent() {
		t.Width, err = ev.inputWidth(i)
	} else {
		t.Width, err = w.K.eval(ev.scope)
	}
	if err != nil {
		return fmt.Errorf("k: %w", err)
	}
	if t.Number, err = w.Number.evalOr(ev.scope, 1); err != nil {
		return fmt.Errorf("number: %w", err)
	}
	return nil
}

// widths adds the dims of edges.
func (ev *evaluation) widths(edges []int) (int64, error) {
	if len(edges) == 0 {
		return 0, fmt.Errorf("neither given nor the width of an edge: the node has none")
	}
	sum := int64(0)
	for _, e := range edges {
		dim, err := ev.c.Edges[e].Dim.eval(ev.scope)
		if err == nil {
			sum, err = add(sum, dim)
		}
		if err != nil {
			return 0, fmt.Errorf("edge %s: %w", ev.c.Edges[e].ID, err)
		}
	}
	return sum, nil
}

// inputWidth is the dim of a node's first input.
func (ev *evaluation) inputWidth(i int) (int64, error) {
	inputs := ev.c.Nodes[i].Inputs
	return ev.widths(inputs[:min(1, len(inputs))])
}

// copies charges what is made of a weight while loading: by its own copies, then
// by the circuit's rules.
func (ev *evaluation) copies(i int, w *Weight, of Term) error {
	for j := range w.Copies {
		if err := ev.makeCopy(&w.Copies[j], of); err != nil {
			return err
		}
	}
	for j := range ev.c.Copies {
		rule := &ev.c.Copies[j]
		if !ev.matches(rule, &ev.c.Nodes[i], w) {
			continue
		}
		if err := ev.makeCopy(&rule.Copy, of); err != nil {
			return err
		}
	}
	return nil
}

func (ev *evaluation) makeCopy(c *Copy, of Term) (err error) {
	t := of
	t.Class, t.Name, t.Format, t.Leaked, t.rule = WeightsDerived, c.Rule, c.Format, c.Leaked, c
	each := int64(0)
	if c.Format.Absent() {
		s := *ev.scope
		s.out, s.k = of.Rows, of.Width
		each, err = c.Bytes.eval(&s)
	} else {
		each, err = c.Format.WeightBytes(of.Rows, of.Width)
	}
	if err == nil {
		t.Bytes, err = product(each, of.Number, max(1, c.Count))
	}
	if err != nil {
		return fmt.Errorf("copy %s: %w", c.Rule, err)
	}
	return ev.charge(t)
}

// matches reports whether a rule makes its copy of a weight.
func (ev *evaluation) matches(r *CopyRule, n *Node, w *Weight) bool {
	served := w.Served
	if served.Absent() {
		served = w.Format
	}
	for key, want := range maps.All(r.When) {
		if ev.r.Workload.Settings[key] != want {
			return false
		}
	}
	return among(r.Arch, ev.c.Arch) && among(r.Ops, n.Op) && among(r.Stored, w.Format) && among(r.Served, served) &&
		(r.Section == "" || r.Section == sectionOf(n.Section))
}

// among reports whether a condition, empty for none, holds.
func among[T comparable](want []T, is T) bool { return len(want) == 0 || slices.Contains(want, is) }

// sectionOf names the section of what says none.
func sectionOf(s Section) Section {
	if s == "" {
		return Main
	}
	return s
}
