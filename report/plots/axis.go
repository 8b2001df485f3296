package plots

import (
	"math"

	"github.com/fftstudy/fftstudy/report/style"
)

// An axis maps data to [0,1] along one side of a panel. gonum/plot is only ever
// handed the mapped positions: its own logarithmic scale panics on what
// benchmarks bring (zeros, one point, interval bounds below zero).
type axis struct {
	title string
	log   bool
	// lo and hi are the ends, as log10 where log is set. Finite, lo < hi.
	lo, hi float64
	// floor is the share of the axis below the data that a logarithmic axis
	// keeps for the line on which zeros sit; 0 without zeros.
	floor float64
	ticks []style.Tick // in data units
	// names are the categories of a nominal axis, at (i+½)/len(names).
	names []string
	// reversed runs from the far end: the first category of a list on top.
	reversed bool
}

// floorShare is the height of the strip for zeros, floorLine the line in it.
const (
	floorShare = 0.10
	floorLine  = 0.04
)

// A ticker returns the ticks of a range, one of style's.
type ticker func(lo, hi float64) []style.Tick

// logAxis spans the positive finite values. Zeros among them get a floor line.
// Without a positive value the axis runs from 1 to 10.
func logAxis(title string, ticks ticker, values ...float64) axis {
	lo, hi := math.Inf(1), math.Inf(-1)
	zeros := false
	for _, v := range values {
		switch {
		case v == 0:
			zeros = true
		case v > 0 && finite(v):
			lo, hi = min(lo, math.Log10(v)), max(hi, math.Log10(v))
		}
	}
	if lo > hi {
		lo, hi = 0, 1
	}
	pad := max((hi-lo)*0.05, 0.02)
	if hi-lo < 0.3 { // nearly equal: a factor of two around
		pad = max(pad, (0.3-(hi-lo))/2)
	}
	a := axis{title: title, log: true, lo: lo - pad, hi: hi + pad}
	if zeros {
		a.floor = floorShare
	}
	a.ticks = ticks(pow10(a.lo), pow10(a.hi))
	return a
}

// extend leaves room beyond the largest value of a logarithmic axis, for words:
// as many powers of ten.
func (a *axis) extend(room float64, ticks ticker) {
	a.hi += room
	a.ticks = ticks(pow10(a.lo), pow10(a.hi))
}

// pow10 is 10^x kept inside float64's normal range.
func pow10(x float64) float64 {
	return min(max(math.Pow(10, x), 0x1p-1022), math.MaxFloat64)
}

// fromZero is a linear axis from 0 to the largest finite value.
func fromZero(title string, label func(float64) string, values ...float64) axis {
	hi := 0.0
	for _, v := range values {
		if finite(v) {
			hi = max(hi, v)
		}
	}
	if hi <= 0 {
		hi = 1
	}
	hi = min(hi*1.06, math.MaxFloat64)
	return axis{title: title, lo: 0, hi: hi, ticks: style.LinearTicks(0, hi, 5, label)}
}

// nominal is an axis of categories.
func nominal(title string, names []string) axis {
	return axis{title: title, names: names, hi: float64(max(len(names), 1))}
}

// topDown is a nominal axis whose first category is on top.
func topDown(names []string) axis {
	a := nominal("", names)
	a.reversed = true
	return a
}

// at returns the position of v. Values outside the range are clamped to the
// ends, so that an open interval still shows its side; NaN has no position.
func (a *axis) at(v float64) (pos float64, ok bool) {
	if math.IsNaN(v) {
		return 0, false
	}
	if a.log {
		if v <= 0 {
			if a.floor > 0 {
				return floorLine, true
			}
			return 0, true
		}
		v = math.Log10(v)
	}
	if v <= a.lo {
		return a.floor, true // ±Inf too: no arithmetic with it
	}
	if v >= a.hi {
		return 1, true
	}
	// Halved, since hi-lo may overflow.
	return a.floor + (1-a.floor)*((v/2-a.lo/2)/(a.hi/2-a.lo/2)), true
}

// shows reports whether v has a place of its own on the axis: it is finite,
// and on a logarithmic axis positive, or zero where there is a floor line.
func (a *axis) shows(v float64) bool {
	if !finite(v) {
		return false
	}
	return !a.log || v > 0 || v == 0 && a.floor > 0
}

// beyond is -1 or 1 where v lies below or above what the axis shows.
func (a *axis) beyond(v float64) int {
	if a.log {
		v = math.Log10(max(v, 0))
	}
	switch {
	case v < a.lo:
		return -1
	case v > a.hi:
		return 1
	}
	return 0
}

// slot returns the middle and the height of category i, as shares of the axis.
func (a *axis) slot(i int) (mid, size float64) {
	n := float64(max(len(a.names), 1))
	mid = (float64(i) + 0.5) / n
	if a.reversed {
		mid = 1 - mid
	}
	return mid, 1 / n
}

// marks returns the ticks by position. Zero's place on a floor line is one.
func (a *axis) marks() []style.Tick {
	var out []style.Tick
	for i, name := range a.names {
		mid, _ := a.slot(i)
		out = append(out, style.Tick{Value: mid, Label: name})
	}
	if a.names != nil {
		return out
	}
	if a.floor > 0 {
		out = append(out, style.Tick{Value: floorLine, Label: "0"})
	}
	for _, t := range a.ticks {
		if pos, ok := a.at(t.Value); ok {
			out = append(out, style.Tick{Value: pos, Label: t.Label})
		}
	}
	return out
}

// sizeAxis is a logarithmic axis of transform sizes or batches: ticks at powers
// of two, or at the sizes themselves where one is no power of two.
func sizeAxis(title string, sizes []int) axis {
	values := make([]float64, len(sizes))
	powers := true
	for i, n := range sizes {
		values[i] = float64(n)
		powers = powers && n > 0 && n&(n-1) == 0
	}
	a := logAxis(title, style.PowerTicks, values...)
	if !powers {
		a.ticks = nil
		for _, v := range values {
			a.ticks = append(a.ticks, style.Tick{Value: v, Label: style.Count(v)})
		}
	}
	return a
}
