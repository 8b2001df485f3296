package kernels

// Decimation in time: a pass of radix r joins r transforms of length h that
// stand side by side into one of length r·h, in place. The first pass has no
// twiddles; it reads r slices of the input and writes its results where the
// passes after it expect them.
//
// The bodies are written out, one operation a line, in the order in which
// values die: the compiler schedules by line, and with calls or with all loads
// first it spills (radix 8: 36 instead of 89 stack accesses, 1.35 times as
// fast).

// Twiddles3 are the factors w, w², w³ of one radix-4 butterfly.
type Twiddles3[F Float] struct{ W1, W2, W3 Pair[F] }

// Twiddles7 are the factors w … w⁷ of one radix-8 butterfly.
type Twiddles7[F Float] struct{ W1, W2, W3, W4, W5, W6, W7 Pair[F] }

// sqrtHalf is cos(π/4).
const sqrtHalf = 0.70710678118654752440084436210484903928483593768847

// FirstDIT2 transforms x0[i], x1[i] and stores the two results in dst at
// order[i]. The slices x have the length of order.
func FirstDIT2[F Float](dst []Pair[F], order []int32, x0, x1 []Pair[F]) {
	x0, x1 = x0[:len(order)], x1[:len(order)]
	for i, o := range order {
		y := (*[2]Pair[F])(dst[o:])
		a, b := x0[i], x1[i]
		y[0].Re = a.Re + b.Re
		y[0].Im = a.Im + b.Im
		y[1].Re = a.Re - b.Re
		y[1].Im = a.Im - b.Im
	}
}

// FirstDIT4 is FirstDIT2 with four points.
func FirstDIT4[F Float](dst []Pair[F], order []int32, x0, x1, x2, x3 []Pair[F]) {
	x0, x1 = x0[:len(order)], x1[:len(order)]
	x2, x3 = x2[:len(order)], x3[:len(order)]
	for i, o := range order {
		y := (*[4]Pair[F])(dst[o:])
		a, b := x1[i], x3[i]
		ur := a.Re + b.Re
		ui := a.Im + b.Im
		vr := a.Re - b.Re
		vi := a.Im - b.Im
		a, b = x0[i], x2[i]
		sr := a.Re + b.Re
		si := a.Im + b.Im
		dr := a.Re - b.Re
		di := a.Im - b.Im
		y[0].Re = sr + ur
		y[0].Im = si + ui
		y[2].Re = sr - ur
		y[2].Im = si - ui
		y[1].Re = dr + vi
		y[1].Im = di - vr
		y[3].Re = dr - vi
		y[3].Im = di + vr
	}
}

// FirstDIT8 is FirstDIT2 with eight points.
func FirstDIT8[F Float](dst []Pair[F], order []int32, x0, x1, x2, x3, x4, x5, x6, x7 []Pair[F]) {
	x0, x1, x2, x3 = x0[:len(order)], x1[:len(order)], x2[:len(order)], x3[:len(order)]
	x4, x5, x6, x7 = x4[:len(order)], x5[:len(order)], x6[:len(order)], x7[:len(order)]
	for i, o := range order {
		y := (*[8]Pair[F])(dst[o:])
		// Odd half, turned by e^(−iπk/4).
		a, b := x1[i], x5[i]
		sr := a.Re + b.Re
		si := a.Im + b.Im
		dr := a.Re - b.Re
		di := a.Im - b.Im
		a, b = x3[i], x7[i]
		ur := a.Re + b.Re
		ui := a.Im + b.Im
		vr := a.Re - b.Re
		vi := a.Im - b.Im
		o0r := sr + ur
		o0i := si + ui
		o2r := sr - ur
		o2i := si - ui
		pr := dr + vi
		pi := di - vr
		qr := dr - vi
		qi := di + vr
		o1r := (pr + pi) * sqrtHalf
		o1i := (pi - pr) * sqrtHalf
		o3r := (qi - qr) * sqrtHalf
		o3i := (qi + qr) * sqrtHalf // its negative
		// Even half.
		a, b = x2[i], x6[i]
		ur = a.Re + b.Re
		ui = a.Im + b.Im
		vr = a.Re - b.Re
		vi = a.Im - b.Im
		a, b = x0[i], x4[i]
		sr = a.Re + b.Re
		si = a.Im + b.Im
		dr = a.Re - b.Re
		di = a.Im - b.Im
		er := sr + ur
		ei := si + ui
		y[0].Re = er + o0r
		y[0].Im = ei + o0i
		y[4].Re = er - o0r
		y[4].Im = ei - o0i
		er = sr - ur
		ei = si - ui
		y[2].Re = er + o2i
		y[2].Im = ei - o2r
		y[6].Re = er - o2i
		y[6].Im = ei + o2r
		er = dr + vi
		ei = di - vr
		y[1].Re = er + o1r
		y[1].Im = ei + o1i
		y[5].Re = er - o1r
		y[5].Im = ei - o1i
		er = dr - vi
		ei = di + vr
		y[3].Re = er + o3r
		y[3].Im = ei - o3i
		y[7].Re = er - o3r
		y[7].Im = ei + o3i
	}
}

