package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// bluestein turns a transform of any length into a cyclic convolution of a
// comfortable length m ≥ 2n−1: jk = (j² + k² − (k−j)²)/2 (Bluestein, "A linear
// filtering approach to the computation of the discrete Fourier transform",
// 1970).
type bluestein[F kernels.Float] struct {
	n, m     int
	chirp    []F // e^(−πi·j²/n)
	spectrum []F // of the conjugate chirp, wrapped around, over m, divided by m
	inner    driver[F]
}

func planBluestein[F kernels.Float](n int, inner *recipe) rowPlan[F] {
	p := &bluestein[F]{n: n, m: inner.n, chirp: make([]F, 2*n), inner: complexDriver(inner.n, build[F](inner))}
	filter := make([]float64, 2*p.m)
	chirp(n, func(j int, re, im float64) {
		p.chirp[2*j], p.chirp[2*j+1] = F(re), F(im)
		re, im = re/float64(p.m), -im/float64(p.m)
		filter[2*j], filter[2*j+1] = re, im
		if j > 0 {
			filter[2*(p.m-j)], filter[2*(p.m-j)+1] = re, im
		}
	})
	p.spectrum = spectrumOf(inner, p.inner.plan, filter)
	return p
}

// chirp yields e^(−πi·j²/n) for each j < n, two at a time: (n−j)² is n² + j²
// modulo 2n, and n² is 0 there or, for odd n, n, half a turn.
func chirp(n int, yield func(j int, re, im float64)) {
	r := newRoots(2 * n)
	sign := 1 - 2*float64(n%2)
	for j, square := 0, 0; j <= n/2; j++ {
		re, im := r.at(square)
		yield(j, re, im)
		if j > 0 && n-j > j {
			yield(n-j, sign*re, sign*im+0)
		}
		square = (square + 2*j + 1) % (2 * n)
	}
}

// spectrumOf transforms a filter in float64, by inner if that is what it
// computes in, and rounds it once.
func spectrumOf[F kernels.Float](of *recipe, inner rowPlan[F], filter []float64) []F {
	plan, same := any(inner).(rowPlan[float64])
	if !same {
		plan = build[float64](of)
	}
	exact := make([]float64, len(filter))
	plan.forward(exact, filter, make([]float64, plan.workLen()))
	if spectrum, same := any(exact).([]F); same {
		return spectrum
	}
	rounded := make([]F, len(exact))
	for k, v := range exact {
		rounded[k] = F(v)
	}
	return rounded
}

// workLen has the rows of the convolution and the inner plan's scratch.
func (p *bluestein[F]) workLen() int { return p.inner.transformedLen() }

func (p *bluestein[F]) forward(dst, src, work []F) {
	a, b, rest := p.inner.transformed(work)
	kernels.Multiply(a[:2*p.n], src, p.chirp)
	clear(a[2*p.n:])
	p.inner.plan.forward(b, a, rest)
	kernels.Multiply(a, b, p.spectrum)
	p.inner.plan.inverse(b, a, rest)
	kernels.Multiply(dst, b[:len(dst)], p.chirp)
}

// inverse is the conjugate of forward of the conjugate, which makes conjugates
// of the chirp and its spectrum and of the directions inside.
func (p *bluestein[F]) inverse(dst, src, work []F) {
	a, b, rest := p.inner.transformed(work)
	kernels.MultiplyConjugate(a[:2*p.n], src, p.chirp)
	clear(a[2*p.n:])
	p.inner.plan.inverse(b, a, rest)
	kernels.MultiplyConjugate(a, b, p.spectrum)
	p.inner.plan.forward(b, a, rest)
	kernels.MultiplyConjugate(dst, b[:len(dst)], p.chirp)
}

func (p *bluestein[F]) footprint() Footprint {
	return append(Footprint{
		complexPart[F]("chirp", Parameter, len(p.chirp)),
		complexPart[F]("chirp spectrum", Parameter, len(p.spectrum)),
	}, p.inner.plan.footprint()...)
}
