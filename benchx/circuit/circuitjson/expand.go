package circuitjson

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// expander makes a circuit of a file: it checks the blocks, places them, and then
// spells them out, in a time that is linear in what comes of it.
type expander struct {
	*file
	r         *reader
	instances []instance
	items     int
	stream    int // the edge by which the stream goes on; -1: none yet

	edgeCount, stateCount, nodeCount int

	edges, states map[string]int // index by whole id
}

// expand returns the circuit that a file describes; what is wrong goes to the
// reader.
func expand(f *file, r *reader) *circuit.Circuit {
	x := &expander{file: f, r: r}
	for _, step := range []func(){x.prepare, x.place, x.name, x.link, x.spell, x.hold} {
		if step(); len(r.faults) > 0 {
			return nil
		}
	}
	return &x.Circuit
}

// name gives every edge and state its whole id.
func (x *expander) name() {
	x.Edges, x.States = make([]circuit.Edge, x.edgeCount), make([]circuit.State, x.stateCount)
	x.edges, x.states = make(map[string]int, x.edgeCount), make(map[string]int, x.stateCount)
	for i := range x.instances {
		at := &x.instances[i]
		for j := range at.edges {
			e := at.edge + j
			x.Edges[e] = at.edges[j].Edge
			x.Edges[e].ID = at.prefix + at.edges[j].id.text
			if top, taken := x.edges[x.Edges[e].ID]; taken {
				x.r.fault(x.top.edges[top].id.at, "%s has an edge of this id", strings.TrimSuffix(at.prefix, "."))
				return
			}
			x.edges[x.Edges[e].ID] = e
		}
		for j := range at.states {
			s := at.state + j
			x.States[s] = at.stateOf(j)
			if top, taken := x.states[x.States[s].ID]; taken {
				x.r.fault(x.top.states[top].id.at, "%s has a state of this id", strings.TrimSuffix(at.prefix, "."))
				return
			}
			x.states[x.States[s].ID] = s
		}
	}
}

// stateOf returns a state of the instance, not yet linked to another.
func (at *instance) stateOf(j int) circuit.State {
	s, id := at.states[j].State, at.states[j].id.text
	s.ID = at.prefix + id
	if at.prefix != "" {
		s.Local, s.Block, s.Layer, s.Section = id, at.name.text, at.layer, at.section
	}
	return s
}

// link is what a name in a block means: an edge or state of the same instance,
// the stream, or one of the whole circuit.
type link int

const (
	noLink     link = -1
	streamLink link = -2
	wholeLink  link = -3 // and below: -3 - index
)

// links are those of a block, the same for each of its instances.
type links struct {
	over, of               []link // of each edge, of each state
	inputs, outputs, state [][]link
}

// link finds what the names in each block mean.
func (x *expander) link() {
	x.linkBlock(&x.top)
	for _, name := range slices.Sorted(maps.Keys(x.blocks)) {
		x.linkBlock(x.blocks[name])
	}
}

func (x *expander) linkBlock(b *block) {
	b.to = links{over: make([]link, len(b.edges)), of: make([]link, len(b.states))}
	for i := range b.edges {
		b.to.over[i] = noLink
		if w := b.edges[i].over; w.text != "" {
			b.to.over[i] = x.edgeLink(b, w)
		}
	}
	for i := range b.states {
		b.to.of[i] = noLink
		if w := b.states[i].of; w.text != "" {
			b.to.of[i] = x.stateLink(b, w)
		}
	}
	for i := range b.nodes {
		n := &b.nodes[i]
		b.to.inputs = append(b.to.inputs, x.edgeLinks(b, n.inputs))
		b.to.outputs = append(b.to.outputs, x.edgeLinks(b, n.outputs))
		accesses := make([]link, len(n.states))
		for j := range n.states {
			accesses[j] = x.stateLink(b, n.states[j].state)
		}
		b.to.state = append(b.to.state, accesses)
	}
}

func (x *expander) edgeLinks(b *block, words []word) []link {
	all := make([]link, len(words))
	for i := range words {
		all[i] = x.edgeLink(b, words[i])
	}
	return all
}

