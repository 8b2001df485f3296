package circuitjson

import (
	"maps"
	"slices"
)

// prepare checks every block on its own.
func (x *expander) prepare() {
	x.index(&x.top)
	names := slices.Sorted(maps.Keys(x.blocks))
	for _, name := range names {
		b := x.blocks[name]
		if !isPlain(name) {
			x.r.fault(b.name.at, "the name of a block is letters, digits, _ and -")
		}
		x.index(b)
		x.indexStream(b)
	}
	switch {
	case x.layout == nil && len(names) > 0:
		x.r.fault(x.blocks[names[0]].name.at, "a layout makes blocks, and there is none")
	case x.layout != nil && len(x.top.nodes) > 0:
		x.r.fault(x.top.nodes[0].id.at, "want either nodes, or blocks and a layout that makes them")
	}
}

// index finds the edges and states of a block by their ids, and counts what an
// instance has.
func (x *expander) index(b *block) {
	b.edge, b.state = make(map[string]int, len(b.edges)), make(map[string]int, len(b.states))
	for i := range b.edges {
		x.indexID(b, b.edge, x.top.edge, "edge", b.edges[i].id, i)
	}
	for i := range b.states {
		x.indexID(b, b.state, x.top.state, "state", b.states[i].id, i)
	}
	nodes := make(map[string]int, len(b.nodes))
	for i := range b.nodes {
		n := &b.nodes[i]
		x.indexID(b, nodes, nil, "node", n.id, i)
		b.items += len(n.inputs) + len(n.outputs) + len(n.states) + len(n.Weights)
		for j := range n.Weights {
			b.items += len(n.Weights[j].Copies)
		}
	}
	b.items += len(b.edges) + len(b.states) + len(b.nodes) + 1
}

// indexID adds an id. Those of a template have no dots, and none that the top
// level has, so that every name means one thing.
func (x *expander) indexID(b *block, ids, top map[string]int, what string, id word, i int) {
	if _, twice := ids[id.text]; twice {
		x.r.fault(id.at, "%s %s is there twice", what, id.text)
	}
	ids[id.text] = i
	switch _, above := top[id.text]; {
	case id.text == "":
		x.r.fault(id.at, "an id is one character at least")
	case b == &x.top:
	case !isPlain(id.text):
		x.r.fault(id.at, "an id in a block is letters, digits, _ and -")
	case above:
		x.r.fault(id.at, "%s %s is one of the top level too", what, id.text)
	}
}

// indexStream checks the names by which a block knows the stream.
func (x *expander) indexStream(b *block) {
	_, own := b.edge[b.in.text]
	if _, top := x.top.edge[b.in.text]; own || top {
		x.r.fault(b.in.at, "%s is an edge: want a name of its own for what comes in", b.in.text)
	}
	if _, ok := b.edge[b.out.text]; b.out.text != "" && !ok {
		x.r.fault(b.out.at, "unknown edge %s%s", quote(b.out.text), didYouMean(b.out.text, maps.Keys(b.edge)))
	}
}
