package cuda

import (
	"sync"
)

// fft is cuFFT once it is loaded.
type fft struct {
	lib   fftLibrary
	found Library
}

func (d *Driver) openFFT() (*fft, error) {
	lib, err := openFFTLibrary(d.search.forCuFFT(d.version.Major), d.lib)
	if err != nil {
		return nil, err
	}
	f := &fft{lib: lib, found: Library{Path: lib.path()}}
	n, c := lib.version()
	f.found.Version = cufftVersion(n)
	return f, f.check(d.lib, "cufftGetVersion", c, lib.path())
}

func (f *fft) check(d driverLibrary, function string, c code, context string) error {
	switch {
	case c == 0:
		return nil
	case c < 0:
		return driverError(d, function, c, context)
	}
	return &Error{Func: function, Code: int(c), Name: nameOf(cufftNames[:], c, "cufftResult"), Context: context, class: cufftClass(c)}
}

// A Plan is a transform made ready by cuFFT. It runs one thing at a time: its
// work area is one.
type Plan struct {
	resource
	f    *fft
	h    int32
	t    Transform
	work int64

	mu     sync.Mutex
	area   *Buffer // work area in use; nil where none is set
	own    bool    // area belongs to the plan
	stream handle  // that cuFFT was told last
}

// NewPlan makes a plan and takes no memory for its work area, so that
// WorkBytes can be looked at first: follow it by [Plan.Allocate], or lend it an
// area by [Plan.Use]. What cuFFT takes for tables and code while it makes a
// plan is its own affair.
//
// Source: cufftCreate, cufftSetAutoAllocation, cufftMakePlanMany64 (cuFFT API
// Reference).
func (c *Context) NewPlan(t Transform) (*Plan, error) {
	t, err := t.filled()
	if err != nil {
		return nil, err
	}
	f, err := c.driver.fft()
	if err != nil {
		return nil, err
	}
	if err := c.use(); err != nil {
		return nil, err
	}
	defer c.life.leave()
	h, r := f.lib.create(c.h)
	if err := c.checkFFT(f, "cufftCreate", r, t); err != nil {
		return nil, err
	}
	p := &Plan{f: f, h: h, t: t}
	p.resource = resource{ctx: c, kind: "plan", free: p.destroy}
	if err := p.make(); err != nil {
		f.lib.destroy(c.h, h)
		return nil, err
	}
	c.own(&p.resource)
	return p, nil
}

func (p *Plan) make() error {
	r := p.f.lib.manualAllocation(p.ctx.h, p.h)
	if err := p.check("cufftSetAutoAllocation", r); err != nil {
		return err
	}
	work, r := p.f.lib.makePlan(p.ctx.h, p.h, &p.t)
	p.work = int64(work)
	return p.check("cufftMakePlanMany64", r)
}

func (p *Plan) check(function string, r code) error { return p.ctx.checkFFT(p.f, function, r, p.t) }

func (c *Context) checkFFT(f *fft, function string, r code, t Transform) error {
	if r == 0 {
		return nil
	}
	err := f.check(c.driver.lib, function, r, c.on(t.String()))
	if e, ok := err.(*Error); ok {
		return c.failed(e)
	}
	return err
}

// Transform is what the plan does, its layouts filled in.
func (p *Plan) Transform() Transform { return p.t }

// WorkBytes is how large a work area it needs, which may be none.
func (p *Plan) WorkBytes() int64 { return p.work }

// Allocate takes a work area for the plan, which frees it when it is closed.
// Too little free memory is a [*MemoryError].
func (p *Plan) Allocate() error {
	if p.work == 0 {
		return nil
	}
	area, err := p.ctx.Alloc(p.work)
	if err != nil {
		return err
	}
	if err := p.set(area, true); err != nil {
		area.Close()
		return err
	}
	return nil
}

// Use lends the plan a work area of at least WorkBytes. Plans may share one
// where they do not run at the same time.
func (p *Plan) Use(area *Buffer) error {
	if p.work == 0 {
		return nil
	}
	if area == nil || area.bytes < p.work {
		return invalid("a work area smaller than the %d bytes of %v", p.work, p.t)
	}
	return p.set(area, false)
}

func (p *Plan) set(area *Buffer, own bool) error {
	if err := use2(&p.resource, &area.resource); err != nil {
		return err
	}
	defer leave2(&p.resource, &area.resource)
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.f.lib.setWorkArea(p.ctx.h, p.h, area.address)
	if err := p.check("cufftSetWorkArea", r); err != nil {
		return err
	}
	if p.own {
		p.area.Close()
	}
	p.area, p.own = area, own
	return nil
}

// Exec queues the transform. Kinds other than C2C and Z2Z have but one
// direction, which dir must be. In place is where out begins with in; a row of n
// real numbers then has the room of n/2+1 complex ones, which more than one of
// them must say by their layout. C2R and Z2D may overwrite their input.
//
// Source: cufftSetStream, cufftExecC2C … cufftExecZ2D (cuFFT API Reference).
func (p *Plan) Exec(s *Stream, out, in Span, dir Direction) error {
	if err := p.fits(out, in, dir); err != nil {
		return err
	}
	if err := s.with(&p.resource); err != nil {
		return err
	}
	defer leave2(&s.resource, &p.resource)
	if err := s.with(&in.Buffer.resource); err != nil {
		return err
	}
	defer leave2(&s.resource, &in.Buffer.resource)
	if err := s.with(&out.Buffer.resource); err != nil {
		return err
	}
	defer leave2(&s.resource, &out.Buffer.resource)
	return p.exec(s, out.Address(), in.Address(), dir)
}

func (p *Plan) fits(out, in Span, dir Direction) error {
	if p == nil {
		return invalid("nil plan")
	}
	for _, s := range []Span{in, out} {
		if err := s.check(); err != nil {
			return err
		}
	}
	if in.Len < p.t.InBytes() || out.Len < p.t.OutBytes() {
		return invalid("%v from %d to %d bytes: it takes %d and %d", p.t, in.Len, out.Len, p.t.InBytes(), p.t.OutBytes())
	}
	switch {
	case dir != Forward && dir != Inverse:
		return invalid("direction %d", dir)
	case dir == Inverse && (p.t.Kind == R2C || p.t.Kind == D2Z),
		dir == Forward && (p.t.Kind == C2R || p.t.Kind == Z2D):
		return invalid("%v in the other direction", p.t.Kind)
	}
	return nil
}

func (p *Plan) exec(s *Stream, out, in uint64, dir Direction) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.work > 0 {
		if p.area == nil {
			return invalid("%v without its work area: call Allocate or Use before", p.t)
		}
		if err := s.with(&p.area.resource); err != nil {
			return err
		}
		defer leave2(&s.resource, &p.area.resource)
	}
	if p.stream != s.h {
		if err := p.check("cufftSetStream", p.f.lib.setStream(p.ctx.h, p.h, s.h)); err != nil {
			return err
		}
		p.stream = s.h
	}
	r := p.f.lib.exec(p.ctx.h, p.h, p.t.Kind, in, out, dir)
	return p.check(p.t.Kind.function(), r)
}

// Close destroys the plan and its own work area. A second Close does nothing.
func (p *Plan) Close() error {
	if p == nil {
		return nil
	}
	return p.close()
}

// destroy runs when nobody uses the plan any more.
func (p *Plan) destroy() error {
	r := p.f.lib.destroy(p.ctx.h, p.h)
	err := p.check("cufftDestroy", r)
	if p.ctx.Err() != nil {
		err = nil
	}
	if p.own {
		if e := p.area.Close(); err == nil {
			err = e
		}
	}
	return err
}
