package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// oddReal transforms an odd number of real numbers as as many complex ones.
type oddReal[F kernels.Float] struct {
	n     int
	inner driver[F]
}

func planOddReal[F kernels.Float](inner *recipe) rowPlan[F] {
	return &oddReal[F]{n: inner.n, inner: complexDriver(inner.n, build[F](inner))}
}

// workLen is a complex row, its transform and the inner plan's scratch.
func (p *oddReal[F]) workLen() int { return p.inner.transformedLen() }

func (p *oddReal[F]) forward(dst, src, work []F) {
	a, b, rest := p.inner.transformed(work)
	kernels.Widen(a, src)
	p.inner.plan.forward(b, a, rest)
	copy(dst, b)
	dst[1] = 0 // a rounding error otherwise
}

func (p *oddReal[F]) inverse(dst, src, work []F) {
	a, b, rest := p.inner.transformed(work)
	copy(a, src)
	a[1] = 0
	kernels.Mirror(a[len(src):], src[2:])
	p.inner.plan.inverse(b, a, rest)
	kernels.Narrow(dst, b)
}

func (p *oddReal[F]) footprint() Footprint { return p.inner.plan.footprint() }
