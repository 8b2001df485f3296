package kernels

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every kernel against its definition, summed term by term in complex128.

func noise(n int) []complex128 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	x := make([]complex128, n)
	for i := range x {
		x[i] = complex(r.NormFloat64(), r.NormFloat64())
	}
	return x
}

func reals[F Float](x []complex128) []F {
	out := make([]F, 0, 2*len(x))
	for _, v := range x {
		out = append(out, F(real(v)), F(imag(v)))
	}
	return out
}

// root is e^(−2πi·k/n).
func root(k, n int) complex128 {
	return cmplx.Exp(complex(0, -2*math.Pi*float64(k%n)/float64(n)))
}

func dft(x []complex128) []complex128 {
	n := len(x)
	y := make([]complex128, n)
	for k := range y {
		for j, v := range x {
			y[k] += v * root(j*k, n)
		}
	}
	return y
}

func conjugates(x []complex128) []complex128 {
	y := make([]complex128, len(x))
	for i, v := range x {
		y[i] = cmplx.Conj(v)
	}
	return y
}

func inverseDFT(x []complex128) []complex128 { return conjugates(dft(conjugates(x))) }

// same asks for equality up to some ulps of the largest value.
func same[F Float](t *testing.T, want []complex128, got []F, what string) {
	t.Helper()
	assert.Len(t, got, 2*len(want))
	tolerance := 2e-5
	if F(1)+F(1e-9) != 1 {
		tolerance = 2e-14
	}
	for i, w := range want {
		off := cmplx.Abs(complex(float64(got[2*i]), float64(got[2*i+1])) - w)
		if off > tolerance*float64(1+len(want)/64) {
			assert.Fail(t, fmt.Sprintf("%s: element %d is %v, want %v", what, i, got[2*i:2*i+2], w))
			return
		}
	}
}

// both runs a test in both precisions.
func both(t *testing.T, single, double func(*testing.T)) {
	t.Run("float32", single)
	t.Run("float64", double)
}

func TestStockhamPasses(t *testing.T) { both(t, checkStockham[float32], checkStockham[float64]) }

func checkStockham[F Float](t *testing.T) {
	for _, radix := range []int{2, 3, 4, 5, 7, 11, 13, 61} {
		for _, shape := range [][2]int{{1, 1}, {1, 3}, {4, 1}, {5, 2}, {3, 16}} {
			m, s := shape[0], shape[1]
			x := noise(radix * m * s)
			want := stockham(x, radix, m, s)
			got := make([]F, 2*len(x))
			runStockham(got, reals[F](x), radix, m, s)
			same(t, want, got, fmt.Sprintf("radix %d m %d s %d", radix, m, s))
		}
	}
}

// stockham is the definition of a pass.
func stockham(x []complex128, radix, m, s int) []complex128 {
	y := make([]complex128, len(x))
	for p := range m {
		for q := range s {
			group := make([]complex128, radix)
			for k := range group {
				group[k] = x[q+s*(p+k*m)]
			}
			for j, v := range dft(group) {
				y[q+s*(radix*p+j)] = v * root(j*p, radix*m)
			}
		}
	}
	return y
}

// fans are the twiddles of a pass.
func fans[F Float](radix, m int) []F {
	var w []complex128
	for p := range m {
		for j := 1; j < radix; j++ {
			w = append(w, root(j*p, radix*m))
		}
	}
	return reals[F](w)
}

func runStockham[F Float](y, x []F, radix, m, s int) {
	w := fans[F](radix, m)
	switch radix {
	case 2:
		Stockham2(y, x, 2*s, w)
	case 3:
		Stockham3(y, x, 2*s, w)
	case 4:
		Stockham4(y, x, 2*s, w)
	case 5:
		Stockham5(y, x, 2*s, w)
	case 7:
		Stockham7(y, x, 2*s, w)
	default:
		var roots []complex128
		for j := 1; j <= radix/2; j++ {
			for k := 1; k <= radix/2; k++ {
				roots = append(roots, cmplx.Conj(root(j*k, radix)))
			}
		}
		StockhamPrime(y, x, 2*s, radix, reals[F](roots), w)
	}
}

func TestStockhamLast4InPlace(t *testing.T) {
	x := noise(4 * 6)
	want := stockham(x, 4, 1, 6)
	got := reals[float64](x)
	StockhamLast4(got, got)
	same(t, want, got, "in place")
	got = make([]float64, 2*len(x))
	StockhamLast4(got, reals[float64](x))
	same(t, want, got, "out of place")
}

// backward is x[−j mod n].
func backward(x []complex128) []complex128 {
	y := make([]complex128, len(x))
	for j := range x {
		y[j] = x[(len(x)-j)%len(x)]
	}
	return y
}

