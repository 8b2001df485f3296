package circuit

import "strings"

// ID names a term of the report: the same memory has the same name in reports of
// other workloads and versions of a circuit, and no other has it.
func (r *Report) ID(t *Term) string {
	parts := append(make([]string, 0, 4), string(t.Class))
	switch {
	case t.State >= 0:
		parts = append(parts, r.Circuit.States[t.State].ID)
	case t.Class == WorkspaceClass:
		parts = append(parts, t.Family)
	case t.Class == Activations:
		// An edge has a name of its own, and so has a buffer.
	case t.Node >= 0:
		parts = append(parts, r.Circuit.Nodes[t.Node].ID)
		if t.rule != nil {
			if w := r.Circuit.Nodes[t.Node].Weights[t.weight].Name; w != "" {
				parts = append(parts, w)
			}
		}
	}
	if t.Name != "" {
		parts = append(parts, t.Name)
	}
	return strings.Join(parts, "/")
}

// IsCopy reports whether the term is a copy that a rule makes of a weight.
func (t *Term) IsCopy() bool { return t.rule != nil }

// Site is where the copy is made, file:line; "" for what is none.
func (t *Term) Site() string {
	if t.rule == nil {
		return ""
	}
	return t.rule.Site
}

// Leader is the largest class of the device total, the first of equals: what to
// look at where the budget is short.
func (t *Totals) Leader() Class {
	most := DeviceClasses()[0]
	for _, c := range DeviceClasses() {
		if t.Of(c) > t.Of(most) {
			most = c
		}
	}
	return most
}
