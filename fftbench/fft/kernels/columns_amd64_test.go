//go:build !purego

package kernels

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The passes of transforms in columns against their definitions in float64, on
// slices that begin anywhere, with fences against writes beside the output.

// lane is the number in lane l of row r of the work.
func lane[F Float](work []F, lanes, r, l int) complex128 {
	at := 2*lanes*r + l
	return complex(float64(work[at]), float64(work[at+lanes]))
}

// swapped exchanges the parts of z in inverse transforms.
func swapped(z complex128, inverse bool) complex128 {
	if inverse {
		return complex(imag(z), real(z))
	}
	return z
}

func number[F Float](x []F, i int) complex128 {
	return complex(float64(x[2*i]), float64(x[2*i+1]))
}

func unit(k, n int) complex128 { return cmplx.Rect(1, -2*math.Pi*float64(k%n)/float64(n)) }

// near compares a result of sums of count terms of at most about 1.
func near[F Float](t *rapid.T, what string, got, want complex128, count int) {
	tolerance := 0x1p-22 * math.Sqrt(float64(count))
	if isDouble[F]() {
		tolerance = 0x1p-50 * math.Sqrt(float64(count))
	}
	if !(cmplx.Abs(got-want) <= tolerance*float64(1+count)) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// untouched fails if fenced memory was written beside x.
func untouched[F Float](t *rapid.T, all, x, before []F) {
	at := 0
	for &all[at] != &x[0] {
		at++
	}
	for i := range all {
		if (i < at || i >= at+len(x)) && all[i] != before[i] {
			t.Fatalf("wrote beside the output, at %d of %d", i-at, len(x))
		}
	}
}

func TestColumnsPasses(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkColumnsPasses[float32]), rapid.MakeCheck(checkColumnsPasses[float64]))
}

func checkColumnsPasses[F Float](t *rapid.T) {
	c := rapid.SampledFrom(AllColumns[F]()).Draw(t, "kernels")
	lanes := c.Lanes
	radices := slices.DeleteFunc([]int{2, 3, 4, 5, 7, 8, 16}, func(radix int) bool { return !c.Has(radix) })
	radix := rapid.SampledFrom(radices).Draw(t, "radix")
	count := rapid.IntRange(1, 5).Draw(t, "count")
	blocks := rapid.IntRange(1, 3).Draw(t, "blocks")
	inverse := rapid.Bool().Draw(t, "inverse")
	size := 2 * lanes * radix * count
	joins := count == 1 && rapid.Bool().Draw(t, "joins")
	_, twiddles := fenced[F](t, max(2*(radix-1)*count, size*blocks))
	twiddle := func(block, j, p, l int) complex128 {
		switch {
		case joins:
			return lane(twiddles[block*size:], lanes, j, l)
		case j == 0:
			return 1
		}
		return number(twiddles, p*(radix-1)+j-1)
	}
	check := func(what string, block int, y []F, in func(row, l int) complex128) {
		for p := range count {
			for j := range radix {
				for l := range lanes {
					sum := complex128(0)
					for k := range radix {
						sum += in(p+k*count, l) * unit(j*k, radix)
					}
					near[F](t, what, lane(y, lanes, p+j*count, l), sum*twiddle(block, j, p, l), radix)
				}
			}
		}
	}

	_, x := fenced[F](t, size)
	all, y := fenced[F](t, size)
	before := append([]F(nil), all...)
	pass := c.Pass(radix, count, twiddles)
	if joins {
		pass = c.JoinPass(radix, twiddles)
	}
	pass.First(y, x, inverse)
	untouched(t, all, y, before)
	check("first", 0, y, func(row, l int) complex128 {
		return swapped(number(x, row*lanes+Dealt[F](l, lanes)), inverse)
	})

	all, y = fenced[F](t, size*blocks)
	before = append([]F(nil), all...)
	was := append([]F(nil), y...)
	pass.Run(y)
	untouched(t, all, y, before)
	for b := range blocks {
		check("pass", b, y[b*size:], func(row, l int) complex128 { return lane(was[b*size:], lanes, row, l) })
	}
}

func TestColumnsLast(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkColumnsLast[float32]), rapid.MakeCheck(checkColumnsLast[float64]))
}

