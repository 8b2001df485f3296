package compare

import "slices"

// With ties the distribution of U depends on the sizes of all groups of equal
// values, so it cannot be kept from one test to the next. But a test needs one
// value of it only, P(U ≤ u): the share of the ways to deal the N values into
// samples of n1 and n2 whose U is at most u. The groups are split in the middle
// (van de Wiel, "The split-up algorithm", 2001): the distributions of the two
// halves are narrow and quickly tabulated by adding one group at a time
// (Cheung and Klotz 1997), and one pass over both counts the pairs that stay
// below u. Counts are integers: for samples of at most 25 all fit.

// tiedP returns 2·P(U ≤ twoU/2) for samples of n1 and n2 values whose groups
// of equal values, ascending, have the sizes t.ties.
func (t *uTester) tiedP(n1, n2, twoU int) float64 {
	split, lowN := 0, 0
	for lowN < (n1+n2)/2 {
		lowN += t.ties[split]
		split++
	}
	t.low.tabulate(t.ties[:split], n1, twoU)
	t.high.tabulate(t.ties[split:], n1, twoU)

	var ways uint64
	for inLow := max(0, n1-(n1+n2-lowN)); inLow <= min(n1, lowN); inLow++ {
		inHigh := n1 - inLow
		// Each of sample 1's values in the upper half beats every value of
		// sample 2 in the lower.
		left := twoU - 2*inHigh*(lowN-inLow)
		if left < 0 {
			continue
		}
		ways += pairsAtMost(t.low.row(inLow), t.high.row(inHigh), left)
	}
	// P(U ≤ u) of sample 1 is doubled even where sample 2 has the smaller U,
	// as benchstat does. With samples of different size and lopsided ties the
	// distribution is not symmetric, and that leads to values no two-sided test
	// can give: above 1, or 0 for {2,2} against {1}. Those alone are corrected.
	all := float64(choose(n1+n2, n1))
	return min(1, 2*max(1, float64(ways))/all)
}

// pairsAtMost returns Σ a[i]·b[j] over i+j ≤ limit.
func pairsAtMost(a, b []uint64, limit int) uint64 {
	var total, sum uint64
	next := 0 // sum holds b[:next]
	for i := min(limit, len(a)-1); i >= 0; i-- {
		for next < len(b) && next <= limit-i {
			sum += b[next]
			next++
		}
		total += a[i] * sum
	}
	return total
}

// tiedCounts tabulates in how many ways k of some values, given in groups of
// equal ones, go to sample 1 so that 2U among them is u.
type tiedCounts struct {
	cells  []uint64 // row k at k*stride
	widths []int    // used length of row k
	stride int
}

func (c *tiedCounts) row(k int) []uint64 {
	return c.cells[k*c.stride : k*c.stride+c.widths[k]]
}

// tabulate fills the table for k from 0 to n1 and 2U from 0 to top.
func (c *tiedCounts) tabulate(groups []int, n1, top int) {
	total := 0
	for _, g := range groups {
		total += g
	}
	half := total / 2
	c.stride = min(top, 2*half*(total-half)) + 1
	rows := min(n1, total) + 1
	c.cells = slices.Grow(c.cells[:0], rows*c.stride)[:rows*c.stride]
	clear(c.cells)
	c.widths = slices.Grow(c.widths[:0], rows)[:rows]
	clear(c.widths)
	c.cells[0], c.widths[0] = 1, 1

	seen := 0
	for _, g := range groups {
		c.add(seen, g)
		seen += g
	}
}

// add extends the table, which covers seen values, by a group of g equal
// values above them. Row k only reads rows below it, so going down from the
// last row works in place.
func (c *tiedCounts) add(seen, g int) {
	for k := min(len(c.widths)-1, seen+g); k >= 0; k-- {
		out := c.cells[k*c.stride : (k+1)*c.stride]
		for r := max(1, k-seen); r <= min(g, k); r++ {
			from := c.row(k - r)
			// r values above the seen−(k−r) of sample 2, level with its g−r.
			shift := r * (2*(seen-(k-r)) + (g - r))
			if shift >= len(out) {
				continue
			}
			from = from[:min(len(from), len(out)-shift)]
			ways := choose(g, r)
			to := out[shift : shift+len(from)]
			for u, n := range from {
				to[u] += ways * n
			}
			c.widths[k] = max(c.widths[k], shift+len(from))
		}
	}
}

// choose returns the binomial coefficient, exact for n ≤ 50.
func choose(n, k int) uint64 {
	k = min(k, n-k)
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return c
}
