package circuit_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// upTo fits values up to a limit: each of 10 bytes.
func upTo(limit int64) func(int64) (circuit.Fit, error) {
	return func(v int64) (circuit.Fit, error) { return circuit.Fit{Headroom: 10 * (limit - v)}, nil }
}

func TestBisection(t *testing.T) {
	for _, limit := range []int64{1, 2, 7, 64, 99, 100} {
		a, err := circuit.Largest(circuit.Query{Lo: 1, Hi: 100}, upTo(limit))
		require.NoError(t, err)
		assert.True(t, a.Found)
		assert.Equal(t, limit, a.Value)
		assert.LessOrEqual(t, a.Evaluations, 10)
		if limit == 100 {
			assert.Equal(t, circuit.LimitCap, a.Limiter)
			assert.Zero(t, a.Next)
			continue
		}
		assert.Equal(t, circuit.LimitMemory, a.Limiter)
		assert.Equal(t, limit+1, a.Next)
		assert.EqualValues(t, 10, a.Shortfall)
	}
}

func TestNothingFits(t *testing.T) {
	a, err := circuit.Largest(circuit.Query{Lo: 5, Hi: 100}, upTo(3))
	require.NoError(t, err)
	assert.Equal(t, circuit.Answer{Query: a.Query, Limiter: circuit.LimitMemory, Next: 5, Shortfall: 20, Evaluations: 1}, a)

	_, err = circuit.Largest(circuit.Query{Name: "longest", Lo: 5, Hi: 4}, upTo(3))
	assert.EqualError(t, err, "longest: between 5 and 4 there is nothing")
}

func TestWithoutACap(t *testing.T) {
	for _, limit := range []int64{1, 2, 3, 1000, 1 << 40} {
		a, err := circuit.Largest(circuit.Query{Lo: 1}, func(v int64) (circuit.Fit, error) { return circuit.Fit{Headroom: limit - v}, nil })
		require.NoError(t, err)
		assert.Equal(t, limit, a.Value)
		assert.LessOrEqual(t, a.Evaluations, 85)
	}
	a, err := circuit.Largest(circuit.Query{Lo: 1}, func(int64) (circuit.Fit, error) { return circuit.Fit{}, nil })
	require.NoError(t, err)
	assert.Equal(t, circuit.LimitCap, a.Limiter)
}

// pool is a model whose slots cost 100 bytes each, of which the user may have
// four and a sequence of at most ten tokens.
func pool() *circuit.Circuit {
	c := stateful(circuit.State{ID: "h", Kind: circuit.Recurrent, Format: circuit.MustFormat("u8"), Elements: circuit.Number(100)})
	c.Counts = []circuit.Count{{Name: "slots", Value: circuit.MustParse("concurrency")}, {Name: "length", Value: circuit.MustParse("isl+osl")}}
	c.Limits = []circuit.Limit{
		{Name: "slots", Value: circuit.MustParse("concurrency"), Most: circuit.Number(4)},
		{Name: "length", Value: circuit.MustParse("length"), Most: circuit.Number(10)},
	}
	c.Knobs = []circuit.Knob{
		{Name: "one slot less", Count: "concurrency", Step: 1},
		{Name: "half the slots", Count: "concurrency"},
		{Name: "no such count", Count: "nothing"},
	}
	c.Workload = circuit.Workload{Counts: map[string]int64{"concurrency": 3, "isl": 2, "osl": 1}}
	return c
}

func TestAnswersSayWhatStops(t *testing.T) {
	m, err := circuit.Compile(pool())
	require.NoError(t, err)
	most := func(budget int64, q circuit.Query) circuit.Answer {
		a, err := m.Largest(circuit.Workload{Budget: budget}, q)
		require.NoError(t, err)
		return a
	}
	a := most(250, circuit.Query{Count: "concurrency", Lo: 1})
	assert.EqualValues(t, 2, a.Value)
	assert.Equal(t, circuit.LimitMemory, a.Limiter)
	assert.EqualValues(t, 50, a.Shortfall)
	assert.EqualValues(t, 50, a.Headroom)
	assert.EqualValues(t, 2.5, a.Fraction)
	assert.EqualValues(t, 3, a.Asked, "answered though what was asked does not fit")

	a = most(10_000, circuit.Query{Count: "concurrency", Lo: 1})
	assert.EqualValues(t, 4, a.Value)
	assert.Equal(t, circuit.Limiter("slots"), a.Limiter)
	assert.Zero(t, a.Shortfall)
	assert.EqualValues(t, 4, a.Fraction)

	a = most(10_000, circuit.Query{Count: "isl", Lo: 1})
	assert.EqualValues(t, 9, a.Value)
	assert.Equal(t, circuit.Limiter("length"), a.Limiter)

	a = most(10_000, circuit.Query{Count: "concurrency", Lo: 1, Hi: 3})
	assert.Equal(t, circuit.LimitCap, a.Limiter)

	a = most(50, circuit.Query{Count: "concurrency", Lo: 1})
	assert.False(t, a.Found)
	assert.EqualValues(t, 50, a.Shortfall)

	// The count follows from another, and is set on its own here.
	a = most(750, circuit.Query{Count: "slots", Lo: 1})
	assert.EqualValues(t, 7, a.Value)

	_, err = m.Largest(circuit.Workload{}, circuit.Query{Name: "most", Count: "slots", Lo: 1})
	assert.EqualError(t, err, "most: no budget was given")
}

