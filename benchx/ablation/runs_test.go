package ablation

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// runOf is a run of three rounds that took 10 ms.
func runOf(rows ...Row) *Report {
	r := reportOf(nil, rows...)
	r.ElapsedMS = 10
	return r
}

// merged merges, and stores and reads the result as a program would.
func merged(t require.TestingT, reports ...*Report) *Report {
	m, err := Merge(reports...)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, m))
	m, err = ReadJSON(&b)
	require.NoError(t, err)
	return m
}

func samplesOf(r *Report, row int) []float64 { return r.Rows[row].Metric(wire.UnitSecPerOp).Samples }

func TestMergeCountsASharedRunOnce(t *testing.T) {
	one := func() *Report { return runOf(row("X", sampled(1, 2, 3)), row("Y", sampled(7, 7, 7))) }
	two := func() *Report { return runOf(row("X", sampled(3, 4, 3)), row("Z", sampled(8, 8))) }
	three := func() *Report { return runOf(row("Z", sampled(9, 9, 9)), row("X", sampled(3, 4, 5))) }
	tests := []struct {
		name    string
		reports []*Report
		x       []float64
		problem string
	}{
		{"behind and before", []*Report{merged(t, one(), two()), merged(t, two(), three())},
			[]float64{1, 2, 3, 3, 4, 3, 3, 4, 5}, "5 of its 11 results are those of report 1; they count once"},
		{"before and behind", []*Report{merged(t, two(), one()), merged(t, three(), two())},
			[]float64{3, 4, 3, 1, 2, 3, 3, 4, 5}, "5 of its 11 results are those of report 1; they count once"},
		{"alone, later", []*Report{merged(t, one(), two(), three()), two()},
			[]float64{1, 2, 3, 3, 4, 3, 3, 4, 5}, "all 5 results are those of report 1; they count once"},
		{"alone, earlier", []*Report{two(), merged(t, one(), two(), three())},
			[]float64{3, 4, 3, 1, 2, 3, 3, 4, 5}, "5 of its 17 results are those of report 1; they count once"},
		{"from several", []*Report{one(), three(), merged(t, one(), two(), three())},
			[]float64{1, 2, 3, 3, 4, 5, 3, 4, 3}, "12 of its 17 results are those of earlier reports; they count once"},
	}
	for _, tt := range tests {
		m := merged(t, tt.reports...)
		x := -1
		for i := range m.Rows {
			if m.Rows[i].Name == "X" {
				x = i
			}
		}
		assert.Equal(t, tt.x, samplesOf(m, x), tt.name)
		assert.Equal(t, 17, countSamples(m), tt.name)
		assert.Equal(t, 30.0, m.ElapsedMS, tt.name)
		require.Len(t, m.Problems, 1, tt.name)
		assert.Equal(t, tt.problem, m.Problems[0].Msg, tt.name)
	}
}

func TestMergedRunsAreKept(t *testing.T) {
	one, two := runOf(row("X", sampled(1, 2, 3))), runOf(row("Y", sampled(4)), row("X", sampled(5, 6)))
	m := merged(t, one, two)
	require.Len(t, m.Runs, 2)
	assert.Equal(t, []int{3, 3}, []int{m.Runs[0].Results, m.Runs[1].Results})
	assert.NotEqual(t, m.Runs[0].ID, m.Runs[1].ID)
	assert.Equal(t, []int{3, 2}, m.Rows[0].Metrics[0].PerRun)
	assert.Equal(t, []int{0, 1}, m.Rows[1].Metrics[0].PerRun)

	m = merged(t, one, one)
	assert.Nil(t, m.Runs, "of one run there is nothing to keep apart")
	assert.Nil(t, m.Rows[0].Metrics[0].PerRun)
}

// A run that measured nothing has no results to be lost, but failures.
func TestMergeKeepsFailuresBesideASharedRun(t *testing.T) {
	shared, broken := runOf(row("X", sampled(1, 2, 3))), runOf(row("Y", failed(wire.Panic, "index")))
	m := merged(t, shared, merged(t, shared, broken))
	require.Len(t, m.Rows, 2)
	assert.Equal(t, []float64{1, 2, 3}, samplesOf(m, 0))
	assert.Equal(t, wire.Panic, m.Rows[1].Status)
}

func TestMergeTellsAProblemOfASharedRunOnce(t *testing.T) {
	one, two, three := runOf(row("X", sampled(1, 2, 3))), runOf(row("X", sampled(4, 5, 6))), runOf(row("X", sampled(7, 8, 9)))
	two.Problems = []Problem{{"two.txt:5", "error", "result lost"}}
	m := merged(t, merged(t, one, two), merged(t, two, three))
	assert.Equal(t, []Problem{
		{"report 2", "warning", "3 of its 6 results are those of report 1; they count once"},
		{"two.txt:5", "error", "result lost"},
	}, m.Problems)
}

// TestEditedRunsAreOneRun: where the counts of a file do not add up, nothing of
// it is dropped on their word.
func TestEditedRunsAreOneRun(t *testing.T) {
	one, two := runOf(row("X", sampled(1, 2, 3))), runOf(row("X", sampled(4, 5, 6)))
	edits := map[string]func(*Report){
		"a sample more": func(r *Report) { m := &r.Rows[0].Metrics[0]; m.Samples = append(m.Samples, 7) },
		"a sample less": func(r *Report) { m := &r.Rows[0].Metrics[0]; m.Samples = m.Samples[1:] },
		"no counts":     func(r *Report) { r.Rows[0].Metrics[0].PerRun = nil },
		"negative":      func(r *Report) { r.Rows[0].Metrics[0].PerRun = []int{-1, 7} },
		"overflow":      func(r *Report) { r.Rows[0].Metrics[0].PerRun = []int{1 << 62, 1 << 62} },
		"a run less":    func(r *Report) { r.Runs = r.Runs[:1] },
		"no name":       func(r *Report) { r.Runs[0].ID = "" },
	}
	for name, edit := range edits {
		m := merged(t, one, two)
		edit(m)
		want := 3 + len(m.Rows[0].Metrics[0].Samples)
		again, err := Merge(one, m)
		require.NoError(t, err, name)
		assert.Equal(t, want, countSamples(again), name)
	}
}

// TestMergeOfOverlapsCountsEachRunOnce: whatever was merged with what before.
func TestMergeOfOverlapsCountsEachRunOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyReport(true).Draw(t, "a"), anyReport(true).Draw(t, "b"), anyReport(true).Draw(t, "c")
		if b.asRun().Results < minCopied {
			t.Skip("too few results prove no copy")
		}
		all, err := Merge(a, b, c)
		require.NoError(t, err)
		m := merged(t, merged(t, a, b), merged(t, b, c))
		assert.Equal(t, countSamples(all), countSamples(m))
		assert.InDelta(t, all.ElapsedMS, m.ElapsedMS, 1e-6)
		require.Len(t, m.Rows, len(all.Rows))
		for i := range all.Rows {
			assert.Equal(t, all.Rows[i].Key(), m.Rows[i].Key())
			assert.Equal(t, all.Rows[i].Status, m.Rows[i].Status)
			for _, x := range all.Rows[i].Metrics {
				assert.Equal(t, x.PerRun, m.Rows[i].Metric(x.Unit).PerRun)
			}
		}
	})
}
