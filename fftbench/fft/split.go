package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// split is one step of Cooley and Tukey: n = a·b by transforms of length a
// over the columns and of length b over the rows of an a × b matrix, with
// twiddles between. It serves lengths with a factor that has a plan of its
// own, such as a large prime.
type split[F kernels.Float] struct {
	a, b     int
	columns  rowPlan[F]        // of length a
	rows     rowPlan[F]        // of length b
	twiddles []kernels.Pair[F] // e^(−2πi·jk/n), k < a, j < b, k outer
}

func planSplit[F kernels.Float](a, b *recipe) rowPlan[F] {
	p := &split[F]{a: a.n, b: b.n, columns: build[F](a), rows: build[F](b)}
	r := newRoots(p.a * p.b)
	p.twiddles = make([]kernels.Pair[F], 0, r.n)
	for k := range p.a {
		for j := range p.b {
			p.twiddles = append(p.twiddles, pair[F](r, k*j))
		}
	}
	return p
}

// workLen has the matrix, two vectors and the scratch of either inner plan.
func (p *split[F]) workLen() int {
	return p.a*p.b + 2*max(p.a, p.b) + max(p.columns.workLen(), p.rows.workLen())
}

func (p *split[F]) forward(dst, src, work []kernels.Pair[F]) {
	n, longest := p.a*p.b, max(p.a, p.b)
	matrix, in, out, rest := work[:n], work[n:n+longest], work[n+longest:n+2*longest], work[n+2*longest:]
	for j := range p.b {
		for i := range p.a {
			in[i] = src[i*p.b+j]
		}
		p.columns.forward(out[:p.a], in[:p.a], rest)
		for k := range p.a {
			matrix[k*p.b+j] = out[k].Times(p.twiddles[k*p.b+j])
		}
	}
	for k := range p.a {
		p.rows.forward(out[:p.b], matrix[k*p.b:(k+1)*p.b], rest)
		for l, v := range out[:p.b] {
			dst[k+p.a*l] = v
		}
	}
}

func (p *split[F]) inverse(dst, src, work []kernels.Pair[F]) {
	p.forward(dst, src, work)
	reverseBins(dst)
}

func (p *split[F]) footprint() Footprint {
	f := Footprint{part[kernels.Pair[F]]("twiddles", Parameter, len(p.twiddles))}
	f = append(f, p.columns.footprint()...)
	return append(f, p.rows.footprint()...)
}
