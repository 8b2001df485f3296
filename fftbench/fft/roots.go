package fft

import (
	"math/bits"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// roots gives the n-th roots of unity e^(−2πi·k/n), each rounded once to
// float64 from a value good to about 100 bits.
//
// Symmetry in exact integers brings a root into the first octant, quadrant or
// half of the circle, as n is a multiple of 4, of 2 or odd. The roots there
// are made once, as double-double products of an entry of a coarse and one of
// a fine table of about √n entries each. There is no long recurrence whose
// error could grow (compare Tasche and Zeuner, "Roundoff error analysis for
// fast trigonometric transforms", 2000).
type roots struct {
	n       int
	half    int       // k beyond it is reflected at the real axis,
	quarter int       // then, for even n, at the imaginary axis,
	eighth  int       // then, for multiples of 4, at the diagonal
	first   []float64 // cos and sin of 2π·k/n in turn, k ≤ the last of these
}

// newRoots prepares the n-th roots of unity.
func newRoots(n int) *roots {
	r, coarse, fine, shift := planRoots(n)
	for a := range coarse {
		block := r.first[2*a<<shift:]
		for b := range min(1<<shift, len(block)/2) {
			block[2*b], block[2*b+1] = coarse[a].mulRounded(&fine[b])
		}
	}
	return r
}

// newRootsOf prepares the n-th roots of unity to be rounded to F. Those to be
// rounded to float32 need no double-doubles: an error of 2^-52 before the
// rounding is 2^-28 of its own.
func newRootsOf[F kernels.Float](n int) *roots {
	if kernels.PartBytes[F]() == 8 {
		return newRoots(n)
	}
	r, coarse, fine, shift := planRoots(n)
	for a := range coarse {
		ar, ai := coarse[a].re.hi, coarse[a].im.hi
		block := r.first[2*a<<shift:]
		for b := range fine[:min(1<<shift, len(block)/2)] {
			br, bi := fine[b].re.hi, fine[b].im.hi
			block[2*b], block[2*b+1] = ar*br-ai*bi, ar*bi+ai*br
		}
	}
	return r
}

// planRoots makes the tables whose products are the first roots: root
// a·2^shift+b is coarse[a]·fine[b].
func planRoots(n int) (r *roots, coarse, fine []ddComplex, shift int) {
	r = &roots{n: n, half: n / 2, quarter: n / 2, eighth: n / 2}
	if n%2 == 0 {
		r.quarter, r.eighth = n/4, n/4
	}
	if n%4 == 0 {
		r.eighth = n / 8
	}
	r.first = make([]float64, 2*(r.eighth+1))
	shift = bits.Len(uint(r.eighth)) / 2
	unit := ddExpI(ddTwoPi.div(float64(n)))
	fine = powers(unit, 1<<shift+1)
	return r, powers(fine[1<<shift], r.eighth>>shift+1), fine, shift
}

// powers are z^0 … z^(count−1), each a product of two about half as far.
func powers(z ddComplex, count int) []ddComplex {
	p := make([]ddComplex, count)
	p[0].re.hi = 1
	if count > 1 {
		p[1] = z
	}
	for k := 2; k < count; k++ {
		p[k] = p[k/2].mul(p[k-k/2])
	}
	return p
}

// arc is a piece of the circle whose roots are those of the first piece but for
// signs and order: root k+i, 0 ≤ i ≤ rest, has the parts re·first[j+steep] and
// im·first[j+1−steep], j = 2(index + i·way).
type arc struct {
	index, way, rest int
	steep            int
	re, im           float64
}

// arcFrom is the rest of k's arc, 0 ≤ k < n.
func (r *roots) arcFrom(k int) arc {
	a := arc{index: k, way: 1, re: 1, im: -1}
	if a.index > r.half { // the upper half of the circle
		a.index, a.way, a.im = r.n-a.index, -1, 1
	}
	if a.index > r.quarter {
		a.index, a.way, a.re = r.n/2-a.index, -a.way, -1
	}
	if a.index > r.eighth {
		a.index, a.way, a.steep = r.n/4-a.index, -a.way, 1
	}
	if a.rest = a.index; a.way > 0 {
		a.rest = r.eighth - a.index
	}
	return a
}

// walk is a way along the circle: count roots from k on, step apart.
type walk struct {
	r              *roots
	k, step, count int
	arc            arc // of the next steps
	steps          int
}

// walk begins a walk.
func (r *roots) walk(k, step, count int) walk {
	return walk{r: r, k: k % r.n, step: step, count: count}
}

// next finds the next steps that are on one arc, if any are left.
func (w *walk) next() bool {
	w.k += w.steps * w.step
	if w.k >= w.r.n {
		w.k %= w.r.n
	}
	w.count -= w.steps
	w.arc, w.steps = w.r.arcFrom(w.k), w.count
	if w.step > 0 {
		w.steps = min(w.steps, w.arc.rest/w.step+1)
	}
	return w.steps > 0
}

// source is where the steps of a walk find their parts.
type source struct {
	first          []float64
	re, im, move   int // indices into first, and how far they move with each step
	reSign, imSign float64
}

func (w *walk) source() source {
	a := &w.arc
	return source{
		first: w.r.first,
		re:    2*a.index + a.steep, im: 2*a.index + 1 - a.steep, move: 2 * a.way * w.step,
		reSign: a.re, imSign: a.im,
	}
}

// at is e^(−2πi·k/n) for any k ≥ 0.
func (r *roots) at(k int) (re, im float64) {
	if k >= r.n {
		k %= r.n
	}
	a := r.arcFrom(k)
	z := r.first[2*a.index:]
	return a.re * z[a.steep], a.im*z[1-a.steep] + 0 // + 0 makes 0 of −0
}

// fillRoots stores root j·step at to[j·gap] and to[j·gap+1], for j from 0 on to
// the end of to.
func fillRoots[F kernels.Float](to []F, gap int, r *roots, step int) {
	w := r.walk(0, step, (len(to)+gap-2)/gap)
	for w.next() {
		fillRun(to, gap, w.source(), w.steps)
		to = to[min(w.steps*gap, len(to)):]
	}
}

// fillRun is fillRoots on one arc.
func fillRun[F kernels.Float](to []F, gap int, s source, steps int) {
	o, re, im := 0, s.re, s.im
	for range steps {
		to[o] = F(s.reSign * s.first[re])
		to[o+1] = F(s.imSign*s.first[im] + 0) // + 0 makes 0 of −0
		o, re, im = o+gap, re+s.move, im+s.move
	}
}

// fillPlaces stores root k·step, k from first on, as a real part at to[places[k]·pitch]
// and an imaginary one gap parts behind it, for each of the places.
func fillPlaces[F kernels.Float](to []F, places []int, pitch, gap int, r *roots, first, step int) {
	w := r.walk(first*step, step, len(places))
	for w.next() {
		placeRun(to, to[gap:], places[:w.steps], pitch, w.source())
		places = places[w.steps:]
	}
}

// placeRun is fillPlaces on one arc.
func placeRun[F kernels.Float](re, im []F, places []int, pitch int, s source) {
	i, j := s.re, s.im
	for _, place := range places {
		re[place*pitch] = F(s.reSign * s.first[i])
		im[place*pitch] = F(s.imSign*s.first[j] + 0)
		i, j = i+s.move, j+s.move
	}
}

// appendRoot appends the parts of at(k) in the precision of a kernel.
func appendRoot[F kernels.Float](to []F, r *roots, k int) []F {
	re, im := r.at(k)
	return append(to, F(re), F(im))
}

// rootOf is at(k) as a complex number.
func rootOf[C Complex](r *roots, k int) C {
	re, im := r.at(k)
	return C(complex(re, im))
}
