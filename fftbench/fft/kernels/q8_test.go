package kernels

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The passes of eight-bit transforms against their definitions, in complex128.

// halfUnits is how far seven rounded products of an output may be off.
const halfUnits = 3.5

// column is the number of a column of a row.
func (r *Q8Row) column(c int) complex128 {
	for lane, column := range q8Column {
		if column == c {
			return complex(float64(r[lane]), float64(r[Q8Lanes+lane]))
		}
	}
	panic("no such column")
}

func randomRows(count, most int) []Q8Row {
	r := rand.New(rand.NewPCG(uint64(count), uint64(most)))
	x := make([]Q8Row, count)
	for i := range x {
		for k := range x[i] {
			x[i][k] = int16(r.IntN(2*most+1) - most)
		}
	}
	return x
}

func randomFans(count int) []Q8Fan {
	r := rand.New(rand.NewPCG(3, uint64(count)))
	fans := make([]Q8Fan, count)
	for i := range fans {
		for k := range 6 {
			fans[i][k] = int8(r.IntN(255) - 127)
		}
	}
	return fans
}

// twiddle is w^k of a fan.
func (w Q8Fan) twiddle(k int) complex128 {
	return complex(float64(w[2*k-2]), float64(w[2*k-1]))
}

// nearby asks for parts at most bound apart.
func nearby(t *testing.T, want, got complex128, bound float64, format string, args ...any) {
	t.Helper()
	d := want - got
	if math.Max(math.Abs(real(d)), math.Abs(imag(d))) > bound {
		t.Fatalf("%s: got %v, want %v ± %v", fmt.Sprintf(format, args...), got, want, bound)
	}
}

func TestQ8Largest(t *testing.T) {
	src := make([]float32, 4*2*Q8Lanes)
	rows := &Q8Rows{Src: src, First: 1, Step: 2, Count: 2} // rows 1 and 3
	src[0], src[5*Q8Lanes] = 9, float32(math.Inf(1))       // of rows 0 and 2
	src[2*Q8Lanes+7], src[8*Q8Lanes-1] = 2, -3
	assert.Equal(t, float32(3), math.Float32frombits(Q8Largest(rows)))
	for _, v := range []float64{math.Inf(1), math.Inf(-1), math.NaN(), -math.NaN()} {
		src[3*Q8Lanes] = float32(v)
		assert.GreaterOrEqual(t, Q8Largest(rows), uint32(0x7f800000), "%v", v)
	}
	for i := range src {
		src[i] = -math.SmallestNonzeroFloat32
	}
	assert.Equal(t, uint32(1), Q8Largest(rows))
	clear(src)
	assert.Zero(t, Q8Largest(rows))
}

func TestQ8First(t *testing.T) {
	const scale = 0.25
	for _, radix := range []int{4, 8} {
		for _, swapped := range []bool{false, true} {
			most, bound := Q8Limit4, 0.0
			if radix == 8 { // √½ of sums is rounded, and so is √½ itself
				most, bound = Q8Limit8, 0.5+8*Q8Limit8*(math.Sqrt2/2-q8RootHalf*0x1p-15)
			}
			checkQ8First(t, radix, float32(most)/scale, scale, swapped, bound)
		}
	}
}

func checkQ8First(t *testing.T, radix int, most, scale float32, swapped bool, bound float64) {
	t.Helper()
	const groups, step = 3, 2
	rows := &Q8Rows{Src: make([]float32, step*groups*radix*2*Q8Lanes), First: 1, Step: step, Count: groups * radix}
	r := rand.New(rand.NewPCG(5, 6))
	for i := range rows.Src {
		rows.Src[i] = (2*r.Float32() - 1) * most
	}
	x := make([]Q8Row, rows.Count)
	places := []int32{int32(2 * radix), 0, int32(radix)}
	top, largest := 0, 0.0
	if radix == 4 {
		top = Q8First4(x, rows, places, scale, swapped, true)
	} else {
		top = Q8First8(x, rows, places, scale, swapped)
	}
	for i, place := range places {
		for c := range Q8Lanes {
			in := make([]complex128, radix)
			for k := range in {
				z := rows.Row(i + k*groups)[2*c:]
				re, im := math.RoundToEven(float64(z[0]*scale)), math.RoundToEven(float64(z[1]*scale))
				if swapped {
					re, im = im, re
				}
				in[k] = complex(re, im)
			}
			for k, want := range dft(in) {
				got := x[int(place)+k].column(c)
				largest = math.Max(largest, math.Max(math.Abs(real(got)), math.Abs(imag(got))))
				nearby(t, want, got, bound+1e-4, "radix %d, swapped %v, group %d, column %d, output %d", radix, swapped, i, c, k)
			}
		}
	}
	assert.Equal(t, int(largest), top, "radix %d", radix)
}

// Halves go to even integers, as vectors round.
func TestQ8FirstRoundsToEven(t *testing.T) {
	rows := &Q8Rows{Src: make([]float32, 4*2*Q8Lanes), Step: 1, Count: 4}
	want := []float64{0, 2, 2, 4, 0, -2, -2, -4, 1, -1, 1, -1}
	for i, v := range []float32{0.5, 1.5, 2.5, 3.5, -0.5, -1.5, -2.5, -3.5, 0.51, -0.51, 1.49, -1.49} {
		rows.Src[2*i] = v // row 0 alone: it comes out in all four rows
	}
	x := make([]Q8Row, 4)
	Q8First4(x, rows, []int32{0}, 1, false, false)
	for c, v := range want {
		assert.Equal(t, complex(v, 0), x[2].column(c), "column %d", c)
	}
}

