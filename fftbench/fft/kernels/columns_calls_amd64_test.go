//go:build !purego

package kernels

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The calls of a short row do what its passes do one by one.
func TestColumnsCalls(t *testing.T) {
	needVectors(t)
	both(t, checkColumnsCalls[float32], checkColumnsCalls[float64])
}

func checkColumnsCalls[F Float](t *testing.T) {
	for _, c := range AllColumns[F]() {
		for _, radices := range [][]int{{4, 4}, {4, 5}, {8, 3}, {3, 4, 2}} {
			checkCallsOf(t, c, radices)
		}
	}
}

// checkCallsOf takes rows as the passes leave them, and any twiddles.
func checkCallsOf[F Float](t *testing.T, c *Columns[F], radices []int) {
	rows, row := 1, 2*c.Lanes*PartBytes[F]()
	for _, radix := range radices {
		rows *= radix
	}
	n, left := c.Lanes*rows, rows
	var passes []ColumnsPass[F]
	for _, radix := range radices[:len(radices)-1] {
		left /= radix
		passes = append(passes, c.Pass(radix, left, parts[F](2*(radix-1)*left)))
	}
	passes = append(passes, c.JoinPass(left, parts[F](2*n)))
	var last ColumnsLast
	for k := range rows / c.Lanes * c.Lanes {
		last.Starts = append(last.Starts, int32(k*row))
	}
	for k := rows - c.Lanes; rows%c.Lanes > 0 && k < rows; k++ {
		last.Tail = append(last.Tail, int32(k*row))
	}
	fours := ColumnsLast{Stride: row}
	for k := 0; k < rows; k += 4 {
		fours.Starts = append(fours.Starts, int32(k*row))
	}
	for _, l := range []ColumnsLast{last, fours} {
		if l.Stride > 0 && rows%c.Lanes > 0 {
			continue
		}
		calls := c.Chain(n, passes, &l, Gaps{}).Calls()
		require.NotNil(t, calls)
		for _, inverse := range []bool{false, true} {
			src, work, want, got := parts[F](2*n), make([]F, 2*n), make([]F, 2*n), make([]F, 2*n)
			passes[0].First(work, src, inverse)
			for i := range passes[1:] {
				passes[i+1].Run(work)
			}
			c.Last(want, work, &l, inverse)
			calls.Run(got, src, nil, inverse)
			assert.Equal(t, want, got, "%d lanes, radices %d, stride %d, inverse %v", c.Lanes, radices, l.Stride, inverse)
		}
	}
}

// parts are some parts.
func parts[F Float](count int) []F {
	x := make([]F, count)
	for i := range x {
		x[i] = F(i*i%31)/31 - 0.5
	}
	return x
}
