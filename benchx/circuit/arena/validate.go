package arena

import (
	"cmp"
	"fmt"
	"slices"
)

// Validate checks a plan against its buffers without a look at how it was made:
// offsets are aligned, every buffer lies inside the arena and no two that are
// alive at a common step share a byte. It takes O(n log n).
func (p *Plan) Validate(buffers []Buffer) error {
	if len(p.Offsets) != len(buffers) {
		return fmt.Errorf("the plan has %d offsets for %d buffers", len(p.Offsets), len(buffers))
	}
	for i, b := range buffers {
		off := p.Offsets[i]
		switch {
		case off < 0 || p.Align > 1 && off%p.Align != 0:
			return fmt.Errorf("buffer %d: offset %d is no multiple of %d", i, off, p.Align)
		case b.Size > p.Bytes-off:
			return fmt.Errorf("buffer %d: %d bytes at offset %d exceed the arena of %d bytes", i, b.Size, off, p.Bytes)
		}
	}
	return p.disjoint(buffers)
}

// disjoint sweeps over time and keeps the buffers alive in the order of their
// offsets. As long as they are disjoint, one that begins need only be held
// against its two neighbours.
func (p *Plan) disjoint(buffers []Buffer) error {
	var byOffset []int
	for i, b := range buffers {
		if b.Size > 0 {
			byOffset = append(byOffset, i)
		}
	}
	slices.SortStableFunc(byOffset, func(i, j int) int { return cmp.Compare(p.Offsets[i], p.Offsets[j]) })
	byFirst := make([]int, len(byOffset)) // places in byOffset, as in byLast
	for place := range byFirst {
		byFirst[place] = place
	}
	byLast := slices.Clone(byFirst)
	slices.SortStableFunc(byFirst, func(a, b int) int { return cmp.Compare(buffers[byOffset[a]].First, buffers[byOffset[b]].First) })
	slices.SortStableFunc(byLast, func(a, b int) int { return cmp.Compare(buffers[byOffset[a]].Last, buffers[byOffset[b]].Last) })

	living := newPlaces(len(byOffset))
	for _, place := range byFirst {
		i := byOffset[place]
		for buffers[byOffset[byLast[0]]].Last < buffers[i].First {
			living.remove(byLast[0])
			byLast = byLast[1:]
		}
		if below, ok := living.before(place); ok && p.end(buffers, byOffset[below]) > p.Offsets[i] {
			return p.clash(buffers, byOffset[below], i)
		}
		if above, ok := living.after(place); ok && p.end(buffers, i) > p.Offsets[byOffset[above]] {
			return p.clash(buffers, i, byOffset[above])
		}
		living.add(place)
	}
	return nil
}

// end returns the first byte after a buffer.
func (p *Plan) end(buffers []Buffer, i int) int64 { return p.Offsets[i] + buffers[i].Size }

// clash words that two buffers share bytes.
func (p *Plan) clash(buffers []Buffer, i, j int) error {
	if i > j {
		i, j = j, i
	}
	a, b := buffers[i], buffers[j]
	return fmt.Errorf("buffers %d and %d share bytes while both are alive: [%d,%d) in steps %d to %d, [%d,%d) in steps %d to %d",
		i, j, p.Offsets[i], p.end(buffers, i), a.First, a.Last, p.Offsets[j], p.end(buffers, j), b.First, b.Last)
}
