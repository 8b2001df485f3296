package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// rader turns a transform of prime length n into a cyclic convolution of
// length n−1: with a generator g of the multiplicative group, input g^q and
// output g^−k meet in e^(−2πi·g^(q−k)/n) (Rader, "Discrete Fourier transforms
// when the number of data samples is prime", 1968).
type rader[F kernels.Float] struct {
	n        int
	powers   []int32 // g^q mod n
	inverses []int32 // g^−q mod n
	spectrum []F     // of e^(−2πi·g^−q/n), over n−1, divided by n−1
	inner    driver[F]
}

func planRader[F kernels.Float](n int, inner *recipe) rowPlan[F] {
	m := n - 1
	p := &rader[F]{n: n, powers: make([]int32, m), inverses: make([]int32, m), inner: complexDriver(m, build[F](inner))}
	g := primitiveRoot(n)
	for q, v := 0, 1; q < m; q++ {
		p.powers[q] = int32(v)
		p.inverses[(m-q)%m] = int32(v)
		v = v * g % n
	}
	r := newRoots(n)
	filter := make([]float64, 0, 2*m)
	for _, v := range p.inverses {
		re, im := r.at(int(v))
		filter = append(filter, re/float64(m), im/float64(m))
	}
	p.spectrum = spectrumOf(inner, p.inner.plan, filter)
	return p
}

// workLen has the rows of the convolution and the inner plan's scratch.
func (p *rader[F]) workLen() int { return p.inner.transformedLen() }

func (p *rader[F]) forward(dst, src, work []F) {
	b := p.convolve(dst, src, work)
	scatterBy(dst, p.inverses, b)
}

// inverse has its bins in the reverse order: −k is k times −1, which is the
// generator to the power of half the convolution's length.
func (p *rader[F]) inverse(dst, src, work []F) {
	b := p.convolve(dst, src, work)
	half := (p.n - 1) / 2
	scatterBy(dst, p.inverses[half:], b[:2*half])
	scatterBy(dst, p.inverses[:half], b[2*half:])
}

// convolve gathers the input by powers of the generator and convolves it. Bin 0
// is a sum by itself; src[0], which every other bin has, joins in as bin 0 of
// the product.
func (p *rader[F]) convolve(dst, src, work []F) []F {
	a, b, rest := p.inner.transformed(work)
	for q, j := range p.powers {
		a[2*q], a[2*q+1] = src[2*j], src[2*j+1]
	}
	p.inner.plan.forward(b, a, rest)
	dst[0], dst[1] = src[0]+b[0], src[1]+b[1]
	kernels.Multiply(a, b, p.spectrum)
	a[0] += src[0]
	a[1] += src[1]
	p.inner.plan.inverse(b, a, rest)
	return b
}

// scatterBy stores number q of x at places[q].
func scatterBy[F kernels.Float](dst []F, places []int32, x []F) {
	for q, k := range places {
		dst[2*k], dst[2*k+1] = x[2*q], x[2*q+1]
	}
}

func (p *rader[F]) footprint() Footprint {
	return append(Footprint{
		complexPart[F]("roots spectrum", Parameter, len(p.spectrum)),
		part[int32]("generator permutations", Table, len(p.powers)+len(p.inverses)),
	}, p.inner.plan.footprint()...)
}
