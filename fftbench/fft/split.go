package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// split is one step of Cooley and Tukey: n = a·b by transforms of length a
// over the columns and of length b over the rows of an a × b matrix, with
// twiddles between. It serves lengths with a factor that has a plan of its
// own, such as a large prime.
type split[F kernels.Float] struct {
	a, b     int
	columns  rowPlan[F] // of length a
	rows     rowPlan[F] // of length b; columns itself if that does
	twiddles []F        // e^(−2πi·jk/n), k < a, j < b, k outer
}

func planSplit[F kernels.Float](a, b *recipe) rowPlan[F] {
	p := &split[F]{a: a.n, b: b.n, columns: build[F](a)}
	if p.rows = p.columns; !sameWay(a, b) {
		p.rows = build[F](b)
	}
	r := newRootsOf[F](p.a * p.b)
	p.twiddles = make([]F, 2*r.n)
	for k := range p.a {
		fillRoots(p.twiddles[2*k*p.b:2*(k+1)*p.b], 2, r, k)
	}
	return p
}

// sameWay reports whether one plan serves both: columns and rows of the square of
// a large prime.
func sameWay(a, b *recipe) bool { return a == b || a.String() == b.String() }

// workLen has the matrix, two vectors and the scratch of either inner plan.
func (p *split[F]) workLen() int {
	return 2*p.a*p.b + 2*2*max(p.a, p.b) + max(p.columns.workLen(), p.rows.workLen())
}

func (p *split[F]) forward(dst, src, work []F) {
	n, longest := 2*p.a*p.b, 2*max(p.a, p.b)
	matrix, in := work[:n], work[n:n+longest]
	out, rest := work[n+longest:n+2*longest], work[n+2*longest:]
	for j := 0; j < 2*p.b; j += 2 {
		for i := range p.a {
			from := src[2*i*p.b+j:]
			in[2*i], in[2*i+1] = from[0], from[1]
		}
		p.columns.forward(out[:2*p.a], in[:2*p.a], rest)
		for k := range p.a {
			to := matrix[2*k*p.b+j:]
			to[0], to[1] = out[2*k], out[2*k+1]
		}
	}
	kernels.Multiply(matrix, matrix, p.twiddles)
	for k := range p.a {
		p.rows.forward(out[:2*p.b], matrix[2*k*p.b:2*(k+1)*p.b], rest)
		for l := range p.b {
			to := dst[2*(k+p.a*l):]
			to[0], to[1] = out[2*l], out[2*l+1]
		}
	}
}

func (p *split[F]) inverse(dst, src, work []F) {
	p.forward(dst, src, work)
	kernels.Reverse(dst)
}

func (p *split[F]) footprint() Footprint {
	f := Footprint{complexPart[F]("twiddles", Parameter, len(p.twiddles))}
	f = append(f, p.columns.footprint()...)
	if p.rows == p.columns {
		return f
	}
	return append(f, p.rows.footprint()...)
}
