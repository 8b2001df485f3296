package gpu

import (
	"errors"
	"fmt"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

// A program is compiled kernels. Plans whose source is the same share it.
type program struct {
	module  *cuda.Module
	kernels map[string]*cuda.Kernel
	took    time.Duration // to compile
}

// program returns the kernels of a plan, which are compiled once.
func (s *Session) program(p *kernels.Plan) (*program, error) {
	source := p.Source()
	if made, ok := s.programs[source]; ok {
		return made, nil
	}
	begin := time.Now()
	module, err := s.ctx.Compile(cuda.Source{Name: p.Name + ".cu", Text: source})
	if err != nil {
		return nil, err
	}
	return s.keep(p, source, module, time.Since(begin))
}

// keep looks the kernels of a plan up and remembers the program.
func (s *Session) keep(p *kernels.Plan, source string, module *cuda.Module, took time.Duration) (*program, error) {
	begin := time.Now()
	made := &program{module: module, kernels: map[string]*cuda.Kernel{}}
	for _, l := range p.Launches(1) {
		var err error
		if made.kernels[l.Kernel], err = module.Kernel(l.Kernel); err != nil {
			return nil, errors.Join(err, module.Close())
		}
	}
	made.took = took + time.Since(begin)
	s.programs[source] = made
	return made, nil
}

// Kernels is an operation of the project's own kernels. What of a plan depends
// on the device is planned for the one that it is bound to.
type Kernels struct {
	// Plan plans for a device.
	Plan func(kernels.Device) (*kernels.Plan, error)
	// In and Out are the bytes of a row, which do not depend on the device.
	In, Out int64
}

// RowBytes implements Operation.
func (k Kernels) RowBytes() (in, out int64) { return k.In, k.Out }

func (k Kernels) plans(d kernels.Device) []*kernels.Plan {
	if p, err := k.Plan(d); err == nil {
		return []*kernels.Plan{p}
	}
	return nil
}

func (k Kernels) bind(s *Session, batch int) (bound, error) {
	begin := time.Now()
	plan, err := k.Plan(s.Target())
	if err != nil {
		return nil, err
	}
	b := &boundKernels{launches: plan.Launches(int64(batch)), took: time.Since(begin)}
	if b.program, err = s.program(plan); err != nil {
		return nil, err
	}
	if err := b.fill(s, plan, int64(batch)); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// boundKernels are launches with tables and scratch of their own.
type boundKernels struct {
	program  *program
	launches []kernels.Launch
	memory   kernels.Memory
	buffers  []*cuda.Buffer
	took     time.Duration // to plan, and to make and upload the tables
}

// fill allocates and uploads.
func (b *boundKernels) fill(s *Session, p *kernels.Plan, batch int64) error {
	begin := time.Now()
	for _, table := range p.Tables {
		buffer, err := s.ctx.Alloc(table.Bytes)
		if err != nil {
			return fmt.Errorf("table %s: %w", table.Name, err)
		}
		b.buffers = append(b.buffers, buffer)
		b.memory.Tables = append(b.memory.Tables, buffer.Address())
		content := make([]byte, table.Bytes)
		table.Fill(content)
		if err := s.stream.Write(buffer.All(), content); err != nil {
			return fmt.Errorf("table %s: %w", table.Name, err)
		}
	}
	b.took += time.Since(begin)
	bytes := p.Scratch(batch)
	if bytes == 0 {
		return nil
	}
	scratch, err := s.ctx.Alloc(bytes)
	if err != nil {
		return fmt.Errorf("scratch: %w", err)
	}
	b.buffers = append(b.buffers, scratch)
	b.memory.Scratch = scratch.Address()
	return nil
}

func (b *boundKernels) queue(s *cuda.Stream, out, in cuda.Span) error {
	memory := b.memory
	memory.In, memory.Out = in.Address(), out.Address()
	for i := range b.launches {
		l := &b.launches[i]
		shape := cuda.Shape{Grid: l.Grid, Block: l.Block, Shared: int(l.SharedBytes), Carveout: l.Carveout}
		if err := b.program.kernels[l.Kernel].Launch(s, shape, l.Args(memory)); err != nil {
			return err
		}
	}
	return nil
}

func (b *boundKernels) planned() time.Duration { return b.program.took + b.took }

func (b *boundKernels) bytes() (all int64) {
	for _, buffer := range b.buffers {
		all += buffer.Bytes()
	}
	return all
}

func (b *boundKernels) close() error {
	var errs []error
	for _, buffer := range b.buffers {
		errs = append(errs, buffer.Close())
	}
	return errors.Join(errs...)
}
