package kernels

// The in-place pair: decimation in frequency from natural to permuted order,
// and its way back with conjugate roots. A pass of one undoes the same pass of
// the other but for a factor.

// DIF4 splits each transform of 4h complex numbers all over x into four of h.
// w1, w2 and w3 hold w^j, w^2j and w^3j, j < h, w = e^(−2πi/4h).
func DIF4[F Float](x, w1, w2, w3 []F) {
	if !dif4Vectors(x, w1, w2, w3) {
		plainDIF4(x, w1, w2, w3)
	}
}

func plainDIF4[F Float](x, w1, w2, w3 []F) {
	h := len(w1)
	for ; len(x) >= 4*h; x = x[4*h:] {
		x0, x1, x2, x3 := x[:h], x[h:2*h], x[2*h:3*h], x[3*h:4*h]
		x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
		w1, w2, w3 := w1[:len(x0)], w2[:len(x0)], w3[:len(x0)]
		for i := 0; i < len(x0)-1; i += 2 {
			ur := x1[i] + x3[i]
			ui := x1[i+1] + x3[i+1]
			vr := x1[i] - x3[i]
			vi := x1[i+1] - x3[i+1]
			sr := x0[i] + x2[i]
			si := x0[i+1] + x2[i+1]
			dr := x0[i] - x2[i]
			di := x0[i+1] - x2[i+1]
			x0[i] = sr + ur
			x0[i+1] = si + ui
			pr := sr - ur
			pi := si - ui
			x2[i] = pr*w2[i] - pi*w2[i+1]
			x2[i+1] = pr*w2[i+1] + pi*w2[i]
			pr = dr + vi
			pi = di - vr
			x1[i] = pr*w1[i] - pi*w1[i+1]
			x1[i+1] = pr*w1[i+1] + pi*w1[i]
			pr = dr - vi
			pi = di + vr
			x3[i] = pr*w3[i] - pi*w3[i+1]
			x3[i+1] = pr*w3[i+1] + pi*w3[i]
		}
	}
}

// InverseDIT4 is DIT4 with the conjugate roots; w1, w2 and w3 are those of DIF4.
func InverseDIT4[F Float](x, w1, w2, w3 []F) {
	if !inverseDIT4Vectors(x, w1, w2, w3) {
		plainInverseDIT4(x, w1, w2, w3)
	}
}

func plainInverseDIT4[F Float](x, w1, w2, w3 []F) {
	h := len(w1)
	for ; len(x) >= 4*h; x = x[4*h:] {
		x0, x1, x2, x3 := x[:h], x[h:2*h], x[2*h:3*h], x[3*h:4*h]
		x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
		w1, w2, w3 := w1[:len(x0)], w2[:len(x0)], w3[:len(x0)]
		for i := 0; i < len(x0)-1; i += 2 {
			pr := x1[i]*w1[i] + x1[i+1]*w1[i+1]
			pi := x1[i+1]*w1[i] - x1[i]*w1[i+1]
			qr := x3[i]*w3[i] + x3[i+1]*w3[i+1]
			qi := x3[i+1]*w3[i] - x3[i]*w3[i+1]
			ur := pr + qr
			ui := pi + qi
			vr := pr - qr
			vi := pi - qi
			qr = x2[i]*w2[i] + x2[i+1]*w2[i+1]
			qi = x2[i+1]*w2[i] - x2[i]*w2[i+1]
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
			x1[i] = dr - vi
			x1[i+1] = di + vr
			x3[i] = dr + vi
			x3[i+1] = di - vr
		}
	}
}
