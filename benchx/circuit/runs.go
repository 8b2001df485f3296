package circuit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/circuit/arena"
)

// defaultAlign is the alignment of buffers in an arena.
const defaultAlign = 256

// runs plans every run and charges the one that needs most.
func (ev *evaluation) runs() error {
	runs := ev.c.Runs
	if len(runs) == 0 {
		runs = []Run{{Label: "run", Rows: Number(1)}}
	}
	var needs [][]need
	for i := range runs {
		exists, err := runs[i].When.evalOr(ev.scope, 1)
		if err != nil {
			return fmt.Errorf("run %s: when: %w", runs[i].Label, err)
		}
		if exists == 0 {
			continue
		}
		run, need, err := ev.run(&runs[i])
		if err != nil {
			return fmt.Errorf("run %s: %w", runs[i].Label, err)
		}
		ev.r.Runs = append(ev.r.Runs, *run)
		needs = append(needs, need)
	}
	if len(ev.r.Runs) == 0 {
		return nil
	}
	if err := ev.workspaces(needs); err != nil {
		return err
	}
	return ev.chargeRun()
}

// run plans one run.
func (ev *evaluation) run(run *Run) (*RunBytes, []need, error) {
	rows, err := run.Rows.evalOr(ev.scope, 1)
	if err != nil {
		return nil, nil, fmt.Errorf("rows: %w", err)
	}
	s := *ev.scope
	s.n = rows
	p := planning{evaluation: ev, scope: &s, section: run.Section}
	p.number()
	out := &RunBytes{Label: run.Label, Rows: rows, Steps: p.steps}
	if err := p.buffers(out); err != nil {
		return nil, nil, err
	}
	pieces := make([]arena.Buffer, len(out.Buffers))
	for i, b := range out.Buffers {
		pieces[i] = arena.Buffer{Size: b.Bytes, First: b.First, Last: b.Last}
	}
	plan, err := arena.Pack(pieces, arena.Options{Align: cmp.Or(ev.c.Align, defaultAlign)})
	if err != nil {
		return nil, nil, err
	}
	out.Arena, out.LowerBound, out.Materialized = plan.Bytes, plan.LowerBound, plan.Materialized
	out.PeakStep, out.Live, out.Order = plan.PeakStep, plan.Live, plan.Order
	out.PeakNode = p.firstOf(plan.PeakStep)
	for i := range out.Buffers {
		out.Buffers[i].Offset = plan.Offsets[i]
		if out.Buffers[i].Node < 0 {
			out.External += out.Buffers[i].Bytes
		}
	}
	needs, err := p.needs()
	return out, needs, err
}

// planning is the plan of one run in progress.
type planning struct {
	*evaluation
	scope   *scope // with the run's rows
	section Section
	step    []int // of each node: its launch; -1 where the run does not have it
	steps   int
}

// number gives every node of the run its step: neighbours of one group are one
// launch.
func (p *planning) number() {
	p.step = make([]int, len(p.c.Nodes))
	last := -1
	for i := range p.c.Nodes {
		n := &p.c.Nodes[i]
		if p.section != "" && sectionOf(n.Section) != p.section {
			p.step[i] = -1
			continue
		}
		if last < 0 || n.Group == "" || p.c.Nodes[last].Group != n.Group {
			p.steps++
		}
		p.step[i], last = p.steps-1, i
	}
}

// firstOf returns the first node of a step, -1 for a run without nodes.
func (p *planning) firstOf(step int) int { return slices.Index(p.step, step) }

// span returns the steps in which an edge is alive; ok is false for one that
// needs no memory: the run does not touch it, or one launch both writes it and
// is alone to read it.
func (p *planning) span(e int) (first, last int, ok bool) {
	first, last = 0, -1
	written := false
	if w := p.producer[e]; w >= 0 && p.step[w] >= 0 {
		first, written = p.step[w], true
	}
	outside := false
	for _, r := range p.consumers[e] {
		if p.step[r] < 0 {
			outside = true
			continue
		}
		last = max(last, p.step[r])
	}
	switch read := last >= 0; {
	case !written && !read:
		return 0, 0, false
	case p.c.Edges[e].Output || outside || !read:
		return first, p.steps - 1, true
	case written && first == last:
		return 0, 0, false
	}
	return first, last, true
}

