package kernels

// First passes of decimation in time. FirstR transforms the groups of R inputs
// i, i+m, i+2m … (there are m = len(order) groups) and stores the results of
// group i side by side at dst[order[i]]. Backwards it reads x[−j mod n] in the
// place of x[j]: group 0 takes the parts of the input in the order 0, R−1 … 1,
// and any other group i takes element m−i of the parts in the order R−1 … 0.

// cos45, cos22 and sin22 are cosines and sines of π/4 and π/8.
const (
	cos45 = 0.70710678118654752440084436210484903928483593768847
	cos22 = 0.92387953251128675612818318939678828682241662586364
	sin22 = 0.38268343236508977172845998403039886676134456248563
)

// First2 is the first pass of radix 2.
func First2[F Float](dst, src []F, order []int32, backwards bool) {
	m := len(src) / 2
	part := func(k int) []F { return src[k*m : (k+1)*m] }
	x0, x1 := part(0), part(1)
	if !backwards {
		first2(dst, order, 0, 2, x0, x1)
		return
	}
	first2(dst, order[:1], 0, 0, x0, x1)
	first2(dst, order[1:], m-2, -2, x1, x0)
}

func first2[F Float](dst []F, order []int32, i, step int, x0, x1 []F) {
	x1 = x1[:len(x0)]
	for _, o := range order {
		if i < 0 || i >= len(x0)-1 {
			return // never: it lets the compiler drop the checks below
		}
		y := (*[4]F)(dst[o:])
		y[0] = x0[i] + x1[i]
		y[1] = x0[i+1] + x1[i+1]
		y[2] = x0[i] - x1[i]
		y[3] = x0[i+1] - x1[i+1]
		i += step
	}
}

// First4 is the first pass of radix 4.
func First4[F Float](dst, src []F, order []int32, backwards bool) {
	m := len(src) / 4
	part := func(k int) []F { return src[k*m : (k+1)*m] }
	x0, x1, x2, x3 := part(0), part(1), part(2), part(3)
	if !backwards {
		first4(dst, order, 0, 2, x0, x1, x2, x3)
		return
	}
	first4(dst, order[:1], 0, 0, x0, x3, x2, x1)
	first4(dst, order[1:], m-2, -2, x3, x2, x1, x0)
}

func first4[F Float](dst []F, order []int32, i, step int, x0, x1, x2, x3 []F) {
	x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
	for _, o := range order {
		if i < 0 || i >= len(x0)-1 {
			return // never: it lets the compiler drop the checks below
		}
		y := (*[8]F)(dst[o:])
		ur := x1[i] + x3[i]
		ui := x1[i+1] + x3[i+1]
		vr := x1[i] - x3[i]
		vi := x1[i+1] - x3[i+1]
		sr := x0[i] + x2[i]
		si := x0[i+1] + x2[i+1]
		dr := x0[i] - x2[i]
		di := x0[i+1] - x2[i+1]
		y[0] = sr + ur
		y[1] = si + ui
		y[4] = sr - ur
		y[5] = si - ui
		y[2] = dr + vi
		y[3] = di - vr
		y[6] = dr - vi
		y[7] = di + vr
		i += step
	}
}

// First8 is the first pass of radix 8.
func First8[F Float](dst, src, tile []F, order []int32, s Strip, backwards bool) {
	if !firstVectors(8, dst, src, tile, nil, order, s, backwards) {
		plainFirst8(dst, src, tile, order, s, backwards)
	}
}

func plainFirst8[F Float](dst, src, tile []F, order []int32, s Strip, backwards bool) {
	m := len(src) / 8
	if s.Count < len(order) || tiled(src, m) {
		var short tileMemory[F]
		for t := walk(src, tile, &short, 8, s, backwards); t.next(); {
			for p := range t.rows {
				i, step := t.start(p)
				first8(dst, order[(t.row+p)*s.Columns+t.first:][:t.count], i, step,
					t.part(0), t.part(1), t.part(2), t.part(3), t.part(4), t.part(5), t.part(6), t.part(7))
			}
		}
		return
	}
	part := func(k int) []F { return src[k*m : (k+1)*m] }
	x0, x1, x2, x3 := part(0), part(1), part(2), part(3)
	x4, x5, x6, x7 := part(4), part(5), part(6), part(7)
	if !backwards {
		first8(dst, order, 0, 2, x0, x1, x2, x3, x4, x5, x6, x7)
		return
	}
	first8(dst, order[:1], 0, 0, x0, x7, x6, x5, x4, x3, x2, x1)
	first8(dst, order[1:], m-2, -2, x7, x6, x5, x4, x3, x2, x1, x0)
}

func first8[F Float](dst []F, order []int32, i, step int, x0, x1, x2, x3, x4, x5, x6, x7 []F) {
	x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
	x4, x5, x6, x7 = x4[:len(x0)], x5[:len(x0)], x6[:len(x0)], x7[:len(x0)]
	for _, o := range order {
		if i < 0 || i >= len(x0)-1 {
			return // never: it lets the compiler drop the checks below
		}
		y := (*[16]F)(dst[o:])
		// Odd half, turned by e^(−iπk/4).
		sr := x1[i] + x5[i]
		si := x1[i+1] + x5[i+1]
		dr := x1[i] - x5[i]
		di := x1[i+1] - x5[i+1]
		ur := x3[i] + x7[i]
		ui := x3[i+1] + x7[i+1]
		vr := x3[i] - x7[i]
		vi := x3[i+1] - x7[i+1]
		o0r := sr + ur
		o0i := si + ui
		o2r := sr - ur
		o2i := si - ui
		pr := dr + vi
		pi := di - vr
		qr := dr - vi
		qi := di + vr
		o1r := (pr + pi) * cos45
		o1i := (pi - pr) * cos45
		o3r := (qi - qr) * cos45
		o3i := (qi + qr) * cos45 // negative
		// Even half.
		ur = x2[i] + x6[i]
		ui = x2[i+1] + x6[i+1]
		vr = x2[i] - x6[i]
		vi = x2[i+1] - x6[i+1]
		sr = x0[i] + x4[i]
		si = x0[i+1] + x4[i+1]
		dr = x0[i] - x4[i]
		di = x0[i+1] - x4[i+1]
		er := sr + ur
		ei := si + ui
		y[0] = er + o0r
		y[1] = ei + o0i
		y[8] = er - o0r
		y[9] = ei - o0i
		er = sr - ur
		ei = si - ui
		y[4] = er + o2i
		y[5] = ei - o2r
		y[12] = er - o2i
		y[13] = ei + o2r
		er = dr + vi
		ei = di - vr
		y[2] = er + o1r
		y[3] = ei + o1i
		y[10] = er - o1r
		y[11] = ei - o1i
		er = dr - vi
		ei = di + vr
		y[6] = er + o3r
		y[7] = ei - o3i
		y[14] = er - o3r
		y[15] = ei + o3i
		i += step
	}
}
