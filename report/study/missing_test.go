package study

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A benchmark that works but does not report a unit has nothing to show there.
func TestCellWithoutTheUnit(t *testing.T) {
	for status, want := range map[wire.Status]string{
		"": "—", wire.OK: "—", wire.Skip: "skip", wire.Timeout: "timeout",
	} {
		assert.Equal(t, want, centerText(&compare.Cell{Status: status}, wire.UnitBytesPerOp), "status %q", status)
	}
}

// Where the text of a cell says that something is missing, its sort key does
// too: what is missing stands last and is empty in CSV.
func TestMissingTextsHaveNoSortKey(t *testing.T) {
	measured := compare.Cell{Present: true, Status: wire.OK, N: 6, Center: 1, Lo: 1, Hi: 1}
	few := measured
	few.BaseN, few.P, few.Alpha, few.Verdict = 6, 0.5, 0.05, compare.Incomparable
	r := &compare.Result{Columns: []string{"old", "new"}}
	table := &compare.Table{Unit: wire.UnitSecPerOp, Rows: []compare.Row{
		{Name: "gone", Cells: []compare.Cell{measured, {Verdict: compare.Incomparable}}},
		{Name: "few", Cells: []compare.Cell{measured, few}},
	}}
	missing := map[string]int{}
	for _, c := range acrossColumns(r, table) {
		for i := range table.Rows {
			if row := newAcrossRow(&table.Rows[i]); c.num != nil && c.textOf(row) == "—" {
				missing[c.key]++
				assert.True(t, math.IsNaN(c.num(row)), "%s of %s", c.key, row.Name)
			}
		}
	}
	assert.Equal(t, map[string]int{"center-1": 1, "delta-1": 1, "p-1": 2, "n-1": 1}, missing)

	b := newBuilder(smallPage(t))
	against := b.Within[0]
	against.Verdict = compare.Incomparable
	for _, c := range b.withinColumns() {
		if c.key == "p" {
			assert.Equal(t, "—", c.textOf(&against))
			assert.True(t, math.IsNaN(c.num(&against)))
		}
	}
}
