package kernels

// The in-place pair: decimation in frequency from natural to permuted order,
// and the conjugate decimation in time back. Each pass of one undoes a pass of
// the other up to a factor.

// DIF4 splits transforms of length 4h, h = len(twiddles), all over x into four
// of length h each.
func DIF4[F Float](x []Pair[F], twiddles []Twiddles3[F]) {
	h := len(twiddles)
	for ; len(x) >= 4*h; x = x[4*h:] {
		x0, x1, x2, x3 := x[:h], x[h:2*h], x[2*h:3*h], x[3*h:4*h]
		x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
		twiddles := twiddles[:len(x0)]
		for j := range x0 {
			w := &twiddles[j]
			a, b := x1[j], x3[j]
			ur := a.Re + b.Re
			ui := a.Im + b.Im
			vr := a.Re - b.Re
			vi := a.Im - b.Im
			a, b = x0[j], x2[j]
			sr := a.Re + b.Re
			si := a.Im + b.Im
			dr := a.Re - b.Re
			di := a.Im - b.Im
			x0[j].Re = sr + ur
			x0[j].Im = si + ui
			er := sr - ur
			ei := si - ui
			x2[j].Re = er*w.W2.Re - ei*w.W2.Im
			x2[j].Im = er*w.W2.Im + ei*w.W2.Re
			er = dr + vi
			ei = di - vr
			x1[j].Re = er*w.W1.Re - ei*w.W1.Im
			x1[j].Im = er*w.W1.Im + ei*w.W1.Re
			er = dr - vi
			ei = di + vr
			x3[j].Re = er*w.W3.Re - ei*w.W3.Im
			x3[j].Im = er*w.W3.Im + ei*w.W3.Re
		}
	}
}

// InverseDIT4 joins groups of four transforms of length h = len(twiddles) all
// over x, with the conjugates of the twiddles.
func InverseDIT4[F Float](x []Pair[F], twiddles []Twiddles3[F]) {
	h := len(twiddles)
	for ; len(x) >= 4*h; x = x[4*h:] {
		x0, x1, x2, x3 := x[:h], x[h:2*h], x[2*h:3*h], x[3*h:4*h]
		x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
		twiddles := twiddles[:len(x0)]
		for j := range x0 {
			w := &twiddles[j]
			a, f := x1[j], w.W1
			pr := a.Re*f.Re + a.Im*f.Im
			pi := a.Im*f.Re - a.Re*f.Im
			a, f = x3[j], w.W3
			qr := a.Re*f.Re + a.Im*f.Im
			qi := a.Im*f.Re - a.Re*f.Im
			ur := pr + qr
			ui := pi + qi
			vr := pr - qr
			vi := pi - qi
			a, f = x2[j], w.W2
			qr = a.Re*f.Re + a.Im*f.Im
			qi = a.Im*f.Re - a.Re*f.Im
			a = x0[j]
			sr := a.Re + qr
			si := a.Im + qi
			dr := a.Re - qr
			di := a.Im - qi
			x0[j].Re = sr + ur
			x0[j].Im = si + ui
			x2[j].Re = sr - ur
			x2[j].Im = si - ui
			x1[j].Re = dr - vi
			x1[j].Im = di + vr
			x3[j].Re = dr + vi
			x3[j].Im = di - vr
		}
	}
}

// Leaves2 does two-point transforms of neighbours, which are their own inverse.
func Leaves2[F Float](x []Pair[F]) {
	for ; len(x) >= 2; x = x[2:] {
		g := (*[2]Pair[F])(x)
		a, b := g[0], g[1]
		g[0].Re = a.Re + b.Re
		g[0].Im = a.Im + b.Im
		g[1].Re = a.Re - b.Re
		g[1].Im = a.Im - b.Im
	}
}

// Leaves4 does four-point transforms of neighbours.
func Leaves4[F Float](x []Pair[F]) {
	for ; len(x) >= 4; x = x[4:] {
		g := (*[4]Pair[F])(x)
		g[0], g[1], g[2], g[3] = leaf4(g[0], g[1], g[2], g[3])
	}
}

// InverseLeaves4 does inverse four-point transforms of neighbours.
func InverseLeaves4[F Float](x []Pair[F]) {
	for ; len(x) >= 4; x = x[4:] {
		g := (*[4]Pair[F])(x)
		g[0], g[3], g[2], g[1] = leaf4(g[0], g[1], g[2], g[3])
	}
}

// leaf4 is the four-point transform.
func leaf4[F Float](a, b, c, d Pair[F]) (y0, y1, y2, y3 Pair[F]) {
	s, e := Pair[F]{a.Re + c.Re, a.Im + c.Im}, Pair[F]{a.Re - c.Re, a.Im - c.Im}
	u, v := Pair[F]{b.Re + d.Re, b.Im + d.Im}, Pair[F]{b.Re - d.Re, b.Im - d.Im}
	return Pair[F]{s.Re + u.Re, s.Im + u.Im}, Pair[F]{e.Re + v.Im, e.Im - v.Re},
		Pair[F]{s.Re - u.Re, s.Im - u.Im}, Pair[F]{e.Re - v.Im, e.Im + v.Re}
}
