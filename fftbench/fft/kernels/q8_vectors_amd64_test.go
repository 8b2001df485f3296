//go:build !purego

package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The vectors of eight-bit transforms give the very integers of their twins.

// drawRows draws rows with a row of fence on both sides.
func drawRows(t *rapid.T, count, most int) (all, x []Q8Row) {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "rows"), 1))
	all = make([]Q8Row, count+2)
	for i := range all {
		for k := range all[i] {
			all[i][k] = int16(r.IntN(2*most+1) - most)
		}
	}
	return all, all[1 : 1+count]
}

func drawFans(t *rapid.T, count int) []Q8Fan {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "fans"), 2))
	fans := make([]Q8Fan, count)
	for i := range fans {
		for k := range fans[i] {
			fans[i][k] = int8(r.IntN(255) - 127) // the unused bytes too
		}
	}
	return fans
}

// drawScaling draws shifts, and the largest |part| that fits them: seven
// products by up to 127 of it, and their roundings.
func drawScaling(t *rapid.T) (s *Q8Scaling, most int) {
	s = &Q8Scaling{Scale: rapid.IntRange(1, 127).Draw(t, "scale")}
	least := rapid.IntRange(0, 5).Draw(t, "least shift")
	for k := range s.Shifts {
		s.Shifts[k] = rapid.IntRange(least, 8).Draw(t, "shift")
	}
	return s, min((math.MaxInt16-4)<<(7+least)/(7*127), math.MaxInt16)
}

// drawSource draws rows whose parts, times scale, are limit at most, many of
// them halves between integers.
func drawSource(t *rapid.T, radix, limit int) (rows *Q8Rows, scale float32) {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "source"), 3))
	rows = &Q8Rows{Step: 1 << rapid.IntRange(0, 3).Draw(t, "log2 step")}
	rows.Count = radix * rapid.IntRange(1, 9).Draw(t, "groups")
	rows.First = rapid.IntRange(0, rows.Step-1).Draw(t, "first")
	offset := rapid.IntRange(0, 15).Draw(t, "offset")
	rows.Src = make([]float32, offset+2*Q8Lanes*rows.Step*rows.Count)[offset:]
	up := rapid.IntRange(-100, 100).Draw(t, "log2 scale")
	for i := range rows.Src {
		v := math.Round((2*r.Float64()-1)*2*float64(limit)) / 2
		if i%3 == 0 {
			v = (2*r.Float64() - 1) * (float64(limit) + 0.49)
		}
		if i%11 == 0 {
			v = 1e-7
		}
		rows.Src[i] = float32(math.Ldexp(v, -up))
	}
	return rows, float32(math.Ldexp(1, up))
}

func TestQ8LargestVectors(t *testing.T) {
	needVectors(t)
	rapid.Check(t, func(t *rapid.T) {
		rows, _ := drawSource(t, 1, math.MaxInt16)
		if rapid.Bool().Draw(t, "odd one") {
			at := rapid.IntRange(0, rows.Count-1).Draw(t, "row")
			k := rapid.IntRange(0, 2*Q8Lanes-1).Draw(t, "part")
			rows.Row(at)[k] = rapid.SampledFrom([]float32{
				float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), -math.MaxFloat32, math.SmallestNonzeroFloat32,
			}).Draw(t, "value")
		}
		top, ok := q8LargestVectors(rows)
		require.True(t, ok)
		require.Equal(t, plainQ8Largest(rows), top)
	})
}

func TestQ8FirstVectors(t *testing.T) {
	needVectors(t)
	rapid.Check(t, func(t *rapid.T) {
		radix, limit, plain := 4, Q8Limit4, plainQ8First4
		if rapid.Bool().Draw(t, "radix 8") {
			radix, limit, plain = 8, Q8Limit8, plainQ8First8
		}
		rows, scale := drawSource(t, radix, limit)
		places := make([]int32, rows.Count/radix)
		for i := range places {
			places[i] = int32(radix * i)
		}
		places = rapid.Permutation(places).Draw(t, "places")
		swapped, measure := rapid.Bool().Draw(t, "swapped"), radix == 8 || rapid.Bool().Draw(t, "measure")
		before := slices.Clone(rows.Src)
		all, x := drawRows(t, rows.Count, math.MaxInt16)
		want := slices.Clone(all)
		wantTop := plain(want[1:1+rows.Count], rows, places, scale, swapped)
		top, ok := q8FirstVectors(radix, x, rows, places, scale, swapped, measure)
		require.True(t, ok)
		require.Equal(t, want, all)
		require.Equal(t, before, rows.Src)
		if measure {
			require.Equal(t, wantTop, top)
		}
	})
}

func TestQ8PassVectors(t *testing.T) {
	needVectors(t)
	rapid.Check(t, func(t *rapid.T) {
		s, most := drawScaling(t)
		twiddles := drawFans(t, rapid.IntRange(1, 9).Draw(t, "h"))
		rest := rapid.IntRange(0, 3).Draw(t, "rest") // of an incomplete group
		count := 4*len(twiddles)*rapid.IntRange(1, 5).Draw(t, "groups") + min(rest, 4*len(twiddles)-1)
		measure := rapid.Bool().Draw(t, "measure")
		all, x := drawRows(t, count, most)
		want := slices.Clone(all)
		wantTop := plainQ8Pass(want[1:1+count], twiddles, s)
		top, ok := q8PassVectors(x, twiddles, s, measure)
		require.True(t, ok)
		require.Equal(t, want, all)
		if measure {
			require.Equal(t, wantTop, top)
		}
	})
}

func TestQ8LastVectors(t *testing.T) {
	needVectors(t)
	rapid.Check(t, func(t *rapid.T) {
		m := 4 << rapid.IntRange(0, 5).Draw(t, "log2 m/4")
		w := NewQ8Twiddles(drawFans(t, m), drawFans(t, 4*m))
		s := &Q8LastScaling{
			Inner:  rapid.IntRange(1, 127).Draw(t, "inner scale"),
			Factor: rapid.IntRange(1, 256).Draw(t, "factor"),
			Outer:  rapid.IntRange(1, 127).Draw(t, "outer scale"),
			Unit:   float32(math.Ldexp(0.7, rapid.IntRange(-100, 100).Draw(t, "log2 unit"))),
		}
		most := min((math.MaxInt16-4)<<15/(7*127*s.Factor), math.MaxInt16)
		swapped := rapid.Bool().Draw(t, "swapped")
		_, x := drawRows(t, m, most)
		before := slices.Clone(x)
		var tile [3]Q8Tile

		offset, count := rapid.IntRange(0, 15).Draw(t, "offset"), 2*Q8Lanes*m
		all := make([]float32, offset+count+2*fence)
		want := slices.Clone(all)
		plainQ8Last(want[offset+fence:][:count], x, w, s, swapped)
		require.True(t, q8LastVectors(all[offset+fence:][:count], x, &tile[1], w, s, swapped))
		require.Equal(t, want, all)
		require.Equal(t, before, x)
		require.Zero(t, tile[0])
		require.Zero(t, tile[2])
	})
}
