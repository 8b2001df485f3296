package sweep

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Outcome is what became of one try.
type Outcome struct {
	Batch int `json:"batch"`
	// Status is timeout where an op takes longer than the time budget or a
	// child had to be killed, oom where a batch needs more than the memory
	// budget or memory ran out.
	Status wire.Status `json:"status"`
	// OverBudget says that nothing broke: the try only went beyond a budget.
	OverBudget bool   `json:"over_budget,omitempty"`
	Note       string `json:"note,omitempty"` // why Status is not ok, or a remark
	// NsPerOp is the time of one op over Iters timed ops; 0 where there is none.
	NsPerOp float64  `json:"ns_per_op,omitempty"`
	Iters   int64    `json:"iters,omitempty"`
	Metrics []Metric `json:"metrics,omitempty"`
}

// Metric is one more number of a try, in a unit of package wire.
type Metric struct {
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
}

// Within reports whether the try worked and kept every budget.
func (o Outcome) Within() bool { return o.Status == wire.OK }

// Limiter is what a try that is not within ran into, "" for one that was
// skipped.
func (o Outcome) Limiter() wire.Limiter {
	switch o.Status {
	case wire.Timeout:
		return wire.LimitTime
	case wire.OOM:
		return wire.LimitMemory
	case wire.Skip:
		return ""
	}
	return wire.LimitFailure
}

// A Probe tries one batch size. A probe that cannot tell (its context is done)
// returns an error, which ends the search.
type Probe func(batch int) (Outcome, error)

// Bounds says where and how finely to search.
type Bounds struct {
	// Cap is the largest batch to try, at least 1.
	Cap int
	// Resolution ends the bisection once the gap between the largest batch
	// within and the smallest beyond is at most this share of the former.
	// 0 finds the exact limit. Times are noisy, so 1/16 is fine enough for them.
	Resolution float64
}

// Result is what a search found.
type Result struct {
	Tried []Outcome // in the order in which they were tried
	// Largest is the largest batch within all budgets; nil if none was.
	Largest *Outcome
	// Beyond is the smallest batch tried that was not; nil if the search
	// reached its cap.
	Beyond *Outcome
	// Limiter is what ended the search: that of Beyond, or cap.
	Limiter wire.Limiter
}

// Search finds the largest batch within budget: it doubles from 1 until a try
// fails or the cap is reached, then bisects. For a probe that is monotone
// (whatever fails at one batch fails at every larger one) the answer is right,
// after at most 2·⌈log₂ cap⌉+1 tries. On an error of the probe it returns what
// it has so far along with the error.
func Search(bounds Bounds, probe Probe) (Result, error) {
	s := searcher{probe: probe, limit: max(bounds.Cap, 1), largest: -1, beyond: -1}
	for batch := 1; ; batch = min(2*batch, s.limit) {
		if err := s.try(batch); err != nil {
			return s.result(), err
		}
		if s.beyond >= 0 || batch == s.limit {
			break
		}
	}
	for s.beyond >= 0 {
		lo, hi := s.low(), s.tried[s.beyond].Batch
		gap := hi - lo
		if gap <= 1 || float64(gap) <= bounds.Resolution*float64(lo) {
			break
		}
		if err := s.try(lo + gap/2); err != nil {
			return s.result(), err
		}
	}
	return s.result(), nil
}

// searcher remembers by index into tried the best and the worst so far.
type searcher struct {
	probe           Probe
	limit           int
	tried           []Outcome
	largest, beyond int // -1 while there is none
}

func (s *searcher) try(batch int) error {
	o, err := s.probe(batch)
	if err != nil {
		return err
	}
	o.Batch = batch
	s.tried = append(s.tried, o)
	if o.Within() {
		s.largest = len(s.tried) - 1
	} else {
		s.beyond = len(s.tried) - 1
	}
	return nil
}

// low returns the largest batch known to be within, 0 if none is.
func (s *searcher) low() int {
	if s.largest < 0 {
		return 0
	}
	return s.tried[s.largest].Batch
}

func (s *searcher) result() Result {
	r := Result{Tried: s.tried}
	if s.largest >= 0 {
		r.Largest = &s.tried[s.largest]
	}
	switch {
	case s.beyond >= 0:
		r.Beyond = &s.tried[s.beyond]
		r.Limiter = r.Beyond.Limiter()
	case r.Largest != nil && r.Largest.Batch == s.limit:
		r.Limiter = wire.LimitCap
	}
	return r
}
