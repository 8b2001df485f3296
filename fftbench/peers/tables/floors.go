package tables

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/report/style"
)

// figures are what a floor is about: ratios, one a length or a single one.
type figures struct {
	summary
	lower bool // the less the better
}

// bar is what figures have to reach; 0 asks for nothing. Of figures where less
// is better, all must be at most each.
type bar struct{ geomean, each float64 }

// floor is one line of the table of goals.
type floor struct {
	work string
	// need says what machine judges it.
	need need
	// figures are what the run found; none where it did not look.
	figures    func(m machine) figures
	floor, aim bar
	unit       string // behind each number
}

// need is what a floor asks of the machine.
type need int

const (
	anyMachine need = iota
	needsAVX512
	needsAVX2      // AVX2 and no more
	needsReference // the kind of machine that the figures of figures.go are of
)

// judges says whether m can judge, and if not, why.
func (n need) judges(m machine) (ok bool, why string) {
	switch {
	case n == needsAVX512 && !m.avx512():
		return false, "needs AVX-512"
	case n == needsAVX2 && (m.avx512() || m.fftw != results.FFTWAVX2):
		return false, "needs a run without AVX-512"
	case n == needsReference && !m.isReference():
		return false, "needs the machine of those figures"
	}
	return true, ""
}

// floors are the goals.
func floors() []floor {
	return []floor{
		{work: "complex64, powers of two 64…131072, single rows, against FFTW AVX-512", need: needsAVX512,
			figures: against(results.FFTWAVX512, results.F32, anyLength, 1), floor: bar{1.2, 0.92}, aim: bar{1.4, 1}, unit: "×"},
		{work: "complex64, batches of 8 and 64, against FFTW AVX-512", need: needsAVX512,
			figures: against(results.FFTWAVX512, results.F32, anyLength, 8, 64), floor: bar{geomean: 1.3}, aim: bar{geomean: 1.5}, unit: "×"},
		{work: "complex128, powers of two, single rows, against FFTW AVX-512", need: needsAVX512,
			figures: against(results.FFTWAVX512, results.F64, anyLength, 1), floor: bar{1.1, 0.9}, aim: bar{1.3, 1}, unit: "×"},
		{work: "AVX2 alone, complex64, single rows, against FFTW AVX2", need: needsAVX2,
			figures: against(results.FFTWAVX2, results.F32, anyLength, 1), floor: bar{1, 0.8}, aim: bar{each: 1}, unit: "×"},
		{work: "AVX2 alone, complex128, single rows, against FFTW AVX2", need: needsAVX2,
			figures: against(results.FFTWAVX2, results.F64, anyLength, 1), floor: bar{1, 0.8}, aim: bar{each: 1}, unit: "×"},
		{work: "complex64 against gonum's complex128, 64…16384",
			figures: against(results.Gonum, results.F32, 16384, 1), floor: bar{each: 25}, aim: bar{each: 30}, unit: "×"},
		{work: "complex128 against gonum, 64…16384",
			figures: against(results.Gonum, results.F64, 16384, 1), floor: bar{each: 18}, aim: bar{each: 22}, unit: "×"},
		{work: "real input, both precisions, against FFTW",
			figures: realInput, floor: bar{geomean: 1}, aim: bar{geomean: 1.2}, unit: "×"},
		{work: "other lengths, both precisions, against FFTW",
			figures: otherLengths, floor: bar{0.8, 0.5}, aim: bar{geomean: 1}, unit: "×"},
		{work: "log-mel, time in parts of FFTW AVX-512 r2c and sparse filters in C", need: needsAVX512,
			figures: logMel, floor: bar{each: 0.6}, aim: bar{each: 0.45}},
		{work: "Welch, float64, against scipy.signal.welch",
			figures: welch, floor: bar{each: 2.5}, aim: bar{each: 4}, unit: "×"},
		{work: "two goroutines on a batch against one",
			figures: twoGoroutines, floor: bar{each: 1.7}, aim: bar{each: 1.85}, unit: "×"},
		{work: "two goroutines on a batch against two that share nothing",
			figures: costOfSharing, aim: bar{each: 0.95}, unit: "×"},
		{work: "share of the machine's bound, complex64, 256…16384", need: needsReference,
			figures: shareOfBound, aim: bar{each: 0.8}},
		{work: "relative RMS error in parts of FFTW's",
			figures: rmsErrors, floor: bar{each: 1.1}, aim: bar{each: 1}},
		{work: "planning by estimate in transforms, n ≥ 1024",
			figures: planCosts, aim: bar{each: 20}},
		{work: "RustFFT's figures, both precisions", need: needsReference,
			figures: againstRustFFT, floor: bar{geomean: 1}, aim: bar{each: 1}, unit: "×"},
	}
}

// verdict is how a bar is met.
func (f figures) verdict(b bar) string {
	switch {
	case b == bar{}:
		return "reported"
	case len(f.ratios) == 0:
		return "not measured"
	case f.meets(b):
		return "met"
	}
	return "**not met**"
}

func (f figures) meets(b bar) bool {
	if f.lower {
		most, _ := f.most()
		return most <= b.each
	}
	worst, _ := f.worst()
	return geomean(f.ratios) >= b.geomean && worst >= b.each
}

// most is the largest ratio and where it stands.
func (f figures) most() (ratio float64, at string) {
	for i, r := range f.ratios {
		if i == 0 || r > ratio {
			ratio, at = r, f.at[i]
		}
	}
	return ratio, at
}

// text tells the figures in the words of the bars.
func (f figures) text(unit string) string {
	switch {
	case len(f.ratios) == 0:
		return style.Missing
	case len(f.ratios) == 1:
		return three(f.ratios[0]) + unit
	}
	outer, at := f.worst()
	word := "lowest"
	if f.lower {
		outer, at = f.most()
		word = "highest"
	}
	return fmt.Sprintf("geomean %s%s, %s %s%s at %s", three(geomean(f.ratios)), unit, word, three(outer), unit, at)
}

// text tells what a bar asks for.
func (b bar) text(unit string, lower bool) string {
	var parts []string
	if b.geomean > 0 {
		parts = append(parts, fmt.Sprintf("geomean ≥ %g%s", b.geomean, unit))
	}
	switch {
	case b.each > 0 && lower:
		parts = append(parts, fmt.Sprintf("≤ %g%s", b.each, unit))
	case b.each > 0:
		parts = append(parts, fmt.Sprintf("each ≥ %g%s", b.each, unit))
	}
	if parts == nil {
		return style.Missing
	}
	return strings.Join(parts, ", ")
}

// goals is the table of all floors.
func (m machine) goals(w *strings.Builder) {
	t := table{head: []string{"work", "measured", "floor", "met?", "aim", "met?"}, text: true}
	for _, f := range floors() {
		figures := f.figures(m)
		floor, aim := figures.verdict(f.floor), figures.verdict(f.aim)
		if ok, why := f.need.judges(m); !ok {
			floor, aim = "not judged here: "+why, "not judged here"
		}
		t.add(f.work, figures.text(f.unit), f.floor.text(f.unit, figures.lower), floor, f.aim.text(f.unit, figures.lower), aim)
	}
	w.WriteString("### Goals\n\n")
	t.write(w)
}
