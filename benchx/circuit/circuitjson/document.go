package circuitjson

import "github.com/fftstudy/fftstudy/benchx/circuit"

// file is a circuit as it is written, before templates are expanded and names
// resolved. Its Circuit has what needs neither.
type file struct {
	circuit.Circuit
	device   device
	workload workload
	held     []held
	top      block // nodes, edges and states that belong to no block
	blocks   map[string]*block
	layout   *layout
}

type device struct {
	memory int64
	util   string // decimal, "" for none
	driver circuit.Driver
}

type workload struct {
	circuit.Workload
	budget word // "" where the file has none
}

func (w *workload) isThere() bool {
	return len(w.Counts) > 0 || len(w.Settings) > 0 || w.Budget != 0 || w.budget.text != "" || w.Arena != nil
}

type held struct {
	circuit.Held
	node word // "" for the caller
}

// layout says which blocks there are, in the order in which they run.
type layout struct {
	at                        int
	prologue, epilogue, draft []word
	layers                    []group
}

// layers are a number of equal layers.
type layers struct {
	kind   string // for people
	count  int64
	blocks []word
}

// group is a number of equal layers, or a period of such that repeats.
type group struct {
	layers
	repeat int64
	period []layers
}

// block is a template; names within it are local to each of its instances.
type block struct {
	name    word
	in, out word // the stream's edge as the block calls it, and the edge by which it goes on
	states  []state
	edges   []edge
	nodes   []node

	edge, state map[string]int // index by id, within the block
	items       int            // that an instance has, for the limit
	to          links
}

type node struct {
	circuit.Node
	id              word
	inputs, outputs []word
	states          []access
}

type access struct {
	state word
	mode  circuit.Mode
}

type edge struct {
	circuit.Edge
	id   word
	over word
}

type state struct {
	circuit.State
	id word
	of word
}
