package fft

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// roots gives the n-th roots of unity e^(−2πi·k/n), each rounded once to
// float64 from a value good to about 100 bits.
//
// A root is brought into the first octant by symmetry in exact integers, then
// made as the double-double product of an entry of a coarse and one of a fine
// table of about √n entries each. There is no recurrence whose error could
// grow (compare Tasche and Zeuner, "Roundoff error analysis for fast
// trigonometric transforms", 2000).
type roots struct {
	n      int
	step   int         // entries of fine; coarse advances by step
	coarse []ddComplex // e^(2πi·a·step/8n)
	fine   []ddComplex // e^(2πi·b/8n)
}

// newRoots prepares the n-th roots of unity.
func newRoots(n int) *roots {
	step := int(math.Ceil(math.Sqrt(float64(n + 1))))
	r := &roots{
		n:      n,
		step:   step,
		coarse: make([]ddComplex, n/step+1),
		fine:   make([]ddComplex, step),
	}
	for b := range r.fine {
		r.fine[b] = ddExpI(ddTwoPi.mul(ddRatio(b, 8*n)))
	}
	for a := range r.coarse {
		r.coarse[a] = ddExpI(ddTwoPi.mul(ddRatio(a*step, 8*n)))
	}
	return r
}

// at is e^(−2πi·k/n) for any k ≥ 0.
func (r *roots) at(k int) (re, im float64) {
	k %= r.n
	octant := 8 * k / r.n
	t := 8*k - octant*r.n // the angle inside the octant is 2π·t/8n
	if octant&1 == 1 {
		t = r.n - t // odd octants run backwards from the next axis or diagonal
	}
	z := r.coarse[t/r.step].mul(r.fine[t%r.step])
	c, s := z.re.hi, z.im.hi
	if octant&3 == 1 || octant&3 == 2 {
		c, s = s, c
	}
	if octant >= 2 && octant < 6 {
		c = -c
	}
	if octant < 4 {
		s = 0 - s // the sine of a negative angle; 0 keeps its plus sign
	}
	return c, s
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
