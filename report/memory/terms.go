package memory

import (
	"fmt"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// Lifetimes beside those of states.
const (
	runLife     = "run"     // given back when the run is over
	processLife = "process" // of the driver
)

// termsOf describes every term of a report. No two have the same ID.
func termsOf(r *circuit.Report, nodes []Node) []Term {
	terms := make([]Term, len(r.Terms))
	seen := make(map[string]int, len(terms)) // how often each id was wanted
	for i := range r.Terms {
		t := &r.Terms[i]
		out := &terms[i]
		*out = Term{
			Class: t.Class, Name: t.Name, Layer: NoLayer, Family: t.Family,
			Holding: string(t.Holding), Lifetime: lifetimeOf(t), Format: t.Format.String(),
			Rows: t.Rows, Width: t.Width, Number: t.Number, Units: t.Units, Elements: t.Elements, Unit: t.Unit,
			Bytes: t.Bytes, Leaked: t.Leaked, Charged: t.Class != circuit.HostClass,
		}
		out.Kind = kindOf(r, t)
		if t.Node >= 0 {
			n := &nodes[t.Node]
			out.Node, out.Block, out.Local, out.Layer, out.Section, out.Op = n.ID, n.Block, n.Local, n.Layer, n.Section, n.Op
		}
		if t.State >= 0 {
			s := &r.Circuit.States[t.State]
			out.State, out.Block, out.Local, out.Layer, out.Section = s.ID, s.Block, s.Local, layerOf(s.Layer), sectionOf(s.Section)
		}
		x := r.Explain(t)
		out.Formula, out.Site, out.Reason = x.Formula, x.Site, x.Reason
		if len(x.Inputs) > 0 {
			out.Inputs = make([]Input, len(x.Inputs))
			for j, in := range x.Inputs {
				out.Inputs[j] = Input(in)
			}
		}
		out.ID = uniqueID(seen, r.ID(t))
	}
	return terms
}

// uniqueID returns an id that was not seen before, with a number behind where it
// was.
func uniqueID(seen map[string]int, id string) string {
	unique := id
	for seen[unique] > 0 {
		seen[id]++
		unique = fmt.Sprintf("%s#%d", id, seen[id])
	}
	seen[unique] = 1
	return unique
}

func lifetimeOf(t *circuit.Term) string {
	switch {
	case t.Lifetime != "":
		return string(t.Lifetime)
	case t.Class == circuit.Activations || t.Class == circuit.WorkspaceClass:
		return runLife
	case t.Class == circuit.DriverClass:
		return processLife
	}
	return string(circuit.ModelLife)
}

func kindOf(r *circuit.Report, t *circuit.Term) Kind {
	switch {
	case t.State >= 0:
		return Kind(r.Circuit.States[t.State].Kind)
	case t.Class == circuit.WorkspaceClass:
		return Scratch
	case t.Class == circuit.DriverClass:
		return Driver
	case t.Class == circuit.Activations:
		return activationKind(r, t)
	case t.IsCopy():
		return Copied
	case t.Node < 0:
		return Outside
	}
	weights := r.Circuit.Nodes[t.Node].Weights
	for i := range weights {
		if weights[i].Name == t.Name && weights[i].Role == circuit.Table {
			return Table
		}
	}
	return Parameter
}

func activationKind(r *circuit.Report, t *circuit.Term) Kind {
	switch {
	case !t.Format.Absent():
		return Activated
	case r.Workload.Arena != nil:
		return Arena
	case len(r.Circuit.Held) > 0:
		return Held
	}
	return Gap
}
