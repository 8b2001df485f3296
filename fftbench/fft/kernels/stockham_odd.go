package kernels

// Passes of Stockham's autosort for other radices than 4; see stockham.go. They
// are plain: where vectors run, an Autosort does their work.

// Stockham2 is a pass of radix 2.
func Stockham2[F Float](y, x []F, s int, twiddles []F) {
	m := len(x) / 2
	for o := 0; o < m; o += s {
		w := (*[2]F)(twiddles)
		twiddles = twiddles[2:]
		x0, x1 := x[o:][:s], x[o+m:][:s]
		x1 = x1[:len(x0)]
		y0, y1 := y[2*o:][:s], y[2*o+s:][:s]
		y0, y1 = y0[:len(x0)], y1[:len(x0)]
		for i := 0; i < len(x0)-1; i += 2 {
			y0[i] = x0[i] + x1[i]
			y0[i+1] = x0[i+1] + x1[i+1]
			pr := x0[i] - x1[i]
			pi := x0[i+1] - x1[i+1]
			y1[i] = pr*w[0] - pi*w[1]
			y1[i+1] = pr*w[1] + pi*w[0]
		}
	}
}

// sin60 is sin(2π/3); the cosine is −1/2.
const sin60 = 0.86602540378443864676372317075293618347140262690519

// Stockham3 is a pass of radix 3.
func Stockham3[F Float](y, x []F, s int, twiddles []F) {
	m := len(x) / 3
	for o := 0; o < m; o += s {
		w := (*[4]F)(twiddles)
		twiddles = twiddles[4:]
		x0, x1, x2 := x[o:][:s], x[o+m:][:s], x[o+2*m:][:s]
		x1, x2 = x1[:len(x0)], x2[:len(x0)]
		y0, y1, y2 := y[3*o:][:s], y[3*o+s:][:s], y[3*o+2*s:][:s]
		y0, y1, y2 = y0[:len(x0)], y1[:len(x0)], y2[:len(x0)]
		for i := 0; i < len(x0)-1; i += 2 {
			sr := x1[i] + x2[i]
			si := x1[i+1] + x2[i+1]
			dr := (x1[i] - x2[i]) * sin60
			di := (x1[i+1] - x2[i+1]) * sin60
			ar := x0[i]
			ai := x0[i+1]
			y0[i] = ar + sr
			y0[i+1] = ai + si
			mr := ar - sr/2
			mi := ai - si/2
			pr := mr + di
			pi := mi - dr
			y1[i] = pr*w[0] - pi*w[1]
			y1[i+1] = pr*w[1] + pi*w[0]
			pr = mr - di
			pi = mi + dr
			y2[i] = pr*w[2] - pi*w[3]
			y2[i+1] = pr*w[3] + pi*w[2]
		}
	}
}

// The parts of e^(2πi/5) and e^(4πi/5).
const (
	cos1of5 = 0.30901699437494742410229341718281905886015458990288
	sin1of5 = 0.95105651629515357211643933337938214340569863412575
	cos2of5 = -0.80901699437494742410229341718281905886015458990288
	sin2of5 = 0.58778525229247312916870595463907276859765243764315
)

// Stockham5 is a pass of radix 5.
func Stockham5[F Float](y, x []F, s int, twiddles []F) {
	m := len(x) / 5
	for o := 0; o < m; o += s {
		w := (*[8]F)(twiddles)
		twiddles = twiddles[8:]
		x0, x1, x2 := x[o:][:s], x[o+m:][:s], x[o+2*m:][:s]
		x3, x4 := x[o+3*m:][:s], x[o+4*m:][:s]
		x1, x2, x3, x4 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)], x4[:len(x0)]
		y0, y1, y2 := y[5*o:][:s], y[5*o+s:][:s], y[5*o+2*s:][:s]
		y3, y4 := y[5*o+3*s:][:s], y[5*o+4*s:][:s]
		y0, y1, y2, y3 = y0[:len(x0)], y1[:len(x0)], y2[:len(x0)], y3[:len(x0)]
		y4 = y4[:len(x0)]
		for i := 0; i < len(x0)-1; i += 2 {
			s1r := x1[i] + x4[i]
			s1i := x1[i+1] + x4[i+1]
			d1r := x1[i] - x4[i]
			d1i := x1[i+1] - x4[i+1]
			s2r := x2[i] + x3[i]
			s2i := x2[i+1] + x3[i+1]
			d2r := x2[i] - x3[i]
			d2i := x2[i+1] - x3[i+1]
			ar := x0[i]
			ai := x0[i+1]
			y0[i] = ar + s1r + s2r
			y0[i+1] = ai + s1i + s2i
			mr := ar + cos1of5*s1r + cos2of5*s2r
			mi := ai + cos1of5*s1i + cos2of5*s2i
			nr := sin1of5*d1i + sin2of5*d2i
			ni := sin1of5*d1r + sin2of5*d2r
			pr := mr + nr
			pi := mi - ni
			y1[i] = pr*w[0] - pi*w[1]
			y1[i+1] = pr*w[1] + pi*w[0]
			pr = mr - nr
			pi = mi + ni
			y4[i] = pr*w[6] - pi*w[7]
			y4[i+1] = pr*w[7] + pi*w[6]
			mr = ar + cos2of5*s1r + cos1of5*s2r
			mi = ai + cos2of5*s1i + cos1of5*s2i
			nr = sin2of5*d1i - sin1of5*d2i
			ni = sin2of5*d1r - sin1of5*d2r
			pr = mr + nr
			pi = mi - ni
			y2[i] = pr*w[2] - pi*w[3]
			y2[i+1] = pr*w[3] + pi*w[2]
			pr = mr - nr
			pi = mi + ni
			y3[i] = pr*w[4] - pi*w[5]
			y3[i+1] = pr*w[5] + pi*w[4]
		}
	}
}

