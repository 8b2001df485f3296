package style

import (
	"math"
	"strconv"
)

// Tick is a mark on an axis; one without a label is a minor mark.
type Tick struct {
	Value float64
	Label string
}

// smallest is the smallest normal float64; below it logarithms lose digits.
const smallest = 0x1p-1022

// maxLabels bounds the labels of one axis, so that they fit on a phone.
const maxLabels = 12

// PowerTicks returns the powers of two in [lo,hi], for axes of transform sizes
// and batches. Where there are many, only every second (third, …) is labelled.
func PowerTicks(lo, hi float64) []Tick {
	lo, hi, ok := positive(lo, hi)
	if !ok {
		return nil
	}
	first, last := ceilLog(lo, 2), floorLog(hi, 2)
	every := stride(last - first + 1)
	var ticks []Tick
	for k := first; k <= last; k++ {
		t := Tick{Value: math.Ldexp(1, k)}
		if (k-first)%every == 0 {
			t.Label = powerLabel(k)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// powerLabel names 2^k: digits as long as they are short.
func powerLabel(k int) string {
	switch {
	case k >= 0 && k < 20:
		return strconv.Itoa(1 << k)
	case k >= 20 && k < 30:
		return strconv.Itoa(1<<(k-20)) + "Mi"
	case k >= 30 && k < 40:
		return strconv.Itoa(1<<(k-30)) + "Gi"
	}
	return "2^" + strconv.Itoa(k)
}

// TimeTicks returns ticks for a logarithmic axis of seconds from lo to hi: 1, 2
// and 5 of each decade, labelled with their unit ("2 µs").
func TimeTicks(lo, hi float64) []Tick { return LogTicks(lo, hi, timeLabel) }

// timeLabel is Time without the digits that a round value does not need.
func timeLabel(sec float64) string {
	scale, unit := TimeUnit(sec)
	return shortest(sec*scale) + " " + unit
}

// ErrorTicks returns ticks for a logarithmic axis of numerical errors: the
// powers of ten, labelled "1e-16"; what LogTicks has where they are too few.
func ErrorTicks(lo, hi float64) []Tick {
	lo, hi, ok := positive(lo, hi)
	if !ok {
		return nil
	}
	label := func(v float64) string { return strconv.FormatFloat(v, 'e', -1, 64) }
	if ticks := decades(lo, hi, label); len(ticks) >= 3 {
		return ticks
	}
	return LogTicks(lo, hi, label)
}

// ByteTicks returns ticks for a logarithmic axis of bytes: powers of two,
// labelled in binary units, as far apart as the range asks.
func ByteTicks(lo, hi float64) []Tick {
	lo, hi, ok := positive(lo, hi)
	if !ok {
		return nil
	}
	first, last := ceilLog(lo, 2), floorLog(hi, 2)
	every := stride(last - first + 1)
	for _, nice := range []int{2, 5, 10} { // ×4, ×32, ×1024
		if every > 1 && every <= nice {
			every = nice
			break
		}
	}
	var ticks []Tick
	for k := first; k <= last; k++ {
		if mod(k, every) == 0 {
			v := math.Ldexp(1, k)
			ticks = append(ticks, Tick{v, byteLabel(v)})
		}
	}
	return ticks
}

// LinearByteTicks returns ticks for a linear axis of bytes from lo to hi: n to 2n
// of them, a power of two apart, labelled in binary units ("1.5 GiB").
func LinearByteTicks(lo, hi float64, n int) []Tick {
	if !(lo < hi) || n < 1 || math.IsInf(hi-lo, 0) {
		return nil
	}
	step := 1.0 // a part of a byte is no memory
	if raw := (hi - lo) / float64(2*n); raw > 1 {
		step = math.Ldexp(1, ceilLog(raw, 2))
	}
	const exact = 1 << 40 // steps from zero, as in LinearTicks
	if max(math.Abs(lo), math.Abs(hi))/step > exact || math.IsInf(step, 0) {
		return nil
	}
	var ticks []Tick
	for i := math.Ceil(lo / step); i <= math.Floor(hi/step); i++ {
		if v := i*step + 0; v >= lo && v <= hi { // lo/step may have become zero
			ticks = append(ticks, Tick{v, byteLabel(v)})
		}
	}
	return ticks
}

func byteLabel(x float64) string {
	v, unit := binaryUnit(x)
	return shortest(v) + " " + unit
}

// LogTicks returns ticks for a logarithmic axis from lo to hi: 1, 2 and 5 of
// each decade over up to three decades, powers of ten over more, round linear
// steps where the range holds fewer than two of these.
func LogTicks(lo, hi float64, label func(float64) string) []Tick {
	lo, hi, ok := positive(lo, hi)
	if !ok {
		return nil
	}
	span := math.Log10(hi) - math.Log10(lo)
	if span > 3.5 {
		return decades(lo, hi, label)
	}
	var ticks []Tick
	for k := floorLog(lo, 10); k <= floorLog(hi, 10); k++ {
		for _, m := range []float64{1, 2, 5} {
			if v := decimal(m, k); v >= lo && v <= hi {
				ticks = append(ticks, Tick{v, label(v)})
			}
		}
	}
	if len(ticks) < 3 && span < 0.7 {
		return LinearTicks(lo, hi, 4, label)
	}
	return ticks
}

// LinearTicks returns about n ticks at round steps (1, 2 or 5 times a power of
// ten) from lo to hi.
func LinearTicks(lo, hi float64, n int, label func(float64) string) []Tick {
	if !(lo < hi) || n < 1 || math.IsInf(hi-lo, 0) {
		return nil
	}
	raw := (hi - lo) / float64(n)
	const exact = 1 << 40 // steps from zero that are still counted without error
	if raw < smallest || max(math.Abs(lo), math.Abs(hi))/raw > exact {
		return nil // too narrow for float64 to part
	}
	mant, exp := 1.0, floorLog(raw, 10)+1
	for _, m := range []float64{1, 2, 5} {
		if decimal(m, exp-1) >= raw*0.75 {
			mant, exp = m, exp-1
			break
		}
	}
	step := decimal(mant, exp)
	var ticks []Tick
	for i := math.Floor(lo / step); i <= math.Ceil(hi/step); i++ {
		if v := decimal(i*mant, exp); v >= lo && v <= hi {
			ticks = append(ticks, Tick{v + 0, label(v + 0)})
		}
	}
	return ticks
}

// decades returns the powers of ten in [lo,hi], every so many labelled.
func decades(lo, hi float64, label func(float64) string) []Tick {
	first, last := ceilLog(lo, 10), floorLog(hi, 10)
	every := stride(last - first + 1)
	if every == 2 {
		every = 3 // a factor of 1000 reads better than one of 100
	}
	var ticks []Tick
	for k := first; k <= last; k++ {
		if every > 3 && mod(k, every) != 0 {
			continue // hundreds of minor ticks are a grey bar
		}
		t := Tick{Value: decimal(1, k)}
		if mod(k, every) == 0 {
			t.Label = label(t.Value)
		}
		ticks = append(ticks, t)
	}
	return ticks
}

// stride is the smallest step that leaves at most maxLabels of n.
func stride(n int) int { return max((n+maxLabels-1)/maxLabels, 1) }

// decimal returns m·10^k, correctly rounded: 5e-7 rather than 4.999…e-7.
func decimal(m float64, k int) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(m, 'f', -1, 64)+"e"+strconv.Itoa(k), 64)
	if err != nil {
		return math.Inf(1)
	}
	return v
}

// shortest prints up to six significant digits without trailing zeros.
func shortest(v float64) string {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		r = v
	}
	return strconv.FormatFloat(r, 'g', -1, 64)
}

// positive reports whether [lo,hi] is a range for a logarithmic axis; what is
// not positive at its low end is cut off at the smallest normal float64.
func positive(lo, hi float64) (float64, float64, bool) {
	if math.IsNaN(lo) || math.IsNaN(hi) || hi < smallest || lo > hi || math.IsInf(lo, 1) {
		return 0, 0, false
	}
	return max(lo, smallest), min(hi, math.MaxFloat64), true
}

// floorLog returns the largest k with base^k ≤ x; base is 2 or 10.
func floorLog(x float64, base int) int {
	if base == 2 {
		_, e := math.Frexp(x)
		return e - 1
	}
	k := int(math.Floor(math.Log10(x)))
	for decimal(1, k) > x {
		k--
	}
	for decimal(1, k+1) <= x {
		k++
	}
	return k
}

// ceilLog returns the smallest k with base^k ≥ x; base is 2 or 10.
func ceilLog(x float64, base int) int {
	k := floorLog(x, base)
	v := math.Ldexp(1, k)
	if base == 10 {
		v = decimal(1, k)
	}
	if v < x {
		k++
	}
	return k
}

// mod is the non-negative remainder.
func mod(a, b int) int { return ((a % b) + b) % b }