func checkColumnsLast[F Float](t *rapid.T) {
	c := rapid.SampledFrom(AllColumns[F]()).Draw(t, "kernels")
	lanes := c.Lanes
	inverse := rapid.Bool().Draw(t, "inverse")
	row := 2 * lanes * PartBytes[F]()
	// Rows lie in groups of four, a quarter of all rows apart, if they can.
	rows := lanes * rapid.IntRange(1, 3).Draw(t, "groups")
	if rapid.IntRange(0, 9).Draw(t, "long") == 0 { // to be asked for ahead
		rows += longBytes / row
	}
	even := rapid.Bool().Draw(t, "even")
	if !even {
		rows += rapid.IntRange(0, lanes-1).Draw(t, "more")
	}
	place := func(k int) int { return k%4*(rows/4) + k/4 }
	order := ColumnsLast{Stride: rows / 4 * row}
	step := 4
	if !even {
		place = func(k int) int { return rows - 1 - k }
		order.Stride, step = 0, 1
	}
	for k := 0; k < rows/lanes*lanes; k += step {
		order.Starts = append(order.Starts, int32(place(k)*row))
	}
	for k := rows - lanes; rows%lanes > 0 && k < rows; k++ {
		order.Tail = append(order.Tail, int32(place(k)*row))
	}
	_, work := fenced[F](t, 2*lanes*rows)
	all, dst := fenced[F](t, 2*lanes*rows)
	before := append([]F(nil), all...)
	c.Last(dst, work, &order, inverse)
	untouched(t, all, dst, before)

	for k := range rows {
		column := make([]complex128, lanes)
		for l := range lanes {
			column[Dealt[F](l, lanes)] = lane(work, lanes, place(k), l)
		}
		for j := range lanes {
			sum := complex128(0)
			for c, z := range column {
				sum += z * unit(j*c, lanes)
			}
			near[F](t, "last", swapped(number(dst, k+j*rows), inverse), sum, lanes)
		}
	}
}

func TestCodelets(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkCodelets[float32]), rapid.MakeCheck(checkCodelets[float64]))
}

func checkCodelets[F Float](t *rapid.T) {
	n := 1 << rapid.IntRange(4, 8).Draw(t, "log2 n")
	rows := rapid.IntRange(1, 3).Draw(t, "rows")
	inverse := rapid.Bool().Draw(t, "inverse")
	c := CodeletOf[F](n)
	require.NotNil(t, c, "n=%d", n)
	_, x := fenced[F](t, 2*n*rows)
	all, dst := fenced[F](t, 2*n*rows)
	before := append([]F(nil), all...)
	c.Run(dst, x, rows, codeletTwiddles(c), inverse)
	untouched(t, all, dst, before)
	for r := range rows {
		for k := range n {
			sum := complex128(0)
			for j := range n {
				sum += swapped(number(x[2*n*r:], j), inverse) * unit(j*k, n)
			}
			near[F](t, "codelet", swapped(number(dst[2*n*r:], k), inverse), sum, n)
		}
	}
}

// codeletTwiddles are the tables that a codelet wants.
func codeletTwiddles[F Float](c *Codelet[F]) []F {
	if c.Sorts {
		return groupTwiddles[F](4, c.N/4)
	}
	m, radices := c.N/c.Lanes, c.Form().Radices()
	var twiddles []F
	count := m
	for _, radix := range radices[:len(radices)-1] {
		block := count
		count /= radix
		for p := range count {
			for j := 1; j < radix; j++ {
				w := unit(j*p, block)
				twiddles = append(twiddles, F(real(w)), F(imag(w)))
			}
		}
	}
	place := func(k int) int {
		sum, count := 0, m
		for _, radix := range radices {
			count /= radix
			sum += k % radix * count
			k /= radix
		}
		return sum
	}
	joins := make([]F, 2*c.N)
	for k := range m {
		for l := range c.Lanes {
			w := unit(k*Dealt[F](l, c.Lanes), c.N)
			at := 2*c.Lanes*place(k) + l
			joins[at], joins[at+c.Lanes] = F(real(w)), F(imag(w))
		}
	}
	return append(twiddles, joins...)
}

func TestColumnsBack(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkColumnsBack[float32]), rapid.MakeCheck(checkColumnsBack[float64]))
}

