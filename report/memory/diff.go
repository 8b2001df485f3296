package memory

import (
	"cmp"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// Diff is what a second document takes more or less than a first. Each level
// lists the same difference by something else: its changes add up to that of the
// device totals.
type Diff struct {
	A, B   Side
	Levels []Level
}

// Side is one of the documents.
type Side struct {
	Circuit  string `json:"circuit"`
	Workload string `json:"workload,omitempty"`
	Device   int64  `json:"device"`
	Budget   int64  `json:"budget"`
	Headroom int64  `json:"headroom"`
	Fits     bool   `json:"fits"`
}

// Level is a difference by something.
type Level struct {
	By      Grain    `json:"by"`
	Equal   int      `json:"equal"`   // rows without a difference, which are not listed
	Changes []Change `json:"changes"` // largest first
}

// Grain is what a level has a row for.
type Grain string

// The grains. What is none of their things has a row for each class.
const (
	PerClass     Grain = "class"
	PerNode      Grain = "node" // folded by section, block and local name
	PerState     Grain = "state"
	PerWorkspace Grain = "workspace"
	PerTerm      Grain = "term" // not between schemas
)

// Change is a row of a level that differs.
type Change struct {
	Name string `json:"name"`
	// Rest marks what is none of the level's things: its Name is a class.
	Rest  bool  `json:"rest,omitempty"`
	A     int64 `json:"a"`
	B     int64 `json:"b"`
	InA   bool  `json:"in_a"` // false: it is new
	InB   bool  `json:"in_b"` // false: it is gone
	Delta int64 `json:"delta"`
}

// Delta is how many bytes more B takes than A.
func (d *Diff) Delta() int64 { return d.B.Device - d.A.Device }

// Share is Delta as a share of A: 0 where both take nothing, infinite where only
// A does.
func (d *Diff) Share() float64 {
	switch {
	case d.Delta() == 0:
		return 0
	case d.A.Device == 0:
		return math.Inf(1)
	}
	return float64(d.Delta()) / float64(d.A.Device)
}

// Level returns the level of a grain, nil where there is none.
func (d *Diff) Level(by Grain) *Level {
	for i := range d.Levels {
		if d.Levels[i].By == by {
			return &d.Levels[i]
		}
	}
	return nil
}

// Compare says what b takes more or less than a. Where one of them is of schema
// 1, which does not tell where activations, workspaces and states belong, nodes
// are compared by their weights and terms not at all.
func Compare(a, b *Document) *Diff {
	d := &Diff{A: sideOf(a), B: sideOf(b)}
	old := a.FromSchema == 1 || b.FromSchema == 1
	for _, by := range []Grain{PerClass, PerNode, PerState, PerWorkspace, PerTerm} {
		if by == PerTerm && old {
			continue
		}
		d.Levels = append(d.Levels, level(a, b, by, old))
	}
	return d
}

func sideOf(d *Document) Side {
	return Side{
		Circuit: d.Header.Circuit, Workload: d.Header.Workload, Device: d.Totals.Device,
		Budget: d.Totals.Budget, Headroom: d.Totals.Headroom, Fits: d.Fits(),
	}
}

// thing is what a row of a level stands for.
type thing struct {
	name string
	rest bool
}

// level adds up the terms of both by what they belong to.
func level(a, b *Document, by Grain, old bool) Level {
	at := map[thing]int{}
	var rows []Change
	add := func(d *Document, bytes func(*Change) *int64, in func(*Change) *bool) {
		nodes := d.folds()
		for i := range d.Terms {
			t := &d.Terms[i]
			if !t.Charged {
				continue
			}
			key := thingOf(t, by, nodes, old)
			place, ok := at[key]
			if !ok {
				place = len(rows)
				at[key] = place
				rows = append(rows, Change{Name: key.name, Rest: key.rest})
			}
			*bytes(&rows[place]) += t.Bytes
			*in(&rows[place]) = true
		}
	}
	add(a, func(c *Change) *int64 { return &c.A }, func(c *Change) *bool { return &c.InA })
	add(b, func(c *Change) *int64 { return &c.B }, func(c *Change) *bool { return &c.InB })

	l := Level{By: by, Changes: []Change{}}
	for _, c := range rows {
		c.Delta = c.B - c.A
		if c.Delta == 0 {
			l.Equal++
			continue
		}
		l.Changes = append(l.Changes, c)
	}
	slices.SortStableFunc(l.Changes, func(x, y Change) int {
		return cmp.Or(cmp.Compare(magnitude(y.Delta), magnitude(x.Delta)), cmp.Compare(x.Name, y.Name), compareBool(x.Rest, y.Rest))
	})
	return l
}

func magnitude(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// folds names the row of each node, by its id.
func (d *Document) folds() map[string]string {
	names := make(map[string]string, len(d.Nodes))
	for i := range d.Nodes {
		n := &d.Nodes[i]
		names[n.ID] = foldName(n.Section, n.Block, n.Local, n.ID)
	}
	return names
}

// thingOf returns the row of a term: what the level is by, or its class.
func thingOf(t *Term, by Grain, nodes map[string]string, old bool) thing {
	class := thing{string(t.Class), true}
	switch {
	case by == PerClass:
		return thing{string(t.Class), false}
	case by == PerTerm:
		return thing{t.ID, false}
	case by == PerNode && t.Node != "" && (!old || ofWeights(t.Class)):
		return thing{nodes[t.Node], false}
	case by == PerState && t.State != "":
		return thing{joinID(foldName(t.Section, t.Block, t.Local, t.State), t.Holding), false}
	case by == PerWorkspace && t.Class == circuit.WorkspaceClass:
		return thing{joinID(t.Family, t.Name), false}
	}
	return class
}

func ofWeights(c circuit.Class) bool {
	return c == circuit.WeightsStored || c == circuit.WeightsDerived
}
