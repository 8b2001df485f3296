package plots

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/fftstudy/fftstudy/report/style"
)

// A knobScale places the values of a knob (batch, n, concurrency) along the x
// axis of columns. Between two values nothing is known, so nothing is drawn.
type knobScale struct {
	axis axis
	xs   []float64 // ascending, all different
	// width is how wide a column is.
	width vg.Length
	// even gives every value equal room, in order: the axis is not to scale,
	// since some values lie too close together (1021 and 1024) to be told apart.
	even bool
	// dense is set where not even that helps: columns touch, and several values
	// share one.
	dense bool
}

const (
	narrowColumn = 5  // points: from here down columns cannot be told apart
	wideColumn   = 26 // points
	maxKnobTicks = 12
)

// newKnobScale is for columns that have that much room together.
func newKnobScale(title string, xs []float64, room vg.Length) knobScale {
	k := knobScale{axis: knobAxis(title, xs, room), xs: xs, width: vg.Points(wideColumn)}
	gap := math.Inf(1)
	for i := 1; i < len(xs); i++ {
		a, _ := k.axis.at(xs[i-1])
		b, _ := k.axis.at(xs[i])
		gap = min(gap, (b-a)*float64(room))
	}
	equal := float64(room) / float64(max(len(xs), 1))
	switch {
	case gap >= narrowColumn:
	case equal >= narrowColumn:
		k.axis, k.even = nominal(title, evenNames(xs)), true
		gap = equal
	default:
		k.dense, k.width = true, vg.Points(narrowColumn)/2
		return k
	}
	k.width = min(vg.Length(gap*0.8), k.width)
	return k
}

// at returns where x lies. beyond is -1 or 1 where that is left or right of all
// columns by more than the axis shows.
func (k *knobScale) at(x float64) (pos float64, beyond int) {
	if !k.even {
		pos, _ = k.axis.at(x)
		return pos, k.axis.beyond(x)
	}
	i, found := slices.BinarySearch(k.xs, x)
	switch {
	case found:
		pos, _ = k.axis.slot(i)
		return pos, 0
	case i == 0:
		return 0, -1
	case i == len(k.xs):
		return 1, 1
	}
	return float64(i) / float64(len(k.xs)), 0 // between its neighbours
}

// evenNames labels the powers of two where there are enough, else every value:
// those beside a power of two are then known by it.
func evenNames(xs []float64) []string {
	powers := 0
	for _, x := range xs {
		if powerOfTwo(x) {
			powers++
		}
	}
	names := make([]string, len(xs))
	for i, x := range xs {
		if powers < 4 || powerOfTwo(x) {
			names[i] = knobLabel(x)
		}
	}
	return names
}

// knobAxis is logarithmic where the values grow by factors.
func knobAxis(title string, xs []float64, room vg.Length) axis {
	var a axis
	var generic []style.Tick
	if growsByFactors(xs) {
		a = logAxis(title, style.PowerTicks, xs...)
		a.floor = 0
		generic = a.ticks
	} else {
		lo, hi := slices.Min(xs), slices.Max(xs)
		pad := (hi - lo) * 0.05
		if lo == hi {
			pad = max(math.Abs(lo)/10, 1)
		}
		a = axis{title: title, lo: lo - pad, hi: hi + pad}
		for _, t := range style.LinearTicks(lo, hi, 8, knobLabel) {
			if t.Value == math.Trunc(t.Value) {
				generic = append(generic, t)
			}
		}
	}
	if len(xs) > maxKnobTicks {
		a.ticks = generic
		return a
	}
	a.ticks = nil
	for _, x := range xs {
		a.ticks = append(a.ticks, style.Tick{Value: x, Label: knobLabel(x)})
	}
	sty := sans(tickSize, greyColor(), 0, 0)
	for _, t := range thin(a.marks(), sty, room) {
		if t.Label == "" && len(generic) > 1 { // they would touch
			a.ticks = generic
			break
		}
	}
	return a
}

// growsByFactors reports whether values, ascending, are better spread on a
// logarithmic axis than on a linear one: powers of two over more than a factor
// of eight, or others whose middle lies nearer the geometric mean of the ends.
func growsByFactors(xs []float64) bool {
	lo, hi := xs[0], xs[len(xs)-1]
	if lo <= 0 || hi <= 8*lo {
		return false
	}
	middle := xs[len(xs)/2]
	linear := math.Abs((middle-lo)/(hi-lo) - 0.5)
	factors := math.Abs(math.Log(middle/lo)/math.Log(hi/lo) - 0.5)
	return factors < linear || !slices.ContainsFunc(xs, func(x float64) bool { return !powerOfTwo(x) })
}

func powerOfTwo(x float64) bool {
	frac, _ := math.Frexp(x)
	return frac == 0.5
}

// knobLabel is a value on an axis; large powers of two are short: "16Mi".
func knobLabel(x float64) string {
	if x >= 1<<20 && powerOfTwo(x) {
		if ticks := style.PowerTicks(x, x); len(ticks) == 1 {
			return ticks[0].Label
		}
	}
	return style.Count(x)
}

// knobWord is a value in a sentence.
func knobWord(x float64) string {
	const long = 1e12
	if x >= long {
		return knobLabel(x)
	}
	return style.Count(x)
}

// knobAt says at which value of a knob something is: "n = 64", "batch 64".
func knobAt(knob string, x float64) string {
	if len(knob) == 1 {
		return knob + " = " + knobWord(x)
	}
	return knob + " " + knobWord(x)
}
