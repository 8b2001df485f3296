package main

import "math/big"

// cosine and sine are those of k n-ths of a turn, k ≥ 0, each rounded once. The
// functions of package math round the angle first: cos(2π/3) comes out four
// units in the last place from −½, which showed in the errors of complex128.
func cosine(k, n int) float64 {
	c, _ := circle(k, n)
	return c
}

func sine(k, n int) float64 {
	_, s := circle(k, n)
	return s
}

// circle brings the angle into the first octant by symmetry, in integers.
func circle(k, n int) (cos, sin float64) {
	k %= n
	octant := 8 * k / n
	t := 8*k - octant*n // of 8n parts of a turn
	if octant%2 == 1 {
		t = n - t
	}
	cos, sin = series(t, 8*n)
	if octant%4 == 1 || octant%4 == 2 {
		cos, sin = sin, cos
	}
	if octant >= 2 && octant < 6 {
		cos = -cos
	}
	if octant >= 4 {
		sin = -sin
	}
	return cos, sin
}

// series sums the power series of cosine and sine for t n-ths of a turn.
func series(t, n int) (cos, sin float64) {
	const precision = 160
	number := func() *big.Float { return new(big.Float).SetPrec(precision) }
	angle, _, _ := big.ParseFloat("6.28318530717958647692528676655900576839433879875021164194988918", 10, precision, big.ToNearestEven)
	angle.Mul(angle, number().SetInt64(int64(t)))
	angle.Quo(angle, number().SetInt64(int64(n)))
	term := number().SetInt64(1)
	sums := [2]*big.Float{number().SetInt64(1), number()}
	for i := 1; i < 40; i++ {
		term = number().Mul(term, angle)
		term.Quo(term, number().SetInt64(int64(i)))
		if i%4 < 2 {
			sums[i%2].Add(sums[i%2], term)
		} else {
			sums[i%2].Sub(sums[i%2], term)
		}
	}
	cos, _ = sums[0].Float64()
	sin, _ = sums[1].Float64()
	return cos, sin
}
