package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Benchmarks without any number stand in no table, and are judged all the same:
// whatever the notes name is in a list of the judgement.
func TestJudgeSeesBenchmarksWithoutNumbers(t *testing.T) {
	without := func(pkg, name string, status wire.Status) ablation.Row {
		return ablation.Row{Package: pkg, Name: name, Procs: 1, Status: status, Note: "because"}
	}
	cols := []compare.Column{
		column("old", okRow("p", "A", metric("sec/op", around(1, 6)...)), without("p", "SkipGone", wire.Skip), without("p", "SkipSkip", wire.Skip),
			without("q", "FailGone", wire.Panic), without("q", "FailFail", wire.Panic), without("q", "SkipFail", wire.Skip)),
		column("new", okRow("p", "A", metric("sec/op", around(1, 6)...)), without("p", "SkipSkip", wire.Skip), without("p", "NewSkip", wire.Skip),
			without("q", "FailFail", wire.Panic), without("q", "SkipFail", wire.OOM), without("q", "NewFail", wire.Timeout)),
	}
	res := reports(t, cols...)
	require.Len(t, res.Tables, 1)
	require.Len(t, res.Tables[0].Rows, 1)
	require.Len(t, res.Idle, 2)
	assert.Equal(t, []string{"p", "q"}, []string{res.Idle[0].Package(), res.Idle[1].Package()})

	j := compare.Judge(res, cols, 1)
	names := func(findings []compare.Finding) (all []string) {
		for _, f := range findings {
			assert.Empty(t, f.Unit)
			all = append(all, f.Package+"."+f.Benchmark)
		}
		return all
	}
	assert.Equal(t, []string{"p.SkipGone", "q.FailGone"}, names(j.Removed))
	assert.Equal(t, []string{"p.NewSkip", "q.NewFail"}, names(j.Added))
	assert.Equal(t, []string{"q.FailFail", "q.SkipFail"}, names(j.Rest[1:]))
	assert.Equal(t, []int{0, 1, 2}, []int{len(j.Worse), j.Unclear, j.Incomparable})
	for _, f := range j.Rest[1:] {
		assert.Equal(t, compare.WhyFailed, f.Cell.Decision.Why)
	}
}
