package arena

import (
	"fmt"
	"math"
)

// Buffer is a piece of memory that must keep its bytes over an inclusive range
// of steps.
type Buffer struct {
	Size        int64 // bytes, ≥ 0
	First, Last int   // steps, 0 ≤ First ≤ Last
}

// Options of Pack; the zero value is a good choice.
type Options struct {
	// Align is a power of two in bytes, 0 for 1. Every offset is a multiple of
	// it. The end of the arena is not rounded.
	Align int64
	// Effort caps the search that follows where no placement order meets the
	// bound: for each buffer, up to the first 500, it may look at so many others.
	// These are counted, not timed, so the same input gives the same plan
	// everywhere. 0 is 20,000, which takes some tenths of a second at most for some
	// thousand buffers; below 0 there is no search.
	Effort int
}

// defaultEffort settles almost all of what a few dozen buffers can be; paid is
// the number of buffers up to which each adds to the looks.
const (
	defaultEffort = 20_000
	paid          = 500
)

// looks returns how many the search may take for n buffers.
func (o Options) looks(n int) int {
	effort := o.Effort
	if effort == 0 {
		effort = defaultEffort
	}
	return min(effort, math.MaxInt/paid) * min(n, paid)
}

// Plan says where each buffer lies in one arena. Plans of the same buffers in
// another order have equal Bytes.
type Plan struct {
	Offsets []int64 // one per buffer, bytes, multiples of the alignment
	Bytes   int64   // of the arena: the largest offset + size

	// LowerBound is the size below which no arena can be: over all steps, the
	// most that the buffers alive take when each but one is rounded up to the
	// alignment. The one is that which rounding would enlarge most: only a
	// buffer on top of a step's stack can do without, so
	// LowerBound ≤ Bytes whatever lies there.
	LowerBound int64
	PeakStep   int   // the first step that reaches LowerBound
	Live       []int // buffers with bytes alive at PeakStep, largest first, ties by index

	Materialized int64  // sum of the sizes: memory without reuse
	Order        string // what found the plan: an order and how it was filled, or "search"
	Align        int64  // of the offsets, ≥ 1
	Exact        bool   // no plan needs less: proven by search or by the bound
}

// Pack lays out buffers so that no two that are alive at a common step share a
// byte, in as small an arena as it can find. An error names the buffer.
func Pack(buffers []Buffer, o Options) (*Plan, error) {
	align, err := alignment(o.Align)
	if err != nil {
		return nil, err
	}
	total, err := check(buffers, align)
	if err != nil {
		return nil, err
	}
	p := &Plan{Offsets: make([]int64, len(buffers)), Align: align, Materialized: total}
	items := itemsOf(buffers, align)
	if len(items) == 0 {
		p.Order, p.Exact = "empty", true
		return p, nil
	}
	p.LowerBound, p.PeakStep = peak(items)
	p.Live = alive(buffers, p.PeakStep)
	p.place(items, o.looks(len(items)))
	return p, nil
}

// place solves the stretches of time one by one, the one that needs most first:
// what it takes, the others may take for nothing.
func (p *Plan) place(items []item, looks int) {
	goal := p.LowerBound
	for _, c := range components(items, p.Align) {
		var l layout
		l, looks = solve(c, goal, looks)
		for i, it := range c.items {
			p.Offsets[it.index] = l.offsets[i]
		}
		if l.height > p.Bytes {
			p.Bytes, p.Order, p.Exact = l.height, l.order, l.exact
		}
		goal = max(goal, l.height)
	}
	p.Exact = p.Exact || p.Bytes == p.LowerBound
}

// Gap returns by how much the arena exceeds the lower bound, as a share of it;
// 0 for an empty plan.
func (p *Plan) Gap() float64 {
	if p.LowerBound == 0 {
		return 0
	}
	return float64(p.Bytes-p.LowerBound) / float64(p.LowerBound)
}

// Reuse returns how many times each byte of the arena is used on average:
// Materialized/Bytes, 0 for an empty plan.
func (p *Plan) Reuse() float64 {
	if p.Bytes == 0 {
		return 0
	}
	return float64(p.Materialized) / float64(p.Bytes)
}

// alignment checks an alignment.
func alignment(a int64) (int64, error) {
	switch {
	case a == 0:
		return 1, nil
	case a < 0 || a&(a-1) != 0:
		return 0, fmt.Errorf("alignment %d is no power of two", a)
	}
	return a, nil
}

// check returns the sum of the sizes. Their rounded sum bounds every end of a
// buffer, so nothing that follows can overflow.
func check(buffers []Buffer, align int64) (total int64, err error) {
	var rounded int64
	for i, b := range buffers {
		switch {
		case b.Size < 0:
			return 0, fmt.Errorf("buffer %d: size %d is negative", i, b.Size)
		case b.First < 0:
			return 0, fmt.Errorf("buffer %d: first step %d is negative", i, b.First)
		case b.First > b.Last:
			return 0, fmt.Errorf("buffer %d: first step %d comes after the last, %d", i, b.First, b.Last)
		case b.Size > math.MaxInt64-(align-1) || roundUp(b.Size, align) > math.MaxInt64-rounded:
			return 0, fmt.Errorf("buffer %d: with its %d bytes the sizes sum to more than 2^63-1 at alignment %d", i, b.Size, align)
		}
		rounded += roundUp(b.Size, align)
		total += b.Size
	}
	return total, nil
}

// roundUp rounds n up to a multiple of align, a power of two.
func roundUp(n, align int64) int64 { return (n + align - 1) &^ (align - 1) }
