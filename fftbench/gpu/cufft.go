package gpu

import (
	"errors"
	"fmt"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

// Transform is an operation of cuFFT: each row of a batch is one transform or,
// where PerRow says so, that many one after the other.
type Transform struct {
	N      int
	Kind   cuda.Kind
	Dir    cuda.Direction
	PerRow int // 0 counts as 1
}

// RowBytes implements Operation.
func (t Transform) RowBytes() (in, out int64) {
	one := t.batched(1)
	return one.InBytes(), one.OutBytes()
}

func (t Transform) batched(batch int) cuda.Transform {
	return cuda.Transform{N: int64(t.N), Batch: int64(batch) * int64(max(t.PerRow, 1)), Kind: t.Kind}
}

func (t Transform) plans(kernels.Device) []*kernels.Plan { return nil }

func (t Transform) bind(s *Session, batch int) (bound, error) {
	begin := time.Now()
	plan, err := s.ctx.NewPlan(t.batched(batch))
	if err != nil {
		return nil, err
	}
	if err := plan.Allocate(); err != nil {
		return nil, errors.Join(fmt.Errorf("work area: %w", err), plan.Close())
	}
	// What cuFFT may still be writing to tables, on a stream of its own that ours
	// does not wait for.
	if err := s.ctx.Sync(); err != nil {
		return nil, errors.Join(err, plan.Close())
	}
	return &boundTransform{plan, t.Dir, time.Since(begin)}, nil
}

type boundTransform struct {
	plan *cuda.Plan
	dir  cuda.Direction
	took time.Duration
}

func (b *boundTransform) queue(s *cuda.Stream, out, in cuda.Span) error {
	return b.plan.Exec(s, out, in, b.dir)
}

func (b *boundTransform) planned() time.Duration { return b.took }
func (b *boundTransform) bytes() int64           { return b.plan.WorkBytes() }
func (b *boundTransform) close() error           { return b.plan.Close() }

// Sequence is operations one after the other, each on what the one before left.
// Between them lie buffers on the device.
type Sequence []Operation

// RowBytes implements Operation.
func (q Sequence) RowBytes() (in, out int64) {
	in, _ = q[0].RowBytes()
	_, out = q[len(q)-1].RowBytes()
	return in, out
}

func (q Sequence) plans(d kernels.Device) (all []*kernels.Plan) {
	for _, o := range q {
		all = append(all, o.plans(d)...)
	}
	return all
}

func (q Sequence) bind(s *Session, batch int) (bound, error) {
	b := &boundSequence{}
	for i, o := range q {
		op, err := o.bind(s, batch)
		if err != nil {
			return nil, errors.Join(err, b.close())
		}
		b.ops = append(b.ops, op)
		if i == len(q)-1 {
			break
		}
		_, row := o.RowBytes()
		between, err := s.ctx.Alloc(row * int64(batch))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("between operations %d and %d: %w", i+1, i+2, err), b.close())
		}
		b.between = append(b.between, between)
	}
	return b, nil
}

type boundSequence struct {
	ops     []bound
	between []*cuda.Buffer
}

func (b *boundSequence) queue(s *cuda.Stream, out, in cuda.Span) error {
	for i, op := range b.ops {
		to := out
		if i < len(b.between) {
			to = b.between[i].All()
		}
		if err := op.queue(s, to, in); err != nil {
			return err
		}
		in = to
	}
	return nil
}

func (b *boundSequence) planned() (all time.Duration) {
	for _, op := range b.ops {
		all += op.planned()
	}
	return all
}

func (b *boundSequence) bytes() (all int64) {
	for _, op := range b.ops {
		all += op.bytes()
	}
	for _, buffer := range b.between {
		all += buffer.Bytes()
	}
	return all
}

func (b *boundSequence) close() error {
	var errs []error
	for _, op := range b.ops {
		errs = append(errs, op.close())
	}
	for _, buffer := range b.between {
		errs = append(errs, buffer.Close())
	}
	return errors.Join(errs...)
}
