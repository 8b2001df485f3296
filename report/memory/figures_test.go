package memory_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
)

func TestDraw(t *testing.T) {
	m := compile(t, served())
	points, err := m.Curve(circuit.Workload{}, "sm", []int64{1, 64, 256})
	require.NoError(t, err)
	d := servedDocument(t)
	figures, failures := memory.Draw(d, []memory.Curve{{Knob: "sm", Points: points, Asked: 2, Largest: d.Answers[2].Value}})
	require.Empty(t, failures)
	var titles []string
	for _, f := range figures {
		titles = append(titles, f.Title)
		assert.NotEmpty(t, f.Caption)
	}
	require.Len(t, titles, 4)
	assert.Contains(t, titles, "Buffers alive at the peak: toy")

	section, err := memory.Section(memory.Page{Documents: []*memory.Document{d}, Figures: figures})
	require.NoError(t, err)
	assert.Contains(t, string(section), "<img ")
	assert.NotContains(t, string(section), "<pre")

	figures, _ = memory.Draw(readSchema1(t), nil)
	assert.Len(t, figures, 1, "schema 1 knows no buffers")
	figures, _ = memory.Draw(documentOf(t, pingPong(memory.MaxPlacements+1), memory.Header{}, memory.Findings{}), nil)
	assert.Len(t, figures, 2, "a map of some buffers would lie")
}
