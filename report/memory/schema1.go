package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// The file of schema 1. Its lists know neither where a state belongs nor what
// lives in the arena, and its nodes' activations and workspaces do not add up to
// the totals.
type (
	schema1 struct {
		Schema     int               `json:"schema"`
		Header     map[string]string `json:"header"`
		Nodes      []schema1Node     `json:"nodes"`
		States     []schema1State    `json:"states"`
		Runs       []schema1Run      `json:"runs"`
		Workspaces []schema1Scratch  `json:"workspaces"`
		Totals     schema1Totals     `json:"totals"`
		Inverse    *schema1Inverse   `json:"inverse,omitempty"`
	}
	schema1Node struct {
		Node        string        `json:"node"`
		Op          string        `json:"op"`
		Layer       *int          `json:"layer"`
		Stored      int64         `json:"stored"`
		Derived     []schema1Copy `json:"derived"`
		Activations int64         `json:"activations"` // materialized
		Workspace   int64         `json:"workspace"`   // the largest of its family
		State       int64         `json:"state"`
	}
	schema1Copy struct {
		Rule   string `json:"rule"`
		Bytes  int64  `json:"bytes"`
		Leaked bool   `json:"leaked"`
	}
	// schema1State is a holding of a state, or a cache with a kind instead.
	schema1State struct {
		State    string  `json:"state"`
		Holding  *string `json:"holding,omitempty"`
		Lifetime *string `json:"lifetime,omitempty"`
		Kind     *string `json:"kind,omitempty"`
		Host     *bool   `json:"host,omitempty"`
		Dtype    string  `json:"dtype"`
		Units    int64   `json:"units"`
		Bytes    int64   `json:"bytes"`
	}
	schema1Run struct {
		Label        string `json:"label"`
		Rows         int64  `json:"rows"`
		Arena        int64  `json:"arena"`
		Materialized int64  `json:"materialized"`
	}
	schema1Scratch struct {
		Family string `json:"family"`
		Name   string `json:"name"`
		Bytes  int64  `json:"bytes"`
		Arena  bool   `json:"arena"`
		Nodes  int    `json:"nodes"`
	}
	schema1Totals struct {
		WeightsStored      int64  `json:"weights_stored"`
		WeightsOutside     int64  `json:"weights_outside"`
		WeightsDerived     int64  `json:"weights_derived"`
		WeightsLeaked      int64  `json:"weights_leaked"`
		ActivationsPlanned int64  `json:"activations_planned"`
		Activations        int64  `json:"activations"`
		Workspace          int64  `json:"workspace"`
		States             int64  `json:"states"`
		Caches             int64  `json:"caches"`
		Host               int64  `json:"host"`
		Driver             int64  `json:"driver"`
		Device             int64  `json:"device"`
		Budget             int64  `json:"budget"`
		Headroom           string `json:"headroom"` // decimal
	}
	schema1Inverse struct {
		MaxConcurrency *struct {
			ISL         int64  `json:"isl"`
			OSL         int64  `json:"osl"`
			Concurrency *int64 `json:"concurrency"`
		} `json:"max_concurrency,omitempty"`
		MaxISL *struct {
			Concurrency int64  `json:"concurrency"`
			OSL         int64  `json:"osl"`
			ISL         *int64 `json:"isl"`
		} `json:"max_isl,omitempty"`
		KVPool *struct {
			Blocks       int64 `json:"blocks"`
			Tokens       int64 `json:"tokens"`
			NeededBlocks int64 `json:"needed_blocks"`
		} `json:"kv_pool,omitempty"`
	}
)

// readSchema1 turns a file of schema 1 into a document of the same sums.
func readSchema1(text []byte) (*Document, error) {
	var f schema1
	if err := decode(text, &f); err != nil {
		return nil, err
	}
	d := &Document{
		Schema: Schema, FromSchema: 1, Header: f.header(),
		Workload: Workload{Counts: map[string]int64{}, Settings: map[string]string{}},
		Refusals: []Refusal{}, Answers: f.Inverse.answers(), Advice: []Saving{}, Measured: []Measurement{},
	}
	var err error
	if d.Totals, err = f.Totals.totals(); err != nil {
		return nil, err
	}
	f.weights(d)
	f.activations(d)
	if err := f.workspaces(d); err != nil {
		return nil, err
	}
	if err := f.states(d); err != nil {
		return nil, err
	}
	if f.Totals.Driver > 0 {
		d.Terms = append(d.Terms, Term{Class: circuit.DriverClass, Kind: Driver, Name: "driver", Layer: NoLayer, Lifetime: processLife, Bytes: f.Totals.Driver})
	}
	seen := make(map[string]int, len(d.Terms))
	for i := range d.Terms {
		t := &d.Terms[i]
		t.Charged = t.Class != circuit.HostClass
		t.ID = uniqueID(seen, joinID(string(t.Class), t.Family, cmp.Or(t.State, t.Node), t.Name))
	}
	return d, d.Validate()
}

