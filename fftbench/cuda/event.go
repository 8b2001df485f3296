package cuda

import (
	"math"
	"time"
)

const eventDisableTiming = 2 // CU_EVENT_DISABLE_TIMING

// An Event is a mark in a stream.
type Event struct {
	resource
	h      handle
	timing bool
}

// NewEvent makes an event that takes the time when the device gets to it.
//
// Source: cuEventCreate (CUDA Driver API: Event management).
func (c *Context) NewEvent() (*Event, error) { return c.newEvent(0) }

// NewMark makes an event without a time, which costs the device less: for
// [Stream.Wait] and [Event.Sync].
func (c *Context) NewMark() (*Event, error) { return c.newEvent(eventDisableTiming) }

func (c *Context) newEvent(flags uint32) (*Event, error) {
	if err := c.use(); err != nil {
		return nil, err
	}
	defer c.life.leave()
	lib := c.driver.lib
	h, r := lib.eventCreate(c.h, flags)
	if err := c.check("cuEventCreate", r, "event"); err != nil {
		return nil, err
	}
	e := &Event{h: h, timing: flags&eventDisableTiming == 0}
	e.resource = resource{ctx: c, kind: "event", free: func() error {
		return c.freed("cuEventDestroy_v2", lib.eventDestroy(c.h, h), "event")
	}}
	c.own(&e.resource)
	return e, nil
}

// Record puts the event into a stream, behind what is queued there. A graph
// cannot hold it: record around its launch.
func (e *Event) Record(s *Stream) error {
	if err := s.with(e.res()); err != nil {
		return err
	}
	defer leave2(&s.resource, &e.resource)
	if s.recording.Load() != nil {
		return notCaptured("recording an event")
	}
	return e.ctx.check("cuEventRecord", e.ctx.driver.lib.eventRecord(e.ctx.h, e.h, s.h), "event")
}

// Sync waits until the device has got to where the event was recorded last. An
// event never recorded does not wait.
func (e *Event) Sync() error {
	if e == nil {
		return invalid("nil event")
	}
	if err := e.use(); err != nil {
		return err
	}
	defer e.leave()
	return e.ctx.check("cuEventSynchronize", e.ctx.driver.lib.eventSynchronize(e.ctx.h, e.h), "work before an event")
}

// Elapsed is the device's time between two events that have both happened (see
// Sync), to about half a microsecond. The driver gives milliseconds as a
// float32, which a Duration holds without loss up to 16 ms and to its seven
// digits beyond.
//
// Source: cuEventElapsedTime (CUDA Driver API: Event management).
func (e *Event) Elapsed(end *Event) (time.Duration, error) {
	if e == nil || end == nil {
		return 0, invalid("nil event")
	}
	if !e.timing || !end.timing {
		return 0, invalid("the time between marks: they take none")
	}
	if err := use2(&e.resource, &end.resource); err != nil {
		return 0, err
	}
	defer leave2(&e.resource, &end.resource)
	ms, r := e.ctx.driver.lib.eventElapsedTime(e.ctx.h, e.h, end.h)
	if err := e.ctx.check("cuEventElapsedTime", r, "time between events"); err != nil {
		return 0, err
	}
	return time.Duration(math.Round(float64(ms) * 1e6)), nil
}

// Close destroys the event. A second Close does nothing.
func (e *Event) Close() error {
	if e == nil {
		return nil
	}
	return e.close()
}

func (e *Event) res() *resource {
	if e == nil {
		return nil
	}
	return &e.resource
}
