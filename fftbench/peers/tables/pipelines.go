package tables

import (
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// pipelines is the table of works on a whole signal, a line for each peer.
func (m machine) pipelines(w *strings.Builder) {
	t := table{head: []string{"work", "ours", "peer", "×"}}
	for _, bench := range []string{results.LogMel, results.Welch} {
		for _, precision := range []string{results.F32, results.F64} {
			for _, c := range m.cells(bench, precision, anyCell) {
				ours, ok := best(c, results.Ours)
				peers := m.present([]*results.Cell{c}, results.FFTWAVX512, results.FFTWAVX2, results.FFTWDebian,
					results.SciPy, results.TorchAudio)
				for _, lib := range peers {
					theirs, _ := best(c, lib)
					r, okBoth := duel(c, lib)
					t.add(pipelineTitle(bench, precision), timeCell(ours, 1, ok),
						libraryTitle(lib)+" "+timeCell(theirs, 1, true), ratioCell(r, okBoth))
				}
			}
		}
	}
	if len(t.rows) == 0 {
		return
	}
	w.WriteString("### Pipelines\n\n")
	t.write(w)
}

func pipelineTitle(bench, precision string) string {
	if bench == results.LogMel {
		return "log-mel, 30 s at 16 kHz, n 512, hop 160, 80 bands, " + precision
	}
	return "Welch, 30 s at 16 kHz, 1024 a segment, half overlapping, " + precision
}
