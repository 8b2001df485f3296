package cuda

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// A Context is the place on one device where memory, streams and kernels live.
// It is the device's primary context, the one that cuFFT and everything else
// built on the CUDA runtime uses too.
//
// CUDA's contexts are current for an OS thread; a Context is not: each call
// makes it current for itself. It leaves it current on that thread, so a
// program that uses CUDA beside this package must not rely on what is current.
type Context struct {
	driver *Driver
	device Device
	h      handle

	life life                  // of the context itself
	lost atomic.Pointer[Error] // the first error that nothing comes back from

	mu    sync.Mutex
	owned map[*resource]uint64 // in order of birth
	born  uint64
	alloc sync.Mutex // one at a time looks what is free and takes it

	reserve atomic.Int64
}

// NewContext retains the device's primary context. Close it to let it go; once
// nobody retains it any more the driver frees whatever is left in it.
//
// Source: cuDevicePrimaryCtxRetain (CUDA Driver API: Primary context
// management).
func (d *Driver) NewContext(v Device) (*Context, error) {
	h, c := d.lib.primaryCtxRetain(v.id)
	if err := d.check("cuDevicePrimaryCtxRetain", c, "context on "+v.Label()); err != nil {
		return nil, err
	}
	ctx := &Context{driver: d, device: v, h: h, owned: map[*resource]uint64{}}
	if !d.adopt(ctx) {
		d.lib.primaryCtxRelease(v.id)
		return nil, fmt.Errorf("cuda: driver is %w", ErrClosed)
	}
	return ctx, nil
}

// Device returns what the context is on.
func (c *Context) Device() Device { return c.device }

// Driver returns what the context was made with.
func (c *Context) Driver() *Driver { return c.driver }

// Err returns nil, or a [*LostError] with what happened first once the context
// is lost. Nothing that belongs to a lost context is called any more except to
// free it.
func (c *Context) Err() error {
	if e := c.lost.Load(); e != nil {
		return &LostError{First: e}
	}
	return nil
}

// Close waits for calls that are under way in other goroutines and for the work
// that is queued, closes what is left in the context, youngest first, and
// releases it. Its error may be that of work which nobody waited for; errors that
// only repeat that the context is lost are left out. A second Close does nothing,
// and so does closing later what the context has closed.
func (c *Context) Close() error {
	if c == nil || !c.life.end() {
		return nil
	}
	errs := []error{c.finish()}
	for _, r := range c.children() {
		errs = append(errs, r.close())
	}
	errs = append(errs, c.freed("cuDevicePrimaryCtxRelease_v2", c.driver.lib.primaryCtxRelease(c.device.id), "context"))
	c.driver.disown(c)
	return errors.Join(errs...)
}

// finish waits before memory and code are taken away that work may use. Whatever
// else may be wrong than that work, such as a capture still open, is no reason to
// keep anything.
func (c *Context) finish() error {
	if c.Err() != nil {
		return nil
	}
	err := c.check("cuCtxSynchronize", c.driver.lib.ctxSynchronize(c.h), "work")
	if c.Err() == nil {
		return nil
	}
	return err
}

// Sync waits for all work of the context, on every stream. Errors of kernels
// show here or in any other call that comes after them.
func (c *Context) Sync() error {
	if err := c.use(); err != nil {
		return err
	}
	defer c.life.leave()
	return c.check("cuCtxSynchronize", c.driver.lib.ctxSynchronize(c.h), "work")
}

// Reserve holds so many bytes of the device's free memory back from allocations
// from now on, for what the driver and libraries take when they like: code that is
// loaded when it first runs, stacks, graphs.
func (c *Context) Reserve(bytes int64) { c.reserve.Store(max(bytes, 0)) }

// Memory returns how many bytes of the device are free, for this and all other
// processes, and how many there are.
func (c *Context) Memory() (free, total int64, err error) {
	if err := c.use(); err != nil {
		return 0, 0, err
	}
	defer c.life.leave()
	f, t, r := c.driver.lib.memGetInfo(c.h)
	return int64(f), int64(t), c.check("cuMemGetInfo_v2", r, "free memory")
}

// use must be followed by life.leave where it returns nil.
func (c *Context) use() error {
	if c == nil {
		return invalid("nil context")
	}
	if !c.life.enter() {
		return fmt.Errorf("cuda: context on %s is %w", c.device.Label(), ErrClosed)
	}
	if err := c.Err(); err != nil {
		c.life.leave()
		return err
	}
	return nil
}

// own takes charge of something just made; the caller is within use.
func (c *Context) own(r *resource) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.born++
	c.owned[r] = c.born
}

func (c *Context) disown(r *resource) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.owned, r)
}

// children lists what is open, youngest first.
func (c *Context) children() []*resource {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]*resource, 0, len(c.owned))
	for r := range c.owned {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *resource) int { return int(c.owned[b]) - int(c.owned[a]) })
	return list
}

// check turns a result into an error, and remembers the first one that the
// context is lost by. What the call was for is put into words only if it failed:
// figures are for %d, and cost no memory if it did not.
func (c *Context) check(function string, r code, what string, figures ...int64) error {
	if r == 0 {
		return nil
	}
	args := make([]any, len(figures))
	for i, n := range figures {
		args[i] = n
	}
	return c.failed(driverError(c.driver.lib, function, r, c.on(fmt.Sprintf(what, args...))))
}

// on is what a call is for, in its error.
func (c *Context) on(what string) string { return what + " on " + c.device.Label() }

func (c *Context) failed(e *Error) error {
	if e.class == ErrDeviceLost {
		c.lost.CompareAndSwap(nil, e)
	}
	return e
}

// freed is check for calls that free: whatever they return, the thing is gone,
// and of a lost context nothing else is to be expected.
func (c *Context) freed(function string, r code, kind string) error {
	if r == 0 {
		return nil
	}
	err := c.check(function, r, "closing a "+kind)
	if c.Err() != nil {
		return nil
	}
	return err
}