func (x *expander) edgeLink(b *block, w word) link {
	if i, ok := b.edge[w.text]; ok {
		return link(i)
	}
	if w.text == b.in.text && w.text != "" {
		return streamLink
	}
	if i, ok := x.edges[w.text]; ok {
		return wholeLink - link(i)
	}
	if len(x.r.faults) <= maxFaults {
		x.r.fault(w.at, "unknown edge %s%s", quote(w.text), didYouMean(w.text, likely(b.in.text, b.edge, x.top.edge)))
	}
	return noLink
}

func (x *expander) stateLink(b *block, w word) link {
	if i, ok := b.state[w.text]; ok {
		return link(i)
	}
	if i, ok := x.states[w.text]; ok {
		return wholeLink - link(i)
	}
	if len(x.r.faults) <= maxFaults {
		x.r.fault(w.at, "unknown state %s%s", quote(w.text), didYouMean(w.text, likely("", b.state, x.top.state)))
	}
	return noLink
}

// likely are the names that may have been meant: those of the block, then those
// of the top level.
func likely(in string, own, top map[string]int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, name := range slices.Concat([]string{in}, slices.Sorted(maps.Keys(own)), slices.Sorted(maps.Keys(top))) {
			if name != "" && !yield(name) {
				return
			}
		}
	}
}

// spell writes all nodes out, and what edges and states take from others.
func (x *expander) spell() {
	x.Nodes = make([]circuit.Node, 0, x.nodeCount)
	for i := range x.instances {
		at := &x.instances[i]
		for j, over := range at.to.over {
			x.Edges[at.edge+j].Over = over.edge(at)
		}
		for j, of := range at.to.of {
			x.States[at.state+j].Of = of.state(at)
		}
		for j := range at.nodes {
			x.Nodes = append(x.Nodes, at.nodeOf(j))
		}
	}
}

// hold finds the nodes that buffers belong to.
func (x *expander) hold() {
	ids := map[string]int{}
	if len(x.held) > 0 {
		for i := range x.Nodes {
			ids[x.Nodes[i].ID] = i
		}
	}
	for _, h := range x.held {
		node, ok := ids[h.node.text]
		switch {
		case h.node.text == "":
			node = -1
		case !ok:
			x.r.fault(h.node.at, "unknown node %s", quote(h.node.text))
		}
		h.Node = node
		x.Held = append(x.Held, h.Held)
	}
}

// edge returns the index that a link means in an instance.
func (l link) edge(at *instance) int {
	if l == streamLink {
		return at.in
	}
	return l.from(at.edge)
}

func (l link) state(at *instance) int { return l.from(at.state) }

func (l link) from(first int) int {
	switch {
	case l >= 0:
		return first + int(l)
	case l == noLink:
		return -1
	}
	return int(wholeLink - l)
}

// nodeOf returns a node of the instance.
func (at *instance) nodeOf(j int) circuit.Node {
	template := &at.nodes[j]
	n := template.Node
	n.ID = at.prefix + template.id.text
	n.Inputs, n.Outputs = at.all(at.to.inputs[j]), at.all(at.to.outputs[j])
	for i, l := range at.to.state[j] {
		n.States = append(n.States, circuit.Access{State: l.state(at), Mode: template.states[i].mode})
	}
	if at.prefix == "" {
		return n
	}
	n.Local, n.Block, n.Layer, n.Section = template.id.text, at.name.text, at.layer, at.section
	if n.Group != "" {
		n.Group = at.prefix + n.Group
	}
	n.Weights = slices.Clone(n.Weights)
	for i := range n.Weights {
		w := &n.Weights[i]
		w.Copies = slices.Clone(w.Copies)
		if own, ok := strings.CutPrefix(w.Key, "."); ok {
			w.Key = at.prefix + own
		}
	}
	return n
}

// all returns the edges that links mean, nil for none.
func (at *instance) all(links []link) []int {
	if len(links) == 0 {
		return nil
	}
	edges := make([]int, len(links))
	for i, l := range links {
		edges[i] = l.edge(at)
	}
	return edges
}