// The parts of e^(2πi/7), e^(4πi/7) and e^(6πi/7).
const (
	cos1of7 = 0.6234898018587335305250048840042398106322747308964
	sin1of7 = 0.78183148246802980870844452667405775023233451870869
	cos2of7 = -0.22252093395631440428890256449679475946635556876454
	sin2of7 = 0.97492791218182360701813168299393121723278580062
	cos3of7 = -0.90096886790241912623610231950744505116591916213186
	sin3of7 = 0.43388373911755812047576833284835875460999072778746
)

// Stockham7 is a pass of radix 7.
func Stockham7[F Float](y, x []F, s int, twiddles []F) {
	m := len(x) / 7
	for o := 0; o < m; o += s {
		w := (*[12]F)(twiddles)
		twiddles = twiddles[12:]
		x0, x1, x2 := x[o:][:s], x[o+m:][:s], x[o+2*m:][:s]
		x3, x4, x5 := x[o+3*m:][:s], x[o+4*m:][:s], x[o+5*m:][:s]
		x6 := x[o+6*m:][:s]
		x1, x2, x3, x4 = x1[:len(x0)], x2[:len(x0)], x3[:len(x0)], x4[:len(x0)]
		x5, x6 = x5[:len(x0)], x6[:len(x0)]
		y0, y1, y2 := y[7*o:][:s], y[7*o+s:][:s], y[7*o+2*s:][:s]
		y3, y4, y5 := y[7*o+3*s:][:s], y[7*o+4*s:][:s], y[7*o+5*s:][:s]
		y6 := y[7*o+6*s:][:s]
		y0, y1, y2, y3 = y0[:len(x0)], y1[:len(x0)], y2[:len(x0)], y3[:len(x0)]
		y4, y5, y6 = y4[:len(x0)], y5[:len(x0)], y6[:len(x0)]
		for i := 0; i < len(x0)-1; i += 2 {
			s1r := x1[i] + x6[i]
			s1i := x1[i+1] + x6[i+1]
			d1r := x1[i] - x6[i]
			d1i := x1[i+1] - x6[i+1]
			s2r := x2[i] + x5[i]
			s2i := x2[i+1] + x5[i+1]
			d2r := x2[i] - x5[i]
			d2i := x2[i+1] - x5[i+1]
			s3r := x3[i] + x4[i]
			s3i := x3[i+1] + x4[i+1]
			d3r := x3[i] - x4[i]
			d3i := x3[i+1] - x4[i+1]
			ar := x0[i]
			ai := x0[i+1]
			y0[i] = ar + s1r + s2r + s3r
			y0[i+1] = ai + s1i + s2i + s3i
			mr := ar + cos1of7*s1r + cos2of7*s2r + cos3of7*s3r
			mi := ai + cos1of7*s1i + cos2of7*s2i + cos3of7*s3i
			nr := sin1of7*d1i + sin2of7*d2i + sin3of7*d3i
			ni := sin1of7*d1r + sin2of7*d2r + sin3of7*d3r
			pr := mr + nr
			pi := mi - ni
			y1[i] = pr*w[0] - pi*w[1]
			y1[i+1] = pr*w[1] + pi*w[0]
			pr = mr - nr
			pi = mi + ni
			y6[i] = pr*w[10] - pi*w[11]
			y6[i+1] = pr*w[11] + pi*w[10]
			mr = ar + cos2of7*s1r + cos3of7*s2r + cos1of7*s3r
			mi = ai + cos2of7*s1i + cos3of7*s2i + cos1of7*s3i
			nr = sin2of7*d1i - sin3of7*d2i - sin1of7*d3i
			ni = sin2of7*d1r - sin3of7*d2r - sin1of7*d3r
			pr = mr + nr
			pi = mi - ni
			y2[i] = pr*w[2] - pi*w[3]
			y2[i+1] = pr*w[3] + pi*w[2]
			pr = mr - nr
			pi = mi + ni
			y5[i] = pr*w[8] - pi*w[9]
			y5[i+1] = pr*w[9] + pi*w[8]
			mr = ar + cos3of7*s1r + cos1of7*s2r + cos2of7*s3r
			mi = ai + cos3of7*s1i + cos1of7*s2i + cos2of7*s3i
			nr = sin3of7*d1i - sin1of7*d2i + sin2of7*d3i
			ni = sin3of7*d1r - sin1of7*d2r + sin2of7*d3r
			pr = mr + nr
			pi = mi - ni
			y3[i] = pr*w[4] - pi*w[5]
			y3[i+1] = pr*w[5] + pi*w[4]
			pr = mr - nr
			pi = mi + ni
			y4[i] = pr*w[6] - pi*w[7]
			y4[i+1] = pr*w[7] + pi*w[6]
		}
	}
}
