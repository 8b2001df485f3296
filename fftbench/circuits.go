package fftbench

import (
	"fmt"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// The counts that a cell's circuit has.
const (
	CountBatch   = "batch"   // rows of one call
	CountWorkers = "workers" // calls in flight, each with scratch of its own
)

// dimLength names the length of a row in a cell's circuit.
const dimLength = "length"

// runtimeBytes is what a Go program holds that does nothing: the runtime's own
// structures, stacks and the first spans of its heap. It is measured, not
// derived: see TestRuntimeBytes.
const runtimeBytes = 4 << 20

// Circuit describes the cell as a circuit, on machines whose fft.ISA has that
// name; "" is this one's. The stages of a call are its nodes, folding by
// algorithm and kind. What the plan holds are their weights (tables), states and
// buffers, and the caller's data are the edges before the first and after the
// last. Nothing is planned, so a cell that fits no memory has a circuit too.
//
// The buffers are charged as the plan holds them; the planned arena beside them
// says what one would need that shares memory between buffers that are never
// alive together.
func (c Cell) Circuit(isa string) (*circuit.Circuit, error) {
	v, err := known(c.Variant)
	if err != nil {
		return nil, err
	}
	if device, ok := v.run.(onDevice); ok {
		if err := c.check(v); err != nil {
			return nil, err
		}
		return device.circuit(c)
	}
	d, err := c.Describe(isa)
	if err != nil {
		return nil, err
	}
	b := circuitBuilder{cell: c, d: d, at: map[int]int{}, used: map[int]bool{}, c: &circuit.Circuit{
		Arch:        c.Variant,
		Description: describeCell(c, d),
		Dims:        map[string]int64{dimLength: int64(c.N)},
		Runs:        []circuit.Run{{Label: "call", Rows: circuit.MustParse(CountBatch)}},
		Knobs: []circuit.Knob{
			{Name: "half the batch", Count: CountBatch},
			{Name: "one worker less", Count: CountWorkers, Step: 1},
		},
		Limits:   []circuit.Limit{{Name: "longest plan", Value: circuit.MustParse(dimLength), Most: circuit.Number(fft.MaxLen)}},
		Driver:   circuit.Driver{Fixed: runtimeBytes},
		Workload: circuit.Workload{Counts: map[string]int64{CountBatch: int64(c.Batch), CountWorkers: 1}},
	}}
	b.data()
	for i := range d.Stages {
		b.stage(&d.Stages[i])
	}
	if len(b.c.Nodes) > 0 { // the output is there before anything is written to it
		b.c.Nodes[0].Inputs = append(b.c.Nodes[0].Inputs, b.output)
	}
	b.untouched()
	return b.c, nil
}

// Params returns how many numbers define the cell's transform (twiddles, masks,
// weights) and their bytes, as its circuit has them.
func (c Cell) Params() (numbers, bytes int64, err error) {
	r, err := Sizing{Cell: c}.evaluate(circuit.Workload{})
	if err != nil {
		return 0, 0, err
	}
	return r.Params, r.ParamBytes, nil
}

// describeCell says in words what the circuit is of.
func describeCell(c Cell, d *Description) string {
	s := fmt.Sprintf("%s, %s, n = %d, %s", c.Variant, c.Dir, c.N, c.Precision)
	if d.Untold {
		s += "; the library does not tell what its plans hold"
	}
	return s
}

// circuitBuilder makes a circuit of a description.
type circuitBuilder struct {
	cell   Cell
	d      *Description
	c      *circuit.Circuit
	at     map[int]int  // place → the edge that is there
	used   map[int]bool // holdings that some node has
	output int          // the caller's edge
}

// size writes a number of elements, by name where it is the length.
func (b *circuitBuilder) size(count int64) circuit.Expr {
	if count == int64(b.cell.N) {
		return circuit.MustParse(dimLength)
	}
	return circuit.Number(count)
}

// data adds the caller's input and output: they are there from the first stage to
// the last.
func (b *circuitBuilder) data() {
	in, out := &b.d.Input, &b.d.Output
	b.at[fft.InputRow] = b.caller("input", in, b.d.Hop)
	b.output = b.caller("output", out, 0)
	b.at[fft.OutputRow] = b.output
}

// caller adds an edge that belongs to the caller.
func (b *circuitBuilder) caller(name string, data *Data, hop int) int {
	format, per := b.elementFormat(data)
	dim, rows := strconv.FormatInt(int64(data.Row)*per, 10), CountBatch
	if hop > 0 { // rows share samples
		dim, rows = fmt.Sprintf("(%d+less(%s,1)*%d)", int64(data.Row)*per, CountBatch, int64(hop)*per), "1"
	}
	size, _ := format.ElementBytes()
	e := circuit.Edge{ID: name, Format: format, Rows: circuit.MustParse(rows), Dim: circuit.MustParse(dim), Over: -1}
	e.Output = true
	b.c.Held = append(b.c.Held, circuit.Held{
		Name: name + " of the caller", Bytes: circuit.MustParse(fmt.Sprintf("%s*%s*%d", rows, dim, size)), Node: -1,
	})
	b.c.Edges = append(b.c.Edges, e)
	return len(b.c.Edges) - 1
}

// elementFormat returns the format of the caller's elements, and how many numbers
// of it one element is.
func (b *circuitBuilder) elementFormat(data *Data) (circuit.Format, int64) {
	if name, ok := map[string]string{"complex64": "c64", "complex128": "c128", "float32": "f32", "float64": "f64"}[data.Type]; ok {
		return circuit.MustFormat(name), 1
	}
	return circuit.MustFormat("u8"), data.Bytes / max(1, data.Elements)
}

// stage adds a stage as a node.
func (b *circuitBuilder) stage(s *fft.Stage) {
	i := len(b.c.Nodes)
	n := circuit.Node{ID: s.Name, Local: s.Kind, Block: s.Block, Op: s.Kind, Layer: i}
	for _, place := range s.From {
		if e, ok := b.at[place]; ok {
			n.Inputs = append(n.Inputs, e)
		}
		b.hold(&n, i, place)
	}
	for _, place := range s.Reads {
		b.hold(&n, i, place)
	}
	for _, place := range s.To {
		b.hold(&n, i, place)
		if e, ok := b.write(s, place); ok {
			n.Outputs = append(n.Outputs, e)
		}
	}
	b.c.Nodes = append(b.c.Nodes, n)
}

// write adds the edge that a stage leaves at a place. It takes over what was
// there.
func (b *circuitBuilder) write(s *fft.Stage, place int) (edge int, ok bool) {
	e := circuit.Edge{ID: s.Name + " result", Over: -1}
	switch {
	case place == fft.OutputRow:
		out := &b.c.Edges[b.at[place]]
		e.Format, e.Rows, e.Dim, e.Output = out.Format, out.Rows, out.Dim, true
		out.Output = false
	case place >= 0 && b.d.Anatomy.Holdings[place].Kind == fft.Scratch:
		h := &b.d.Anatomy.Holdings[place]
		e.ID += " in " + h.Name
		e.Rows = circuit.MustParse(CountWorkers)
		e.Format, e.Dim = b.partShape(&h.Part)
	default:
		return 0, false
	}
	if before, taken := b.at[place]; taken {
		e.Over = before
	}
	for i := range b.c.Edges {
		if b.c.Edges[i].ID == e.ID { // two parts of one name
			e.ID += " " + strconv.Itoa(place)
			break
		}
	}
	b.c.Edges = append(b.c.Edges, e)
	b.at[place] = len(b.c.Edges) - 1
	return b.at[place], true
}

// hold gives a node what the plan holds at a place: a table to every node that
// reads it, stored once; anything else to the first that touches it.
func (b *circuitBuilder) hold(n *circuit.Node, node, place int) {
	if place < 0 {
		return
	}
	h := &b.d.Anatomy.Holdings[place]
	switch h.Kind {
	case fft.Parameter, fft.Table:
		b.weight(n, h, place)
	case fft.State:
		if !b.used[place] {
			b.state(n, h)
		}
	default:
		if !b.used[place] {
			b.c.Held = append(b.c.Held, circuit.Held{
				Name: b.heldName(h.Name), Bytes: circuit.MustParse(fmt.Sprintf("%s*%d", CountWorkers, max(1, h.Bytes))), Node: node,
			})
		}
	}
	b.used[place] = true
}

// heldName is a name that no other buffer has.
func (b *circuitBuilder) heldName(name string) string {
	used := 1
	for i := range b.c.Held {
		if b.c.Held[i].Name == name || b.c.Held[i].Name == fmt.Sprint(name, " ", used) {
			used++
		}
	}
	if used > 1 {
		return fmt.Sprint(name, " ", used)
	}
	return name
}

func (b *circuitBuilder) weight(n *circuit.Node, h *fft.Holding, place int) {
	key := h.Key
	if key == "" {
		key = strconv.Itoa(place)
	}
	w := circuit.Weight{Name: h.Name, Key: key, Format: b.partFormat(&h.Part), Out: circuit.Number(1), K: b.size(int64(h.Count)), Leaked: h.Leaked}
	if size, _ := w.Format.ElementBytes(); size*int64(h.Count) != h.Bytes {
		w.Bytes = circuit.Number(h.Bytes) // padded
	}
	if h.Kind == fft.Table {
		w.Role = circuit.Table
	}
	if h.Derived {
		w.Derived = "made while planning"
	}
	for i := range n.Weights {
		switch {
		case n.Weights[i].Key == key:
			return // read twice
		case n.Weights[i].Name == w.Name:
			w.Name = fmt.Sprint(h.Name, " ", place)
		}
	}
	n.Weights = append(n.Weights, w)
}

func (b *circuitBuilder) state(n *circuit.Node, h *fft.Holding) {
	s := circuit.State{
		ID: n.ID + "." + h.Name, Local: h.Name, Block: n.Block, Layer: n.Layer, Kind: circuit.Recurrent, Of: -1,
		Units: circuit.MustParse(CountWorkers),
	}
	s.Format, s.Elements = b.partShape(&h.Part)
	b.c.States = append(b.c.States, s)
	n.States = append(n.States, circuit.Access{State: len(b.c.States) - 1, Mode: circuit.Update})
}

// untouched adds a node for what no stage touches: tables that nobody reads, and
// scratch that serves the rows of a batch.
func (b *circuitBuilder) untouched() {
	n := circuit.Node{ID: "rows", Op: "rows", Block: "rows", Layer: -1}
	var scratch []circuit.Workspace
	for place := range b.d.Anatomy.Holdings {
		if b.used[place] {
			continue
		}
		if h := &b.d.Anatomy.Holdings[place]; h.Kind == fft.Scratch {
			scratch = append(scratch, circuit.Workspace{
				Name: fmt.Sprintf("%s %d", h.Name, len(scratch)+1), Reason: "several rows at a time",
				Bytes: []circuit.Expr{circuit.MustParse(fmt.Sprintf("%s*%d", CountWorkers, max(1, h.Bytes)))},
			})
			continue
		}
		b.hold(&n, len(b.c.Nodes), place)
	}
	if len(scratch) > 0 {
		n.Family = "rows of a batch"
		b.c.Families = []circuit.Family{{Name: n.Family, Workspaces: scratch}}
	}
	if n.Family != "" || len(n.Weights) > 0 || len(n.States) > 0 {
		b.c.Nodes = append(b.c.Nodes, n)
	}
}

// partShape returns the format of a part's elements and their number: bytes where
// they are no numbers, or lie apart.
func (b *circuitBuilder) partShape(p *fft.Part) (circuit.Format, circuit.Expr) {
	f := b.partFormat(p)
	if size, _ := f.ElementBytes(); size*int64(p.Count) == p.Bytes {
		return f, b.size(int64(p.Count))
	}
	return circuit.MustFormat("u8"), b.size(p.Bytes)
}

// partFormat returns the format of a part's elements. Elements that lie apart are
// of the largest format that their distance has room for.
func (b *circuitBuilder) partFormat(p *fft.Part) circuit.Format {
	complexes := b.cell.Precision == F32
	switch size := p.Bytes / int64(max(1, p.Count)); {
	case size >= 16:
		return circuit.MustFormat("c128")
	case size >= 8 && p.Kind == fft.Table:
		return circuit.MustFormat("i64")
	case size >= 8 && complexes:
		return circuit.MustFormat("c64")
	case size >= 8:
		return circuit.MustFormat("f64")
	case size >= 4 && p.Kind == fft.Table:
		return circuit.MustFormat("i32")
	case size >= 4:
		return circuit.MustFormat("f32")
	case size >= 2:
		return circuit.MustFormat("i16")
	}
	return circuit.MustFormat("i8")
}

// Offers returns the directions and precisions of a variant that has a circuit.
func Offers(variant string) (directions []string, precisions []Precision, err error) {
	v, err := known(variant)
	if err != nil {
		return nil, nil, err
	}
	return v.run.directions(), v.run.precisions(), nil
}
