package gpu

import (
	"errors"
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
)

// An arena is one buffer of the device that grows when more is asked for.
type arena struct {
	buffer *cuda.Buffer
}

func (a *arena) bytes() int64 {
	if a.buffer == nil {
		return 0
	}
	return a.buffer.Bytes()
}

// reserve makes the arena that large at least. What was in it is lost where it
// had to grow: the old buffer is freed first, for the new one not to come on
// top of it.
func (a *arena) reserve(ctx *cuda.Context, bytes int64) error {
	if a.bytes() >= bytes {
		return nil
	}
	if err := a.free(); err != nil {
		return err
	}
	buffer, err := ctx.Alloc(bytes)
	if err != nil {
		return err
	}
	a.buffer = buffer
	return nil
}

func (a *arena) free() error {
	old := a.buffer
	a.buffer = nil
	return old.Close()
}

// reserve makes room for inputs and outputs of so many bytes. Rows that were there
// are lost where it has to grow.
func (s *Session) reserve(in, out int64) error {
	if in > s.in.bytes() || out > s.out.bytes() {
		s.owner = nil
	}
	if err := s.in.reserve(s.ctx, in); err != nil {
		return fmt.Errorf("input: %w", err)
	}
	if err := s.out.reserve(s.ctx, out); err != nil {
		return fmt.Errorf("output: %w", err)
	}
	return nil
}

func (s *Session) dropArenas() error {
	s.owner = nil
	return errors.Join(s.in.free(), s.out.free())
}
