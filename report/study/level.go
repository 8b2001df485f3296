package study

import (
	"math"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// A level is the confidence of the intervals of a run, in (0,1).
type level float64

// levelOf returns the level of a report's intervals; one that is out of range
// is taken for the default.
func levelOf(r *ablation.Report) level {
	if r.Confidence > 0 && r.Confidence < 1 {
		return level(r.Confidence)
	}
	return 0.95
}

// text prints a level: "95 %".
func (l level) text() string {
	return strconv.FormatFloat(math.Round(float64(l)*1e5)/1e3, 'f', -1, 64) + " %"
}

// samples returns how many samples an interval of the median takes: the
// extremes of n hold it with a probability of 1 − 2¹⁻ⁿ.
func (l level) samples() int {
	n := 2
	for 1-math.Ldexp(1, 1-n) < float64(l) {
		n++
	}
	return n
}
