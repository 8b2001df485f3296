package kernels

// q8Order is which of 16 neighbouring numbers of the spectrum lies in a lane of
// the last pass: the order in which two vectors of integers, interleaved and
// widened, become four vectors of complex64. q8Lane is its inverse.
var (
	q8Order = [Q8Lanes]int{0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15}
	q8Lane  = [Q8Lanes]int{0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15}
)

// Q8Twiddles are the twiddles of the last pass in the order of its lanes. Each
// 16 rows, or all of fewer ones, have a block: the fans of the inner pass, then
// those of the outer pass for each run of 16 numbers that the inner one leaves.
type Q8Twiddles struct {
	m    int
	runs int // of a block
	fans []q8Fans
}

// q8Fans are the fans of 16 butterflies. Those of the inner pass are the real
// parts of all w, their imaginary parts, those of all w² and all w³; those of
// the outer pass are w, w² and w³, each first for the lanes 0–3 and 8–11 and
// then for the others, real and imaginary parts in turn.
type q8Fans [6 * Q8Lanes]int8

// NewQ8Twiddles arranges the fans of the last pass over m = len(inner) rows:
// inner are those of each row, outer those of 4·m butterflies in order.
func NewQ8Twiddles(inner, outer []Q8Fan) *Q8Twiddles {
	m := len(inner)
	blocks, runs := q8Blocks(m)
	t := &Q8Twiddles{m, runs, make([]q8Fans, blocks*(1+runs))}
	for i := range t.fans {
		for lane, k := range q8Order {
			if block, run := i/(1+runs), i%(1+runs)-1; run >= 0 {
				t.fans[i].setOuter(lane, outer[k+t.first(block, run)])
			} else {
				t.fans[i].setInner(lane, inner[t.innerRow(lane, k+block*Q8Lanes)])
			}
		}
	}
	return t
}

// q8Blocks is how many blocks m rows have, of so many runs.
func q8Blocks(m int) (blocks, runs int) { return max(1, m/Q8Lanes), min(4, m/4) }

// Count is the number of twiddles, Bytes their memory.
func (t *Q8Twiddles) Count() int { return 3 * 5 * t.m }

// Bytes is the memory of the twiddles.
func (t *Q8Twiddles) Bytes() int { return len(t.fans) * len(q8Fans{}) }

// Q8TwiddlesOf tells Count and Bytes of twiddles for m rows without making them.
func Q8TwiddlesOf(m int) (count, bytes int) {
	blocks, runs := q8Blocks(m)
	return 3 * 5 * m, blocks * (1 + runs) * len(q8Fans{})
}

// first is the first of the 16 neighbours of a run.
func (t *Q8Twiddles) first(block, run int) int {
	if t.m < Q8Lanes {
		return run * Q8Lanes
	}
	return block*Q8Lanes + run*t.m
}

// innerRow is the row whose butterfly has a lane of the inner pass, row k where
// there are so many. Four rows repeat in pairs of lanes, eight in fours.
func (t *Q8Twiddles) innerRow(lane, k int) int {
	switch t.m {
	case 4:
		return lane%2 + lane/8*2
	case 8:
		return lane%2 + lane/2%2*4 + lane/8*2
	}
	return k
}

func (f *q8Fans) setInner(lane int, w Q8Fan) {
	for i := range len(f) / Q8Lanes {
		f[i*Q8Lanes+lane] = w[i]
	}
}

func (f *q8Fans) inner(lane int) (w Q8Fan) {
	for i := range len(f) / Q8Lanes {
		w[i] = f[i*Q8Lanes+lane]
	}
	return w
}

// outerPlace is where the outer pass has w of a lane.
func outerPlace(lane int) int { return lane/4%2*Q8Lanes + lane%4*2 + lane/8*8 }

func (f *q8Fans) setOuter(lane int, w Q8Fan) {
	for i, at := 0, outerPlace(lane); at < len(f); i, at = i+2, at+2*Q8Lanes {
		f[at], f[at+1] = w[i], w[i+1]
	}
}

func (f *q8Fans) outer(lane int) (w Q8Fan) {
	for i, at := 0, outerPlace(lane); at < len(f); i, at = i+2, at+2*Q8Lanes {
		w[i], w[i+1] = f[at], f[at+1]
	}
	return w
}

// innerOf and outerOf are the fans of a row and of one of the 4·m numbers that
// the inner pass makes of a lane.
func (t *Q8Twiddles) innerOf(k int) Q8Fan {
	return t.fans[k/Q8Lanes*(1+t.runs)].inner(q8Lane[k%Q8Lanes])
}

func (t *Q8Twiddles) outerOf(k int) Q8Fan {
	block, run := k%t.m/Q8Lanes, k/max(t.m, Q8Lanes)
	return t.fans[block*(1+t.runs)+1+run].outer(q8Lane[k%Q8Lanes])
}

func plainQ8Last(dst []float32, x []Q8Row, t *Q8Twiddles, s *Q8LastScaling, swapped bool) {
	re, im := 0, 1
	if swapped {
		re, im = im, re
	}
	for k := range t.m {
		var z [Q8Lanes]q8Number
		for lane, column := range q8Column {
			z[column] = x[k].get(lane)
		}
		f := s.innerFactors(t.innerOf(k))
		for b := range 4 {
			z[b], z[b+4], z[b+8], z[b+12] = f.butterfly(z[b], z[b+4], z[b+8], z[b+12])
		}
		for d := range 4 {
			at := k + d*t.m
			var y [4]q8Number
			y[0], y[1], y[2], y[3] = q8Exact(z[4*d:][:4], t.outerOf(at), int32(s.Outer))
			for e, v := range y {
				out := dst[2*(at+4*e*t.m):][:2]
				out[re], out[im] = float32(v.re)*s.Unit, float32(v.im)*s.Unit
			}
		}
	}
}

func (s *Q8LastScaling) innerFactors(w Q8Fan) q8Factors {
	f := func(w int8) int32 { return int32(w) * int32(s.Factor) }
	return q8Factors{int32(s.Inner * s.Factor), f(w[0]), f(w[1]), f(w[2]), f(w[3]), f(w[4]), f(w[5])}
}

// q8Exact transforms four numbers times their twiddles, the first one times
// scale.
func q8Exact(x []q8Number, w Q8Fan, scale int32) (y0, y1, y2, y3 q8Number) {
	product := func(x q8Number, re, im int8) q8Number {
		r, i := int32(re), int32(im)
		return q8Number{x.re*r - x.im*i, x.re*i + x.im*r}
	}
	return q8Transform(q8Number{x[0].re * scale, x[0].im * scale},
		product(x[1], w[0], w[1]), product(x[2], w[2], w[3]), product(x[3], w[4], w[5]))
}
