package gpu

import (
	"slices"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
)

// leastRuns is how many runs a median is taken of at least.
const leastRuns = 3

// median times f by the host's clock at least three times, and as often again as
// fits the budget.
func median(budget time.Duration, f func() error) (time.Duration, error) {
	var taken []time.Duration
	for begin := time.Now(); len(taken) < leastRuns || time.Since(begin) < budget; {
		start := time.Now()
		if err := f(); err != nil {
			return 0, err
		}
		taken = append(taken, time.Since(start))
	}
	slices.Sort(taken)
	return taken[len(taken)/2], nil
}

const (
	// copyBytes is what is copied to measure a device's rate, if that much is
	// free: many times the largest cache, and long against the pause between
	// copies.
	copyBytes = 1 << 30
	// copiesPerBlock are timed at once: some milliseconds.
	copiesPerBlock = 4
	// A rate has settled once steadyBlocks in a row differ by less than steady.
	steadyBlocks = 5
	steady       = 0.01
)

// How long a session waits for the clocks: they begin to rise some time after work
// has come, and a device that idles is steady too.
const (
	leastSettleTime = 200 * time.Millisecond
	settleTime      = time.Second
)

// CopyRate returns how many bytes per second the device reads and writes when it
// copies within its memory, by the driver's own copy (cuMemcpyDtoDAsync). The first
// call measures it, once the device's clocks stand still.
func (s *Session) CopyRate() (float64, error) {
	if s.copyRate > 0 {
		return s.copyRate, nil
	}
	free, err := s.Free()
	if err != nil {
		return 0, err
	}
	bytes := max(min(copyBytes, free/8)/slotAlign*slotAlign, slotAlign)
	s.owner = nil
	if err := s.reserve(bytes, bytes); err != nil {
		return 0, err
	}
	rates, err := s.copyRates(s.out.buffer.Span(0, bytes), s.in.buffer.Span(0, bytes))
	if err != nil {
		return 0, err
	}
	slices.Sort(rates)
	s.copyRate, s.busy = rates[len(rates)/2], s.now()
	return s.copyRate, s.dropArenas() // larger than works want them, as a rule
}

// copyRates returns the rates of the last steadyBlocks blocks of copies, after
// they have settled or settleTime has passed.
func (s *Session) copyRates(to, from cuda.Span) ([]float64, error) {
	var rates []float64
	for begin := time.Now(); ; {
		took, err := s.timeCopies(to, from)
		if err != nil {
			return nil, err
		}
		rates = append(rates, 2*float64(from.Len)*copiesPerBlock/took.Seconds())
		if len(rates) < steadyBlocks {
			continue
		}
		last := rates[len(rates)-steadyBlocks:]
		spent := time.Since(begin)
		if spent > leastSettleTime && spread(last) < steady || spent > settleTime {
			return last, nil
		}
	}
}

func spread(rates []float64) float64 { return slices.Max(rates)/slices.Min(rates) - 1 }

func (s *Session) timeCopies(to, from cuda.Span) (time.Duration, error) {
	if err := s.start.Record(s.stream); err != nil {
		return 0, err
	}
	for range copiesPerBlock {
		if err := s.stream.Copy(to, from); err != nil {
			return 0, err
		}
	}
	if err := s.end.Record(s.stream); err != nil {
		return 0, err
	}
	if err := s.end.Sync(); err != nil {
		return 0, err
	}
	took, err := s.start.Elapsed(s.end)
	return max(took, 1), err
}
