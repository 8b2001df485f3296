package compare

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// power is the chance with which a change of the size asked for should be
// found.
const power = 0.8

// MostNeeded is where Decision.Need ends: a number of samples beyond which
// counting on is of no use to a reader.
const MostNeeded = 1000

// leastP returns the smallest p-value that n1 against n2 values can give, or n
// pairs: the one of complete separation.
func leastP(n1, n2 int, paired bool) float64 {
	if paired {
		return math.Exp2(1 - float64(n1))
	}
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
	return min(1, 2*math.Exp(lg(n1)+lg(n2)-lg(n1+n2)))
}

// leastN returns the least n for which leastP is at most level.
func leastN(level float64, paired bool) int {
	n := 1
	for n < MostNeeded && leastP(n, n, paired) > level {
		n++
	}
	return n
}

// Reach returns the least number of samples a side, or of pairs, with which one
// row among rows of a unit can be clear at all: with fewer the smallest possible
// p, corrected, is not below alpha. Options out of range fall back to the
// defaults.
func Reach(rows int, opt Options, paired bool) int {
	opt, err := opt.WithDefaults()
	if err != nil {
		opt, _ = Options{}.WithDefaults()
	}
	level := opt.Alpha / float64(max(1, opt.Policy.Looks))
	if opt.Policy.Correction != Uncorrected {
		level /= float64(max(1, rows))
	}
	return leastN(level, paired)
}

// need returns how many samples a side (or pairs) would find a change of the
// ratio by limit at the given level, with the noise that shows in the width of
// e, the interval of confidence from n of them: the interval shrinks with the
// square root of n. It is at most MostNeeded.
//
// Against the exact power of the tests with normal noise it is right to about
// a tenth for n from 8 on and low by up to a fifth below.
func need(e estimate, n int, confidence, limit, level float64, paired bool) int {
	reach := leastN(level, paired)
	if !(limit > 0) || math.IsInf(e.hi, 1) || e.lo <= 0 {
		return reach
	}
	z := func(p float64) float64 { return stats.StdNormal.InvCDF(p) }
	half := math.Log(e.hi/e.lo) / 2
	times := half / math.Log1p(limit) * (z(1-level/2) + z(power)) / z((1+confidence)/2)
	found := math.Ceil(float64(n) * times * times)
	return int(min(max(found, float64(reach)), MostNeeded))
}