func TestFirstPasses(t *testing.T) { both(t, checkFirst[float32], checkFirst[float64]) }

func checkFirst[F Float](t *testing.T) {
	first := map[int]func(dst, src []F, order []int32, backwards bool){
		2: First2[F], 4: First4[F],
		8: func(dst, src []F, order []int32, backwards bool) {
			First8(dst, src, nil, order, All(len(order)), backwards)
		},
		16: func(dst, src []F, order []int32, backwards bool) {
			First16(dst, src, nil, order, All(len(order)), backwards)
		},
	}
	for radix, pass := range first {
		for _, m := range []int{1, 2, 3, 8, 64, 256} { // the last ones are tiled
			x := noise(radix * m)
			places := rand.New(rand.NewPCG(2, 3)).Perm(m)
			order := make([]int32, m)
			for i, p := range places {
				order[i] = int32(2 * radix * p)
			}
			for _, backwards := range []bool{false, true} {
				in := x
				if backwards {
					in = backward(x)
				}
				want := make([]complex128, len(x))
				for i, p := range places {
					copy(want[radix*p:], dft(part(in, i, m, radix)))
				}
				got := make([]F, 2*len(x))
				pass(got, reals[F](x), order, backwards)
				same(t, want, got, fmt.Sprintf("radix %d m %d backwards %v", radix, m, backwards))
			}
		}
	}
}

// part is x[i], x[i+m] … of count elements.
func part(x []complex128, i, m, count int) []complex128 {
	group := make([]complex128, count)
	for k := range group {
		group[k] = x[i+k*m]
	}
	return group
}

func TestStockhamFirstPasses(t *testing.T) {
	both(t, checkStockhamFirst[float32], checkStockhamFirst[float64])
}

func checkStockhamFirst[F Float](t *testing.T) {
	first := map[int]func(dst, src, twiddles []F, places []int32, backwards bool){
		4: func(dst, src, twiddles []F, _ []int32, backwards bool) {
			StockhamFirst4(dst, src, twiddles, backwards)
		},
		8: func(dst, src, twiddles []F, places []int32, backwards bool) {
			StockhamFirst8(dst, src, nil, twiddles, places, All(len(places)), backwards)
		},
		16: func(dst, src, twiddles []F, places []int32, backwards bool) {
			StockhamFirst16(dst, src, nil, twiddles, places, All(len(places)), backwards)
		},
	}
	for radix, pass := range first {
		// Groups of each sequence and sequences; the large ones are tiled.
		for _, shape := range [][2]int{{1, 1}, {3, 1}, {16, 1}, {256, 1}, {64, 4}, {16, 64}} {
			m, sequences := shape[0], shape[1]
			if sequences > 1 && radix == 4 {
				continue
			}
			x := noise(radix * m * sequences)
			for _, backwards := range []bool{false, true} {
				in := x
				if backwards {
					in = backward(x)
				}
				want, places := make([]complex128, len(x)), make([]int32, sequences)
				for b := range sequences {
					at := (b*5 + 3) % sequences * radix * m
					places[b] = int32(2 * at)
					copy(want[at:], stockham(part(in, b, sequences, radix*m), radix, m, 1))
				}
				got := make([]F, 2*len(x))
				pass(got, reals[F](x), fans[F](radix, m), places, backwards)
				same(t, want, got, fmt.Sprintf("radix %d m %d × %d backwards %v", radix, m, sequences, backwards))
			}
		}
	}
}

// A strip at a time, with a tile or without, a first pass does what it does at
// once.
func TestFirstPassesByStrips(t *testing.T) { both(t, checkStrips[float32], checkStrips[float64]) }

func checkStrips[F Float](t *testing.T) {
	for _, radix := range []int{8, 16} {
		for _, shape := range [][2]int{{4, 64}, {16, 16}, {64, 4}, {64, 32}} {
			columns, rows := shape[0], shape[1]
			for _, backwards := range []bool{false, true} {
				checkStripsOf[F](t, radix, columns, rows, backwards)
			}
		}
	}
}

