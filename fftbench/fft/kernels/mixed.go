package kernels

// Passes of Stockham's autosort for any radix; see stockham.go for the layout.
// twiddles holds w^p, w^2p … w^((r−1)p) of each group p, one group after the
// other, with w = e^(−2πi/(r·m)).

// Stockham2 is a pass of radix 2.
func Stockham2[F Float](y, x []Pair[F], s int, twiddles []Pair[F]) {
	m := len(twiddles)
	for p, w := range twiddles {
		x0, x1 := x[p*s:][:s], x[(p+m)*s:][:s]
		y0, y1 := y[2*p*s:][:s], y[(2*p+1)*s:][:s]
		for q := range x0 {
			a, b := x0[q], x1[q]
			y0[q].Re = a.Re + b.Re
			y0[q].Im = a.Im + b.Im
			er := a.Re - b.Re
			ei := a.Im - b.Im
			y1[q].Re = er*w.Re - ei*w.Im
			y1[q].Im = er*w.Im + ei*w.Re
		}
	}
}

// sin60 is sin(2π/3).
const sin60 = 0.86602540378443864676372317075293618347140262690519

// Stockham3 is a pass of radix 3.
func Stockham3[F Float](y, x []Pair[F], s int, twiddles []Pair[F]) {
	m := len(twiddles) / 2
	for p := range m {
		w1, w2 := twiddles[2*p], twiddles[2*p+1]
		x0, x1, x2 := x[p*s:][:s], x[(p+m)*s:][:s], x[(p+2*m)*s:][:s]
		y0, y1, y2 := y[3*p*s:][:s], y[(3*p+1)*s:][:s], y[(3*p+2)*s:][:s]
		for q := range x0 {
			a, b := x1[q], x2[q]
			sr := a.Re + b.Re
			si := a.Im + b.Im
			dr := (a.Re - b.Re) * sin60
			di := (a.Im - b.Im) * sin60
			a = x0[q]
			y0[q].Re = a.Re + sr
			y0[q].Im = a.Im + si
			mr := a.Re - sr/2
			mi := a.Im - si/2
			er := mr + di
			ei := mi - dr
			y1[q].Re = er*w1.Re - ei*w1.Im
			y1[q].Im = er*w1.Im + ei*w1.Re
			er = mr - di
			ei = mi + dr
			y2[q].Re = er*w2.Re - ei*w2.Im
			y2[q].Im = er*w2.Im + ei*w2.Re
		}
	}
}

// cos72, sin72 and cos144, sin144 are the parts of e^(2πi/5) and e^(4πi/5).
const (
	cos72  = 0.30901699437494742410229341718281905886015458990288
	sin72  = 0.95105651629515357211643933337938214340569863412575
	cos144 = -0.80901699437494742410229341718281905886015458990288
	sin144 = 0.58778525229247312916870595463907276859765243764315
)

// Stockham5 is a pass of radix 5.
func Stockham5[F Float](y, x []Pair[F], s int, twiddles []Pair[F]) {
	m := len(twiddles) / 4
	for p := range m {
		w := (*[4]Pair[F])(twiddles[4*p:])
		x0, x1, x2 := x[p*s:][:s], x[(p+m)*s:][:s], x[(p+2*m)*s:][:s]
		x3, x4 := x[(p+3*m)*s:][:s], x[(p+4*m)*s:][:s]
		y0, y1, y2 := y[5*p*s:][:s], y[(5*p+1)*s:][:s], y[(5*p+2)*s:][:s]
		y3, y4 := y[(5*p+3)*s:][:s], y[(5*p+4)*s:][:s]
		for q := range x0 {
			a, b := x1[q], x4[q]
			s1r := a.Re + b.Re
			s1i := a.Im + b.Im
			d1r := a.Re - b.Re
			d1i := a.Im - b.Im
			a, b = x2[q], x3[q]
			s2r := a.Re + b.Re
			s2i := a.Im + b.Im
			d2r := a.Re - b.Re
			d2i := a.Im - b.Im
			a = x0[q]
			y0[q].Re = a.Re + s1r + s2r
			y0[q].Im = a.Im + s1i + s2i
			mr := a.Re + cos72*s1r + cos144*s2r
			mi := a.Im + cos72*s1i + cos144*s2i
			nr := sin72*d1i + sin144*d2i
			ni := sin72*d1r + sin144*d2r
			er := mr + nr
			ei := mi - ni
			y1[q].Re = er*w[0].Re - ei*w[0].Im
			y1[q].Im = er*w[0].Im + ei*w[0].Re
			er = mr - nr
			ei = mi + ni
			y4[q].Re = er*w[3].Re - ei*w[3].Im
			y4[q].Im = er*w[3].Im + ei*w[3].Re
			mr = a.Re + cos144*s1r + cos72*s2r
			mi = a.Im + cos144*s1i + cos72*s2i
			nr = sin144*d1i - sin72*d2i
			ni = sin144*d1r - sin72*d2r
			er = mr + nr
			ei = mi - ni
			y2[q].Re = er*w[1].Re - ei*w[1].Im
			y2[q].Im = er*w[1].Im + ei*w[1].Re
			er = mr - nr
			ei = mi + ni
			y3[q].Re = er*w[2].Re - ei*w[2].Im
			y3[q].Im = er*w[2].Im + ei*w[2].Re
		}
	}
}

// MaxOddRadix is the largest radix of StockhamOdd.
const MaxOddRadix = 61

// StockhamOdd is a pass of an odd prime radix r ≤ MaxOddRadix. It pairs inputs
// k and r−k, whose roots are conjugates, and so needs r²/2 real products for
// each part. circle holds e^(2πik/r), k < r.
func StockhamOdd[F Float](y, x []Pair[F], s, r int, circle, twiddles []Pair[F]) {
	var sums, difs [MaxOddRadix / 2]Pair[F]
	half := r / 2
	span := len(x) / r
	m := span / s
	for p := range m {
		w := twiddles[p*(r-1) : (p+1)*(r-1)]
		for q := range s {
			in, out := p*s+q, p*s*r+q
			x0 := x[in]
			total := x0
			for k := 1; k <= half; k++ {
				a, b := x[in+k*span], x[in+(r-k)*span]
				sums[k-1] = Pair[F]{a.Re + b.Re, a.Im + b.Im}
				difs[k-1] = Pair[F]{a.Re - b.Re, a.Im - b.Im}
				total.Re += sums[k-1].Re
				total.Im += sums[k-1].Im
			}
			y[out] = total
			for j := 1; j <= half; j++ {
				even, odd := x0, Pair[F]{}
				for k, t := 0, j; k < half; k++ {
					c := circle[t]
					even.Re += sums[k].Re * c.Re
					even.Im += sums[k].Im * c.Re
					odd.Re += difs[k].Im * c.Im
					odd.Im += difs[k].Re * c.Im
					if t += j; t >= r {
						t -= r
					}
				}
				y[out+j*s] = Pair[F]{even.Re + odd.Re, even.Im - odd.Im}.Times(w[j-1])
				y[out+(r-j)*s] = Pair[F]{even.Re - odd.Re, even.Im + odd.Im}.Times(w[r-j-1])
			}
		}
	}
}
