package arena

import "math/bits"

// newCrowd counts what the orders need.
func newCrowd(c component) *crowd {
	w := &crowd{items: c.items, breadth: make([]int64, len(c.items)), conflicts: make([]int, len(c.items))}
	begun, ended := make([]int, c.steps+1), make([]int, c.steps+1) // before the step
	alive := make([]int64, c.steps+1)
	for _, it := range c.items {
		begun[it.first+1]++
		ended[it.last+1]++
		alive[it.first] += it.room
		alive[it.last+1] -= it.room
	}
	for t := 1; t <= c.steps; t++ {
		begun[t] += begun[t-1]
		ended[t] += ended[t-1]
		alive[t] += alive[t-1]
	}
	most := newRangeMax(alive[:c.steps])
	for i, it := range c.items {
		w.conflicts[i] = begun[it.last+1] - ended[it.first] - 1
		w.breadth[i] = most.over(it.first, it.last)
	}
	return w
}

// rangeMax answers for the maximum of any range of a slice: row k holds the
// maxima of the ranges of 2^k elements.
type rangeMax [][]int64

func newRangeMax(v []int64) rangeMax {
	m := rangeMax{v}
	for w := 1; 2*w <= len(v); w *= 2 {
		below := m[len(m)-1]
		row := make([]int64, len(v)-2*w+1)
		for i := range row {
			row[i] = max(below[i], below[i+w])
		}
		m = append(m, row)
	}
	return m
}

// over returns the maximum of elements i to j, inclusive.
func (m rangeMax) over(i, j int) int64 {
	k := bits.Len(uint(j-i+1)) - 1
	return max(m[k][i], m[k][j-(1<<k)+1])
}
