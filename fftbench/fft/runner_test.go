package fft

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// negate is a plan of one row that must not overlap.
type negate struct{ t *testing.T }

func (p negate) forward(dst, src, work []float64) {
	assert.NotSame(p.t, &dst[0], &src[0])
	assert.Len(p.t, work, 5)
	assert.Len(p.t, src, len(dst))
	for i, v := range src {
		dst[i] = -v
	}
}
func (p negate) inverse(dst, src, work []float64) { p.forward(dst, src, work); dst[0] = 0 }
func (negate) workLen() int                       { return 5 }
func (negate) footprint() Footprint               { return nil }

// negateRows takes all rows in one call and may work in place.
type negateRows struct {
	negate
	aliases bool
	calls   *[]int
}

func (p negateRows) inPlace() bool { return p.aliases }

func (p negateRows) forwardRows(dst, src []float64, rows int, work []float64) {
	*p.calls = append(*p.calls, rows)
	assert.Equal(p.t, p.aliases, &dst[0] == &src[0])
	for i, v := range src {
		dst[i] = -v
	}
}

func (p negateRows) inverseRows(dst, src []float64, rows int, work []float64) {
	p.forwardRows(dst, src, rows, work)
	for r := range rows {
		dst[r*len(dst)/rows] = 0
	}
}

// A runner keeps the promises that each kind of plan is made for.
func TestRunnerHonoursPlans(t *testing.T) {
	calls := map[string]*[]int{"batch": {}, "batch in place": {}}
	plans := map[string]rowPlan[float64]{
		"rows":           negate{t},
		"batch":          negateRows{negate{t}, false, calls["batch"]},
		"batch in place": negateRows{negate{t}, true, calls["batch in place"]},
	}
	src := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	for name, plan := range plans {
		r := newComplexRunner(2, plan, sharing{goroutines: 1})
		x := slices.Clone(src)
		r.run(x, x, false)
		assert.Equal(t, []float64{-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12}, x, name)
		r.run(x, x, true)
		assert.Equal(t, []float64{0, 2, 3, 4, 0, 6, 7, 8, 0, 10, 11, 12}, x, name)
		r.run(nil, nil, false)
	}
	assert.Equal(t, []int{1, 1, 1, 1, 1, 1}, *calls["batch"], "from a copy of each row")
	assert.Equal(t, []int{3, 3}, *calls["batch in place"], "all rows at once")
}
