package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// Findings are what else is known of a circuit: answers to inverse questions,
// what would save memory, what was measured. All may be left out.
type Findings struct {
	Answers     []circuit.Answer
	Ladders     []circuit.LadderAnswer
	LeastBudget int64 // under which the workload fits; 0: nobody asked
	Memory      int64 // of the device, of which a budget is a part; 0: unknown
	Savings     []circuit.Saving
	Measured    []Measurement
}

// New makes a document of a report.
func New(r *circuit.Report, h Header, f Findings) *Document {
	d := &Document{
		Schema: Schema,
		Header: h,
		Workload: Workload{
			Counts: orEmptyMap(r.Workload.Counts), Settings: orEmptyMap(r.Workload.Settings), Arena: r.Workload.Arena,
		},
		Totals: totalsOf(&r.Totals),
		Params: r.Params, ParamBytes: r.ParamBytes,
		Peak: -1,

		Refusals: []Refusal{}, Advice: []Saving{}, Measured: append([]Measurement{}, f.Measured...),
	}
	d.Header.Circuit = cmp.Or(h.Circuit, r.Circuit.Arch)
	d.Header.Description = cmp.Or(h.Description, r.Circuit.Description)
	for _, refusal := range r.Refusals {
		d.Refusals = append(d.Refusals, Refusal(refusal))
	}
	d.Nodes = nodesOf(r)
	d.Terms = termsOf(r, d.Nodes)
	d.Runs = runsOf(r)
	if len(d.Runs) > 0 {
		d.Peak = r.Peak
	}
	d.Workspaces = workspacesOf(r)
	d.Answers = answersOf(&f)
	for _, s := range f.Savings {
		d.Advice = append(d.Advice, Saving{s.Knob.Name, s.From, s.To, s.Saves, s.Headroom, s.Fits})
	}
	d.Header.Workload = cmp.Or(h.Workload, wordWorkload(&d.Workload))
	d.Header.Formats = cmp.Or(h.Formats, listFormats(d.Terms))
	return d
}

func orEmptyMap[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return maps.Clone(m)
}

func totalsOf(t *circuit.Totals) Totals {
	return Totals{
		WeightsStored: t.WeightsStored, WeightsOutside: t.WeightsOutside,
		WeightsDerived: t.WeightsDerived, WeightsLeaked: t.WeightsLeaked,
		ActivationsPlanned: t.ActivationsPlanned, Activations: t.Activations,
		Workspace: t.Workspace, WorkspaceWidest: t.WorkspaceWidest,
		States: t.States, Caches: t.Caches, Host: t.Host, Driver: t.Driver,
		Device: t.Device, Budget: t.Budget, Headroom: t.Headroom,
	}
}

func nodesOf(r *circuit.Report) []Node {
	nodes := make([]Node, len(r.Circuit.Nodes))
	for i := range nodes {
		n, b := &r.Circuit.Nodes[i], &r.Nodes[i]
		nodes[i] = Node{
			ID: n.ID, Local: n.Local, Op: n.Op, Block: n.Block, Layer: layerOf(n.Layer), Section: sectionOf(n.Section),
			Stored: b.Stored, Derived: b.Derived, Activations: b.Activations, Workspace: b.Workspace, State: b.State,
			Materialized: b.Materialized,
		}
	}
	return nodes
}

func layerOf(l int) Layer { return Layer(max(l, int(NoLayer))) }

func sectionOf(s circuit.Section) string { return string(cmp.Or(s, circuit.Main)) }

func workspacesOf(r *circuit.Report) []Workspace {
	out := make([]Workspace, len(r.Workspaces))
	for i := range r.Workspaces {
		w := &r.Workspaces[i]
		out[i] = Workspace{
			Family: w.Family, Name: w.Name, Bytes: w.Bytes, Charged: w.Charged, Widest: w.Widest,
			Node: nodeID(r, w.Node), Nodes: w.Nodes,
		}
		if w.Widest > 0 {
			out[i].WidestRun = r.Runs[w.WidestRun].Label
		}
	}
	return out
}

func nodeID(r *circuit.Report, node int) string {
	if node < 0 {
		return ""
	}
	return r.Circuit.Nodes[node].ID
}

func answersOf(f *Findings) []Answer {
	out := []Answer{}
	for i := range f.Answers {
		a := &f.Answers[i]
		out = append(out, Answer{
			Kind: Largest, Name: a.Query.Name, Count: a.Query.Count, Unit: a.Query.Unit, Asked: a.Asked,
			Lo: a.Query.Lo, Hi: a.Query.Hi, Found: a.Found, Value: a.Value, Headroom: a.Headroom,
			Limiter: string(a.Limiter), Next: a.Next, Shortfall: a.Shortfall, Fraction: a.Fraction,
		})
	}
	for i := range f.Ladders {
		a := &f.Ladders[i]
		out = append(out, Answer{
			Kind: Ladder, Name: a.Name, Found: a.Found, Value: a.Largest, AllBelow: a.AllBelow, Limiter: string(a.Limiter),
			Next: a.Above, Shortfall: a.AboveLacks, Miss: a.Miss, MissLacks: a.Shortfall,
		})
	}
	if f.LeastBudget > 0 {
		a := Answer{Kind: LeastBudget, Name: "least budget", Unit: "bytes", Found: true, Value: f.LeastBudget}
		if f.Memory > 0 {
			a.Hi, a.Fraction = f.Memory, float64(f.LeastBudget)/float64(f.Memory)
		}
		out = append(out, a)
	}
	return out
}

// wordWorkload lists what was asked: "batch 4, slots 8, kv_cache_dtype fp8".
func wordWorkload(w *Workload) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(w.Counts)) {
		words = append(words, fmt.Sprintf("%s %d", name, w.Counts[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(w.Settings)) {
		words = append(words, name+" "+w.Settings[name])
	}
	return strings.Join(words, ", ")
}

// listFormats lists the formats of each class in the order in which they appear.
func listFormats(terms []Term) string {
	type use struct {
		what, format string
	}
	seen := map[use]bool{}
	of := map[string][]string{}
	for i := range terms {
		u := use{formatGroup(terms[i].Class), terms[i].Format}
		if u.format == "" || seen[u] {
			continue
		}
		seen[u] = true
		of[u.what] = append(of[u.what], u.format)
	}
	var words []string
	for _, what := range []string{"weights", "activations", "states", "caches"} {
		if len(of[what]) > 0 {
			words = append(words, what+" "+strings.Join(of[what], ", "))
		}
	}
	return strings.Join(words, "; ")
}

func formatGroup(c circuit.Class) string {
	switch c {
	case circuit.WeightsStored, circuit.WeightsDerived:
		return "weights"
	case circuit.HostClass:
		return "caches"
	}
	return string(c)
}