// Fewer slots than sequences are refused: the search begins above those.
func TestLimitsFromBelow(t *testing.T) {
	c := pool()
	c.Counts = nil
	c.Limits = []circuit.Limit{{Name: "slots", Value: circuit.MustParse("concurrency"), Most: circuit.MustParse("slots")}}
	c.Workload.Counts["slots"] = 9
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	a, err := m.Largest(circuit.Workload{Budget: 750}, circuit.Query{Count: "slots", Lo: 1})
	require.NoError(t, err)
	assert.True(t, a.Found)
	assert.EqualValues(t, 7, a.Value)
	assert.Equal(t, circuit.LimitMemory, a.Limiter)
	assert.EqualValues(t, 9, a.Asked)

	a, err = m.Largest(circuit.Workload{Budget: 250}, circuit.Query{Count: "slots", Lo: 1})
	require.NoError(t, err)
	assert.False(t, a.Found)
	assert.EqualValues(t, 3, a.Next, "three sequences need as many slots")
	assert.EqualValues(t, 50, a.Shortfall)
}

func TestRefusals(t *testing.T) {
	m, err := circuit.Compile(pool())
	require.NoError(t, err)
	r, err := m.Evaluate(circuit.Workload{Counts: map[string]int64{"concurrency": 5, "isl": 10}, Budget: 1 << 20})
	require.NoError(t, err)
	assert.Equal(t, []circuit.Refusal{{Limit: "slots", Value: 5, Most: 4}, {Limit: "length", Value: 11, Most: 10}}, r.Refusals)
	assert.Positive(t, r.Totals.Headroom)
	assert.False(t, r.Fits())
}

func TestSensitivity(t *testing.T) {
	m, err := circuit.Compile(pool())
	require.NoError(t, err)
	savings, err := m.Sensitivity(circuit.Workload{Budget: 150})
	require.NoError(t, err)
	require.Len(t, savings, 2)
	assert.Equal(t, "half the slots", savings[0].Knob.Name)
	assert.EqualValues(t, 200, savings[0].Saves)
	assert.True(t, savings[0].Fits)
	assert.EqualValues(t, 50, savings[0].Headroom)
	assert.Equal(t, "one slot less", savings[1].Knob.Name)
	assert.Equal(t, []string{"3", "2"}, []string{savings[1].From, savings[1].To})
	assert.False(t, savings[1].Fits)

	savings, err = m.Sensitivity(circuit.Workload{Counts: map[string]int64{"concurrency": 1}})
	require.NoError(t, err)
	assert.Empty(t, savings, "one slot is the least there can be")
}

// Lengths with padding: what a prime needs says nothing about its neighbours.
func TestLadder(t *testing.T) {
	needs := map[int64]int64{4: 4, 5: 16, 6: 6, 7: 16, 8: 8, 9: 9, 11: 32}
	fit := func(budget int64) func(int64) (circuit.Fit, error) {
		return func(v int64) (circuit.Fit, error) { return circuit.Fit{Headroom: budget - needs[v]}, nil }
	}
	rungs := []int64{4, 5, 6, 7, 8, 9, 11}
	a, err := circuit.Ladder("n", rungs, fit(10))
	require.NoError(t, err)
	assert.Equal(t, circuit.LadderAnswer{
		Name: "n", Found: true, Largest: 9, AllBelow: 4, Limiter: circuit.LimitMemory, Miss: 5, Shortfall: 6, Above: 11, AboveLacks: 22, Evaluations: 7,
	}, a)
	a, err = circuit.Ladder("n", rungs, fit(100))
	require.NoError(t, err)
	assert.Equal(t, circuit.LadderAnswer{Name: "n", Found: true, Largest: 11, AllBelow: 11, Limiter: circuit.LimitCap, Evaluations: 7}, a)
	a, err = circuit.Ladder("n", rungs, fit(3))
	require.NoError(t, err)
	assert.False(t, a.Found)
	assert.EqualValues(t, 4, a.Above)
	_, err = circuit.Ladder("n", []int64{4, 4}, fit(3))
	assert.EqualError(t, err, "n: candidate 4 after 4: they must rise")
}

func TestCurve(t *testing.T) {
	m, err := circuit.Compile(pool())
	require.NoError(t, err)
	points, err := m.Curve(circuit.Workload{}, "slots", []int64{1, 3, 1 << 62})
	require.NoError(t, err)
	require.Len(t, points, 2, "what overflows is left out")
	assert.EqualValues(t, 300, points[1].Totals.Device)

	assert.Equal(t, []int64{1, 2, 4, 5, 7, 8, 16}, circuit.Values(5, 7))
	assert.Equal(t, []int64{1, 2}, circuit.Values(0, 0))
	assert.Equal(t, []int64{3, 1 << 32, 1 << 33, 1 << 34, 1 << 35, 1 << 36, 1 << 37, 1 << 38, 1 << 39, 1 << 40, 1 << 41}, circuit.Values(3, 1<<40))
}
