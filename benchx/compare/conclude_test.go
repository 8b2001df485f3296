package compare_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/compare"
)

// Whatever was measured, the numbers of a decision come to its verdict.
func TestConcludeAgreesWithTheComparison(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(rapid.Float64Range(0.9, 1.1), rapid.Float64Range(-1, 4), rapid.SampledFrom([]float64{0, 1, 2}))
		samples := rapid.Custom(func(t *rapid.T) []float64 {
			x := rapid.SliceOfN(value, 1, 9).Draw(t, "values")
			factor := rapid.SampledFrom([]float64{1, 1, 3}).Draw(t, "factor")
			constant := rapid.Bool().Draw(t, "constant")
			for i := range x {
				x[i] *= factor
				if constant {
					x[i] = x[0]
				}
			}
			return x
		})
		units := []string{"sec/op", "B/op", "rel-l2", "widgets"}
		old, new := column("old"), column("new")
		for i := range rapid.IntRange(1, 6).Draw(t, "rows") {
			unit := rapid.SampledFrom(units).Draw(t, "unit")
			name := fmt.Sprintf("B%d", i)
			old.Report.Rows = append(old.Report.Rows, okRow("p", name, metric(unit, samples.Draw(t, "old")...)))
			new.Report.Rows = append(new.Report.Rows, okRow("p", name, metric(unit, samples.Draw(t, "new")...)))
		}
		policy := compare.DefaultPolicy()
		policy.Limit = rapid.SampledFrom([]float64{0, 0.05, 0.5}).Draw(t, "limit")
		cols := []compare.Column{old, new}
		res, err := compare.Reports(cols, compare.Options{Alpha: 0.2, Policy: &policy})
		require.NoError(t, err)
		for _, table := range res.Tables {
			for _, row := range table.Rows {
				cell := &row.Cells[1]
				why, verdict := cell.Decision.Conclude(table.Better, &row.Cells[0], cell)
				assert.Equal(t, cell.Decision.Why, why)
				assert.Equal(t, cell.Verdict, verdict)
			}
		}
		j := compare.Judge(res, cols, 1)
		assert.Len(t, j.Rest, j.Unclear+j.Incomparable)
	})
}
