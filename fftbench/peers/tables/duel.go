package tables

import (
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// best is the series of a library that counts in a cell: the one with the
// lowest median. ok is false where the library was not there.
func best(c *results.Cell, lib string) (s results.Series, ok bool) {
	if c == nil {
		return s, false
	}
	for _, candidate := range c.Series {
		if candidate.Lib == lib && (!ok || median(candidate.Values) < median(s.Values)) {
			s, ok = candidate, true
		}
	}
	return s, ok
}

// speedup is how many times as fast the first series is as the second, round
// by round.
func speedup(fast, slow results.Series) spread {
	ratios := make([]float64, min(len(fast.Values), len(slow.Values)))
	for i := range ratios {
		ratios[i] = slow.Values[i] / fast.Values[i]
	}
	return spreadOf(ratios)
}

// duel is our speed in a cell in units of a library's.
func duel(c *results.Cell, lib string) (spread, bool) {
	ours, ok1 := best(c, results.Ours)
	theirs, ok2 := best(c, lib)
	if !ok1 || !ok2 {
		return spread{}, false
	}
	return speedup(ours, theirs), true
}

// machine is what a run could compare.
type machine struct {
	run  *results.Run
	fftw string // the build of FFTW that is the measure here, "" for none
}

// newMachine picks FFTW's build with the instructions that ours used.
func newMachine(run *results.Run) machine {
	m := machine{run: run}
	candidates := []string{results.FFTWAVX2, results.FFTWDebian}
	if m.avx512() {
		candidates = append([]string{results.FFTWAVX512}, candidates...)
	}
	for _, lib := range candidates {
		if run.Fact(lib) != "" {
			m.fftw = lib
			break
		}
	}
	return m
}

// avx512 reports whether our transforms used AVX-512 in the run.
func (m machine) avx512() bool { return strings.Contains(m.run.Fact(wire.FactISA), "512") }

// cells are those of a benchmark in a precision, in order of the run.
func (m machine) cells(bench, precision string, keep func(*results.Cell) bool) []*results.Cell {
	var cells []*results.Cell
	for _, c := range m.run.Cells {
		if c.Bench == bench && c.Precision == precision && keep(c) {
			cells = append(cells, c)
		}
	}
	return cells
}

// powers are cells of powers of two with that many rows.
func powers(batch int) func(*results.Cell) bool {
	return func(c *results.Cell) bool { return c.Batch == batch && c.N&(c.N-1) == 0 }
}

// others are cells of other lengths.
func others(c *results.Cell) bool { return c.N&(c.N-1) != 0 }

// libraryTitle is the name of a library in a table's head.
func libraryTitle(lib string) string {
	switch lib {
	case results.FFTWDebian:
		return "FFTW Debian"
	case results.FFTWAVX2:
		return "FFTW AVX2"
	case results.FFTWAVX512:
		return "FFTW AVX-512"
	case results.Gonum:
		return "gonum"
	case results.KissFFT:
		return "KISS FFT"
	case results.SciPy:
		return "SciPy"
	case results.TorchAudio:
		return "torchaudio"
	case results.Archsimd:
		return "archsimd"
	case "":
		return "FFTW"
	}
	return lib
}