func TestQ8Pass(t *testing.T) {
	const h, groups = 3, 2
	s := &Q8Scaling{Scale: 113, Shifts: [4]int{3, 5, 3, 8}}
	twiddles := randomFans(h)
	x := randomRows(4*h*groups, 32767/8)
	before := append([]Q8Row(nil), x...)
	top, largest := Q8Pass(x, twiddles, s, true), 0.0
	for at := 0; at < len(x); at += 4 * h {
		for j := range h {
			for c := range Q8Lanes {
				in := make([]complex128, 4)
				for k := range in {
					w := complex(float64(s.Scale), 0)
					if k > 0 {
						w = twiddles[j].twiddle(k)
					}
					in[k] = before[at+j+k*h].column(c) * w * complex(math.Ldexp(1, -7-s.Shifts[k]), 0)
				}
				for k, want := range dft(in) {
					got := x[at+j+k*h].column(c)
					largest = math.Max(largest, math.Max(math.Abs(real(got)), math.Abs(imag(got))))
					nearby(t, want, got, halfUnits, "butterfly %d, column %d, output %d", at+j, c, k)
				}
			}
		}
	}
	assert.Equal(t, int(largest), top)
}

// Products round to the next integer, halves upwards.
func TestTimes15(t *testing.T) {
	for _, test := range []struct{ x, factor, want int32 }{
		{1, 1 << 14, 1}, {-1, 1 << 14, 0}, {3, 1 << 14, 2}, {-3, 1 << 14, -1},
		{100, 127 << 8, 99}, {-100, 127 << 8, -99}, {32767, -127 << 8, -32511}, {5, 0, 0},
	} {
		assert.Equal(t, test.want, times15(test.x, test.factor), "%v", test)
	}
}

func TestQ8Last(t *testing.T) {
	for _, m := range []int{4, 8, 16, 32, 64} {
		for _, swapped := range []bool{false, true} {
			checkQ8Last(t, m, swapped)
		}
	}
}

func checkQ8Last(t *testing.T, m int, swapped bool) {
	const scale, unit = 101, 0x1p-12
	s := &Q8LastScaling{Inner: 127, Factor: 32, Outer: scale, Unit: unit}
	inner, outer := randomFans(m), randomFans(4*m)
	x := randomRows(m, 32767/8)
	dst := make([]float32, 2*Q8Lanes*m)
	Q8Last(dst, x, new(Q8Tile), NewQ8Twiddles(inner, outer), s, swapped)

	// A rounding of the inner pass is multiplied by four twiddles.
	bound := halfUnits * 7 * 127 * unit
	for k := range m {
		var z [Q8Lanes]complex128
		for c := range z {
			z[c] = x[k].column(c)
		}
		for b := range 4 {
			in := []complex128{127 * z[b], inner[k].twiddle(1) * z[b+4], inner[k].twiddle(2) * z[b+8], inner[k].twiddle(3) * z[b+12]}
			for d, v := range dft(in) {
				z[b+4*d] = v * 0x1p-10
			}
		}
		for d := range 4 {
			w := outer[k+d*m]
			in := []complex128{scale * z[4*d], w.twiddle(1) * z[4*d+1], w.twiddle(2) * z[4*d+2], w.twiddle(3) * z[4*d+3]}
			for e, want := range dft(in) {
				at := 2 * (k + d*m + 4*e*m)
				got := complex(float64(dst[at]), float64(dst[at+1]))
				if swapped {
					got = complex(imag(got), real(got))
				}
				nearby(t, want*unit, got, bound, "m=%d, swapped %v, bin %d", m, swapped, at/2)
			}
		}
	}
}

// Without rounding on the way the last pass is exact: zeros but for input 0 of
// each inner butterfly, which is shifted by nothing.
func TestQ8LastIsExact(t *testing.T) {
	const m = 16
	fans := make([]Q8Fan, 4*m)
	for i := range fans {
		fans[i] = Q8Fan{3, -4, 5, 6, -7, 8}
	}
	x := make([]Q8Row, m)
	for i := range x {
		x[i][0], x[i][Q8Lanes] = 256, -512  // column 0
		x[i][2], x[i][Q8Lanes+2] = 128, 384 // column 1
	}
	s := &Q8LastScaling{Inner: 64, Factor: 256, Outer: 100, Unit: 1}
	dst := make([]float32, 2*Q8Lanes*m)
	Q8Last(dst, x, new(Q8Tile), NewQ8Twiddles(fans[:m], fans), s, false)
	a, b := 100*(128-256i), (3-4i)*(64+192i) // after the inner pass, which halves
	for bin := range Q8Lanes * m {
		want := a + b*cmplx.Pow(-1i, complex(float64(bin/(4*m)), 0))
		got := complex(float64(dst[2*bin]), float64(dst[2*bin+1]))
		nearby(t, want, got, 1e-6, "bin %d", bin)
	}
}

// Each twiddle of the last pass has its place, and each place a twiddle.
func TestQ8TwiddlesKeepTheirFans(t *testing.T) {
	for _, m := range []int{4, 8, 16, 32, 128} {
		inner, outer := randomFans(m), randomFans(4*m)
		w := NewQ8Twiddles(inner, outer)
		for k, want := range inner {
			assert.Equal(t, want, w.innerOf(k), "m=%d inner %d", m, k)
		}
		for k, want := range outer {
			assert.Equal(t, want, w.outerOf(k), "m=%d outer %d", m, k)
		}
		assert.Equal(t, 15*m, w.Count())
		assert.Equal(t, max(2*15*m, 96*(1+m/4)), w.Bytes(), "m=%d", m)
	}
}
