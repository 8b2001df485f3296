package gpu

import (
	"errors"
	"fmt"
	"time"
)

const (
	// fastestRounds are how often each candidate is timed, in turns.
	fastestRounds = 3
	// fastestTime is how long one timing takes at least: long against the half
	// microsecond to which events are exact.
	fastestTime = time.Millisecond
)

// Fastest times operations that give the same on batches of so many rows, and
// returns the index of the one whose best time is the shortest. Operations that
// cannot be bound on this device are left out; if none can, its error is theirs.
// Rows are as in [Work.Load].
func (s *Session) Fastest(candidates []Operation, batch int, rows []byte) (best int, err error) {
	s.Compile(candidates...)
	works := make([]*Work, len(candidates))
	defer func() {
		for _, w := range works {
			if w != nil {
				err = errors.Join(err, w.Close())
			}
		}
	}()
	var refused []error
	for i, o := range candidates {
		w, err := s.Bind(o, batch)
		if err != nil {
			refused = append(refused, fmt.Errorf("candidate %d: %w", i+1, err))
			continue
		}
		works[i] = w
		if err := w.Load(rows); err != nil {
			return 0, err
		}
	}
	if len(refused) == len(candidates) {
		return 0, errors.Join(refused...)
	}
	shortest := make([]float64, len(candidates))
	for range fastestRounds {
		for i, w := range works {
			if w == nil {
				continue
			}
			took, err := w.timed(fastestTime)
			if err != nil {
				return 0, err
			}
			if shortest[i] == 0 || took < shortest[i] {
				shortest[i] = took
			}
		}
	}
	return indexOfLeast(shortest), nil
}

// indexOfLeast is that of the smallest number that is not 0.
func indexOfLeast(list []float64) int {
	best := -1
	for i, v := range list {
		if v > 0 && (best < 0 || v < list[best]) {
			best = i
		}
	}
	return max(best, 0)
}

// timed returns the nanoseconds of one run, of as many as take so long.
func (w *Work) timed(least time.Duration) (float64, error) {
	for n := 1; ; n *= 4 {
		took, err := w.Time(n)
		if err != nil || took >= least {
			return float64(took) / float64(n), err
		}
	}
}
