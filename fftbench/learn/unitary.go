package learn

import (
	"math"
	"math/cmplx"
)

// matrix takes (low, high) to (aa·low + ab·high, ba·low + bb·high).
type matrix struct{ aa, ab, ba, bb complex128 }

// unitaryNet is a network whose every butterfly is a unitary 2×2 matrix,
//
//	U = e^{iφ}·[[e^{iα}·cos θ, e^{iβ}·sin θ], [−e^{−iβ}·sin θ, e^{−iα}·cos θ]]
//
// times √2, so that the whole of it is √n times a unitary map whatever its
// angles are (cf. Dao et al. 2019, section 3, whose factors are any 2×2
// matrices).
type unitaryNet struct {
	wiring
	m  []matrix // stage by stage
	dm []matrix // gradients of the last way back
}

func newUnitaryNet(w wiring) *unitaryNet {
	return &unitaryNet{wiring: w, m: make([]matrix, w.butterflies()), dm: make([]matrix, w.butterflies())}
}

// unitaryAngles is how many angles a butterfly has: φ, α, β and θ, in this order.
const unitaryAngles = 4

// unitary returns √2·U of the four angles, and its derivative by θ, which
// exchanges cosines and sines.
func unitary(angles []float64) (u, byTheta matrix) {
	phi, alpha, beta := phase(angles[0]), phase(angles[1]), phase(angles[2])
	sin, cos := math.Sincos(angles[3])
	sin, cos = math.Sqrt2*sin, math.Sqrt2*cos
	aa, ab, ba, bb := phi*alpha, phi*beta, phi*cmplx.Conj(beta), phi*cmplx.Conj(alpha)
	return matrix{aa: scaled(cos, aa), ab: scaled(sin, ab), ba: scaled(-sin, ba), bb: scaled(cos, bb)},
		matrix{aa: scaled(-sin, aa), ab: scaled(cos, ab), ba: scaled(-cos, ba), bb: scaled(-sin, bb)}
}

func phase(angle float64) complex128 {
	sin, cos := math.Sincos(angle)
	return complex(cos, sin)
}

func scaled(by float64, c complex128) complex128 { return complex(by*real(c), by*imag(c)) }

// unitaryGradient is the gradient by the four angles where that by the entries of
// u is d: ∂L/∂p = Re Σ conj(d)·∂u/∂p.
func unitaryGradient(gradient []float64, u, byTheta, d *matrix) {
	aa, ab := turned(d.aa, u.aa), turned(d.ab, u.ab)
	ba, bb := turned(d.ba, u.ba), turned(d.bb, u.bb)
	gradient[0] = aa + ab + ba + bb
	gradient[1] = aa - bb
	gradient[2] = ab - ba
	gradient[3] = dot(d.aa, byTheta.aa) + dot(d.ab, byTheta.ab) + dot(d.ba, byTheta.ba) + dot(d.bb, byTheta.bb)
}

// turned is Re(conj(d)·i·m), what turning m by an angle does to the loss.
func turned(d, m complex128) float64 { return imag(d)*real(m) - real(d)*imag(m) }

// dot is Re(conj(d)·c).
func dot(d, c complex128) float64 { return real(d)*real(c) + imag(d)*imag(c) }

// theoryAngles are the four angles of the butterfly with a twiddle e^{iψ},
// [[1, e^{iψ}], [1, −e^{iψ}]]/√2.
func theoryAngles(psi float64) [unitaryAngles]float64 {
	phi := (psi + math.Pi) / 2
	return [unitaryAngles]float64{phi, -phi, phi + math.Pi, math.Pi / 4}
}

// forward runs the network on the tape's first level.
func (net *unitaryNet) forward(t *tape) {
	for s := range net.stages {
		from, to, matrices := t.levels[s], t.levels[s+1], net.m[s*net.n/2:]
		for b := range net.n / 2 {
			low, high, _ := rows(s, b)
			matrices[b].apply(t.row(to, low), t.row(to, high), t.row(from, low), t.row(from, high))
		}
	}
}

// backward turns the gradient of the output, which it finds in the tape, into
// that of the first level, and leaves those of the matrices.
func (net *unitaryNet) backward(t *tape) {
	for s := net.stages - 1; s >= 0; s-- {
		from, at := t.levels[s], s*net.n/2
		for b := range net.n / 2 {
			low, high, _ := rows(s, b)
			a, c := t.row(from, low), t.row(from, high)
			x, y := t.row(t.gradient, low), t.row(t.gradient, high)
			net.dm[at+b] = net.m[at+b].goBack(x, y, a, c)
		}
	}
}

// apply is a butterfly of every example; results may go where a and b are.
func (m *matrix) apply(x, y, a, b []complex128) {
	x, y, b = x[:len(a)], y[:len(a)], b[:len(a)]
	aa, ab, ba, bb := m.aa, m.ab, m.ba, m.bb
	for i, v := range a {
		u := b[i]
		x[i], y[i] = aa*v+ab*u, ba*v+bb*u
	}
}

// goBack is the way back through apply: gradients of its results in x and y become
// those of a and b, by the conjugate transpose. It returns that of the entries,
// Σ ȳ·conj(x).
func (m *matrix) goBack(x, y, a, b []complex128) matrix {
	y, a, b = y[:len(x)], a[:len(x)], b[:len(x)]
	aa, ab, ba, bb := cmplx.Conj(m.aa), cmplx.Conj(m.ab), cmplx.Conj(m.ba), cmplx.Conj(m.bb)
	var d matrix
	for i, v := range x {
		u := y[i]
		ca, cb := cmplx.Conj(a[i]), cmplx.Conj(b[i])
		d.aa += v * ca
		d.ab += v * cb
		d.ba += u * ca
		d.bb += u * cb
		x[i], y[i] = aa*v+ba*u, ab*v+bb*u
	}
	return d
}
