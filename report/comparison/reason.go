package comparison

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// Word names a verdict by its unit: slower and faster for times and rates whose
// better direction is the usual one, worse and better for other units, changed
// where the unit has no direction.
func Word(unit string, better int, v compare.Verdict) string {
	rate := strings.HasSuffix(unit, "/s")
	if style.Speed(unit) && (rate == (better > 0)) {
		switch v {
		case compare.Worse:
			return "slower"
		case compare.Better:
			return "faster"
		}
	}
	return string(v)
}

// CellWord is Word of a cell, with more or less for a change in a unit without
// direction.
func CellWord(unit string, better int, base, cell *compare.Cell) string {
	switch {
	case cell.Verdict != compare.Changed:
		return Word(unit, better, cell.Verdict)
	case cell.Center > base.Center:
		return "more"
	}
	return "less"
}

// Reason says in one line of plain text why a cell got its verdict, with the
// numbers that decided. d is the cell's decision, under correction; the text may
// quote a failed benchmark's own words.
func Reason(d *compare.Decision, base, cell *compare.Cell, unit string, correction compare.Correction) string {
	because := Because(d, base, cell, correction)
	switch d.Why {
	case compare.WhyMissing, compare.WhyFailed, compare.WhyIgnored, compare.WhyOtherCPU,
		compare.WhyNoSamples, compare.WhyNoRatio, compare.WhyEqual, compare.WhyTooFew:
		return because
	}
	return join(", ", Change(d, base, cell, unit), because)
}

// Because is Reason without the change, for a table that shows it beside.
func Because(d *compare.Decision, base, cell *compare.Cell, correction compare.Correction) string {
	r := reason{d, base, cell, correction}
	switch d.Why {
	case compare.WhyMissing:
		return r.missing()
	case compare.WhyFailed:
		return r.failed()
	case compare.WhyIgnored:
		return "left out by a rule of the policy"
	case compare.WhyOtherCPU:
		return "ran on another CPU"
	case compare.WhyNoSamples:
		return "the input kept no samples to test"
	case compare.WhyNoRatio:
		return "values of 0 or below have no ratio"
	case compare.WhyEqual:
		return "all values are equal"
	case compare.WhyTooFew:
		return r.tooFew()
	case compare.WhyInterval:
		return join(", ", r.p(), "but the interval includes no change") + r.need()
	case compare.WhyChance, compare.WhyBelowFloor:
		return join(", ", r.p(), r.floor()) + r.need()
	case compare.WhyBelowLimit:
		return join(", ", r.p(), "below the "+r.limit())
	}
	return join(", ", r.p(), r.limit(), r.floor())
}

// Change says what a decision measured: "+12.4 % [+9.8, +15.1]" by a test,
// "3 → 5 (+66.7 %)" by counts, "1.20e-07 → 1.50e-06 (12.5×)" by errors.
func Change(d *compare.Decision, base, cell *compare.Cell, unit string) string {
	if d.How == compare.ByTest {
		if math.IsNaN(d.Ratio) {
			return ""
		}
		return join(" ", style.Percent(d.Ratio-1), style.PercentRange(d.Lo-1, d.Hi-1))
	}
	text := style.Value(base.Center, unit) + " → " + style.Value(cell.Center, unit)
	switch {
	case base.Center == cell.Center || !(base.Center > 0): // nothing to relate to
		return text
	case d.How == compare.ByError:
		return text + " (" + style.Ratio(cell.Center/base.Center) + ")"
	}
	return text + " (" + style.Percent(cell.Center/base.Center-1) + ")"
}

// Samples says how many samples a test had: "n=10+10" or "10 pairs".
func Samples(pairs, baseN, n int) string {
	if pairs > 0 {
		return strconv.Itoa(pairs) + " pairs"
	}
	return "n=" + strconv.Itoa(baseN) + "+" + strconv.Itoa(n)
}

// reason holds what a sentence is made of.
type reason struct {
	d          *compare.Decision
	base, cell *compare.Cell
	correction compare.Correction
}

// p is the p-value that decided, with the correction that it went through.
func (r reason) p() string {
	p := style.P(r.d.Adjusted)
	if p == "" || r.d.Tests < 2 {
		return p
	}
	return fmt.Sprintf("%s (%s, %d rows)", p, CorrectionName(r.correction), r.d.Tests)
}

// CorrectionName is a correction in words.
func CorrectionName(c compare.Correction) string {
	switch c {
	case compare.Holm:
		return "Holm"
	case compare.BenjaminiHochberg:
		return "Benjamini-Hochberg"
	}
	return "not corrected"
}

func (r reason) limit() string {
	if r.d.How == compare.ByError {
		return "limit " + style.Factor(r.d.Limit)
	}
	return "limit " + style.Share(r.d.Limit)
}

// floor is the benchmark's own noise where it is what the change is held
// against.
func (r reason) floor() string {
	switch {
	case r.d.How != compare.ByTest || r.d.Floor <= r.d.Limit:
		return ""
	case r.d.FloorRun:
		return "A/A noise " + style.Share(r.d.Floor)
	}
	return "own noise " + style.Share(r.d.Floor)
}

// need says what more samples could do for a row that is not decided.
func (r reason) need() string {
	have := min(r.cell.N, r.cell.BaseN)
	switch {
	case r.d.Need <= have:
		return ""
	case r.d.Need >= compare.MostNeeded:
		return "; too noisy to see " + style.Share(r.d.Limit)
	}
	return fmt.Sprintf("; needs %s to see %s at this noise", r.samples(r.d.Need), style.Share(r.d.Limit))
}

func (r reason) samples(n int) string {
	if r.d.Pairs > 0 {
		return fmt.Sprintf("%d pairs", n)
	}
	return fmt.Sprintf("n ≥ %d", n)
}

// tooFew says that no values whatever could have been significant.
func (r reason) tooFew() string {
	had := fmt.Sprintf("%d+%d samples", r.cell.BaseN, r.cell.N)
	if r.d.Pairs > 0 {
		had = fmt.Sprintf("%d pairs", r.d.Pairs)
	}
	level := fmt.Sprintf("the level %.3g", r.d.Alpha)
	if r.d.Tests > 1 && r.correction != compare.Uncorrected {
		level = fmt.Sprintf("the corrected level %.3g", r.d.Alpha/float64(r.d.Tests))
	}
	text := had + " cannot reach " + level
	if r.d.Need > 0 {
		text += ": needs " + r.samples(r.d.Need)
	}
	return text
}

func (r reason) missing() string {
	switch {
	case r.cell.Status == "":
		return "not in this run"
	case r.base.Status == "":
		return "not in the base"
	case r.cell.Status == wire.Skip && r.base.Status == wire.Skip:
		return "skipped on both sides"
	case r.cell.Status == wire.Skip:
		return "skipped in this run"
	case r.base.Status == wire.Skip:
		return "skipped in the base"
	case !r.cell.Present && !r.base.Present:
		return "measured on neither side"
	case !r.cell.Present:
		return "not measured in this run"
	}
	return "not measured in the base"
}

func (r reason) failed() string {
	side, where := r.cell, "fails"
	if !failed(r.cell) {
		side, where = r.base, "failed in the base"
	} else if failed(r.base) {
		where = "fails on both sides"
	}
	return where + ": " + cmp.Or(side.Note, string(side.Status))
}

// join joins the parts that are not empty.
func join(sep string, parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(sep)
		}
		b.WriteString(p)
	}
	return b.String()
}
