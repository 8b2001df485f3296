package kernels

// DIT4 is a pass of decimation in time, in place: it joins each four
// neighbouring transforms of h complex numbers all over x into one of 4h.
// w1, w2 and w3 hold w^j, w^2j and w^3j, j < h, w = e^(−2πi/4h).
func DIT4[F Float](x, w1, w2, w3 []F) {
	if !dit4Vectors(x, w1, w2, w3) {
		plainDIT4(x, w1, w2, w3)
	}
}

func plainDIT4[F Float](x, w1, w2, w3 []F) {
	h := len(w1)
	for ; len(x) >= 4*h; x = x[4*h:] {
		x0, x1, x2, x3 := x[:h], x[h:2*h], x[2*h:3*h], x[3*h:4*h]
		x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
		w1, w2, w3 := w1[:len(x0)], w2[:len(x0)], w3[:len(x0)]
		for i := 0; i < len(x0)-1; i += 2 {
			pr := x1[i]*w1[i] - x1[i+1]*w1[i+1]
			pi := x1[i]*w1[i+1] + x1[i+1]*w1[i]
			qr := x3[i]*w3[i] - x3[i+1]*w3[i+1]
			qi := x3[i]*w3[i+1] + x3[i+1]*w3[i]
			ur := pr + qr
			ui := pi + qi
			vr := pr - qr
			vi := pi - qi
			qr = x2[i]*w2[i] - x2[i+1]*w2[i+1]
			qi = x2[i]*w2[i+1] + x2[i+1]*w2[i]
			ar := x0[i]
			ai := x0[i+1]
			sr := ar + qr
			si := ai + qi
			dr := ar - qr
			di := ai - qi
			x0[i] = sr + ur
			x0[i+1] = si + ui
			x2[i] = sr - ur
			x2[i+1] = si - ui
			x1[i] = dr + vi
			x1[i+1] = di - vr
			x3[i] = dr - vi
			x3[i+1] = di + vr
		}
	}
}