func joinID(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "/")
}

func (f *schema1) header() Header {
	h := Header{Circuit: cmp.Or(f.Header["circuit"], f.Header["checkpoint"], "report of schema 1")}
	for _, key := range slices.Sorted(maps.Keys(f.Header)) {
		h.Lines = append(h.Lines, Line{key, f.Header[key]})
	}
	return h
}

func (t *schema1Totals) totals() (Totals, error) {
	headroom, err := strconv.ParseInt(t.Headroom, 10, 64)
	if err != nil {
		return Totals{}, fmt.Errorf("totals.headroom: want a whole number of 63 bits, not %q", t.Headroom)
	}
	return Totals{
		WeightsStored: t.WeightsStored, WeightsOutside: t.WeightsOutside,
		WeightsDerived: t.WeightsDerived, WeightsLeaked: t.WeightsLeaked,
		ActivationsPlanned: t.ActivationsPlanned, Activations: t.Activations,
		Workspace: t.Workspace, WorkspaceWidest: t.Workspace, // each was charged in its own widest run
		States: t.States, Caches: t.Caches, Host: t.Host, Driver: t.Driver,
		Device: t.Device, Budget: t.Budget, Headroom: headroom,
	}, nil
}

func (f *schema1) weights(d *Document) {
	if f.Totals.WeightsOutside > 0 {
		d.Terms = append(d.Terms, Term{
			Class: circuit.WeightsStored, Kind: Outside, Name: "outside the circuit", Layer: NoLayer,
			Lifetime: string(circuit.ModelLife), Bytes: f.Totals.WeightsOutside,
		})
	}
	d.Nodes = make([]Node, len(f.Nodes))
	for i := range f.Nodes {
		from, n := &f.Nodes[i], &d.Nodes[i]
		*n = Node{ID: from.Node, Op: from.Op, Stored: from.Stored, Materialized: from.Activations}
		n.Block, n.Local, n.Layer, n.Section = placeOf(from.Node, from.Layer)
		of := Term{
			Class: circuit.WeightsStored, Kind: Parameter, Node: n.ID, Block: n.Block, Local: n.Local, Layer: n.Layer, Section: n.Section,
			Op: n.Op, Lifetime: string(circuit.ModelLife), Bytes: from.Stored,
		}
		if of.Bytes > 0 {
			d.Terms = append(d.Terms, of)
		}
		for _, c := range from.Derived {
			of.Class, of.Kind, of.Name, of.Bytes, of.Leaked = circuit.WeightsDerived, Copied, c.Rule, c.Bytes, c.Leaked
			d.Terms = append(d.Terms, of)
			n.Derived += c.Bytes // Validate finds what overflows
		}
	}
}

// placeOf finds out where a node or state belongs by its id, which begins with
// the layer, or with the section where that is the draft.
func placeOf(id string, layer *int) (block, local string, l Layer, section string) {
	if layer == nil {
		if strings.HasPrefix(id, "draft.") {
			return "", "", NoLayer, string(circuit.Draft)
		}
		return "", "", NoLayer, string(circuit.Main)
	}
	l = layerOf(*layer)
	rest, ok := strings.CutPrefix(id, fmt.Sprintf("l%d.", *layer))
	if ok {
		if b, inner, ok := strings.Cut(rest, "."); ok {
			block, local = b, inner
		}
	}
	return block, local, l, string(circuit.Main)
}

func (f *schema1) activations(d *Document) {
	kind := Planned
	if f.Totals.Activations != f.Totals.ActivationsPlanned {
		kind = Arena
	}
	if f.Totals.Activations > 0 {
		d.Terms = append(d.Terms, Term{
			Class: circuit.Activations, Kind: kind, Name: "arena", Layer: NoLayer, Lifetime: runLife, Bytes: f.Totals.Activations,
		})
	}
	d.Runs, d.Peak = make([]Run, len(f.Runs)), -1
	for i, r := range f.Runs {
		d.Runs[i] = Run{
			Label: r.Label, Rows: r.Rows, Arena: r.Arena, Gap: r.Arena, Materialized: r.Materialized,
			Timeline: []int64{}, Live: []Buffer{}, Placements: []Buffer{},
		}
		if d.Peak < 0 || r.Arena > d.Runs[d.Peak].Arena {
			d.Peak = i
		}
	}
}

