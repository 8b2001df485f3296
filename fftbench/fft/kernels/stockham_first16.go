package kernels

// StockhamFirst16 is the first pass of radix 16, as two steps of radix 4
// through dst.
func StockhamFirst16[F Float](dst, src, tile, twiddles []F, places []int32, s Strip, backwards bool) {
	if !firstVectors(16, dst, src, tile, twiddles, places, s, backwards) {
		plainStockhamFirst16(dst, src, tile, twiddles, places, s, backwards)
	}
}

func plainStockhamFirst16[F Float](dst, src, tile, twiddles []F, places []int32, s Strip, backwards bool) {
	m := len(src) / 16
	if s.Columns > 1 || tiled(src, m) {
		var short tileMemory[F]
		for t := walk(src, tile, &short, 16, s, backwards); t.next(); {
			for p := 0; p < t.rows; p += t.inStep() {
				i, step := t.start(p)
				row, rows := t.row+p, t.inStep()
				stockhamFirst16(dst[32*row:], twiddles[30*row:30*(row+rows)], places[t.first:t.first+t.count], i, step,
					t.part(0), t.part(1), t.part(2), t.part(3), t.part(4), t.part(5), t.part(6), t.part(7), t.part(8), t.part(9), t.part(10), t.part(11), t.part(12), t.part(13), t.part(14), t.part(15))
			}
		}
		return
	}
	part := func(k int) []F { return src[k*m : (k+1)*m] }
	x0, x1, x2, x3 := part(0), part(1), part(2), part(3)
	x4, x5, x6, x7 := part(4), part(5), part(6), part(7)
	x8, x9, x10, x11 := part(8), part(9), part(10), part(11)
	x12, x13, x14, x15 := part(12), part(13), part(14), part(15)
	if !backwards {
		stockhamFirst16(dst, twiddles, places, 0, 2, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15)
		return
	}
	stockhamFirst16(dst, twiddles[:30], places, 0, 0, x0, x15, x14, x13, x12, x11, x10, x9, x8, x7, x6, x5, x4, x3, x2, x1)
	stockhamFirst16(dst[32:], twiddles[30:], places, m-2, -2, x15, x14, x13, x12, x11, x10, x9, x8, x7, x6, x5, x4, x3, x2, x1, x0)
}

