package fft

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// fansQ8 are the twiddles of a radix-4 pass: for each j < h the integers next
// to w^j, w^2j and w^3j, w = e^(−2πi/4h), times scale.
type fansQ8 struct {
	fans  []kernels.Q8Fan
	scale int
	gain  int // the largest |part| out for |parts| of 1 in, times scale
}

// newFansQ8 quantises the twiddles of the pass that joins four transforms of h;
// r holds the roots of a multiple of 4h.
func newFansQ8(r *roots, h int) fansQ8 {
	const parts = 6
	exact := make([]float64, 0, parts*h)
	for j := range h {
		for k := 1; k <= 3; k++ {
			exact = appendRoot(exact, r, j*k*(r.n/(4*h)))
		}
	}
	// Half the range of scales will do: twice a scale is at least as good.
	q := quantiseQ8(exact, math.MaxInt8/2+1)
	t := fansQ8{fans: make([]kernels.Q8Fan, h), scale: q.scale}
	for j := range t.fans {
		gain := q.scale
		for i := range parts {
			w := q.integers[parts*j+i]
			t.fans[j][i] = w
			gain += max(int(w), -int(w))
		}
		t.gain = max(t.gain, gain)
	}
	return t
}

// integersQ8 are the integers next to scale times some numbers.
type integersQ8 struct {
	integers []int8
	scale    int
}

// searchedQ8 is up to how many parts of twiddles a scale is searched for. Those
// of longer passes fall anywhere between integers, and the largest scale is the
// best.
const searchedQ8 = 384

// quantiseQ8 rounds numbers up to 1 with the least of the scales from least on
// that has the smallest squared error of all.
func quantiseQ8(exact []float64, least int) integersQ8 {
	best := math.MaxInt8
	if len(exact) <= searchedQ8 {
		smallest := math.Inf(1)
		for scale := least; scale <= math.MaxInt8; scale++ {
			if sum := squaredErrorQ8(exact, float64(scale)); sum < smallest {
				best, smallest = scale, sum
			}
		}
	}
	q := integersQ8{make([]int8, len(exact)), best}
	for i, v := range exact {
		q.integers[i] = int8(math.Round(float64(best) * v))
	}
	return q
}

// squaredErrorQ8 is the squared distance of the numbers from multiples of
// 1/scale.
func squaredErrorQ8(exact []float64, scale float64) (sum float64) {
	for _, v := range exact {
		d := math.Round(scale*v)/scale - v
		sum += d * d
	}
	return sum
}
