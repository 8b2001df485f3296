package circuit

import (
	"fmt"
	"slices"
)

// Model is a circuit that was checked, ready to be evaluated under any number of
// workloads. It may be used by several goroutines.
type Model struct {
	c         *Circuit
	producer  []int   // of each edge; -1: none
	consumers [][]int // of each edge, in order of execution
	family    []int   // of each node; -1: none
	owner     []int   // of each state: the node that updates or writes it; -1: none
	first     []int   // of each workspace of all families, by family
}

// Compile checks a circuit. The circuit must not change afterwards.
func Compile(c *Circuit) (*Model, error) {
	m := &Model{c: c}
	for _, check := range []func() error{m.checkNames, m.checkNodes, m.checkEdges, m.checkOver, m.checkFamilies, m.checkStates, m.checkHeld} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Circuit returns what was compiled.
func (m *Model) Circuit() *Circuit { return m.c }

// reserved are the names that a run or a node gives.
var reserved = [...]string{"n", "k", "out", "units", "elements"}

func (m *Model) checkNames() error {
	seen := map[string]bool{}
	check := func(what, name string) error {
		switch {
		case !IsName(name):
			return fmt.Errorf("%s %q: a name is a letter or _ and then letters, digits or _, all lower case", what, name)
		case slices.Contains(reserved[:], name):
			return fmt.Errorf("%s %q: the name is taken by what a run or a node gives", what, name)
		case seen[name]:
			return fmt.Errorf("%s %q is there twice", what, name)
		}
		seen[name] = true
		return nil
	}
	for _, name := range sortedKeys(m.c.Dims) {
		if err := check("dimension", name); err != nil {
			return err
		}
		if m.c.Dims[name] < 0 {
			return fmt.Errorf("dimension %q is negative", name)
		}
	}
	for i := range m.c.Counts {
		if err := check("count", m.c.Counts[i].Name); err != nil {
			return err
		}
	}
	for i := range m.c.Queries {
		if q := &m.c.Queries[i]; !IsName(q.Count) || q.Lo < 0 || q.Hi != 0 && q.Hi < q.Lo {
			return fmt.Errorf("query %q: of count %q between %d and %d", q.Name, q.Count, q.Lo, q.Hi)
		}
	}
	return nil
}

func (m *Model) checkNodes() error {
	c := m.c
	m.producer = slices.Repeat([]int{-1}, len(c.Edges))
	m.consumers = make([][]int, len(c.Edges))
	seen := make(map[string]bool, len(c.Nodes))
	for i := range c.Nodes {
		n := &c.Nodes[i]
		switch {
		case n.ID == "":
			return fmt.Errorf("node %d has no id", i)
		case seen[n.ID]:
			return fmt.Errorf("node %s is there twice", n.ID)
		}
		seen[n.ID] = true
		if twice := sameName(n.Weights); twice >= 0 {
			return fmt.Errorf("node %s has two weights named %q", n.ID, n.Weights[twice].Name)
		}
		for _, e := range n.Inputs {
			if e < 0 || e >= len(c.Edges) {
				return fmt.Errorf("node %s reads edge %d of %d", n.ID, e, len(c.Edges))
			}
			m.consumers[e] = append(m.consumers[e], i)
		}
		for _, e := range n.Outputs {
			switch {
			case e < 0 || e >= len(c.Edges):
				return fmt.Errorf("node %s writes edge %d of %d", n.ID, e, len(c.Edges))
			case m.producer[e] >= 0:
				return fmt.Errorf("edge %s is written by %s and by %s", c.Edges[e].ID, c.Nodes[m.producer[e]].ID, n.ID)
			}
			m.producer[e] = i
		}
	}
	return nil
}

// sameName returns the first weight that has the name of one before it, -1 where
// there is none.
func sameName(weights []Weight) int {
	if len(weights) < 2 {
		return -1
	}
	seen := make(map[string]bool, len(weights))
	for i := range weights {
		if seen[weights[i].Name] {
			return i
		}
		seen[weights[i].Name] = true
	}
	return -1
}

func (m *Model) checkEdges() error {
	seen := make(map[string]bool, len(m.c.Edges))
	for e := range m.c.Edges {
		switch id := m.c.Edges[e].ID; {
		case id == "":
			return fmt.Errorf("edge %d has no id", e)
		case seen[id]:
			return fmt.Errorf("edge %s is there twice", id)
		case m.c.Edges[e].Dim.Absent():
			return fmt.Errorf("edge %s has no dim", id)
		default:
			seen[id] = true
		}
		p := m.producer[e]
		if readers := m.consumers[e]; len(readers) > 0 && readers[0] <= p {
			return fmt.Errorf("node %s reads edge %s before %s writes it: nodes stand in the order in which they run",
				m.c.Nodes[readers[0]].ID, m.c.Edges[e].ID, m.c.Nodes[p].ID)
		}
	}
	return nil
}

// checkOver refuses memory that is taken over while it is still read.
func (m *Model) checkOver() error {
	c := m.c
	heir := make(map[int]int)
	for e := range c.Edges {
		over := c.Edges[e].Over
		if over < 0 {
			continue
		}
		switch {
		case over >= len(c.Edges) || over == e:
			return fmt.Errorf("edge %s takes over edge %d of %d", c.Edges[e].ID, over, len(c.Edges))
		case m.producer[e] < 0:
			return fmt.Errorf("edge %s takes over %s and is written by no node", c.Edges[e].ID, c.Edges[over].ID)
		case c.Edges[over].Output:
			return fmt.Errorf("edge %s takes over %s, which the caller reads at the end", c.Edges[e].ID, c.Edges[over].ID)
		}
		if before, ok := heir[over]; ok {
			return fmt.Errorf("edges %s and %s both take over %s", c.Edges[before].ID, c.Edges[e].ID, c.Edges[over].ID)
		}
		heir[over] = e
		if m.producer[over] >= m.producer[e] {
			return fmt.Errorf("edge %s takes over %s, which is written later", c.Edges[e].ID, c.Edges[over].ID)
		}
		if readers := m.consumers[over]; len(readers) > 0 && readers[len(readers)-1] > m.producer[e] {
			return fmt.Errorf("edge %s takes over %s, which node %s reads later",
				c.Edges[e].ID, c.Edges[over].ID, c.Nodes[readers[len(readers)-1]].ID)
		}
	}
	return nil
}

func (m *Model) checkHeld() error {
	for i := range m.c.Held {
		if h := &m.c.Held[i]; h.Node >= len(m.c.Nodes) || h.Bytes.Absent() {
			return fmt.Errorf("buffer %s: of node %d of %d, with %q bytes", h.Name, h.Node, len(m.c.Nodes), h.Bytes)
		}
	}
	return nil
}

func (m *Model) checkFamilies() error {
	c := m.c
	byName, byOp := map[string]int{}, map[string]int{}
	for i := range c.Families {
		f := &c.Families[i]
		if _, twice := byName[f.Name]; twice {
			return fmt.Errorf("family %q is there twice", f.Name)
		}
		byName[f.Name] = i
		for _, op := range f.Ops {
			if other, twice := byOp[op]; twice {
				return fmt.Errorf("op %q is of family %s and of family %s", op, c.Families[other].Name, f.Name)
			}
			byOp[op] = i
		}
		m.first = append(m.first, m.workspaceCount())
	}
	m.family = make([]int, len(c.Nodes))
	for i := range c.Nodes {
		name, found := c.Nodes[i].Family, false
		if name == "" {
			m.family[i], found = byOp[c.Nodes[i].Op]
		} else if m.family[i], found = byName[name]; !found {
			return fmt.Errorf("node %s is of family %q, which is not there", c.Nodes[i].ID, name)
		}
		if !found {
			m.family[i] = -1
		}
	}
	return nil
}

// workspaceCount returns how many workspaces the families before the next have.
func (m *Model) workspaceCount() int {
	if len(m.first) == 0 {
		return 0
	}
	last := len(m.first) - 1
	return m.first[last] + len(m.c.Families[last].Workspaces)
}

// checkStates holds every state to single ownership, so that what nodes own adds
// up to what there is.
func (m *Model) checkStates() error {
	c := m.c
	m.owner = slices.Repeat([]int{-1}, len(c.States))
	reads, snapshots := make([]int, len(c.States)), make([]int, len(c.States))
	for i := range c.Nodes {
		for _, a := range c.Nodes[i].States {
			if a.State < 0 || a.State >= len(c.States) {
				return fmt.Errorf("node %s has state %d of %d", c.Nodes[i].ID, a.State, len(c.States))
			}
			s := &c.States[a.State]
			if s.Kind.IsCache() {
				return fmt.Errorf("node %s touches %s: a cache is not part of a layer", c.Nodes[i].ID, s.ID)
			}
			switch a.Mode {
			case Read:
				reads[a.State]++
			case Snapshot:
				snapshots[a.State]++
			case Write, Update:
				if want := ownMode(s.Kind); a.Mode != want {
					return fmt.Errorf("node %s has access %q to %s, a %s state: want %q", c.Nodes[i].ID, a.Mode, s.ID, s.Kind, want)
				}
				if owner := m.owner[a.State]; owner >= 0 {
					return fmt.Errorf("state %s is owned by %s and by %s: one node may %s it", s.ID, c.Nodes[owner].ID, c.Nodes[i].ID, a.Mode)
				}
				m.owner[a.State] = i
			default:
				return fmt.Errorf("node %s: unknown access %q to %s, want read, write, update or snapshot", c.Nodes[i].ID, a.Mode, s.ID)
			}
		}
	}
	seen := make(map[string]bool, len(c.States))
	for i := range c.States {
		if err := m.checkState(i, reads[i], snapshots[i]); err != nil {
			return fmt.Errorf("state %s: %w", c.States[i].ID, err)
		}
		if seen[c.States[i].ID] {
			return fmt.Errorf("state %s is there twice", c.States[i].ID)
		}
		seen[c.States[i].ID] = true
	}
	return nil
}

// ownMode is how the node that owns a state accesses it.
func ownMode(k Kind) Mode {
	if k == PagedKV {
		return Write
	}
	return Update
}

func (m *Model) checkState(i, reads, snapshots int) error {
	s := &m.c.States[i]
	if _, ok := kindRules[s.Kind]; !ok {
		return fmt.Errorf("unknown kind %q, want one of %v", s.Kind, Kinds())
	}
	if s.Verify != NoVerify && (s.Kind != Recurrent || s.Verify != HSteps && s.Verify != ConvSteps) {
		return fmt.Errorf("verify %q: want h_steps or conv_steps, of a recurrent state", s.Verify)
	}
	switch {
	case s.Of >= len(m.c.States) || s.Of == i:
		return fmt.Errorf("copies state %d of %d", s.Of, len(m.c.States))
	case s.Of >= 0 && s.Kind != PrefixSnapshot && s.Kind != RingSnapshot:
		return fmt.Errorf("only a snapshot copies a state, this is a %s", s.Kind)
	case s.Of >= 0 && m.c.States[s.Of].Of >= 0:
		return fmt.Errorf("copies %s, which is itself a copy", m.c.States[s.Of].ID)
	case s.Kind.IsCache():
		return nil
	case m.owner[i] < 0:
		return fmt.Errorf("no node has access %q to it", ownMode(s.Kind))
	case s.Kind == PagedKV && reads == 0:
		return fmt.Errorf("no node reads it")
	case s.Kind == PagedKV && snapshots > 0:
		return fmt.Errorf("a paged pool cannot be snapshotted")
	case s.Kind == Recurrent && reads > 0:
		return fmt.Errorf("a recurrent state is updated, not read")
	case snapshots > 1:
		return fmt.Errorf("snapshotted by %d nodes", snapshots)
	case snapshots == 1 && s.Verify == NoVerify:
		return fmt.Errorf("snapshotted but has no verify rule: h_steps or conv_steps")
	}
	return nil
}
