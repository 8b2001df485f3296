package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// oddReal transforms an odd number of real numbers as as many complex ones.
type oddReal[F kernels.Float] struct {
	n     int
	inner rowPlan[F]
}

func planOddReal[F kernels.Float](inner *recipe) rowPlan[F] {
	return &oddReal[F]{n: inner.n, inner: build[F](inner)}
}

// workLen is two rows of complex numbers and the inner plan's scratch.
func (p *oddReal[F]) workLen() int { return 4*p.n + p.inner.workLen() }

func (p *oddReal[F]) parted(work []F) (a, b, rest []F) {
	return work[:2*p.n], work[2*p.n : 4*p.n], work[4*p.n:]
}

func (p *oddReal[F]) forward(dst, src, work []F) {
	a, b, rest := p.parted(work)
	for j, v := range src {
		a[2*j], a[2*j+1] = v, 0
	}
	p.inner.forward(b, a, rest)
	copy(dst, b)
	dst[1] = 0 // a rounding error otherwise
}

func (p *oddReal[F]) inverse(dst, src, work []F) {
	a, b, rest := p.parted(work)
	a[0], a[1] = src[0], 0
	for k := 1; k <= p.n/2; k++ {
		re, im := src[2*k], src[2*k+1]
		a[2*k], a[2*k+1] = re, im
		a[2*(p.n-k)], a[2*(p.n-k)+1] = re, -im
	}
	p.inner.inverse(b, a, rest)
	for j := range dst {
		dst[j] = b[2*j]
	}
}

func (p *oddReal[F]) footprint() Footprint { return p.inner.footprint() }
