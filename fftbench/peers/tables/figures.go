package tables

import (
	"fmt"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// anyLength bounds no length.
const anyLength = math.MaxInt

// against returns our speed in units of a library's, at powers of two up to
// longest and some batches.
func against(lib, precision string, longest int, batches ...int) func(machine) figures {
	return func(m machine) figures {
		var f figures
		for _, batch := range batches {
			for _, c := range m.cells(results.C2C, precision, powers(batch)) {
				if c.N <= longest {
					r, ok := duel(c, lib)
					f.add(place(c), r, ok)
				}
			}
		}
		return f
	}
}

// place names a cell among others of its table.
func place(c *results.Cell) string {
	text := fmt.Sprintf("n = %d", c.N)
	if c.Batch > 1 {
		text += fmt.Sprintf(", batch %d", c.Batch)
	}
	if c.Precision == results.F64 {
		text += ", f64"
	}
	return text
}

func bothPrecisions() []string { return []string{results.F32, results.F64} }

func realInput(m machine) figures {
	var f figures
	for _, precision := range bothPrecisions() {
		for _, c := range m.cells(results.R2C, precision, powers(1)) {
			r, ok := duel(c, m.fftw)
			f.add(place(c), r, ok)
		}
	}
	return f
}

func otherLengths(m machine) figures {
	var f figures
	for _, precision := range bothPrecisions() {
		for _, c := range m.cells(results.C2C, precision, others) {
			r, ok := duel(c, m.fftw)
			f.add(place(c), r, ok)
		}
	}
	return f
}

// logMel is a time, not a speed.
func logMel(m machine) figures {
	f := figures{lower: true}
	for _, c := range m.cells(results.LogMel, results.F32, anyCell) {
		if r, ok := duel(c, m.fftw); ok {
			f.add(place(c), spread{median: 1 / r.median}, true)
		}
	}
	return f
}

func welch(m machine) figures {
	var f figures
	for _, c := range m.cells(results.Welch, results.F64, anyCell) {
		r, ok := duel(c, results.SciPy)
		f.add(place(c), r, ok)
	}
	return f
}

func anyCell(*results.Cell) bool { return true }

// twoGoroutines is their speed in units of one's.
func twoGoroutines(m machine) figures {
	return m.teams(func(t team) (spread, bool) { return speedup(t.two, t.one), true })
}

// costOfSharing is their speed in units of that of two that share nothing.
func costOfSharing(m machine) figures {
	return m.teams(func(t team) (spread, bool) { return speedup(t.two, t.apart), t.apart.Values != nil })
}

func (m machine) teams(figure func(team) (spread, bool)) figures {
	var f figures
	for _, precision := range bothPrecisions() {
		for _, c := range m.cells(results.Parallel, precision, anyCell) {
			if team, ok := teamOf(c); ok {
				ratio, ok := figure(team)
				f.add(place(c), ratio, ok)
			}
		}
	}
	return f
}

func rmsErrors(m machine) figures {
	f := figures{lower: true}
	for _, precision := range bothPrecisions() {
		for _, c := range m.cells(results.Accuracy, precision, anyCell) {
			r, ok := m.errorRatio(c)
			f.add(place(c), spread{median: r}, ok)
		}
	}
	return f
}

func planCosts(m machine) figures {
	f := figures{lower: true}
	for _, precision := range bothPrecisions() {
		for _, c := range m.cells(results.Plan, precision, anyCell) {
			if c.N >= 1024 {
				cost, ok := m.planCost(c, results.Ours, results.Estimate)
				f.add(place(c), spread{median: cost}, ok)
			}
		}
	}
	return f
}

// The reference machine, whose limits were measured and where RustFFT was: two
// vCPUs of an Intel Xeon of the Emerald Rapids class at 2.9 GHz.
const referenceCPU = "family 6 model 207"

func (m machine) isReference() bool { return m.avx512() && strings.Contains(m.run.CPU, referenceCPU) }

// bounds are the least times there for complex64, in seconds: the larger of
// what the two vector ports need for the arithmetic and shuffles of an AVX-512
// transform, and of three passes of copying at the cache level that the data
// fit in.
func bounds() map[int]float64 {
	return map[int]float64{256: 96e-9, 1024: 458e-9, 4096: 2.6e-6, 16384: 10.5e-6}
}

func shareOfBound(m machine) figures {
	var f figures
	least := bounds()
	for _, c := range m.cells(results.C2C, results.F32, powers(1)) {
		ours, ok := best(c, results.Ours)
		if ok && least[c.N] > 0 {
			f.add(place(c), spread{median: least[c.N] / median(ours.Values)}, true)
		}
	}
	return f
}

// rustFFT is the speed of RustFFT 6.4.1 (AVX2, the better of in place and out
// of place) in units of FFTW AVX-512's in the same rounds there.
func rustFFT(precision string) map[int]float64 {
	if precision == results.F64 {
		return map[int]float64{64: 0.90, 256: 0.66, 512: 0.54, 1024: 0.60, 4096: 0.78, 16384: 0.79, 65536: 1.00, 131072: 1.06}
	}
	return map[int]float64{64: 1.06, 256: 0.69, 512: 0.64, 1024: 0.51, 4096: 0.59, 16384: 0.85, 65536: 1.10, 131072: 0.97}
}

// againstRustFFT chains two ratios to the same library on the same kind of
// machine.
func againstRustFFT(m machine) figures {
	var f figures
	for _, precision := range bothPrecisions() {
		rust := rustFFT(precision)
		for _, c := range m.cells(results.C2C, precision, powers(1)) {
			r, ok := duel(c, results.FFTWAVX512)
			if ok && rust[c.N] > 0 {
				f.add(place(c), spread{median: r.median / rust[c.N]}, true)
			}
		}
	}
	return f
}
