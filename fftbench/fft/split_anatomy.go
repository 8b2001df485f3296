package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// splitAnatomy is that of planSplit, n = a·b; rows are columns where one plan
// serves both. The stages of an inner plan are told once, not for each column.
func splitAnatomy[F kernels.Float](a, b int, columns, rows *rowAnatomy) *rowAnatomy {
	const twiddles, own = 0, 1
	n, other := a*b, own
	s := &rowAnatomy{
		holdings: append([]Holding{{Part: complexPart[F]("twiddles", Parameter, 2*n)}}, columns.holdings...),
		work:     2*n + 4*max(a, b) + max(columns.work, rows.work),
	}
	if rows != columns {
		other = len(s.holdings)
		s.holdings = append(s.holdings, rows.holdings...)
	}
	c := call{block: "split"}
	c.step("gather", "transpose", InputRow, workRow)
	c.embed("columns.", columns.forward, own, workRow, workRow)
	c.step("scatter", "transpose", workRow, workRow)
	c.step("twiddles", "multiply", workRow, workRow, twiddles)
	c.embed("rows.", rows.forward, other, workRow, workRow)
	c.step("transpose", "transpose", workRow, OutputRow)
	s.forward = slices.Clip(c.stages)
	c.step("reverse", "reverse", OutputRow, OutputRow)
	s.inverse = c.stages
	return s
}
