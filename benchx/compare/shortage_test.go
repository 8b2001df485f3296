package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// many are rows of n samples, all higher by half in the second column.
func many(rows, n int) []compare.Column {
	cols := []compare.Column{column("old"), column("new")}
	for c, factor := range []float64{1, 1.5} {
		for i := range rows {
			m := metric("sec/op")
			for k := range n {
				m.Samples = append(m.Samples, factor*(1+float64(k)/1000))
			}
			cols[c].Report.Rows = append(cols[c].Report.Rows, okRow("p", fmt.Sprint("B", i), m))
		}
	}
	return cols
}

// The smallest p of n against n is 2/C(2n,n): 2/252, 2/924, 2/3432, 2/12870 for
// n from 5; below 0.05 with up to 6, 23, 85 and 321 rows. Of n pairs it is 2^(1−n):
// 1/32 of six, 1/128 of eight.
func TestShortageIsWhereNoRowCanBeClear(t *testing.T) {
	const says = "no difference in sec/op can be clear: "
	for _, c := range []struct {
		rows, n int
		paired  bool
		want    string
	}{
		{6, 5, false, ""},
		{7, 5, false, "5 samples a side carry 6 rows after Holm's correction, and 7 are tested; -count 6 carries 23"},
		{23, 6, false, ""},
		{24, 6, false, "6 samples a side carry 23 rows after Holm's correction, and 24 are tested; -count 7 carries 85"},
		{200, 6, false, "6 samples a side carry 23 rows after Holm's correction, and 200 are tested; -count 8 carries 321"},
		{321, 8, false, ""},
		{1, 6, true, ""},
		{2, 6, true, "6 pairs carry 1 row after Holm's correction, and 2 are tested; 7 pairs carry 3"},
		{6, 8, true, ""},
		{7, 8, true, "8 pairs carry 6 rows after Holm's correction, and 7 are tested; 9 pairs carry 12"},
	} {
		policy := compare.DefaultPolicy()
		if c.paired {
			policy.Pairing = compare.Paired
		}
		res, err := compare.Reports(many(c.rows, c.n), compare.Options{Policy: &policy})
		require.NoError(t, err)
		clear := res.Tally(1, wire.UnitSecPerOp).Worse
		if c.want == "" {
			assert.Empty(t, res.Notes, "%d rows of %d", c.rows, c.n)
			assert.Equal(t, c.rows, clear)
			continue
		}
		assert.Equal(t, []string{says + c.want}, res.Notes)
		assert.Zero(t, clear, "%d rows of %d", c.rows, c.n)
		require.Len(t, res.Short, 1)
		// What it asks for does.
		res, err = compare.Reports(many(c.rows, res.Short[0].Need), compare.Options{Policy: &policy})
		require.NoError(t, err)
		assert.Equal(t, c.rows, res.Tally(1, wire.UnitSecPerOp).Worse)
	}
}

func TestShortageOfSomeColumns(t *testing.T) {
	cols := append(many(24, 6), many(24, 8)[1])
	cols[2].Label = "more"
	res := reports(t, cols...)
	require.Len(t, res.Notes, 1)
	assert.True(t, strings.HasPrefix(res.Notes[0], "no difference of new in sec/op can be clear: 6 samples a side"), res.Notes[0])

	one := many(24, 6) // a single row that can be clear is enough
	one[0].Report.Rows[3] = okRow("p", "B3", ablation.Metric{Unit: "sec/op", N: 12, Samples: around(1, 12)})
	res = reports(t, one...)
	assert.Empty(t, res.Short)

	for _, correction := range []compare.Correction{compare.BenjaminiHochberg, compare.Uncorrected} {
		policy := compare.DefaultPolicy()
		policy.Correction = correction
		res, err := compare.Reports(many(24, 6), compare.Options{Policy: &policy})
		require.NoError(t, err)
		assert.Empty(t, res.Notes, correction)
		assert.Equal(t, 24, res.Tally(1, wire.UnitSecPerOp).Worse)
	}
}
