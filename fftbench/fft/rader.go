package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// rader turns a transform of prime length n into a cyclic convolution of
// length n−1: with a generator g of the multiplicative group, input g^q and
// output g^−k meet in e^(−2πi·g^(q−k)/n) (Rader, "Discrete Fourier transforms
// when the number of data samples is prime", 1968).
type rader[F kernels.Float] struct {
	n        int
	powers   []int32           // g^q mod n
	inverses []int32           // g^−q mod n
	spectrum []kernels.Pair[F] // of e^(−2πi·g^−q/n), over n−1
	inner    rowPlan[F]        // of n−1
}

func planRader[F kernels.Float](n int, inner *recipe) rowPlan[F] {
	m := n - 1
	p := &rader[F]{n: n, powers: make([]int32, m), inverses: make([]int32, m), inner: build[F](inner)}
	g := primitiveRoot(n)
	for q, v := 0, 1; q < m; q++ {
		p.powers[q] = int32(v)
		p.inverses[(m-q)%m] = int32(v)
		v = int(int64(v) * int64(g) % int64(n))
	}
	r := newRoots(n)
	filter := make([]kernels.Pair[float64], m)
	for q, v := range p.inverses {
		filter[q] = pair[float64](r, int(v))
		filter[q].Re /= float64(m)
		filter[q].Im /= float64(m)
	}
	p.spectrum = spectrumOf[F](inner, filter)
	return p
}

// workLen has two rows of the convolution and the inner plan's scratch.
func (p *rader[F]) workLen() int { return 2*(p.n-1) + p.inner.workLen() }

func (p *rader[F]) forward(dst, src, work []kernels.Pair[F]) {
	b := p.convolve(dst, src, work)
	dst[p.inverses[0]] = b[0]
	for q := 1; q < len(b); q++ { // b lies backwards: see convolve
		dst[p.inverses[q]] = b[len(b)-q]
	}
}

func (p *rader[F]) inverse(dst, src, work []kernels.Pair[F]) {
	b := p.convolve(dst, src, work)
	dst[p.n-int(p.inverses[0])] = b[0]
	for q := 1; q < len(b); q++ {
		dst[p.n-int(p.inverses[q])] = b[len(b)-q]
	}
}

// convolve stores bin 0 in dst and returns the other bins, that of g^−q at
// −q mod n−1: the second transform is a forward one in the place of an
// inverse. src[0], which every bin has, joins in as bin 0 of the product.
func (p *rader[F]) convolve(dst, src, work []kernels.Pair[F]) []kernels.Pair[F] {
	m := p.n - 1
	a, b, rest := work[:m], work[m:2*m], work[2*m:]
	for q, j := range p.powers {
		a[q] = src[j]
	}
	p.inner.forward(b, a, rest)
	x0 := src[0]
	dst[0] = kernels.Pair[F]{Re: x0.Re + b[0].Re, Im: x0.Im + b[0].Im}
	for k, w := range p.spectrum {
		a[k] = b[k].Times(w)
	}
	a[0].Re += x0.Re
	a[0].Im += x0.Im
	p.inner.forward(b, a, rest)
	return b
}

func (p *rader[F]) footprint() Footprint {
	return append(Footprint{
		part[kernels.Pair[F]]("roots spectrum", Parameter, len(p.spectrum)),
		part[int32]("generator permutations", Table, len(p.powers)+len(p.inverses)),
	}, p.inner.footprint()...)
}

// primitiveRoot is the least generator of the multiplicative group of a prime.
func primitiveRoot(prime int) int {
	factors := primeFactors(prime - 1)
	for g := 1; ; g++ {
		if generates(g, prime, factors) {
			return g
		}
	}
}

// generates reports whether g has order prime−1: no (prime−1)/f-th power is 1.
func generates(g, prime int, factors []int) bool {
	for _, f := range factors {
		if powMod(g, (prime-1)/f, prime) == 1 {
			return false
		}
	}
	return true
}

// powMod is base^exponent mod modulus for a modulus below 2^31.
func powMod(base, exponent, modulus int) int {
	result := 1
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result = result * base % modulus
		}
		base = base * base % modulus
	}
	return result
}