// DIT4 joins groups of four transforms of length h = len(twiddles) all over x.
func DIT4[F Float](x []Pair[F], twiddles []Twiddles3[F]) {
	h := len(twiddles)
	for ; len(x) >= 4*h; x = x[4*h:] {
		x0, x1, x2, x3 := x[:h], x[h:2*h], x[2*h:3*h], x[3*h:4*h]
		x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
		twiddles := twiddles[:len(x0)]
		for j := range x0 {
			w := &twiddles[j]
			a, f := x1[j], w.W1
			pr := a.Re*f.Re - a.Im*f.Im
			pi := a.Re*f.Im + a.Im*f.Re
			a, f = x3[j], w.W3
			qr := a.Re*f.Re - a.Im*f.Im
			qi := a.Re*f.Im + a.Im*f.Re
			ur := pr + qr
			ui := pi + qi
			vr := pr - qr
			vi := pi - qi
			a, f = x2[j], w.W2
			qr = a.Re*f.Re - a.Im*f.Im
			qi = a.Re*f.Im + a.Im*f.Re
			a = x0[j]
			sr := a.Re + qr
			si := a.Im + qi
			dr := a.Re - qr
			di := a.Im - qi
			x0[j].Re = sr + ur
			x0[j].Im = si + ui
			x2[j].Re = sr - ur
			x2[j].Im = si - ui
			x1[j].Re = dr + vi
			x1[j].Im = di - vr
			x3[j].Re = dr - vi
			x3[j].Im = di + vr
		}
	}
}

// DIT8 joins groups of eight transforms of length h = len(twiddles) all over x.
func DIT8[F Float](x []Pair[F], twiddles []Twiddles7[F]) {
	h := len(twiddles)
	for ; len(x) >= 8*h; x = x[8*h:] {
		x0, x1, x2, x3 := x[:h], x[h:2*h], x[2*h:3*h], x[3*h:4*h]
		x4, x5, x6, x7 := x[4*h:5*h], x[5*h:6*h], x[6*h:7*h], x[7*h:8*h]
		x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
		x4, x5, x6, x7 = x4[:len(x0)], x5[:len(x0)], x6[:len(x0)], x7[:len(x0)]
		twiddles := twiddles[:len(x0)]
		for j := range x0 {
			w := &twiddles[j]
			// Odd half, turned by e^(−iπk/4).
			a, f := x1[j], w.W1
			pr := a.Re*f.Re - a.Im*f.Im
			pi := a.Re*f.Im + a.Im*f.Re
			a, f = x5[j], w.W5
			qr := a.Re*f.Re - a.Im*f.Im
			qi := a.Re*f.Im + a.Im*f.Re
			sr := pr + qr
			si := pi + qi
			dr := pr - qr
			di := pi - qi
			a, f = x3[j], w.W3
			pr = a.Re*f.Re - a.Im*f.Im
			pi = a.Re*f.Im + a.Im*f.Re
			a, f = x7[j], w.W7
			qr = a.Re*f.Re - a.Im*f.Im
			qi = a.Re*f.Im + a.Im*f.Re
			ur := pr + qr
			ui := pi + qi
			vr := pr - qr
			vi := pi - qi
			o0r := sr + ur
			o0i := si + ui
			o2r := sr - ur
			o2i := si - ui
			pr = dr + vi
			pi = di - vr
			qr = dr - vi
			qi = di + vr
			o1r := (pr + pi) * sqrtHalf
			o1i := (pi - pr) * sqrtHalf
			o3r := (qi - qr) * sqrtHalf
			o3i := (qi + qr) * sqrtHalf // its negative
			// Even half.
			a, f = x2[j], w.W2
			pr = a.Re*f.Re - a.Im*f.Im
			pi = a.Re*f.Im + a.Im*f.Re
			a, f = x6[j], w.W6
			qr = a.Re*f.Re - a.Im*f.Im
			qi = a.Re*f.Im + a.Im*f.Re
			ur = pr + qr
			ui = pi + qi
			vr = pr - qr
			vi = pi - qi
			a, f = x4[j], w.W4
			qr = a.Re*f.Re - a.Im*f.Im
			qi = a.Re*f.Im + a.Im*f.Re
			a = x0[j]
			sr = a.Re + qr
			si = a.Im + qi
			dr = a.Re - qr
			di = a.Im - qi
			er := sr + ur
			ei := si + ui
			x0[j].Re = er + o0r
			x0[j].Im = ei + o0i
			x4[j].Re = er - o0r
			x4[j].Im = ei - o0i
			er = sr - ur
			ei = si - ui
			x2[j].Re = er + o2i
			x2[j].Im = ei - o2r
			x6[j].Re = er - o2i
			x6[j].Im = ei + o2r
			er = dr + vi
			ei = di - vr
			x1[j].Re = er + o1r
			x1[j].Im = ei + o1i
			x5[j].Re = er - o1r
			x5[j].Im = ei - o1i
			er = dr - vi
			ei = di + vr
			x3[j].Re = er + o3r
			x3[j].Im = ei - o3i
			x7[j].Re = er - o3r
			x7[j].Im = ei + o3i
		}
	}
}
