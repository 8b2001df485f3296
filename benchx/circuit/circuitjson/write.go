package circuitjson

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// Write writes a circuit with every node, edge and state spelled out, such that
// [Read] gives an equal circuit. The same circuit gives the same bytes. A circuit
// that does not compile, or that says what a file cannot, is refused.
func Write(w io.Writer, c *circuit.Circuit) error {
	if _, err := circuit.Compile(c); err != nil {
		return err
	}
	out := &writer{w: bufio.NewWriterSize(w, 1<<16)}
	fileTable.write(out, flat(c))
	out.raw("\n")
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

// flat is a circuit that compiles as a file without blocks.
func flat(c *circuit.Circuit) *file {
	f := &file{Circuit: *c, device: device{memory: c.Memory, driver: c.Driver}, workload: workload{Workload: c.Workload}}
	if c.Memory > 0 {
		f.workload.budget.text = "budget" // else it would be all of the memory
	}
	f.top.edges = make([]edge, len(c.Edges))
	for i := range c.Edges {
		e := &c.Edges[i]
		f.top.edges[i] = edge{Edge: *e, id: word{text: e.ID}}
		if e.Over >= 0 {
			f.top.edges[i].over.text = c.Edges[e.Over].ID
		}
	}
	f.top.states = make([]state, len(c.States))
	for i := range c.States {
		s := &c.States[i]
		f.top.states[i] = state{State: *s, id: word{text: s.ID}}
		if s.Of >= 0 {
			f.top.states[i].of.text = c.States[s.Of].ID
		}
	}
	f.top.nodes = make([]node, len(c.Nodes))
	for i := range c.Nodes {
		f.top.nodes[i] = flatNode(c, &c.Nodes[i])
	}
	for _, h := range c.Held {
		one := held{Held: h}
		if h.Node >= 0 {
			one.node.text = c.Nodes[h.Node].ID
		}
		f.held = append(f.held, one)
	}
	return f
}

func flatNode(c *circuit.Circuit, n *circuit.Node) node {
	edges := func(list []int) []word {
		words := make([]word, len(list))
		for i, e := range list {
			words[i].text = c.Edges[e].ID
		}
		return words
	}
	out := node{Node: *n, id: word{text: n.ID}, inputs: edges(n.Inputs), outputs: edges(n.Outputs)}
	for _, a := range n.States {
		out.states = append(out.states, access{word{text: c.States[a.State].ID}, a.Mode})
	}
	return out
}

// writer writes JSON: the members of the outermost object and the elements of
// their lists on lines of their own, all else on one.
type writer struct {
	w     *bufio.Writer
	err   error
	open  []bracket
	spare []byte
}

// bracket is an array or object that is being written.
type bracket struct {
	array bool
	name  string // of the member that is being written
	count int    // of members or elements so far
	apart bool   // each on a line of its own
}

func (w *writer) raw(s string) {
	w.w.WriteString(s) // the error stays until Flush
}

// begin opens an array or object.
func (w *writer) begin(c byte) {
	w.w.WriteByte(c)
	depth := len(w.open)
	w.open = append(w.open, bracket{array: c == '[', apart: depth == 0 || depth == 1 && c == '['})
}

// end closes it.
func (w *writer) end(c byte) {
	last := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	if last.apart && last.count > 0 {
		w.line()
	}
	w.w.WriteByte(c)
}

// line begins a line, as far in as brackets are open.
func (w *writer) line() {
	w.w.WriteByte('\n')
	for range w.open {
		w.raw("  ")
	}
}

// element goes on to the next element or member.
func (w *writer) element() {
	b := &w.open[len(w.open)-1]
	if b.count++; b.count > 1 {
		w.w.WriteByte(',')
		if !b.apart {
			w.w.WriteByte(' ')
		}
	}
	if b.apart {
		w.line()
	}
}

func (w *writer) key(key string) {
	w.element()
	w.open[len(w.open)-1].name = key
	w.string(key)
	w.raw(": ")
}

func (w *writer) integer(v int64) {
	if v < 0 {
		w.fail("%d is negative", v)
	}
	w.spare = strconv.AppendInt(w.spare[:0], v, 10)
	w.w.Write(w.spare)
}

// expr writes an expression, a plain number as one.
func (w *writer) expr(e circuit.Expr) {
	text := e.String()
	if v, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(v, 10) == text {
		w.integer(v)
		return
	}
	w.string(text)
}

// failWhole notes what is wrong with the innermost object as a whole.
func (w *writer) failWhole(says string) {
	w.open[len(w.open)-1].name = ""
	w.fail("%s", says)
}

// fail notes the first thing that a file cannot say, with its path.
func (w *writer) fail(format string, args ...any) {
	if w.err != nil {
		return
	}
	path := ""
	for _, b := range w.open {
		switch {
		case b.array:
			path += "[" + strconv.Itoa(b.count-1) + "]"
		case b.name != "":
			path = join(path, b.name)
		}
	}
	w.err = &Error{Path: path, Message: fmt.Sprintf(format, args...)}
}