func checkStripsOf[F Float](t *testing.T, radix, columns, rows int, backwards bool) {
	groups := columns * rows
	x := noise(radix * groups)
	order, places := make([]int32, groups), make([]int32, columns)
	for i, p := range rand.New(rand.NewPCG(2, 3)).Perm(groups) {
		order[i] = int32(2 * radix * p)
	}
	for b := range places {
		places[b] = int32((b*5 + 3) % columns * 2 * radix * rows)
	}
	in := x
	if backwards {
		in = backward(x)
	}
	joined, sorted := make([]complex128, len(x)), make([]complex128, len(x))
	for i, o := range order {
		copy(joined[o/2:], dft(part(in, i, groups, radix)))
	}
	for b, o := range places {
		copy(sorted[o/2:], stockham(part(in, b, columns, radix*rows), radix, rows, 1))
	}
	first, stockhamFirst := First8[F], StockhamFirst8[F]
	if radix == 16 {
		first, stockhamFirst = First16[F], StockhamFirst16[F]
	}
	for _, count := range []int{4, 16, 64} {
		if count > columns {
			break
		}
		for _, tile := range [][]F{nil, make([]F, TileLen(radix*rows, count, radix))} {
			got, gotSorted := make([]F, 2*len(x)), make([]F, 2*len(x))
			for s := (Strip{Columns: columns, Count: count}); s.First < columns; s.First += count {
				first(got, reals[F](x), tile, order, s, backwards)
				stockhamFirst(gotSorted, reals[F](x), tile, fans[F](radix, rows), places, s, backwards)
			}
			what := fmt.Sprintf("radix %d, %d × %d groups, strips of %d, tile %d, backwards %v", radix, columns, rows, count, len(tile), backwards)
			same(t, joined, got, what)
			same(t, sorted, gotSorted, "autosort "+what)
		}
	}
}

func TestInPlacePasses(t *testing.T) { both(t, checkInPlace[float32], checkInPlace[float64]) }

func checkInPlace[F Float](t *testing.T) {
	for _, h := range []int{1, 2, 5, 16} {
		const groups = 3
		x := noise(groups * 4 * h)
		var w [4][]F
		for k := range w {
			run := make([]complex128, h)
			for j := range run {
				run[j] = root(j*k, 4*h)
			}
			w[k] = reals[F](run)
		}
		join, split, back := make([]complex128, len(x)), make([]complex128, len(x)), make([]complex128, len(x))
		for o := 0; o < len(x); o += 4 * h {
			for j := range h {
				in := part(x[o:], j, h, 4)
				turned, turnedBack := make([]complex128, 4), make([]complex128, 4)
				for k, v := range in {
					turned[k], turnedBack[k] = v*root(j*k, 4*h), v*cmplx.Conj(root(j*k, 4*h))
				}
				for k := range 4 {
					join[o+j+k*h] = dft(turned)[k]
					back[o+j+k*h] = inverseDFT(turnedBack)[k]
					split[o+j+k*h] = dft(in)[k] * root(j*k, 4*h)
				}
			}
		}
		for name, check := range map[string]struct {
			pass func(x, w1, w2, w3 []F)
			want []complex128
		}{"DIT4": {DIT4[F], join}, "DIF4": {DIF4[F], split}, "InverseDIT4": {InverseDIT4[F], back}} {
			got := reals[F](x)
			check.pass(got, w[1], w[2], w[3])
			same(t, check.want, got, fmt.Sprintf("%s h %d", name, h))
		}
	}
}

func TestLeaves(t *testing.T) { both(t, checkLeaves[float32], checkLeaves[float64]) }

func checkLeaves[F Float](t *testing.T) {
	for size, leaf := range map[int]struct{ forward, inverse func([]F) }{
		2: {Leaves2[F], Leaves2[F]}, 4: {Leaves4[F], InverseLeaves4[F]},
		8: {Leaves8[F], InverseLeaves8[F]}, 16: {Leaves16[F], InverseLeaves16[F]},
	} {
		bin := func(k int) int { return k } // the bin at place k
		if size == 16 {
			bin = func(k int) int { return k/4 + k%4*4 }
		}
		x := noise(3 * size)
		var forward, inverse []complex128
		for o := 0; o < len(x); o += size {
			spectrum, permuted := dft(x[o:o+size]), make([]complex128, size)
			for k := range size {
				forward = append(forward, spectrum[bin(k)])
				permuted[bin(k)] = x[o+k]
			}
			inverse = append(inverse, inverseDFT(permuted)...)
		}
		got := reals[F](x)
		leaf.forward(got)
		same(t, forward, got, fmt.Sprintf("leaves of %d", size))
		got = reals[F](x)
		leaf.inverse(got)
		same(t, inverse, got, fmt.Sprintf("inverse leaves of %d", size))
	}
}

func TestMultiply(t *testing.T) {
	a, b := noise(7), noise(14)[7:]
	want := make([]complex128, 7)
	for i := range want {
		want[i] = a[i] * b[i]
	}
	got := make([]float64, 14)
	Multiply(got, reals[float64](a), reals[float64](b))
	same(t, want, got, "product")
	got = reals[float64](a)
	Multiply(got, got, reals[float64](b))
	same(t, want, got, "in place")
}

func TestReverse(t *testing.T) {
	for n := 1; n < 8; n++ {
		x := noise(n)
		got := reals[float64](x)
		Reverse(got)
		same(t, backward(x), got, fmt.Sprintf("n %d", n))
	}
}