func stockhamFirst16[F Float](dst, twiddles []F, places []int32, i, step int, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15 []F) {
	x1, x2, x3 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)]
	x4, x5, x6, x7 = x4[:len(x0)], x5[:len(x0)], x6[:len(x0)], x7[:len(x0)]
	x8, x9, x10, x11 = x8[:len(x0)], x9[:len(x0)], x10[:len(x0)], x11[:len(x0)]
	x12, x13, x14, x15 = x12[:len(x0)], x13[:len(x0)], x14[:len(x0)], x15[:len(x0)]
	for ; len(twiddles) >= 30; twiddles = twiddles[30:] {
		w := (*[30]F)(twiddles)
		for _, o := range places {
			if i < 0 || i >= len(x0)-1 {
				return // never: it lets the compiler drop the checks below
			}
			y := (*[32]F)(dst[o:])
			// Inputs 0, 4, 8, 12.
			ur := x4[i] + x12[i]
			ui := x4[i+1] + x12[i+1]
			vr := x4[i] - x12[i]
			vi := x4[i+1] - x12[i+1]
			sr := x0[i] + x8[i]
			si := x0[i+1] + x8[i+1]
			dr := x0[i] - x8[i]
			di := x0[i+1] - x8[i+1]
			y[0] = sr + ur
			y[1] = si + ui
			y[2] = dr + vi
			y[3] = di - vr
			y[4] = sr - ur
			y[5] = si - ui
			y[6] = dr - vi
			y[7] = di + vr
			// Inputs 1, 5, 9, 13, turned by e^(−iπ·k/8).
			ur = x5[i] + x13[i]
			ui = x5[i+1] + x13[i+1]
			vr = x5[i] - x13[i]
			vi = x5[i+1] - x13[i+1]
			sr = x1[i] + x9[i]
			si = x1[i+1] + x9[i+1]
			dr = x1[i] - x9[i]
			di = x1[i+1] - x9[i+1]
			y[8] = sr + ur
			y[9] = si + ui
			pr := dr + vi
			pi := di - vr
			y[10] = pr*cos22 + pi*sin22
			y[11] = pi*cos22 - pr*sin22
			pr = sr - ur
			pi = si - ui
			y[12] = (pr + pi) * cos45
			y[13] = (pi - pr) * cos45
			pr = dr - vi
			pi = di + vr
			y[14] = pr*sin22 + pi*cos22
			y[15] = pi*sin22 - pr*cos22
			// Inputs 2, 6, 10, 14, turned by e^(−iπ·2k/8).
			ur = x6[i] + x14[i]
			ui = x6[i+1] + x14[i+1]
			vr = x6[i] - x14[i]
			vi = x6[i+1] - x14[i+1]
			sr = x2[i] + x10[i]
			si = x2[i+1] + x10[i+1]
			dr = x2[i] - x10[i]
			di = x2[i+1] - x10[i+1]
			y[16] = sr + ur
			y[17] = si + ui
			pr = dr + vi
			pi = di - vr
			y[18] = (pr + pi) * cos45
			y[19] = (pi - pr) * cos45
			y[20] = si - ui
			y[21] = ur - sr
			pr = dr - vi
			pi = di + vr
			y[22] = (pi - pr) * cos45
			y[23] = -(pr + pi) * cos45
			// Inputs 3, 7, 11, 15, turned by e^(−iπ·3k/8).
			ur = x7[i] + x15[i]
			ui = x7[i+1] + x15[i+1]
			vr = x7[i] - x15[i]
			vi = x7[i+1] - x15[i+1]
			sr = x3[i] + x11[i]
			si = x3[i+1] + x11[i+1]
			dr = x3[i] - x11[i]
			di = x3[i+1] - x11[i+1]
			y[24] = sr + ur
			y[25] = si + ui
			pr = dr + vi
			pi = di - vr
			y[26] = pr*sin22 + pi*cos22
			y[27] = pi*sin22 - pr*cos22
			pr = sr - ur
			pi = si - ui
			y[28] = (pi - pr) * cos45
			y[29] = -(pr + pi) * cos45
			pr = dr - vi
			pi = di + vr
			y[30] = pi*-sin22 - pr*cos22
			y[31] = pr*sin22 - pi*cos22
			// Outputs 0, 4, 8, 12.
			ur = y[8] + y[24]
			ui = y[9] + y[25]
			vr = y[8] - y[24]
			vi = y[9] - y[25]
			sr = y[0] + y[16]
			si = y[1] + y[17]
			dr = y[0] - y[16]
			di = y[1] - y[17]
			y[0] = sr + ur
			y[1] = si + ui
			pr = sr - ur
			pi = si - ui
			y[16] = pr*w[14] - pi*w[15]
			y[17] = pr*w[15] + pi*w[14]
			pr = dr + vi
			pi = di - vr
			y[8] = pr*w[6] - pi*w[7]
			y[9] = pr*w[7] + pi*w[6]
			pr = dr - vi
			pi = di + vr
			y[24] = pr*w[22] - pi*w[23]
			y[25] = pr*w[23] + pi*w[22]
			// Outputs 1, 5, 9, 13.
			ur = y[10] + y[26]
			ui = y[11] + y[27]
			vr = y[10] - y[26]
			vi = y[11] - y[27]
			sr = y[2] + y[18]
			si = y[3] + y[19]
			dr = y[2] - y[18]
			di = y[3] - y[19]
			pr = sr + ur
			pi = si + ui
			y[2] = pr*w[0] - pi*w[1]
			y[3] = pr*w[1] + pi*w[0]
			pr = sr - ur
			pi = si - ui
			y[18] = pr*w[16] - pi*w[17]
			y[19] = pr*w[17] + pi*w[16]
			pr = dr + vi
			pi = di - vr
			y[10] = pr*w[8] - pi*w[9]
			y[11] = pr*w[9] + pi*w[8]
			pr = dr - vi
			pi = di + vr
			y[26] = pr*w[24] - pi*w[25]
			y[27] = pr*w[25] + pi*w[24]
			// Outputs 2, 6, 10, 14.
			ur = y[12] + y[28]
			ui = y[13] + y[29]
			vr = y[12] - y[28]
			vi = y[13] - y[29]
			sr = y[4] + y[20]
			si = y[5] + y[21]
			dr = y[4] - y[20]
			di = y[5] - y[21]
			pr = sr + ur
			pi = si + ui
			y[4] = pr*w[2] - pi*w[3]
			y[5] = pr*w[3] + pi*w[2]
			pr = sr - ur
			pi = si - ui
			y[20] = pr*w[18] - pi*w[19]
			y[21] = pr*w[19] + pi*w[18]
			pr = dr + vi
			pi = di - vr
			y[12] = pr*w[10] - pi*w[11]
			y[13] = pr*w[11] + pi*w[10]
			pr = dr - vi
			pi = di + vr
			y[28] = pr*w[26] - pi*w[27]
			y[29] = pr*w[27] + pi*w[26]
			// Outputs 3, 7, 11, 15.
			ur = y[14] + y[30]
			ui = y[15] + y[31]
			vr = y[14] - y[30]
			vi = y[15] - y[31]
			sr = y[6] + y[22]
			si = y[7] + y[23]
			dr = y[6] - y[22]
			di = y[7] - y[23]
			pr = sr + ur
			pi = si + ui
			y[6] = pr*w[4] - pi*w[5]
			y[7] = pr*w[5] + pi*w[4]
			pr = sr - ur
			pi = si - ui
			y[22] = pr*w[20] - pi*w[21]
			y[23] = pr*w[21] + pi*w[20]
			pr = dr + vi
			pi = di - vr
			y[14] = pr*w[12] - pi*w[13]
			y[15] = pr*w[13] + pi*w[12]
			pr = dr - vi
			pi = di + vr
			y[30] = pr*w[28] - pi*w[29]
			y[31] = pr*w[29] + pi*w[28]
			i += step
		}
		dst = dst[min(32, len(dst)):]
	}
}