// buffers lists the memory of the run: an edge each, or one for several edges
// that take it over from each other.
func (p *planning) buffers(out *RunBytes) error {
	of := make(map[int]int) // edge that others take over → buffer
	for _, e := range p.edgesInOrder() {
		first, last, ok := p.span(e)
		if !ok {
			continue
		}
		b, err := p.buffer(e, first, last)
		if err != nil {
			return fmt.Errorf("edge %s: %w", p.c.Edges[e].ID, err)
		}
		if at, ok := of[p.c.Edges[e].Over]; ok && p.c.Edges[e].Over >= 0 {
			out.Buffers[at].join(b)
			of[e] = at
			continue
		}
		of[e] = len(out.Buffers)
		out.Buffers = append(out.Buffers, b)
	}
	return nil
}

// edgesInOrder returns the edges in the order in which they are written, those
// that no node writes first.
func (p *planning) edgesInOrder() []int {
	order := make([]int, 0, len(p.c.Edges))
	for e := range p.c.Edges {
		if p.producer[e] < 0 {
			order = append(order, e)
		}
	}
	for i := range p.c.Nodes {
		order = append(order, p.c.Nodes[i].Outputs...)
	}
	return order
}

func (p *planning) buffer(e, first, last int) (Buffer, error) {
	edge := &p.c.Edges[e]
	b := Buffer{Edge: e, Node: -1, First: first, Last: last}
	if w := p.producer[e]; w >= 0 && p.step[w] >= 0 {
		b.Node = w
	}
	if edge.Format.Absent() {
		return b, fmt.Errorf("no format")
	}
	var err error
	if b.Rows, err = edge.Rows.evalOr(p.scope, p.scope.n); err != nil {
		return b, fmt.Errorf("rows: %w", err)
	}
	if b.Dim, err = edge.Dim.eval(p.scope); err != nil {
		return b, fmt.Errorf("dim: %w", err)
	}
	b.Bytes, err = edge.Format.ActivationBytes(b.Rows, b.Dim)
	return b, err
}

// join lets a buffer serve for another that takes it over.
func (b *Buffer) join(o Buffer) {
	first, last := min(b.First, o.First), max(b.Last, o.Last)
	if o.Bytes > b.Bytes {
		*b = o
	}
	b.First, b.Last = first, last
}

// held returns the bytes of the activation buffers that exist anyway; known is
// false where there are none and the planned arena is charged.
func (ev *evaluation) held() (bytes int64, known bool, err error) {
	if a := ev.r.Workload.Arena; a != nil {
		if *a < 0 {
			return 0, true, fmt.Errorf("the arena that exists is negative: %d", *a)
		}
		return *a, true, nil
	}
	for i := range ev.c.Held {
		each, err := ev.c.Held[i].Bytes.eval(ev.scope)
		if err == nil {
			bytes, err = add(bytes, each)
		}
		if err != nil {
			return 0, true, fmt.Errorf("buffer %s: %w", ev.c.Held[i].Name, err)
		}
	}
	return bytes, len(ev.c.Held) > 0, nil
}

// chargeRun charges the arena of the peak run, or what exists anyway.
func (ev *evaluation) chargeRun() error {
	peak := &ev.r.Runs[ev.r.Peak]
	ev.r.Totals.ActivationsPlanned = peak.Arena
	for i := range peak.Buffers {
		if b := &peak.Buffers[i]; b.Node >= 0 {
			ev.r.Nodes[b.Node].Materialized += b.Bytes
		}
	}
	switch {
	case ev.r.Workload.Arena != nil:
		return ev.chargeRest("arena that exists", *ev.r.Workload.Arena)
	case len(ev.c.Held) > 0:
		return ev.chargeHeld()
	}
	left := peak.Arena
	for _, i := range peak.Live {
		b := &peak.Buffers[i]
		edge := &ev.c.Edges[b.Edge]
		left -= b.Bytes
		err := ev.charge(Term{
			Class: Activations, Node: b.Node, State: -1, Name: edge.ID, Format: edge.Format, Rows: b.Rows, Width: b.Dim, Bytes: b.Bytes,
			edge: b.Edge,
		})
		if err != nil {
			return err
		}
	}
	return ev.chargeRest("alignment and gaps between buffers", left)
}

// chargeRest charges activations that are no buffer's.
func (ev *evaluation) chargeRest(name string, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	return ev.charge(Term{Class: Activations, Node: -1, State: -1, Name: name, Bytes: bytes})
}

func (ev *evaluation) chargeHeld() error {
	for i := range ev.c.Held {
		h := &ev.c.Held[i]
		bytes, err := h.Bytes.eval(ev.scope)
		if err != nil {
			return fmt.Errorf("buffer %s: %w", h.Name, err)
		}
		if err := ev.charge(Term{Class: Activations, Node: h.Node, State: -1, Name: h.Name, Bytes: bytes, formula: h.Bytes}); err != nil {
			return err
		}
	}
	return nil
}