// workspaces finds out whether those of the arena are charged: by the total.
func (f *schema1) workspaces(d *Document) error {
	all, without := int64(0), int64(0)
	for i, w := range f.Workspaces {
		err := addTo(&all, w.Bytes)
		if err == nil && !w.Arena {
			err = addTo(&without, w.Bytes)
		}
		if err != nil {
			return fmt.Errorf("workspaces[%d]: %w", i, err)
		}
	}
	if f.Totals.Workspace != all && f.Totals.Workspace != without {
		return fmt.Errorf("totals.workspace: %d is said, and the workspaces come to %d, or %d without those of the arena",
			f.Totals.Workspace, all, without)
	}
	d.Workspaces = make([]Workspace, len(f.Workspaces))
	for i, w := range f.Workspaces {
		charged := !w.Arena || f.Totals.Workspace == all
		d.Workspaces[i] = Workspace{Family: w.Family, Name: w.Name, Bytes: w.Bytes, Charged: charged, Widest: w.Bytes, Nodes: w.Nodes}
		if charged && w.Bytes > 0 {
			d.Terms = append(d.Terms, Term{
				Class: circuit.WorkspaceClass, Kind: Scratch, Name: w.Name, Family: w.Family, Layer: NoLayer, Lifetime: runLife, Bytes: w.Bytes,
			})
		}
	}
	return nil
}

func (f *schema1) states(d *Document) error {
	for i := range f.States {
		s := &f.States[i]
		t := Term{Class: circuit.States, State: s.State, Format: s.Dtype, Units: s.Units, Bytes: s.Bytes, Layer: NoLayer, Section: string(circuit.Main)}
		switch {
		case s.Kind == nil && s.Host == nil && s.Holding != nil && s.Lifetime != nil:
			t.Kind, t.Holding, t.Lifetime = Kind(circuit.Recurrent), *s.Holding, *s.Lifetime
			if t.Holding == string(circuit.Blocks) {
				t.Kind = Kind(circuit.PagedKV)
			}
		case s.Kind != nil && s.Host != nil && s.Holding == nil && s.Lifetime == nil:
			t.Class, t.Kind, t.Holding = circuit.Caches, Kind(*s.Kind), string(circuit.Cache)
			if *s.Host {
				t.Class, t.Holding = circuit.HostClass, string(circuit.Host)
			}
		default:
			return fmt.Errorf("states[%d]: want holding and lifetime of a state, or kind and host of a cache", i)
		}
		if layer, ok := leadingLayer(s.State); ok {
			t.Block, t.Local, t.Layer, t.Section = placeOf(s.State, &layer)
		} else if strings.HasPrefix(s.State, "draft.") {
			t.Section = string(circuit.Draft)
		}
		t.Name = t.Holding
		d.Terms = append(d.Terms, t)
	}
	return nil
}

// leadingLayer reads the layer off an id such as l3.attn.h.
func leadingLayer(id string) (int, bool) {
	digits, _, ok := strings.Cut(id, ".")
	if !ok || !strings.HasPrefix(digits, "l") {
		return 0, false
	}
	n, err := strconv.Atoi(digits[1:])
	return n, err == nil && n >= 0
}

func (inv *schema1Inverse) answers() []Answer {
	out := []Answer{}
	if inv == nil {
		return out
	}
	add := func(name, count, unit string, value *int64) {
		a := Answer{Kind: Largest, Name: name, Count: count, Unit: unit}
		if value != nil {
			a.Found, a.Value = true, *value
		}
		out = append(out, a)
	}
	if q := inv.MaxConcurrency; q != nil {
		add(fmt.Sprintf("largest concurrency at isl %d, osl %d", q.ISL, q.OSL), "concurrency", "sequences", q.Concurrency)
	}
	if q := inv.MaxISL; q != nil {
		add(fmt.Sprintf("longest isl at concurrency %d, osl %d", q.Concurrency, q.OSL), "isl", "tokens", q.ISL)
	}
	if q := inv.KVPool; q != nil {
		add("largest KV pool", "blocks", "blocks", &q.Blocks)
		out[len(out)-1].Asked = q.NeededBlocks
	}
	return out
}
