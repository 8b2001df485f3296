package circuitjson

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// maxItems is how many nodes, edges, states and things that nodes name a circuit
// may have, and how many elements its file: a few lines could ask for more than a
// machine holds.
const maxItems = 1 << 21

// instance is a block in its place.
type instance struct {
	*block
	prefix      string // of ids: "l3.attn."; "" for the top level
	layer       int
	section     circuit.Section
	in          int // the edge of the stream that comes in; -1: none
	edge, state int // the first of its own
}

// place puts the blocks of the layout in their order, after the top level, and
// leads the stream through them.
func (x *expander) place() {
	x.stream = -1
	x.add(instance{block: &x.top, layer: -1})
	if x.layout == nil {
		return
	}
	x.row(x.known(x.layout.prologue), instance{layer: -1})
	x.placeLayers()
	x.row(x.known(x.layout.epilogue), instance{layer: -1})
	x.row(x.known(x.layout.draft), instance{layer: -1, prefix: "draft.", section: circuit.Draft})
	if x.ok() {
		x.refuseUnused()
	}
}

// known returns the blocks of some names.
func (x *expander) known(names []word) []*block {
	blocks := make([]*block, 0, len(names))
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		switch b := x.blocks[name.text]; {
		case b == nil:
			x.r.fault(name.at, "unknown block %s%s", quote(name.text), didYouMean(name.text, maps.Keys(x.blocks)))
			return nil
		case seen[name.text]:
			x.r.fault(name.at, "block %s is there twice: two nodes would have one id", name.text)
			return nil
		default:
			seen[name.text] = true
			blocks = append(blocks, b)
		}
	}
	return blocks
}

func (x *expander) placeLayers() {
	layer := 0
	for i := range x.layout.layers {
		g := &x.layout.layers[i]
		period := g.period
		if len(period) == 0 {
			period = []layers{g.layers}
		}
		blocks := make([][]*block, len(period))
		for j := range period {
			blocks[j] = x.known(period[j].blocks)
		}
		for range g.repeat {
			if x.items++; !x.ok() {
				return
			}
			for j := range period {
				layer = x.equal(blocks[j], period[j].count, layer)
			}
		}
	}
}

// equal places equal layers, numbered from layer on, and returns the next number.
func (x *expander) equal(blocks []*block, count int64, layer int) int {
	for range count {
		if x.items++; !x.ok() {
			break
		}
		x.row(blocks, instance{layer: layer, prefix: "l" + strconv.Itoa(layer) + "."})
		layer++
	}
	return layer
}

// row places one block after the other.
func (x *expander) row(blocks []*block, like instance) {
	for _, b := range blocks {
		next := like
		next.block, next.prefix = b, like.prefix+b.name.text+"."
		if x.add(next); !x.ok() {
			return
		}
	}
}

// add places an instance.
func (x *expander) add(next instance) {
	b := next.block
	if x.items += b.items; !x.ok() {
		return
	}
	next.in, next.edge, next.state = x.stream, x.edgeCount, x.stateCount
	x.edgeCount += len(b.edges)
	x.stateCount += len(b.states)
	x.nodeCount += len(b.nodes)
	if b.in.text != "" && x.stream < 0 {
		x.r.fault(b.in.at, "nothing comes into %s: no block before it has an out", strings.TrimSuffix(next.prefix, "."))
	}
	if b.out.text != "" {
		x.stream = next.edge + b.edge[b.out.text]
	}
	x.instances = append(x.instances, next)
}

// ok reports whether nothing is wrong so far, the size included.
func (x *expander) ok() bool {
	if x.items > maxItems && len(x.r.faults) == 0 {
		at := 0
		if x.layout != nil {
			at = x.layout.at
		}
		x.r.fault(at, "more than %d nodes, edges, states and things that nodes name", maxItems)
	}
	return len(x.r.faults) == 0
}

// refuseUnused refuses a block that the layout forgot.
func (x *expander) refuseUnused() {
	used := make(map[*block]bool, len(x.blocks))
	for i := range x.instances {
		used[x.instances[i].block] = true
	}
	for _, name := range slices.Sorted(maps.Keys(x.blocks)) {
		if b := x.blocks[name]; !used[b] {
			x.r.fault(b.name.at, "the layout does not name this block")
		}
	}
}
