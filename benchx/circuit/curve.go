package circuit

import (
	"fmt"
	"slices"
)

// Point is what a circuit takes at one value of a count.
type Point struct {
	Value  int64
	Totals Totals
}

// Curve evaluates a workload at each value of a count. Values whose bytes do not
// fit 63 bits are left out.
func (m *Model) Curve(w Workload, count string, values []int64) ([]Point, error) {
	points := make([]Point, 0, len(values))
	for _, v := range values {
		r, err := m.Evaluate(w.WithCount(count, v))
		if isOverflow(err) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s %d: %w", count, v, err)
		}
		points = append(points, Point{v, r.Totals})
	}
	return points, nil
}

// octaves is how far a curve goes below what it is about: beyond that its
// columns would be too low to see.
const octaves = 9

// Values returns values of a count for a curve about what is asked and the
// largest that fits: powers of two up to the next after twice the larger of them, and both.
func Values(asked, largest int64) []int64 {
	top := max(asked, largest, 1)
	values := []int64{max(asked, 1), max(largest, 1)}
	end := int64(1)
	for end/2 < top && end < 1<<61 {
		end *= 2
	}
	for v := max(1, end>>octaves); v <= end; v *= 2 {
		values = append(values, v)
	}
	slices.Sort(values)
	return slices.Compact(values)
}
