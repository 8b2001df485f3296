package kernels

// Stockham's autosort, decimation in frequency. The row holds s interleaved
// sequences (s counts real numbers here, two for each complex one): element q
// of group p of the k-th part of radix R begins at x[q + s·(p + k·m)], and the
// pass stores output j of group p, turned by w^(jp), w = e^(−2πi/(R·m)), at
// y[q + s·(R·p + j)]. twiddles holds w^p, w^2p … w^((R−1)p) of each group p.

// Stockham4 is a pass of radix 4.
func Stockham4[F Float](y, x []F, s int, twiddles []F) {
	if !stockham4Vectors(y, x, s, twiddles) {
		plainStockham4(y, x, s, twiddles)
	}
}

func plainStockham4[F Float](y, x []F, s int, twiddles []F) {
	m := len(x) / 4
	for o := 0; o < m; o += s {
		w := (*[6]F)(twiddles)
		twiddles = twiddles[6:]
		w1r, w1i, w2r, w2i, w3r, w3i := w[0], w[1], w[2], w[3], w[4], w[5]
		x0, x1, x2, x3 := x[o:o+s], x[m+o:m+o+s], x[2*m+o:2*m+o+s], x[3*m+o:3*m+o+s]
		to := y[4*o : 4*o+4*s]
		y0, y1, y2, y3 := to[:s], to[s:2*s], to[2*s:3*s], to[3*s:4*s]
		x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
		y0, y1, y2, y3 = y0[:len(x0)], y1[:len(x0)], y2[:len(x0)], y3[:len(x0)]
		for i := 0; i < len(x0)-1; i += 2 {
			ur := x1[i] + x3[i]
			ui := x1[i+1] + x3[i+1]
			vr := x1[i] - x3[i]
			vi := x1[i+1] - x3[i+1]
			sr := x0[i] + x2[i]
			si := x0[i+1] + x2[i+1]
			dr := x0[i] - x2[i]
			di := x0[i+1] - x2[i+1]
			y0[i] = sr + ur
			y0[i+1] = si + ui
			pr := sr - ur
			pi := si - ui
			y2[i] = pr*w2r - pi*w2i
			y2[i+1] = pr*w2i + pi*w2r
			pr = dr + vi
			pi = di - vr
			y1[i] = pr*w1r - pi*w1i
			y1[i+1] = pr*w1i + pi*w1r
			pr = dr - vi
			pi = di + vr
			y3[i] = pr*w3r - pi*w3i
			y3[i+1] = pr*w3i + pi*w3r
		}
	}
}

// StockhamLast4 is the pass of radix 4 with one group, which has no twiddles.
// Its inputs and outputs have the same places, so y may be x.
func StockhamLast4[F Float](y, x []F) {
	if !stockhamLast4Vectors(y, x) {
		plainStockhamLast4(y, x)
	}
}

func plainStockhamLast4[F Float](y, x []F) {
	s := len(x) / 4
	x0, x1, x2, x3 := x[:s], x[s:2*s], x[2*s:3*s], x[3*s:4*s]
	y0, y1, y2, y3 := y[:s], y[s:2*s], y[2*s:3*s], y[3*s:4*s]
	x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
	y0, y1, y2, y3 = y0[:len(x0)], y1[:len(x0)], y2[:len(x0)], y3[:len(x0)]
	for i := 0; i < len(x0)-1; i += 2 {
		ur := x1[i] + x3[i]
		ui := x1[i+1] + x3[i+1]
		vr := x1[i] - x3[i]
		vi := x1[i+1] - x3[i+1]
		sr := x0[i] + x2[i]
		si := x0[i+1] + x2[i+1]
		dr := x0[i] - x2[i]
		di := x0[i+1] - x2[i+1]
		y0[i] = sr + ur
		y0[i+1] = si + ui
		y2[i] = sr - ur
		y2[i+1] = si - ui
		y1[i] = dr + vi
		y1[i+1] = di - vr
		y3[i] = dr - vi
		y3[i+1] = di + vr
	}
}
