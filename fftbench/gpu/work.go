package gpu

import (
	"errors"
	"fmt"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

// An Operation is what a device does with the rows of a batch: [Kernels], a
// [Transform] or a [Sequence].
type Operation interface {
	// RowBytes is what one row of the input and one of the output take.
	RowBytes() (in, out int64)
	// plans lists those of the project's own kernels that bind is going to compile.
	plans(d kernels.Device) []*kernels.Plan
	// bind makes ready on a device for batches of so many rows.
	bind(s *Session, batch int) (bound, error)
}

// bound is an operation that is ready.
type bound interface {
	// queue puts the operation into a stream.
	queue(s *cuda.Stream, out, in cuda.Span) error
	// planned is how long it took to make ready what depends on the operation
	// alone.
	planned() time.Duration
	// bytes is the memory of the device that it holds.
	bytes() int64
	close() error
}

// Work is an operation on a batch, with a place for its rows. The rows of the
// works of a session lie in the same memory: each work brings its own back
// before it runs.
type Work struct {
	session *Session
	op      bound
	slots   slots
	rows    []byte // distinct rows of the input
	graph   *cuda.Graph
	in, out *cuda.Buffer // what the graph was captured on
}

// Bind makes an operation ready for batches of so many rows, and finds room for
// them. Too little memory is a cuda.ErrOutOfMemory.
func (s *Session) Bind(o Operation, batch int) (*Work, error) {
	if batch < 1 {
		return nil, fmt.Errorf("gpu: a batch of %d rows, want one or more", batch)
	}
	rowIn, rowOut := o.RowBytes()
	if rowIn*int64(batch) > s.in.bytes() || rowOut*int64(batch) > s.out.bytes() {
		if err := s.dropArenas(); err != nil { // they have to grow: not while they hold what op wants
			return nil, err
		}
	}
	op, err := o.bind(s, batch)
	if err != nil {
		return nil, err
	}
	w := &Work{session: s, op: op}
	if w.slots, err = s.slots(rowIn*int64(batch), rowOut*int64(batch)); err == nil {
		w.slots.rowIn, w.slots.rowOut = rowIn, rowOut
		err = w.reserve()
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Planned is how long it took to compile or to plan the operation.
func (w *Work) Planned() time.Duration { return w.op.planned() }

// HeldBytes is the memory of the device that the operation holds beside input and
// output: tables, scratch, what lies between the steps of a sequence, and the
// work areas of cuFFT.
func (w *Work) HeldBytes() int64 { return w.op.bytes() }

// Load sets the input: whole rows, as many as are distinct, which are repeated
// over the batch.
func (w *Work) Load(rows []byte) error {
	if len(rows) == 0 || int64(len(rows))%w.slots.rowIn != 0 || int64(len(rows)) > w.slots.in {
		return fmt.Errorf("gpu: %d bytes are not whole rows of %d bytes, %d at most",
			len(rows), w.slots.rowIn, w.slots.in/w.slots.rowIn)
	}
	w.rows = rows
	if w.session.owner == w {
		w.session.owner = nil
	}
	return w.claim()
}

// Poison fills the output with NaNs, so that a row that nothing is written to
// shows.
func (w *Work) Poison() error {
	if err := w.claim(); err != nil {
		return err
	}
	return w.session.stream.Fill(w.outSlot(0), 0xff)
}

// Run runs the operation once and waits for it.
func (w *Work) Run() error {
	if err := w.claim(); err != nil {
		return err
	}
	if err := w.op.queue(w.session.stream, w.outSlot(0), w.inSlot(0)); err != nil {
		return err
	}
	return w.session.stream.Sync()
}

// Row reads a row of what the last Run left.
func (w *Work) Row(row int, to []byte) error {
	if w.session.owner != w {
		return errors.New("gpu: the rows of another work lie here now: call Run before")
	}
	return w.session.stream.Read(to, w.session.out.buffer.Span(int64(row)*w.slots.rowOut, w.slots.rowOut))
}

// Time runs the operation n times and returns how long that took by the
// device's clock. The runs are queued as graphs that go round many places of the
// input and the output, so that no run finds its rows in a cache because the one
// before had them there; the last graph is whole, and counts by its share.
//
// It is the time between the ends of runs, one after the other: the device's own
// pause of about a microsecond from kernel to kernel is part of it, the host's
// time to queue them is not, since the device has another graph to do first.
//
// Source: cuEventElapsedTime around cuGraphLaunch (CUDA Driver API).
func (w *Work) Time(n int) (time.Duration, error) {
	if err := w.claim(); err != nil {
		return 0, err
	}
	if err := w.capture(); err != nil {
		return 0, err
	}
	if err := w.lead(); err != nil {
		return 0, err
	}
	s := w.session
	runs := w.slots.runs()
	launches := (n + runs - 1) / runs
	if err := s.start.Record(s.stream); err != nil {
		return 0, err
	}
	for range launches {
		if err := w.graph.Launch(s.stream); err != nil {
			return 0, err
		}
	}
	if err := s.end.Record(s.stream); err != nil {
		return 0, err
	}
	if err := s.end.Sync(); err != nil {
		return 0, err
	}
	s.busy = s.now()
	took, err := s.start.Elapsed(s.end)
	return time.Duration(float64(took) * float64(n) / float64(launches*runs)), err
}

const (
	// A device that had nothing to do for idleTime may have lowered its clocks;
	// wakeTime is how long it then runs before it is timed.
	idleTime = 250 * time.Millisecond
	wakeTime = 20 * time.Millisecond
)

// lead keeps the device busy while the host queues what is timed, and wakes it
// before. The first launch of a graph also brings it onto the device.
func (w *Work) lead() error {
	s := w.session
	for begin := s.now(); begin.Sub(s.busy) > idleTime && s.now().Sub(begin) < wakeTime; {
		if err := w.graph.Launch(s.stream); err != nil {
			return err
		}
		if err := s.stream.Sync(); err != nil {
			return err
		}
	}
	return w.graph.Launch(s.stream)
}

// HostToHost returns the median time of one run from pinned memory of the host
// to pinned memory of the host: input to the device, the operation, output
// back. It takes at least three runs, and as many more as fit the budget. It
// needs room for input and output on the host; too little is a
// cuda.ErrOutOfMemory.
func (w *Work) HostToHost(budget time.Duration) (time.Duration, error) {
	if err := w.claim(); err != nil {
		return 0, err
	}
	in, out, err := w.onHost()
	if err != nil {
		return 0, err
	}
	s := w.session
	return median(budget, func() error {
		if err := s.stream.Upload(w.inSlot(0), in); err != nil {
			return err
		}
		if err := w.op.queue(s.stream, w.outSlot(0), w.inSlot(0)); err != nil {
			return err
		}
		if err := s.stream.Download(out, w.outSlot(0)); err != nil {
			return err
		}
		return s.stream.Sync()
	})
}

// onHost returns pinned memory with the input, and such for the output.
func (w *Work) onHost() (in, out cuda.HostSpan, err error) {
	s := w.session
	for i, bytes := range [2]int64{w.slots.in, w.slots.out} {
		if old := s.pinned[i]; old != nil && old.Bytes() < bytes {
			s.pinned[i] = nil
			if err := old.Close(); err != nil {
				return in, out, err
			}
		}
		if s.pinned[i] == nil {
			if s.pinned[i], err = s.ctx.AllocPinned(bytes); err != nil {
				return in, out, err
			}
		}
	}
	in, out = s.pinned[0].Span(0, w.slots.in), s.pinned[1].Span(0, w.slots.out)
	if err := s.stream.Download(in, w.inSlot(0)); err != nil {
		return in, out, err
	}
	return in, out, s.stream.Sync()
}

// Close frees what belongs to the work alone.
func (w *Work) Close() error {
	if w.session.owner == w {
		w.session.owner = nil
	}
	return errors.Join(w.graph.Close(), w.op.close())
}

// reserve makes room in the session's arenas.
func (w *Work) reserve() error {
	in, out := w.slots.stepIn*int64(w.slots.count), w.slots.stepOut*int64(w.slots.count)
	err := w.session.reserve(in, out)
	if errors.Is(err, cuda.ErrOutOfMemory) { // one arena may be larger than it has to be
		if err := w.session.dropArenas(); err != nil {
			return err
		}
		err = w.session.reserve(in, out)
	}
	return err
}

// claim brings the work's rows into the arenas, if they are not there.
func (w *Work) claim() error {
	s := w.session
	if s.owner == w {
		return nil
	}
	if w.rows == nil {
		return errors.New("gpu: a work without rows: call Load before")
	}
	s.owner = nil
	if err := w.reserve(); err != nil {
		return err
	}
	if err := w.spread(); err != nil {
		return err
	}
	s.owner = w
	return nil
}

// spread writes the distinct rows once and doubles them on the device: over the
// batch of the first slot, then from slot to slot. The last repetition may be cut
// off.
func (w *Work) spread() error {
	s, buffer := w.session, w.session.in.buffer
	if err := s.stream.Write(buffer.Span(0, int64(len(w.rows))), w.rows); err != nil {
		return err
	}
	double := func(have, want int64) error {
		for ; have < want; have *= 2 {
			more := min(have, want-have)
			if err := s.stream.Copy(buffer.Span(have, more), buffer.Span(0, more)); err != nil {
				return err
			}
		}
		return nil
	}
	if err := double(int64(len(w.rows)), w.slots.in); err != nil {
		return err
	}
	if w.slots.count > 1 { // the gap behind a slot is copied along: give it a content
		if gap := w.slots.stepIn - w.slots.in; gap > 0 {
			if err := s.stream.Fill(buffer.Span(w.slots.in, gap), 0); err != nil {
				return err
			}
		}
		if err := double(w.slots.stepIn, w.slots.stepIn*int64(w.slots.count)); err != nil {
			return err
		}
	}
	return s.stream.Sync()
}

// capture makes the graph of runs that go round the slots. The operation runs
// once before: what runs for the first time may load code and make room for it,
// which has no place in a graph.
func (w *Work) capture() error {
	s := w.session
	if w.graph != nil && w.in == s.in.buffer && w.out == s.out.buffer {
		return nil
	}
	if err := w.graph.Close(); err != nil {
		return err
	}
	w.graph = nil
	if err := w.Run(); err != nil {
		return err
	}
	var err error
	w.in, w.out = s.in.buffer, s.out.buffer
	w.graph, err = s.stream.Capture(func() error {
		for i := range w.slots.runs() {
			slot := i % w.slots.count
			if err := w.op.queue(s.stream, w.outSlot(slot), w.inSlot(slot)); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

func (w *Work) inSlot(i int) cuda.Span {
	return w.session.in.buffer.Span(int64(i)*w.slots.stepIn, w.slots.in)
}

func (w *Work) outSlot(i int) cuda.Span {
	return w.session.out.buffer.Span(int64(i)*w.slots.stepOut, w.slots.out)
}
