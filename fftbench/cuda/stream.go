package cuda

import (
	"fmt"
	"sync/atomic"
)

// Flags of streams (CUstream_flags) and modes of capture (CUstreamCaptureMode).
const (
	streamNonBlocking  = 1
	captureModeRelaxed = 2
)

// A Stream is a queue of work: what is put into it runs in that order, beside
// what other streams hold. Its methods return once the work is queued, so that
// an error of the work itself shows in a later call, except where they are
// said to wait. Queued work uses its memory until it has run. Goroutines may share
// a stream, but while one captures a graph from it whatever the others queue gets
// into that graph.
type Stream struct {
	resource
	h         handle
	recording atomic.Pointer[recording] // while a graph is captured
}

// NewStream makes a stream that does not wait for the legacy default stream.
//
// Source: cuStreamCreate with CU_STREAM_NON_BLOCKING (CUDA Driver API: Stream
// management).
func (c *Context) NewStream() (*Stream, error) {
	if err := c.use(); err != nil {
		return nil, err
	}
	defer c.life.leave()
	lib := c.driver.lib
	h, r := lib.streamCreate(c.h, streamNonBlocking)
	if err := c.check("cuStreamCreate", r, "stream"); err != nil {
		return nil, err
	}
	s := &Stream{h: h}
	s.resource = resource{ctx: c, kind: "stream", free: func() error {
		if s.recording.Load() != nil { // the driver does not destroy it in capture
			g, _ := lib.streamEndCapture(c.h, h)
			c.dropGraph(g)
		}
		return c.freed("cuStreamDestroy_v2", lib.streamDestroy(c.h, h), "stream")
	}}
	c.own(&s.resource)
	return s, nil
}

// Sync waits until all that is queued has run, and tells whether it could.
func (s *Stream) Sync() error {
	if err := s.ready(); err != nil {
		return err
	}
	defer s.leave()
	if s.recording.Load() != nil {
		return notCaptured("waiting")
	}
	return s.ctx.check("cuStreamSynchronize", s.ctx.driver.lib.streamSynchronize(s.ctx.h, s.h), "work")
}

// Wait makes what is queued from now on wait for what was queued before e was
// recorded. The host does not wait.
func (s *Stream) Wait(e *Event) error {
	if err := s.with(e.res()); err != nil {
		return err
	}
	defer leave2(&s.resource, &e.resource)
	if s.recording.Load() != nil {
		return notCaptured("waiting for another stream")
	}
	return s.ctx.check("cuStreamWaitEvent", s.ctx.driver.lib.streamWaitEvent(s.ctx.h, s.h, e.h), "event")
}

// Close destroys the stream. What is queued still runs; a capture is given up. A
// second Close does nothing.
func (s *Stream) Close() error {
	if s == nil {
		return nil
	}
	return s.close()
}

// ready is use for a stream that may be nil.
func (s *Stream) ready() error {
	if s == nil {
		return invalid("nil stream")
	}
	return s.use()
}

// with enters the stream and another resource; a graph that is being recorded
// remembers it.
func (s *Stream) with(r *resource) error {
	if s == nil {
		return invalid("nil stream")
	}
	if err := use2(&s.resource, r); err != nil {
		return err
	}
	s.recording.Load().add(r)
	return nil
}

func notCaptured(what string) error { return fmt.Errorf("cuda: %s: %w", what, ErrCapturing) }
