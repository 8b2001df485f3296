package comparison

import (
	"fmt"
	"strings"

	"golang.org/x/perf/benchmath"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// superscript spells a number in raised digits.
func superscript(n int) string {
	digits := [...]rune{'⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'}
	var b strings.Builder
	for _, d := range fmt.Sprint(n) {
		b.WriteRune(digits[d-'0'])
	}
	return b.String()
}

// interval spells the interval of a cell's centre as benchstat does: "3%".
func interval(c *compare.Cell) string {
	return benchmath.Summary{Center: c.Center, Lo: c.Lo, Hi: c.Hi}.PctRangeString()
}

// delta spells the difference to the base as benchstat does: "+12.40%", ~ where
// none is certain, ? from a base of 0.
func delta(c, base *compare.Cell) string {
	return benchmath.Comparison{P: c.P, Alpha: c.Alpha}.FormatDelta(base.Center, c.Center)
}

// evidence spells p and n as benchstat does: "p=0.002 n=10", without p where
// nothing was tested.
func evidence(c, base *compare.Cell) string {
	cmp := benchmath.Comparison{P: c.P, N1: c.BaseN, N2: c.N}
	if !tested(c, base) {
		cmp.P = 0
	}
	return cmp.String()
}

// tested reports whether both sides have the samples that a test takes; of an
// input that kept none only the median is known.
func tested(c, base *compare.Cell) bool { return c.Samples != nil && base.Samples != nil }

// decided returns what the verdict on a cell rests on, nil where the cell is
// compared with nothing or under no policy.
func decided(c *compare.Cell, policy *compare.Policy) *compare.Decision {
	if policy == nil || c.BaseN == 0 {
		return nil
	}
	return c.Decision
}

// ratioTitle heads a column of ratios with their intervals.
func ratioTitle(opt compare.Options) string {
	return "ratio (" + style.Share(opt.Confidence) + " interval)"
}

// ratio is the ratio of a cell to its base with its interval: "0.911 [0.901,
// 0.920]", "" where there is none.
func ratio(c *compare.Cell, policy *compare.Policy) string {
	d := decided(c, policy)
	if d == nil {
		return ""
	}
	return style.RatioInterval(d.Ratio, d.Lo, d.Hi)
}

// because is Because of a cell, "" where nothing was decided.
func because(c, base *compare.Cell, policy *compare.Policy) string {
	d := decided(c, policy)
	if d == nil {
		return ""
	}
	return Because(d, base, c, policy.Correction)
}

// failed reports whether the benchmark of a cell was tried and did not work.
func failed(c *compare.Cell) bool { return c.Status != "" && c.Status.Failed() }

// missing says why a cell has no number.
func missing(c *compare.Cell) string {
	if failed(c) {
		return string(c.Status)
	}
	return style.Missing
}

// withoutBase says why a cell with a number has no difference.
func withoutBase(base *compare.Cell) string {
	if base.Status == "" {
		return "new"
	}
	return "no base"
}

// verdictColor returns the SGR parameters of a verdict: the nearest to
// style.BetterColor and style.WorseColor of the 256 colours of terminals, which
// read on black and on white.
func verdictColor(v compare.Verdict) string {
	switch v {
	case compare.Better:
		return "38;5;32"
	case compare.Worse:
		return "38;5;166"
	}
	return ""
}
