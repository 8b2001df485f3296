package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// mixed is Stockham's autosort with a pass for each factor of n, whatever the
// factors are; the way to transforms of smooth lengths.
type mixed[F kernels.Float] struct {
	n      int
	passes []mixedPass[F]
}

// mixedPass is one pass; four is set where the radix is 4, twiddles elsewhere.
type mixedPass[F kernels.Float] struct {
	radix    int
	four     []kernels.Twiddles3[F]
	twiddles []kernels.Pair[F]
	circle   []kernels.Pair[F] // roots of an odd radix without its own code
}

// planMixed plans n = Π radices.
func planMixed[F kernels.Float](n int, radices []int) rowPlan[F] {
	p := &mixed[F]{n: n}
	r := newRoots(n)
	m := n
	for _, radix := range radices {
		m /= radix
		p.passes = append(p.passes, newMixedPass[F](r, radix, m))
	}
	return p
}

// newMixedPass prepares the factors w^(jp), w = e^(−2πi/(radix·m)), p < m.
func newMixedPass[F kernels.Float](r *roots, radix, m int) mixedPass[F] {
	pass := mixedPass[F]{radix: radix}
	if radix == 4 {
		pass.four = twiddles4[F](r, m)
		return pass
	}
	step := r.n / (radix * m)
	pass.twiddles = make([]kernels.Pair[F], 0, m*(radix-1))
	for p := range m {
		for j := 1; j < radix; j++ {
			pass.twiddles = append(pass.twiddles, pair[F](r, j*p*step))
		}
	}
	if radix > 5 {
		pass.circle = circle[F](radix)
	}
	return pass
}

// circle is e^(2πik/r) for k < r.
func circle[F kernels.Float](r int) []kernels.Pair[F] {
	rt := newRoots(r)
	c := make([]kernels.Pair[F], r)
	for k := range c {
		c[k] = pair[F](rt, k)
		c[k].Im = -c[k].Im
	}
	return c
}

func (p *mixed[F]) workLen() int { return p.n }

func (p *mixed[F]) forward(dst, src, work []kernels.Pair[F]) {
	from, to, other := src, dst, work[:p.n]
	if len(p.passes)%2 == 0 {
		to, other = other, to
	}
	s := 1
	for i := range p.passes {
		p.passes[i].run(to, from, s)
		s *= p.passes[i].radix
		from = to
		to, other = other, to
	}
}

func (p *mixedPass[F]) run(to, from []kernels.Pair[F], s int) {
	switch p.radix {
	case 2:
		kernels.Stockham2(to, from, s, p.twiddles)
	case 3:
		kernels.Stockham3(to, from, s, p.twiddles)
	case 4:
		if s == 1 {
			kernels.StockhamFirst4(to, from, p.four)
		} else {
			kernels.Stockham4(to, from, s, p.four)
		}
	case 5:
		kernels.Stockham5(to, from, s, p.twiddles)
	default:
		kernels.StockhamOdd(to, from, s, p.radix, p.circle, p.twiddles)
	}
}

func (p *mixed[F]) inverse(dst, src, work []kernels.Pair[F]) {
	p.forward(dst, src, work)
	slices.Reverse(dst[1:])
}

func (p *mixed[F]) footprint() Footprint {
	twiddles, circle := 0, 0
	for _, pass := range p.passes {
		twiddles += 3*len(pass.four) + len(pass.twiddles)
		circle += len(pass.circle)
	}
	f := Footprint{part[kernels.Pair[F]]("twiddles", Parameter, twiddles)}
	if circle > 0 {
		f = append(f, part[kernels.Pair[F]]("roots of odd radices", Parameter, circle))
	}
	return f
}
