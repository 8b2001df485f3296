package comparison

import "github.com/fftstudy/fftstudy/benchx/compare"

// headerLevels returns how many keys tell the columns apart: as many lines has
// a header.
func headerLevels(res *compare.Result) int {
	if len(res.ColumnValues) == 0 {
		return 1
	}
	return len(res.ColumnValues[0])
}

// headerValue returns what a column has in the key of a level.
func headerValue(res *compare.Result, column, level int) string {
	if res.ColumnValues == nil {
		return res.Columns[column]
	}
	return res.ColumnValues[column][level]
}

// sameHeader reports whether two columns share their values down to a level.
func sameHeader(res *compare.Result, a, b, level int) bool {
	if res.ColumnValues == nil {
		return false
	}
	for l := range level + 1 {
		if headerValue(res, a, l) != headerValue(res, b, l) {
			return false
		}
	}
	return true
}
