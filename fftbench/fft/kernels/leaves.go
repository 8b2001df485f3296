package kernels

// Leaves of the in-place pair: transforms of a few neighbours all over a row,
// without twiddles.

// Leaves2 does two-point transforms, which are their own inverse.
func Leaves2[F Float](x []F) {
	for ; len(x) >= 4; x = x[4:] {
		g := (*[4]F)(x)
		ar, ai, br, bi := g[0], g[1], g[2], g[3]
		g[0] = ar + br
		g[1] = ai + bi
		g[2] = ar - br
		g[3] = ai - bi
	}
}

// Leaves4 does four-point transforms.
func Leaves4[F Float](x []F) {
	for ; len(x) >= 8; x = x[8:] {
		g := (*[8]F)(x)
		sr := g[0] + g[4]
		si := g[1] + g[5]
		dr := g[0] - g[4]
		di := g[1] - g[5]
		ur := g[2] + g[6]
		ui := g[3] + g[7]
		vr := g[2] - g[6]
		vi := g[3] - g[7]
		g[0] = sr + ur
		g[1] = si + ui
		g[4] = sr - ur
		g[5] = si - ui
		g[2] = dr + vi
		g[3] = di - vr
		g[6] = dr - vi
		g[7] = di + vr
	}
}

// InverseLeaves4 does four-point transforms with the conjugate roots.
func InverseLeaves4[F Float](x []F) {
	for ; len(x) >= 8; x = x[8:] {
		g := (*[8]F)(x)
		sr := g[0] + g[4]
		si := g[1] + g[5]
		dr := g[0] - g[4]
		di := g[1] - g[5]
		ur := g[2] + g[6]
		ui := g[3] + g[7]
		vr := g[2] - g[6]
		vi := g[3] - g[7]
		g[0] = sr + ur
		g[1] = si + ui
		g[4] = sr - ur
		g[5] = si - ui
		g[2] = dr - vi
		g[3] = di + vr
		g[6] = dr + vi
		g[7] = di - vr
	}
}
