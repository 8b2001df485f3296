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

// unitary returns √2·U of the four angles.
func unitary(angles []float64) matrix {
	phi, alpha, beta, theta := angles[0], angles[1], angles[2], angles[3]
	sin, cos := math.Sincos(theta)
	sin, cos = math.Sqrt2*sin, math.Sqrt2*cos
	return matrix{
		aa: cmplx.Rect(cos, phi+alpha), ab: cmplx.Rect(sin, phi+beta),
		ba: -cmplx.Rect(sin, phi-beta), bb: cmplx.Rect(cos, phi-alpha),
	}
}

// unitaryGradient is the gradient by the four angles where that by the entries is
// d and the entries are m: ∂L/∂p = Re Σ conj(d)·∂m/∂p.
func unitaryGradient(gradient, angles []float64, m, d matrix) {
	aa, ab := turned(d.aa, m.aa), turned(d.ab, m.ab)
	ba, bb := turned(d.ba, m.ba), turned(d.bb, m.bb)
	gradient[0] = aa + ab + ba + bb
	gradient[1] = aa - bb
	gradient[2] = ab - ba
	// ∂/∂θ exchanges cosines and sines; the phases stay.
	phi, alpha, beta := angles[0], angles[1], angles[2]
	sin, cos := math.Sincos(angles[3])
	sin, cos = math.Sqrt2*sin, math.Sqrt2*cos
	gradient[3] = -sin*along(d.aa, phi+alpha) + cos*along(d.ab, phi+beta) -
		cos*along(d.ba, phi-beta) - sin*along(d.bb, phi-alpha)
}

// turned is Re(conj(d)·i·m), what turning m by an angle does to the loss.
func turned(d, m complex128) float64 { return imag(d)*real(m) - real(d)*imag(m) }

// along is Re(conj(d)·e^{iφ}), what lengthening along a direction does to it.
func along(d complex128, phase float64) float64 {
	sin, cos := math.Sincos(phase)
	return real(d)*cos + imag(d)*sin
}

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
			net.dm[at+b] = matrix{aa: inner(x, a), ab: inner(x, c), ba: inner(y, a), bb: inner(y, c)}
			net.m[at+b].adjoint().apply(x, y, x, y)
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

// adjoint is the conjugate transpose.
func (m *matrix) adjoint() *matrix {
	return &matrix{aa: cmplx.Conj(m.aa), ab: cmplx.Conj(m.ba), ba: cmplx.Conj(m.ab), bb: cmplx.Conj(m.bb)}
}

// inner is Σ x·conj(a).
func inner(x, a []complex128) complex128 {
	a = a[:len(x)]
	var re, im float64
	for i, v := range x {
		re += real(v)*real(a[i]) + imag(v)*imag(a[i])
		im += imag(v)*real(a[i]) - real(v)*imag(a[i])
	}
	return complex(re, im)
}
