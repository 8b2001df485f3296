package kernels

// MaxRadix is the largest radix of StockhamPrime.
const MaxRadix = 61

// StockhamPrime is a pass of an odd prime radix up to MaxRadix; see
// stockham.go. It pairs inputs k and radix−k, whose roots are conjugates, and
// so needs radix/2 real products for each part of an output. roots holds, for
// j and k from 1 to radix/2, k inner, the parts of e^(2πi·jk/radix).
func StockhamPrime[F Float](y, x []F, s, radix int, roots, twiddles []F) {
	var sumsOf, difsOf [MaxRadix - 1]F // of each pair of inputs
	half := radix - 1                  // of the outputs, in reals
	sums, difs := sumsOf[:half], difsOf[:half]
	m := len(x) / radix
	for o := 0; o < m; o += s {
		w := twiddles[:2*half]
		twiddles = twiddles[2*half:]
		for i := o; i < o+s; i += 2 {
			re, im := x[i], x[i+1]
			totalRe, totalIm := re, im
			for k := 0; k < half-1; k += 2 {
				a, b := x[i+(k/2+1)*m:][:2], x[i+(radix-1-k/2)*m:][:2]
				sums[k], sums[k+1] = a[0]+b[0], a[1]+b[1]
				difs[k], difs[k+1] = a[0]-b[0], a[1]-b[1]
				totalRe += sums[k]
				totalIm += sums[k+1]
			}
			to := y[radix*o+i-o:]
			to[0], to[1] = totalRe, totalIm
			for j := 1; j <= radix/2; j++ {
				row := roots[(j-1)*half:][:half]
				mr, mi, nr, ni := re, im, F(0), F(0)
				for k := 0; k < len(row)-1; k += 2 {
					mr += sums[k] * row[k]
					mi += sums[k+1] * row[k]
					nr += difs[k+1] * row[k+1]
					ni += difs[k] * row[k+1]
				}
				storeTurned(to[j*s:], mr+nr, mi-ni, w[2*j-2:])
				storeTurned(to[(radix-j)*s:], mr-nr, mi+ni, w[2*(radix-j)-2:])
			}
		}
	}
}

// storeTurned stores (re + i·im)·w.
func storeTurned[F Float](to []F, re, im F, w []F) {
	_, _ = to[1], w[1]
	to[0] = re*w[0] - im*w[1]
	to[1] = re*w[1] + im*w[0]
}
