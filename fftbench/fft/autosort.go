package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// autosort is Stockham's algorithm with a pass for each factor of n, whatever
// the factors are: the plan of New for smooth lengths.
type autosort[F kernels.Float] struct {
	n      int
	passes []autosortPass[F]
}

// autosortPass is one pass: s is the distance of the elements of a sequence,
// in parts.
type autosortPass[F kernels.Float] struct {
	radix, s int
	twiddles []F     // nil in a last pass of radix 4
	roots    []F     // of a radix without its own code
	places   []int32 // of the one sequence of a first pass: 0
}

// planAutosort plans n = Π radices, the first one first.
func planAutosort[F kernels.Float](n int, radices []int) rowPlan[F] {
	p := &autosort[F]{n: n}
	r := newRootsOf[F](n)
	s, m := 2, n
	for _, radix := range radices {
		m /= radix
		p.passes = append(p.passes, newAutosortPass[F](r, radix, m, s))
		s *= radix
	}
	return p
}

// newAutosortPass prepares the factors w^(jp), w = e^(−2πi/(radix·m)), p < m.
func newAutosortPass[F kernels.Float](r *roots, radix, m, s int) autosortPass[F] {
	pass := autosortPass[F]{radix: radix, s: s, places: []int32{0}}
	if radix == 4 && m == 1 {
		return pass
	}
	pass.twiddles = fans[F](r, radix, m)
	if hasRoots(radix) {
		pass.roots = primeRoots[F](radix)
	}
	return pass
}

// hasRoots reports whether the pass of a radix has no code of its own, which
// knows its roots.
func hasRoots(radix int) bool { return radix > 7 && radix%2 == 1 }

// rootsParts are the parts of primeRoots.
func rootsParts(radix int) int { return 2 * (radix / 2) * (radix / 2) }

// primeRoots are the roots in the order of kernels.StockhamPrime.
func primeRoots[F kernels.Float](radix int) []F {
	r := newRootsOf[F](radix)
	all := make([]F, 0, rootsParts(radix))
	for j := 1; j <= radix/2; j++ {
		for k := 1; k <= radix/2; k++ {
			all = appendRoot(all, r, (radix-j)*k) // of e^(+2πi·jk/radix)
		}
	}
	return all
}

// workLen is one row, if there is more than one pass.
func (p *autosort[F]) workLen() int {
	if len(p.passes) == 1 {
		return 0
	}
	return 2 * p.n
}

func (p *autosort[F]) forward(dst, src, work []F) { p.transform(dst, src, work, false) }

// inverse reads the input backwards in the first pass, or sorts the bins after
// the last one where the first has no code for that.
func (p *autosort[F]) inverse(dst, src, work []F) {
	if p.passes[0].canReadBackwards() {
		p.transform(dst, src, work, true)
		return
	}
	p.transform(dst, src, work, false)
	kernels.Reverse(dst)
}

// transform runs the passes, alternating between dst and work so that the last
// one writes dst.
func (p *autosort[F]) transform(dst, src, work []F, backwards bool) {
	to, other := dst, work
	if len(p.passes)%2 == 0 {
		to, other = work[:2*p.n], dst
	} else if len(p.passes) > 1 {
		other = work[:2*p.n]
	}
	p.passes[0].first(to, src, backwards)
	for i := range p.passes[1:] {
		to, other = other, to
		p.passes[i+1].run(to, other)
	}
}

// canReadBackwards reports whether first has the code for it.
func (p *autosortPass[F]) canReadBackwards() bool {
	return p.radix == 16 || p.radix == 8 || p.radix == 4 && p.twiddles != nil
}

// first runs the pass as the first one, s = 2.
func (p *autosortPass[F]) first(to, from []F, backwards bool) {
	switch {
	case p.radix == 16:
		kernels.StockhamFirst16(to, from, nil, p.twiddles, p.places, kernels.All(1), backwards)
	case p.radix == 8:
		kernels.StockhamFirst8(to, from, nil, p.twiddles, p.places, kernels.All(1), backwards)
	case p.radix == 4 && p.twiddles != nil:
		kernels.StockhamFirst4(to, from, p.twiddles, backwards)
	default:
		p.run(to, from)
	}
}

// run runs the pass from one buffer to the other.
func (p *autosortPass[F]) run(to, from []F) {
	switch {
	case p.radix == 2:
		kernels.Stockham2(to, from, p.s, p.twiddles)
	case p.radix == 3:
		kernels.Stockham3(to, from, p.s, p.twiddles)
	case p.radix == 4 && p.twiddles == nil:
		kernels.StockhamLast4(to, from)
	case p.radix == 4:
		kernels.Stockham4(to, from, p.s, p.twiddles)
	case p.radix == 5:
		kernels.Stockham5(to, from, p.s, p.twiddles)
	case p.radix == 7:
		kernels.Stockham7(to, from, p.s, p.twiddles)
	default:
		kernels.StockhamPrime(to, from, p.s, p.radix, p.roots, p.twiddles)
	}
}

func (p *autosort[F]) footprint() Footprint {
	twiddles, roots := 0, 0
	for _, pass := range p.passes {
		twiddles += len(pass.twiddles)
		roots += len(pass.roots)
	}
	f := Footprint{complexPart[F]("twiddles", Parameter, twiddles)}
	if roots > 0 {
		f = append(f, complexPart[F]("roots of prime radices", Parameter, roots))
	}
	return f
}
