package learn

import "math"

// twiddleNet is the radix-2 decimation in time with twiddles and gates of its
// own (Cooley and Tukey 1965). Butterfly (a, b) becomes
//
//	(a + g·w·b, g·(a − w·b) + (1−g)·b)
//
// which is the textbook's for a gate g of 1, and passes both by for one of 0. A
// stage has a twiddle for each place in a block, as the textbook's has, n−1 in
// all, and a gate for each butterfly.
//
// Derivatives of a loss by a complex number are kept as ∂/∂re + i·∂/∂im. For
// y = w·x they are x̄ = conj(w)·ȳ and w̄ = ȳ·conj(x).
type twiddleNet struct {
	wiring
	w []complex128 // of stage s at [2^s−1, 2^(s+1)−1)
	g []float64    // gates, stage by stage; nil: all 1

	// Gradients of the last way back.
	dw []complex128
	dg []float64
}

func newTwiddleNet(w wiring, gated bool) *twiddleNet {
	net := &twiddleNet{wiring: w, w: make([]complex128, w.n-1), dw: make([]complex128, w.n-1)}
	if gated {
		net.g, net.dg = make([]float64, w.butterflies()), make([]float64, w.butterflies())
	}
	return net
}

// theory returns the angle of each twiddle of the DFT, in radians.
func theory(n int) []float64 {
	angles := make([]float64, 0, n-1)
	for h := 1; h < n; h *= 2 {
		for j := range h {
			angles = append(angles, -math.Pi*float64(j)/float64(h))
		}
	}
	return angles
}

// unit is e^{iθ}, exact at multiples of a right angle.
func unit(angle float64) complex128 {
	sin, cos := math.Sincos(angle)
	switch quarters := angle / (math.Pi / 2); quarters {
	case 0, -1, 1, -2, 2:
		sin, cos = math.Round(sin), math.Round(cos)
	}
	return complex(cos, sin)
}

// forward runs the network on the tape's first level.
func (net *twiddleNet) forward(t *tape) {
	for s := range net.stages {
		from, to := t.levels[s], t.levels[s+1]
		twiddles := net.w[1<<s-1:]
		for b := range net.n / 2 {
			low, high, j := rows(s, b)
			la, lb := t.row(from, low), t.row(from, high)
			x, y := t.row(to, low), t.row(to, high)
			switch {
			case net.g == nil || net.g[s*net.n/2+b] == 1:
				combine(x, y, la, lb, twiddles[j])
			case net.g[s*net.n/2+b] == 0:
				copy(x, la)
				copy(y, lb)
			default:
				combineGated(x, y, la, lb, twiddles[j], net.g[s*net.n/2+b])
			}
		}
	}
}

// backward turns the gradient of the output, which it finds in the tape, into
// that of the first level, and adds up those of twiddles and gates.
func (net *twiddleNet) backward(t *tape) {
	clear(net.dw)
	for s := net.stages - 1; s >= 0; s-- {
		from, twiddles, dw := t.levels[s], net.w[1<<s-1:], net.dw[1<<s-1:]
		for b := range net.n / 2 {
			low, high, j := rows(s, b)
			la, lb := t.row(from, low), t.row(from, high)
			x, y := t.row(t.gradient, low), t.row(t.gradient, high)
			if net.g == nil {
				dw[j] += split(x, y, lb, twiddles[j])
				continue
			}
			i := s*net.n/2 + b
			byTwiddle, byGate := splitGated(x, y, la, lb, twiddles[j], net.g[i])
			dw[j] += byTwiddle
			net.dg[i] = byGate
		}
	}
}

// combine is a butterfly of every example.
func combine(x, y, a, b []complex128, w complex128) {
	x, y, b = x[:len(a)], y[:len(a)], b[:len(a)]
	for i, v := range a {
		t := w * b[i]
		x[i], y[i] = v+t, v-t
	}
}

// split is the way back through combine: gradients of its results in x and y
// become those of a and b. It returns that of w.
func split(x, y, b []complex128, w complex128) (byTwiddle complex128) {
	y, b = y[:len(x)], b[:len(x)]
	cos, sin := real(w), imag(w)
	var re, im float64
	for i, v := range x {
		d := v - y[i]
		re += real(d)*real(b[i]) + imag(d)*imag(b[i])
		im += imag(d)*real(b[i]) - real(d)*imag(b[i])
		x[i] = v + y[i]
		y[i] = complex(cos*real(d)+sin*imag(d), cos*imag(d)-sin*real(d))
	}
	return complex(re, im)
}

// combineGated is a butterfly behind a gate.
func combineGated(x, y, a, b []complex128, w complex128, g float64) {
	x, y, b = x[:len(a)], y[:len(a)], b[:len(a)]
	for i, v := range a {
		t, u := w*b[i], b[i]
		d := v - t - u
		x[i] = complex(real(v)+g*real(t), imag(v)+g*imag(t))
		y[i] = complex(real(u)+g*real(d), imag(u)+g*imag(d))
	}
}

// splitGated is the way back through combineGated.
func splitGated(x, y, a, b []complex128, w complex128, g float64) (byTwiddle complex128, byGate float64) {
	y, a, b = y[:len(x)], a[:len(x)], b[:len(x)]
	cos, sin := real(w), imag(w)
	var re, im float64
	for i, v := range x {
		u := y[i]
		t := w * b[i]
		d := a[i] - t - b[i]
		byGate += real(v)*real(t) + imag(v)*imag(t) + real(u)*real(d) + imag(u)*imag(d)
		dre, dim := g*(real(v)-real(u)), g*(imag(v)-imag(u))
		re += dre*real(b[i]) + dim*imag(b[i])
		im += dim*real(b[i]) - dre*imag(b[i])
		x[i] = complex(real(v)+g*real(u), imag(v)+g*imag(u))
		y[i] = complex((1-g)*real(u)+cos*dre+sin*dim, (1-g)*imag(u)+cos*dim-sin*dre)
	}
	return complex(re, im), byGate
}
