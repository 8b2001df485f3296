package measured

import (
	"slices"

	"github.com/fftstudy/fftstudy/benchx/compare"
)

// AddChanges takes what clearly changed in memory against a baseline over from
// a comparison, in its order.
func (r *Report) AddChanges(res *compare.Result) {
	if len(res.Columns) < 2 {
		return
	}
	r.Base = res.Columns[0]
	units := memoryUnits()
	for i := range res.Tables {
		t := &res.Tables[i]
		if !slices.Contains(units, t.Unit) {
			continue
		}
		pkg := ""
		for _, a := range t.Config {
			if a.Key == "pkg" {
				pkg = a.Value
			}
		}
		for j := range t.Rows {
			row := &t.Rows[j]
			for c := range row.Cells {
				cell := &row.Cells[c]
				switch cell.Verdict {
				case compare.Better, compare.Worse, compare.Changed:
					r.Changes = append(r.Changes, Change{
						Column: res.Columns[c], Package: pkg, Name: row.Name, Unit: t.Unit,
						Was: row.Cells[0].Center, Is: cell.Center, Delta: cell.Delta, P: cell.P,
						Verdict: string(cell.Verdict),
					})
				}
			}
		}
	}
}
