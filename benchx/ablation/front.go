package ablation

import (
	"cmp"
	"slices"
)

// findFronts draws, for each direction and precision, speed against error in
// the cell that says most: the one in which most variants have both, of these
// the largest n, then the largest batch.
func findFronts(contests []Contest) []Front {
	var fronts []Front
	var variants int          // in the last front
	for i := range contests { // by direction, precision, …
		c := &contests[i]
		points := frontPoints(c)
		n := countVariants(points)
		if n < 2 {
			continue
		}
		front := Front{Cell: c.Cell, Points: points}
		last := len(fronts) - 1
		switch {
		case last < 0 || fronts[last].Cell.Direction != c.Cell.Direction || fronts[last].Cell.Precision != c.Cell.Precision:
			fronts = append(fronts, front)
		case cmp.Or(cmp.Compare(n, variants), cmp.Compare(c.Cell.N, fronts[last].Cell.N), cmp.Compare(c.Cell.Batch, fronts[last].Cell.Batch)) > 0:
			fronts[last] = front
		default:
			continue
		}
		variants = n
	}
	for i := range fronts {
		markFront(fronts[i].Points)
	}
	return fronts
}

func frontPoints(c *Contest) []FrontPoint {
	var points []FrontPoint
	for _, x := range c.Configs { // ranked: by time, then by error
		if measured(x.PerTransform) && measured(x.RelL2) {
			points = append(points, FrontPoint{Config: x})
		}
	}
	return points
}

func countVariants(points []FrontPoint) int {
	names := map[string]bool{}
	for _, p := range points {
		names[p.Config.Variant] = true
	}
	return len(names)
}

// markFront marks the points that no other beats: none is at least as fast and
// as accurate, and better in one of the two. Points are sorted by time, then by
// error, so one pass with the lowest error so far is enough.
func markFront(points []FrontPoint) {
	if len(points) == 0 {
		return
	}
	var front *Config // the last point found on the front
	for i := range points {
		c := points[i].Config
		equal := front != nil && c.PerTransform == front.PerTransform && c.RelL2 == front.RelL2
		if front == nil || c.RelL2 < front.RelL2 || equal {
			points[i].On = true
			front = c
		}
	}
}

// Front returns the points of the front alone, fastest first.
func (f *Front) Front() []*Config {
	var on []*Config
	for _, p := range f.Points {
		if p.On {
			on = append(on, p.Config)
		}
	}
	return slices.Clip(on)
}
