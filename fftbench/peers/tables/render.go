package tables

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// Render returns all tables of a run, as Markdown sections of the third level.
func Render(run *results.Run) string {
	m := newMachine(run)
	var w strings.Builder
	m.conditions(&w)
	m.goals(&w)
	for _, precision := range bothPrecisions() {
		m.single(&w, precision)
	}
	for _, precision := range bothPrecisions() {
		m.batches(&w, precision)
	}
	for _, precision := range bothPrecisions() {
		m.real(&w, precision)
	}
	m.lengths(&w)
	m.pipelines(&w)
	m.goroutines(&w)
	m.planning(&w)
	for _, precision := range bothPrecisions() {
		m.accuracy(&w, precision)
	}
	return w.String()
}

// conditions says where and with what was measured.
func (m machine) conditions(w *strings.Builder) {
	t := table{head: []string{"", ""}, text: true}
	row := func(name, value string) {
		if value != "" {
			t.add(name, value)
		}
	}
	fact := m.run.Fact
	row("CPU", m.run.CPU)
	row("cores, caches", strings.Trim(fact(wire.FactCores)+"; "+fact(results.FactCaches), "; "))
	row("our kernels", fact(wire.FactISA))
	for _, lib := range []string{results.FFTWAVX512, results.FFTWAVX2, results.FFTWDebian, results.KissFFT, results.SciPy, results.TorchAudio} {
		row(libraryTitle(lib), fact(lib))
	}
	row("Go, gonum", strings.Trim(fact(wire.FactGo)+"; "+fact(results.Gonum), "; "))
	row("commit", fact(wire.FactCommit))
	row("date", fact(wire.FactDate))
	row("rounds", fmt.Sprintf("%s, in passes: %s, slots of %s, seed %s",
		fact(wire.FactRounds), fact(results.FactPasses), fact(results.FactSlot), fact(results.FactSeed)))
	row("load average before", fact(results.FactLoad))
	row("command", "`"+fact(wire.FactCommand)+"`")
	w.WriteString("### Conditions\n\n")
	t.write(w)
}
