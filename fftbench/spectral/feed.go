package spectral

import "github.com/fftstudy/fftstudy/fftbench/fft"

// feed cuts a signal that comes in chunks into frames. What comes out does not
// depend on how the signal was cut into chunks, and samples are copied only
// where a frame lies in two of them.
type feed[R Real] struct {
	framing  Framing
	multiple int // frames are given away by so many, but for the last ones

	carry []R // samples of the next frames, have of them
	have  int
	skip  int // samples between the frame before and the next, where hops are long

	seen  int // samples of the signal so far
	head  []R // the first samples, until they can be mirrored
	tail  []R // the last samples, to be mirrored
	edges []R // room for what is put before and after the signal
}

// carried is the most samples that the carry holds: less than a frame, or less
// than so many frames as are given away together, filled up for all that begin
// there.
func (f Framing) carried(multiple int) int {
	if multiple == 1 {
		return 2 * f.Len
	}
	return 2 * (f.Len + multiple*f.Hop)
}

// A sink takes frames: count of them, one every hop samples of src.
type sink[R Real] interface {
	frames(src []R, count int) error
}

func newFeed[R Real](f Framing, multiple int) *feed[R] {
	s := &feed[R]{framing: f, multiple: multiple}
	s.carry = make([]R, f.carried(multiple))
	if f.Edges != Inside {
		s.edges = make([]R, f.edge())
	}
	if f.Edges == Mirrored {
		s.head, s.tail = make([]R, 0, f.edge()), make([]R, f.edge()+1)
	}
	s.reset()
	return s
}

// reset forgets the signal.
func (s *feed[R]) reset() {
	s.have, s.skip, s.seen, s.head = 0, 0, 0, s.head[:0]
}

// push takes the next samples and gives the frames away that they complete.
func (s *feed[R]) push(samples []R, to sink[R]) error {
	if len(samples) == 0 {
		return nil
	}
	begun := s.seen > 0
	s.seen += len(samples)
	switch s.framing.Edges {
	case Zeros:
		if !begun {
			clear(s.edges)
			if err := s.cut(s.edges, to); err != nil {
				return err
			}
		}
	case Mirrored:
		keepLast(s.tail, samples)
		return s.mirrored(samples, to)
	}
	return s.cut(samples, to)
}

// mirrored is push once the tail is kept: it holds the first samples back until
// there are enough to be mirrored.
func (s *feed[R]) mirrored(samples []R, to sink[R]) error {
	edge := s.framing.edge()
	before := s.seen - len(samples)
	if before > edge {
		return s.cut(samples, to)
	}
	if s.seen <= edge {
		s.head = append(s.head, samples...)
		return nil
	}
	at := func(i int) R { // of the signal
		if i < len(s.head) {
			return s.head[i]
		}
		return samples[i-len(s.head)]
	}
	for i := range s.edges {
		s.edges[i] = at(edge - i)
	}
	for _, part := range [][]R{s.edges, s.head, samples} {
		if err := s.cut(part, to); err != nil {
			return err
		}
	}
	return nil
}

// close puts what the edges ask for after the signal, gives the last frames
// away and forgets the signal.
func (s *feed[R]) close(to sink[R]) error {
	defer s.reset()
	if s.seen == 0 {
		return nil
	}
	if err := s.framing.checkSignal(s.seen); err != nil {
		return err
	}
	if s.framing.Edges != Inside {
		for i := range s.edges {
			s.edges[i] = 0
			if s.framing.Edges == Mirrored {
				s.edges[i] = s.tail[len(s.tail)-2-i]
			}
		}
		if err := s.cut(s.edges, to); err != nil {
			return err
		}
	}
	return s.rest(to)
}

// kept returns how many complete frames are kept because they are too few.
func (s *feed[R]) kept() int { return s.framing.inside(s.have) }

// rest gives away the complete frames that are kept because they are too few,
// and keeps them.
func (s *feed[R]) rest(to sink[R]) error {
	if count := s.kept(); count > 0 {
		return to.frames(s.carry[:s.have], count)
	}
	return nil
}

// complete returns how many frames so many samples have to give away.
func (s *feed[R]) complete(samples int) int {
	frames := s.framing.inside(samples)
	return frames - frames%s.multiple
}

// cut gives away the frames that samples complete: first those that begin in
// the carry, which is filled up for them, then those inside of samples.
func (s *feed[R]) cut(samples []R, to sink[R]) error {
	hop := s.framing.Hop
	skipped := min(s.skip, len(samples))
	s.skip -= skipped
	samples = samples[skipped:]

	if s.have > 0 {
		frames := s.complete(s.have + len(samples))
		if frames == 0 {
			s.have += copy(s.carry[s.have:], samples)
			return nil
		}
		begun := (s.have + hop - 1) / hop
		begun += (s.multiple - begun%s.multiple) % s.multiple
		begun = min(begun, frames)
		missing := max(0, s.framing.span(begun)-s.have)
		copy(s.carry[s.have:], samples[:missing])
		if err := to.frames(s.carry[:s.have+missing], begun); err != nil {
			return err
		}
		next := begun*hop - s.have // the next frame begins there in samples
		if next < 0 {
			// No frame is left to give away: all that remains is short.
			s.have = copy(s.carry, s.carry[begun*hop:s.have])
			s.have += copy(s.carry[s.have:], samples)
			return nil
		}
		s.have = 0
		if next >= len(samples) {
			s.skip = next - len(samples)
			return nil
		}
		samples = samples[next:]
	}

	if frames := s.complete(len(samples)); frames > 0 {
		if err := to.frames(samples[:s.framing.span(frames)], frames); err != nil {
			return err
		}
		next := frames * hop
		if next >= len(samples) {
			s.skip = next - len(samples)
			return nil
		}
		samples = samples[next:]
	}
	s.have = copy(s.carry, samples)
	return nil
}

// keepLast moves the last samples into tail.
func keepLast[R Real](tail, samples []R) {
	if len(samples) >= len(tail) {
		copy(tail, samples[len(samples)-len(tail):])
		return
	}
	copy(tail, tail[len(samples):])
	copy(tail[len(tail)-len(samples):], samples)
}

// footprint tells what is kept from one chunk to the next, which is state of a
// stream and scratch of a plan that takes whole signals, and the room for edges.
func (s *feed[R]) footprint(kept fft.PartKind) fft.Footprint {
	samples := len(s.carry) + cap(s.head) + len(s.tail)
	f := fft.Footprint{{Name: "samples kept", Kind: kept, Count: samples, Bytes: int64(samples) * partSize[R]()}}
	if s.edges != nil {
		f = append(f, footprintOf("edges", fft.Scratch, s.edges))
	}
	return f
}
