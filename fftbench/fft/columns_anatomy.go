package fft

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// columnsAnatomy is that of planColumns.
func columnsAnatomy[F kernels.Float](n, lanes int, radices []int) *rowAnatomy {
	const twiddles, order = 0, 1
	c := call{block: "columns"}
	parts := c.overColumns(n, lanes, radices, twiddles)
	c.across(lanes, workRow, OutputRow, order)
	return &rowAnatomy{
		holdings: []Holding{
			{Part: complexPart[F]("twiddles", Parameter, parts)},
			{Part: part[int32]("row order", Table, rowStarts(n/lanes, lanes, radices[0]%4 == 0))},
		},
		forward: c.stages, inverse: c.stages,
		work: columnsWork[F](lanes, n/lanes, radices), alias: true,
	}
}

// overColumns adds the passes of planPasses, from the input to the work, and
// tells the parts of their twiddles.
func (c *call) overColumns(n, lanes int, radices []int, twiddles int) (parts int) {
	rows, from := n/lanes, InputRow
	for _, radix := range radices {
		rows /= radix
		c.pass(radix, from, workRow, twiddles)
		from = workRow
		if rows > 1 {
			parts += fansParts(radix, rows)
		}
	}
	return parts + 2*n // of the last one, which joins the columns
}

// rowStarts is how many starts of rows lastPass makes.
func rowStarts(rows, lanes int, even bool) int {
	if rows%lanes > 0 {
		return rows/lanes*lanes + lanes
	}
	if even {
		return rows / 4
	}
	return rows
}

// codeletAnatomy is that of planCodelet.
func codeletAnatomy[F kernels.Float](form kernels.CodeletForm) *rowAnatomy {
	const twiddles = 0
	radices, parts := form.Radices(), 2*form.N
	if form.Sorts {
		parts = fansParts(radices[0], form.N/radices[0])
	} else {
		count := form.N / form.Lanes
		for _, radix := range radices[:len(radices)-1] {
			count /= radix
			parts += fansParts(radix, count)
		}
	}
	c := call{block: "codelet"}
	c.step("codelet", fmt.Sprintf("codelet %d", form.N), InputRow, OutputRow, twiddles)
	return &rowAnatomy{
		holdings: []Holding{{Part: complexPart[F]("twiddles", Parameter, parts)}},
		forward:  c.stages, inverse: c.stages,
		alias: true, batch: true,
	}
}
