package cuda

import "fmt"

// A resource is what a [Context] owns: it can be used until it is closed, by
// its owner or with its context.
type resource struct {
	life
	ctx  *Context
	kind string       // "stream", for errors
	free func() error // called once
}

// use must be followed by leave where it returns nil.
func (r *resource) use() error {
	if r == nil {
		return invalid("nil where an object of a context is wanted")
	}
	if !r.enter() {
		return fmt.Errorf("cuda: %s is %w", r.kind, ErrClosed)
	}
	if err := r.ctx.Err(); err != nil {
		r.leave()
		return err
	}
	return nil
}

func (r *resource) close() error {
	if !r.end() {
		return nil
	}
	r.ctx.disown(r)
	return r.free()
}

// use2 enters two resources of one context, both or none.
func use2(a, b *resource) error {
	if err := a.use(); err != nil {
		return err
	}
	if err := b.use(); err != nil {
		a.leave()
		return err
	}
	if a.ctx != b.ctx {
		a.leave()
		b.leave()
		return invalid("a %s and a %s of different contexts", a.kind, b.kind)
	}
	return nil
}

func leave2(a, b *resource) {
	b.leave()
	a.leave()
}
