package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// runs are the twiddles of an in-place radix-4 pass, w^j, w^2j and w^3j for
// j < h, w = e^(−2πi/4h).
type runs[F kernels.Float] struct{ w1, w2, w3 []F }

// runGap keeps the three runs of a pass, which are read in step, from lying a
// power of two apart, where they would fight for the same cache sets (1.5
// times the time of a pass).
const runGap = 80

// newRuns computes the twiddles of a pass; r holds the roots of a multiple of
// 4h.
func newRuns[F kernels.Float](r *roots, h int) runs[F] {
	all := make([]F, runsParts(h)+2*runGap)
	run := func(k int) []F {
		w := all[(k-1)*(2*h+runGap):][: 2*h : 2*h]
		fillRoots(w, 2, r, k*(r.n/(4*h)))
		return w
	}
	return runs[F]{run(1), run(2), run(3)}
}

// runsParts are the parts of newRuns, but for the gaps.
func runsParts(h int) int { return 3 * 2 * h }

// count is the number of parts in all runs.
func (t *runs[F]) count() int { return len(t.w1) + len(t.w2) + len(t.w3) }