func checkColumnsBack[F Float](t *rapid.T) {
	c := rapid.SampledFrom(AllColumns[F]()).Filter((*Columns[F]).HasBack).Draw(t, "kernels")
	lanes := c.Lanes
	radix := rapid.SampledFrom([]int{4, 8}).Draw(t, "radix")
	joins := rapid.Bool().Draw(t, "joins")
	count, blocks := 1, rapid.IntRange(1, 3).Draw(t, "blocks")
	if !joins {
		count = rapid.IntRange(1, 5).Draw(t, "count")
	}
	size := 2 * lanes * radix * count
	_, twiddles := fenced[F](t, size*blocks)
	pass := c.Pass(radix, count, twiddles)
	if joins {
		pass = c.JoinPass(radix, twiddles)
	}
	want := func(x []F, block, p, j, l int) complex128 {
		sum := complex128(0)
		for k := range radix {
			z := lane(x[block*size:], lanes, p+k*count, l) * unit(j*k, radix)
			switch {
			case joins:
				z *= lane(twiddles[block*size:], lanes, k, l)
			case k > 0:
				z *= number(twiddles, p*(radix-1)+k-1)
			}
			sum += z
		}
		return sum
	}

	all, x := fenced[F](t, size*blocks)
	before, was := append([]F(nil), all...), append([]F(nil), x...)
	pass.Back(x)
	untouched(t, all, x, before)
	for b := range blocks {
		for p := range count {
			for j := range radix {
				for l := range lanes {
					near[F](t, "back", lane(x[b*size:], lanes, p+j*count, l), want(was, b, p, j, l), radix)
				}
			}
		}
	}
	all, dst := fenced[F](t, size)
	before = append([]F(nil), all...)
	pass.BackTo(dst, was[:size])
	untouched(t, all, dst, before)
	for p := range count {
		for j := range radix {
			for l := range lanes {
				got := number(dst, (p+j*count)*lanes+Dealt[F](l, lanes))
				near[F](t, "back to", swapped(got, true), want(was, 0, p, j, l), radix)
			}
		}
	}
}

func TestColumnsMask(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkColumnsMask[float32]), rapid.MakeCheck(checkColumnsMask[float64]))
}

func checkColumnsMask[F Float](t *rapid.T) {
	c := rapid.SampledFrom(AllColumns[F]()).Filter((*Columns[F]).HasBack).Draw(t, "kernels")
	lanes := c.Lanes
	rows := lanes * rapid.IntRange(1, 3).Draw(t, "groups")
	row := 2 * lanes * PartBytes[F]()
	place := func(k int) int { return k%4*(rows/4) + k/4 }
	order := ColumnsLast{Stride: rows / 4 * row}
	for k := 0; k < rows; k += 4 {
		order.Starts = append(order.Starts, int32(place(k)*row))
	}
	_, mask := fenced[F](t, rows*lanes)
	gain := func(k, j int) complex128 {
		l := 0
		for Dealt[F](l, lanes) != k%lanes {
			l++
		}
		return complex(float64(mask[(k/lanes*lanes+j)*lanes+l]), 0)
	}
	all, work := fenced[F](t, 2*lanes*rows)
	before, was := append([]F(nil), all...), append([]F(nil), work...)
	c.Mask(work, &order, mask)
	untouched(t, all, work, before)
	for k := range rows {
		for l := range lanes {
			sum := complex128(0)
			for j := range lanes {
				bin := complex128(0)
				for i := range lanes {
					bin += lane(was, lanes, place(k), i) * unit(Dealt[F](i, lanes)*j, lanes)
				}
				sum += swapped(bin*gain(k, j), true) * unit(Dealt[F](l, lanes)*j, lanes)
			}
			near[F](t, "mask", lane(work, lanes, place(k), l), sum, lanes*lanes)
		}
	}
}

func TestDealtIsAPermutation(t *testing.T) {
	for _, lanes := range []int{4, 8, 16} {
		seen := map[int]bool{}
		for l := range lanes {
			seen[Dealt[float32](l, lanes)] = true
		}
		assert.Len(t, seen, lanes)
	}
	require.Equal(t, 4, Dealt[float32](2, 8))
	require.Equal(t, 1, Dealt[float64](2, 4))
}
