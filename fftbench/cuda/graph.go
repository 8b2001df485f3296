package cuda

import (
	"fmt"
	"sync"
)

// A Graph is work that was captured from a stream and is queued again with one
// call: for many short kernels that is several times cheaper than queuing each.
type Graph struct {
	resource
	h     handle
	nodes int
	uses  []*resource
}

// A recording is what a stream notes while it is captured.
type recording struct {
	mu   sync.Mutex
	seen map[*resource]bool
	uses []*resource
}

// add may be called on nil, which is no capture.
func (r *recording) add(used *resource) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.seen[used] {
		r.seen[used] = true
		r.uses = append(r.uses, used)
	}
}

// Capture calls queue and makes a graph of what that puts into the stream,
// instead of running it. Waiting, events, [Stream.Write] and [Stream.Read] are
// refused meanwhile; allocations are not part of a graph and happen at once. An error
// of queue is returned after the capture has been ended.
//
// The mode is relaxed: a goroutine may change its thread between two calls,
// which the stricter modes forbid, and cuFFT may load a kernel when it is first
// run, which they forbid too. Run once what loads before a capture that counts.
//
// Source: cuStreamBeginCapture, cuStreamEndCapture, cuGraphInstantiate (CUDA
// Driver API: Stream management, Graph management).
func (s *Stream) Capture(queue func() error) (*Graph, error) {
	if err := s.ready(); err != nil {
		return nil, err
	}
	notes := &recording{seen: map[*resource]bool{}}
	err := s.begin(notes)
	s.leave()
	if err != nil {
		return nil, err
	}
	g, err := s.record(queue)
	if err != nil {
		s.ctx.dropGraph(g)
		return nil, err
	}
	return s.ctx.instantiate(g, notes.uses)
}

// record ends the capture also where queue panics: a stream left in it could do
// nothing else any more.
func (s *Stream) record(queue func() error) (g handle, err error) {
	returned := false
	defer func() {
		var failed error
		g, failed = s.end()
		if err == nil {
			err = failed
		}
		if !returned {
			s.ctx.dropGraph(g)
		}
	}()
	err = queue()
	returned = true
	return 0, err
}

func (s *Stream) begin(notes *recording) error {
	if !s.recording.CompareAndSwap(nil, notes) {
		return notCaptured("capturing")
	}
	r := s.ctx.driver.lib.streamBeginCapture(s.ctx.h, s.h, captureModeRelaxed)
	if err := s.ctx.check("cuStreamBeginCapture_v2", r, "capture of a graph"); err != nil {
		s.recording.Store(nil)
		return err
	}
	return nil
}

// end is asked even of a context that has been lost: the capture must not stay
// open.
func (s *Stream) end() (handle, error) {
	if !s.enter() {
		return 0, fmt.Errorf("cuda: stream is %w", ErrClosed)
	}
	defer s.leave()
	defer s.recording.Store(nil)
	g, r := s.ctx.driver.lib.streamEndCapture(s.ctx.h, s.h)
	return g, s.ctx.check("cuStreamEndCapture", r, "capture of a graph")
}

func (c *Context) dropGraph(g handle) {
	if g != 0 {
		c.driver.lib.graphDestroy(c.h, g)
	}
}

// instantiate makes a captured graph ready to run; the capture itself is needed
// no more.
func (c *Context) instantiate(g handle, uses []*resource) (*Graph, error) {
	if err := c.use(); err != nil {
		c.dropGraph(g)
		return nil, err
	}
	defer c.life.leave()
	defer c.dropGraph(g)
	lib := c.driver.lib
	n, r := lib.graphNodes(c.h, g)
	if err := c.check("cuGraphGetNodes", r, "captured graph"); err != nil {
		return nil, err
	}
	exec, r := lib.graphInstantiate(c.h, g)
	if err := c.check("cuGraphInstantiateWithFlags", r, "graph of %d nodes", int64(n)); err != nil {
		return nil, err
	}
	graph := &Graph{h: exec, nodes: n, uses: uses}
	graph.resource = resource{ctx: c, kind: "graph", free: func() error {
		return c.freed("cuGraphExecDestroy", lib.graphExecDestroy(c.h, exec), "graph")
	}}
	c.own(&graph.resource)
	return graph, nil
}

// Nodes is how many kernels, copies and fills the graph holds.
func (g *Graph) Nodes() int { return g.nodes }

// Launch queues all of the graph, in one call into the driver. A graph that
// copies from a buffer, runs a plan or a kernel that was closed since is
// refused; buffers that kernels got by address alone are not known.
func (g *Graph) Launch(s *Stream) error {
	if g == nil {
		return invalid("nil graph")
	}
	for _, r := range g.uses {
		if r.ended() {
			return fmt.Errorf("cuda: %s of a graph is %w", r.kind, ErrClosed)
		}
	}
	if err := s.with(&g.resource); err != nil {
		return err
	}
	defer leave2(&s.resource, &g.resource)
	return s.ctx.check("cuGraphLaunch", s.ctx.driver.lib.graphLaunch(s.ctx.h, g.h, s.h), "graph of %d nodes", int64(g.nodes))
}

// Close destroys the graph. A second Close does nothing.
func (g *Graph) Close() error {
	if g == nil {
		return nil
	}
	return g.close()
}
