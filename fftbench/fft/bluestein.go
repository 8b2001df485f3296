package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// bluestein turns a transform of any length into a cyclic convolution of a
// comfortable length m ≥ 2n−1: jk = (j² + k² − (k−j)²)/2 (Bluestein, "A linear
// filtering approach to the computation of the discrete Fourier transform",
// 1970).
type bluestein[F kernels.Float] struct {
	n, m     int
	chirp    []kernels.Pair[F] // e^(−πi·j²/n)
	spectrum []kernels.Pair[F] // of the conjugate chirp, wrapped around, over m
	inner    rowPlan[F]
}

func planBluestein[F kernels.Float](n int, inner *recipe) rowPlan[F] {
	p := &bluestein[F]{n: n, m: inner.n, chirp: make([]kernels.Pair[F], n), inner: build[F](inner)}
	r := newRoots(2 * n)
	filter := make([]kernels.Pair[float64], p.m)
	for j := range p.chirp {
		w := pair[float64](r, j*j%(2*n))
		p.chirp[j] = kernels.Pair[F]{Re: F(w.Re), Im: F(w.Im)}
		w.Re /= float64(p.m)
		w.Im /= -float64(p.m)
		filter[j] = w
		if j > 0 {
			filter[p.m-j] = w
		}
	}
	p.spectrum = spectrumOf[F](inner, filter)
	return p
}

// spectrumOf transforms a filter in float64 and rounds it once.
func spectrumOf[F kernels.Float](of *recipe, filter []kernels.Pair[float64]) []kernels.Pair[F] {
	plan := build[float64](of)
	exact := make([]kernels.Pair[float64], len(filter))
	plan.forward(exact, filter, make([]kernels.Pair[float64], plan.workLen()))
	rounded := make([]kernels.Pair[F], len(exact))
	for k, v := range exact {
		rounded[k] = kernels.Pair[F]{Re: F(v.Re), Im: F(v.Im)}
	}
	return rounded
}

// workLen has two rows of the convolution and the inner plan's scratch.
func (p *bluestein[F]) workLen() int { return 2*p.m + p.inner.workLen() }

func (p *bluestein[F]) forward(dst, src, work []kernels.Pair[F]) {
	b := p.convolve(src, work)
	dst[0] = b[0].Times(p.chirp[0])
	for k := 1; k < p.n; k++ { // b lies backwards: see convolve
		dst[k] = b[p.m-k].Times(p.chirp[k])
	}
}

func (p *bluestein[F]) inverse(dst, src, work []kernels.Pair[F]) {
	b := p.convolve(src, work)
	dst[0] = b[0].Times(p.chirp[0])
	for k := 1; k < p.n; k++ {
		dst[p.n-k] = b[p.m-k].Times(p.chirp[k])
	}
}

// convolve returns the chirped input convolved with the filter, element k at
// −k mod m: the second transform is a forward one in the place of an inverse.
func (p *bluestein[F]) convolve(src, work []kernels.Pair[F]) []kernels.Pair[F] {
	a, b, rest := work[:p.m], work[p.m:2*p.m], work[2*p.m:]
	for j, w := range p.chirp {
		a[j] = src[j].Times(w)
	}
	clear(a[p.n:])
	p.inner.forward(b, a, rest)
	for k, w := range p.spectrum {
		a[k] = b[k].Times(w)
	}
	p.inner.forward(b, a, rest)
	return b
}

func (p *bluestein[F]) footprint() Footprint {
	return append(Footprint{
		part[kernels.Pair[F]]("chirp", Parameter, len(p.chirp)),
		part[kernels.Pair[F]]("chirp spectrum", Parameter, len(p.spectrum)),
	}, p.inner.footprint()...)
}
