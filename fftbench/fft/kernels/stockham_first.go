package kernels

// First passes of Stockham's autosort, decimation in frequency, of one sequence
// or of several ones that lie interleaved in src: group p of the sequence b of
// B is the inputs b + B·(p + k·m), k < R, and there are m groups of each.
// StockhamFirstR transforms them, turns output j of group p by w^(jp),
// w = e^(−2πi/(R·m)), and stores the groups of a sequence one after the other,
// from places[b] of dst on. twiddles holds w^p, w^2p … w^((R−1)p) of each p.
// Backwards it reads x[−j mod n], as in first.go. Of several sequences the
// groups are at least as many as a tile has, and their number B a power of two.

// StockhamFirst4 is the first pass of radix 4, of one sequence.
func StockhamFirst4[F Float](dst, src, twiddles []F, backwards bool) {
	m := len(src) / 4
	part := func(k int) []F { return src[k*m : (k+1)*m] }
	x0, x1, x2, x3 := part(0), part(1), part(2), part(3)
	if !backwards {
		stockhamFirst4(dst, twiddles, 0, 2, x0, x1, x2, x3)
		return
	}
	stockhamFirst4(dst, twiddles[:6], 0, 0, x0, x3, x2, x1)
	stockhamFirst4(dst[8:], twiddles[6:], m-2, -2, x3, x2, x1, x0)
}

func stockhamFirst4[F Float](dst, twiddles []F, i, step int, x0, x1, x2, x3 []F) {
	x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
	for ; len(twiddles) >= 6; twiddles = twiddles[6:] {
		w := (*[6]F)(twiddles)
		if i < 0 || i >= len(x0)-1 {
			return // never: it lets the compiler drop the checks below
		}
		y := (*[8]F)(dst)
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
		pr := sr - ur
		pi := si - ui
		y[4] = pr*w[2] - pi*w[3]
		y[5] = pr*w[3] + pi*w[2]
		pr = dr + vi
		pi = di - vr
		y[2] = pr*w[0] - pi*w[1]
		y[3] = pr*w[1] + pi*w[0]
		pr = dr - vi
		pi = di + vr
		y[6] = pr*w[4] - pi*w[5]
		y[7] = pr*w[5] + pi*w[4]
		i += step
		dst = dst[8:]
	}
}

// StockhamFirst8 is the first pass of radix 8.
func StockhamFirst8[F Float](dst, src, tile, twiddles []F, places []int32, s Strip, backwards bool) {
	if !firstVectors(8, dst, src, tile, twiddles, places, s, backwards) {
		plainStockhamFirst8(dst, src, tile, twiddles, places, s, backwards)
	}
}

func plainStockhamFirst8[F Float](dst, src, tile, twiddles []F, places []int32, s Strip, backwards bool) {
	m := len(src) / 8
	if s.Columns > 1 || tiled(src, m) {
		var short tileMemory[F]
		for t := walk(src, tile, &short, 8, s, backwards); t.next(); {
			for p := 0; p < t.rows; p += t.inStep() {
				i, step := t.start(p)
				row, rows := t.row+p, t.inStep()
				stockhamFirst8(dst[16*row:], twiddles[14*row:14*(row+rows)], places[t.first:t.first+t.count], i, step,
					t.part(0), t.part(1), t.part(2), t.part(3), t.part(4), t.part(5), t.part(6), t.part(7))
			}
		}
		return
	}
	part := func(k int) []F { return src[k*m : (k+1)*m] }
	x0, x1, x2, x3 := part(0), part(1), part(2), part(3)
	x4, x5, x6, x7 := part(4), part(5), part(6), part(7)
	if !backwards {
		stockhamFirst8(dst, twiddles, places, 0, 2, x0, x1, x2, x3, x4, x5, x6, x7)
		return
	}
	stockhamFirst8(dst, twiddles[:14], places, 0, 0, x0, x7, x6, x5, x4, x3, x2, x1)
	stockhamFirst8(dst[16:], twiddles[14:], places, m-2, -2, x7, x6, x5, x4, x3, x2, x1, x0)
}

func stockhamFirst8[F Float](dst, twiddles []F, places []int32, i, step int, x0, x1, x2, x3, x4, x5, x6, x7 []F) {
	x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
	x4, x5, x6, x7 = x4[:len(x0)], x5[:len(x0)], x6[:len(x0)], x7[:len(x0)]
	for ; len(twiddles) >= 14; twiddles = twiddles[14:] {
		w := (*[14]F)(twiddles)
		for _, o := range places {
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
			pr = er - o0r
			pi = ei - o0i
			y[8] = pr*w[6] - pi*w[7]
			y[9] = pr*w[7] + pi*w[6]
			er = sr - ur
			ei = si - ui
			pr = er + o2i
			pi = ei - o2r
			y[4] = pr*w[2] - pi*w[3]
			y[5] = pr*w[3] + pi*w[2]
			pr = er - o2i
			pi = ei + o2r
			y[12] = pr*w[10] - pi*w[11]
			y[13] = pr*w[11] + pi*w[10]
			er = dr + vi
			ei = di - vr
			pr = er + o1r
			pi = ei + o1i
			y[2] = pr*w[0] - pi*w[1]
			y[3] = pr*w[1] + pi*w[0]
			pr = er - o1r
			pi = ei - o1i
			y[10] = pr*w[8] - pi*w[9]
			y[11] = pr*w[9] + pi*w[8]
			er = dr - vi
			ei = di + vr
			pr = er + o3r
			pi = ei - o3i
			y[6] = pr*w[4] - pi*w[5]
			y[7] = pr*w[5] + pi*w[4]
			pr = er - o3r
			pi = ei + o3i
			y[14] = pr*w[12] - pi*w[13]
			y[15] = pr*w[13] + pi*w[12]
			i += step
		}
		dst = dst[min(16, len(dst)):]
	}
}
