package plots

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// TestRowNames: a name says what its row differs in from others, not what all
// share.
func TestRowNames(t *testing.T) {
	a := rowKey{"a", "Forward", "f32", false}
	b := rowKey{"b", "Forward", "f32", false}
	assert.Empty(t, rowNames(nil))
	assert.Equal(t, []string{"a", "b"}, rowNames([]rowKey{a, b}))
	b.direction = "Inverse"
	assert.Equal(t, []string{"a · forward", "b · inverse"}, rowNames([]rowKey{a, b}))
	b.direction, b.precision, b.gpu = "", "f64", true
	assert.Equal(t, []string{"a · forward · f32", "b · f64 · GPU"}, rowNames([]rowKey{a, b}))
}

// TestFilesAndTitlesOfCells: devices are told apart where a figure is of one
// kind, and go unnamed where they mix.
func TestFilesAndTitlesOfCells(t *testing.T) {
	on := func(variant, device string) ablation.Row {
		r := handRow(variant, 64, 1, 4, 1e-16, 512)
		r.Axes[4].Value = device
		r.Axes = append(r.Axes, ablation.Axis{Key: "window", Value: "Hann"})
		return r
	}
	rep := handReport()
	rep.Rows = []ablation.Row{on("ref", "cpu"), on("quick", "cuda:0")}
	s := ablation.NewStudy(rep, ablation.StudyOptions{})
	s.Fronts = []ablation.Front{{Cell: ablation.Cell{Direction: "Forward", Precision: "f32"}}, {Cell: ablation.Cell{Direction: "Forward", Precision: "f32", GPU: true}}}
	ix := newIndex(s, Options{})

	var files []string
	for _, j := range append(ix.fronts(), ix.topFive()...) {
		files = append(files, j.name)
	}
	assert.Equal(t, []string{"speed-error-forward-f32", "speed-error-forward-f32-gpu", "top5-forward-f32-window-hann"}, files)
	assert.Equal(t, "Five fastest variants of each size: forward · f32 · window=Hann", ix.topFive()[0].draft().title)
}
