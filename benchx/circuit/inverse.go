package circuit

import "fmt"

// Query asks for the largest value of a count that fits.
type Query struct {
	Name   string // for people: "longest prompt"
	Count  string // which count is varied
	Unit   string // what it counts
	Lo, Hi int64  // both included; Hi 0: no cap but what 62 bits hold
}

// Limiter says what stops an answer from being larger.
type Limiter string

// The limiters beside the names of a circuit's limits.
const (
	LimitMemory Limiter = "memory" // the next value needs more than the budget
	LimitCap    Limiter = "cap"    // the query asks no further
)

// Answer is the reply to a query.
type Answer struct {
	Query     Query
	Found     bool // false: not even Lo fits, and Next is Lo
	Value     int64
	Headroom  int64   // at Value
	Limiter   Limiter // memory, cap, or the limit that refuses Next
	Next      int64   // the first value that does not fit; 0 under LimitCap
	Shortfall int64   // bytes that Next lacks; 0 where memory is not what it lacks
	Asked     int64   // the value of the workload
	// Fraction is Value and the share of the step to Next that the headroom
	// pays for, as "6.36 sequences"; Value where memory is not the limiter.
	Fraction    float64
	Evaluations int
}

// Fit is what one value of a query comes to.
type Fit struct {
	Headroom int64
	Refusals []Refusal
}

// OK reports whether the value fits.
func (f Fit) OK() bool { return f.Headroom >= 0 && len(f.Refusals) == 0 }

// limiter says why a value does not fit, and how many bytes it lacks.
func (f Fit) limiter() (Limiter, int64) {
	if len(f.Refusals) > 0 {
		return Limiter(f.Refusals[0].Limit), 0
	}
	return LimitMemory, -f.Headroom
}

// Largest answers a query about a workload that need not fit itself. What does
// not fit must stay so for larger values; [Ladder] is for what does not.
func (m *Model) Largest(w Workload, q Query) (Answer, error) {
	if m.c.Workload.With(w).Budget <= 0 {
		return Answer{}, fmt.Errorf("%s: no budget was given", q.Name)
	}
	names, err := m.names(m.c.Workload.With(w))
	if err != nil {
		return Answer{}, err
	}
	fit := func(v int64) (Fit, error) { return m.fit(w.WithCount(q.Count, v)) }
	asked := names[q.Count]
	if q.Lo, err = leastAllowed(q.Lo, asked, fit); err != nil {
		return Answer{}, err
	}
	a, err := Largest(q, fit)
	a.Asked = asked
	return a, err
}

// leastAllowed returns the least value from lo on that no limit refuses, where
// limits refuse small values and allow the one that was asked, as one of slots
// does with fewer than there are sequences; else lo.
func leastAllowed(lo, asked int64, fit func(int64) (Fit, error)) (int64, error) {
	refused := func(v int64) (bool, error) {
		f, err := fit(v)
		if isOverflow(err) {
			return false, nil
		}
		return len(f.Refusals) > 0, err
	}
	below := lo
	if no, err := refused(lo); err != nil || !no || asked <= lo {
		return lo, err
	}
	if no, err := refused(asked); err != nil || no {
		return lo, err
	}
	for asked-below > 1 {
		mid := below + (asked-below)/2
		no, err := refused(mid)
		if err != nil {
			return lo, err
		}
		if no {
			below = mid
		} else {
			asked = mid
		}
	}
	return asked, nil
}

func (m *Model) fit(w Workload) (Fit, error) {
	r, err := m.Evaluate(w)
	if err != nil {
		return Fit{}, err
	}
	return Fit{r.Totals.Headroom, r.Refusals}, nil
}

// uncapped is how far a query without a cap goes.
const uncapped = 1 << 62

// Largest finds the largest value between q.Lo and q.Hi that fits, by doubling
// steps and then halving them. What does not fit 63 bits does not fit.
func Largest(q Query, fit func(int64) (Fit, error)) (Answer, error) {
	a := Answer{Query: q}
	hi := q.Hi
	if hi == 0 {
		hi = uncapped
	}
	if q.Lo > hi {
		return a, fmt.Errorf("%s: between %d and %d there is nothing", q.Name, q.Lo, hi)
	}
	s := search{fit: fit, answer: &a}
	ok, err := s.try(q.Lo)
	if err != nil {
		return a, err
	}
	if !ok {
		return a, nil
	}
	if q.Hi > 0 { // most often the cap is what is asked for
		if ok, err := s.try(hi); err != nil || ok {
			return a, err
		}
	} else if err := s.climb(hi); err != nil {
		return a, err
	}
	for a.Next-a.Value > 1 {
		if _, err := s.try(a.Value + (a.Next-a.Value)/2); err != nil {
			return a, err
		}
	}
	a.fraction(s.below)
	return a, nil
}

// search narrows an answer down.
type search struct {
	fit    func(int64) (Fit, error)
	answer *Answer
	below  int64 // headroom of Next, negative where memory is what it lacks
}

// try evaluates a value and takes it over as the answer or as the next.
func (s *search) try(v int64) (bool, error) {
	a := s.answer
	a.Evaluations++
	f, err := s.fit(v)
	if isOverflow(err) {
		f, err = Fit{Headroom: -1 << 62}, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s %d: %w", a.Query.Count, v, err)
	}
	if f.OK() {
		a.Found, a.Value, a.Headroom = true, v, f.Headroom
		if a.Next == 0 {
			a.Limiter, a.Fraction = LimitCap, float64(v)
		}
		return true, nil
	}
	a.Next, s.below = v, f.Headroom
	a.Limiter, a.Shortfall = f.limiter()
	return false, nil
}

// climb doubles the step until a value does not fit.
func (s *search) climb(hi int64) error {
	for step := int64(1); ; step *= 2 {
		v := hi
		if s.answer.Value < hi-step {
			v = s.answer.Value + step
		}
		if ok, err := s.try(v); err != nil || !ok || v == hi {
			return err
		}
	}
}

// fraction says how much of the step to the next value the headroom pays for.
func (a *Answer) fraction(below int64) {
	a.Fraction = float64(a.Value)
	if a.Limiter == LimitMemory && a.Headroom > below {
		a.Fraction += float64(a.Headroom) / (float64(a.Headroom) - float64(below))
	}
}

// LeastBudget returns the smallest budget under which a workload has room,
// whatever its limits say. The driver's share grows with the budget.
func (m *Model) LeastBudget(w Workload) (int64, error) {
	w = m.c.Workload.With(w)
	w.Budget = 1
	r, err := m.Evaluate(w)
	if err != nil {
		return 0, err
	}
	// budget ≥ rest + ⌊budget/1000⌋·perMille, and with the share of a whole
	// budget below 1000 the least is found from below in a few steps.
	if m.c.Driver.PerMille >= 1000 {
		return 0, fmt.Errorf("driver: %d per mille leave nothing", m.c.Driver.PerMille)
	}
	rest := r.Totals.Device
	least := rest
	for {
		share, err := mul(least/1000, m.c.Driver.PerMille)
		if err != nil {
			return 0, err
		}
		next, err := add(rest, share)
		if err != nil {
			return 0, err
		}
		if next <= least {
			return least, nil
		}
		least = next
	}
}
