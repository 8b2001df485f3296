package kernels

// Stockham's autosort, decimation in frequency. The row holds s interleaved
// sequences: element q of group p of the k-th part of radix r is
// x[q + s·(p + k·m)] with n = r·m·s, and the pass stores output j of group p,
// turned by w^(jp), at y[q + s·(r·p + j)].

// StockhamFirst4 is the pass with s = 1 and m = len(twiddles).
func StockhamFirst4[F Float](y, x []Pair[F], twiddles []Twiddles3[F]) {
	m := len(twiddles)
	x0, x1, x2, x3 := x[:m], x[m:2*m], x[2*m:3*m], x[3*m:4*m]
	y = y[:4*m]
	for p := range twiddles {
		w := &twiddles[p]
		to := (*[4]Pair[F])(y[4*p:])
		a, b := x1[p], x3[p]
		ur := a.Re + b.Re
		ui := a.Im + b.Im
		vr := a.Re - b.Re
		vi := a.Im - b.Im
		a, b = x0[p], x2[p]
		sr := a.Re + b.Re
		si := a.Im + b.Im
		dr := a.Re - b.Re
		di := a.Im - b.Im
		to[0].Re = sr + ur
		to[0].Im = si + ui
		er := sr - ur
		ei := si - ui
		to[2].Re = er*w.W2.Re - ei*w.W2.Im
		to[2].Im = er*w.W2.Im + ei*w.W2.Re
		er = dr + vi
		ei = di - vr
		to[1].Re = er*w.W1.Re - ei*w.W1.Im
		to[1].Im = er*w.W1.Im + ei*w.W1.Re
		er = dr - vi
		ei = di + vr
		to[3].Re = er*w.W3.Re - ei*w.W3.Im
		to[3].Im = er*w.W3.Im + ei*w.W3.Re
	}
}

// Stockham4 is a pass with s ≥ 1 and m = len(twiddles).
func Stockham4[F Float](y, x []Pair[F], s int, twiddles []Twiddles3[F]) {
	m := len(twiddles)
	for p := range twiddles {
		w1, w2, w3 := twiddles[p].W1, twiddles[p].W2, twiddles[p].W3
		from, to := x[p*s:], y[4*p*s:]
		x0, x1 := from[:s], from[m*s:][:s]
		x2, x3 := from[2*m*s:][:s], from[3*m*s:][:s]
		y0, y1, y2, y3 := to[:s], to[s:][:s], to[2*s:][:s], to[3*s:][:s]
		for q := range x0 {
			a, b := x1[q], x3[q]
			ur := a.Re + b.Re
			ui := a.Im + b.Im
			vr := a.Re - b.Re
			vi := a.Im - b.Im
			a, b = x0[q], x2[q]
			sr := a.Re + b.Re
			si := a.Im + b.Im
			dr := a.Re - b.Re
			di := a.Im - b.Im
			y0[q].Re = sr + ur
			y0[q].Im = si + ui
			er := sr - ur
			ei := si - ui
			y2[q].Re = er*w2.Re - ei*w2.Im
			y2[q].Im = er*w2.Im + ei*w2.Re
			er = dr + vi
			ei = di - vr
			y1[q].Re = er*w1.Re - ei*w1.Im
			y1[q].Im = er*w1.Im + ei*w1.Re
			er = dr - vi
			ei = di + vr
			y3[q].Re = er*w3.Re - ei*w3.Im
			y3[q].Im = er*w3.Im + ei*w3.Re
		}
	}
}

// StockhamLast2 is the pass of radix 2 with m = 1, which has no twiddles.
func StockhamLast2[F Float](y, x []Pair[F]) {
	s := len(x) / 2
	x0, x1 := x[:s], x[s:][:s]
	y0, y1 := y[:s], y[s:][:s]
	for q := range x0 {
		a, b := x0[q], x1[q]
		y0[q].Re = a.Re + b.Re
		y0[q].Im = a.Im + b.Im
		y1[q].Re = a.Re - b.Re
		y1[q].Im = a.Im - b.Im
	}
}

// StockhamLast4 is the pass of radix 4 with m = 1, which has no twiddles.
func StockhamLast4[F Float](y, x []Pair[F]) {
	s := len(x) / 4
	x0, x1, x2, x3 := x[:s], x[s:][:s], x[2*s:][:s], x[3*s:][:s]
	y0, y1, y2, y3 := y[:s], y[s:][:s], y[2*s:][:s], y[3*s:][:s]
	for q := range x0 {
		a, b := x1[q], x3[q]
		ur := a.Re + b.Re
		ui := a.Im + b.Im
		vr := a.Re - b.Re
		vi := a.Im - b.Im
		a, b = x0[q], x2[q]
		sr := a.Re + b.Re
		si := a.Im + b.Im
		dr := a.Re - b.Re
		di := a.Im - b.Im
		y0[q].Re = sr + ur
		y0[q].Im = si + ui
		y2[q].Re = sr - ur
		y2[q].Im = si - ui
		y1[q].Re = dr + vi
		y1[q].Im = di - vr
		y3[q].Re = dr - vi
		y3[q].Im = di + vr
	}
}
