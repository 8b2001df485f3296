package kernels

// Leaves of the in-place pair: transforms of a few neighbours all over a row,
// without tables. Those of 2, 4 and 8 points have both sides in natural order.

// Leaves2 does two-point transforms, which are their own inverse.
func Leaves2[F Float](row []F) {
	for ; len(row) >= 4; row = row[4:] {
		x := (*[4]F)(row)
		ar, ai, br, bi := x[0], x[1], x[2], x[3]
		x[0] = ar + br
		x[1] = ai + bi
		x[2] = ar - br
		x[3] = ai - bi
	}
}

// Leaves4 does four-point transforms.
func Leaves4[F Float](row []F) {
	for ; len(row) >= 8; row = row[8:] {
		x := (*[8]F)(row)
		ur := x[2] + x[6]
		ui := x[3] + x[7]
		vr := x[2] - x[6]
		vi := x[3] - x[7]
		sr := x[0] + x[4]
		si := x[1] + x[5]
		dr := x[0] - x[4]
		di := x[1] - x[5]
		x[0] = sr + ur
		x[1] = si + ui
		x[4] = sr - ur
		x[5] = si - ui
		x[2] = dr + vi
		x[3] = di - vr
		x[6] = dr - vi
		x[7] = di + vr
	}
}

// InverseLeaves4 does four-point transforms with the conjugate roots.
func InverseLeaves4[F Float](row []F) {
	for ; len(row) >= 8; row = row[8:] {
		x := (*[8]F)(row)
		ur := x[6] + x[2]
		ui := x[7] + x[3]
		vr := x[6] - x[2]
		vi := x[7] - x[3]
		sr := x[0] + x[4]
		si := x[1] + x[5]
		dr := x[0] - x[4]
		di := x[1] - x[5]
		x[0] = sr + ur
		x[1] = si + ui
		x[4] = sr - ur
		x[5] = si - ui
		x[2] = dr + vi
		x[3] = di - vr
		x[6] = dr - vi
		x[7] = di + vr
	}
}

// Leaves8 does eight-point transforms.
func Leaves8[F Float](row []F) {
	for ; len(row) >= 16; row = row[16:] {
		x := (*[16]F)(row)
		// Odd half, turned by e^(−iπk/4).
		sr := x[2] + x[10]
		si := x[3] + x[11]
		dr := x[2] - x[10]
		di := x[3] - x[11]
		ur := x[6] + x[14]
		ui := x[7] + x[15]
		vr := x[6] - x[14]
		vi := x[7] - x[15]
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
		ur = x[4] + x[12]
		ui = x[5] + x[13]
		vr = x[4] - x[12]
		vi = x[5] - x[13]
		sr = x[0] + x[8]
		si = x[1] + x[9]
		dr = x[0] - x[8]
		di = x[1] - x[9]
		er := sr + ur
		ei := si + ui
		x[0] = er + o0r
		x[1] = ei + o0i
		x[8] = er - o0r
		x[9] = ei - o0i
		er = sr - ur
		ei = si - ui
		x[4] = er + o2i
		x[5] = ei - o2r
		x[12] = er - o2i
		x[13] = ei + o2r
		er = dr + vi
		ei = di - vr
		x[2] = er + o1r
		x[3] = ei + o1i
		x[10] = er - o1r
		x[11] = ei - o1i
		er = dr - vi
		ei = di + vr
		x[6] = er + o3r
		x[7] = ei - o3i
		x[14] = er - o3r
		x[15] = ei + o3i
	}
}

// InverseLeaves8 does eight-point transforms with the conjugate roots: those of
// the inputs in the order 0, 7, 6 … 1.
func InverseLeaves8[F Float](row []F) {
	for ; len(row) >= 16; row = row[16:] {
		x := (*[16]F)(row)
		// Odd half, turned by e^(−iπk/4).
		sr := x[14] + x[6]
		si := x[15] + x[7]
		dr := x[14] - x[6]
		di := x[15] - x[7]
		ur := x[10] + x[2]
		ui := x[11] + x[3]
		vr := x[10] - x[2]
		vi := x[11] - x[3]
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
		ur = x[12] + x[4]
		ui = x[13] + x[5]
		vr = x[12] - x[4]
		vi = x[13] - x[5]
		sr = x[0] + x[8]
		si = x[1] + x[9]
		dr = x[0] - x[8]
		di = x[1] - x[9]
		er := sr + ur
		ei := si + ui
		x[0] = er + o0r
		x[1] = ei + o0i
		x[8] = er - o0r
		x[9] = ei - o0i
		er = sr - ur
		ei = si - ui
		x[4] = er + o2i
		x[5] = ei - o2r
		x[12] = er - o2i
		x[13] = ei + o2r
		er = dr + vi
		ei = di - vr
		x[2] = er + o1r
		x[3] = ei + o1i
		x[10] = er - o1r
		x[11] = ei - o1i
		er = dr - vi
		ei = di + vr
		x[6] = er + o3r
		x[7] = ei - o3i
		x[14] = er - o3r
		x[15] = ei + o3i
	}
}
