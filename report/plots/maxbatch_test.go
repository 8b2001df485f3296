package plots

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// searched is a capacity sweep in small: ref ends by time at batch 3, quick at
// the search's cap of 8; at n = 128 quick never works.
func searched() *ablation.Report {
	rep := handReport()
	rep.Rows, rep.LimitSweep = nil, true
	add := func(variant string, n, batch int, limiter wire.Limiter) {
		r := handRow(variant, n, batch, float64(batch), 1e-16, 512)
		r.Limiter = limiter
		rep.Rows = append(rep.Rows, r)
	}
	add("ref", 64, 1, "")
	add("ref", 64, 2, "")
	add("ref", 64, 3, wire.LimitTime)
	add("quick", 64, 1, "")
	add("quick", 64, 2, "")
	add("quick", 64, 4, "")
	add("quick", 64, 8, wire.LimitCap)
	add("ref", 128, 1, wire.LimitTime)
	failed := handRow("quick", 128, 1, 1, 0, 0)
	failed.Status, failed.Metrics, failed.Limiter = wire.OOM, nil, wire.LimitMemory
	rep.Rows = append(rep.Rows, failed)
	return rep
}

func TestLargestBatchOfEachVariant(t *testing.T) {
	s := ablation.NewStudy(searched(), ablation.StudyOptions{})
	figures, errs := MaxBatch(s, Options{})
	checkFigures(t, figures, errs)
	require.Equal(t, []string{"max-batch", "max-batch-variants-cpu"}, figureNames(figures))
	assert.Equal(t, "At n = 64 the largest batch is 8 (quick), the smallest 3 (ref).", figures[1].Caption)

	scale := logAxis("", style.PowerTicks, 1, 8)
	var texts []string
	var kinds []cellKind
	for _, c := range s.VariantCapacities() {
		got := batchCell(&c, &scale)
		texts, kinds = append(texts, got.text), append(kinds, got.kind)
	}
	assert.Equal(t, []string{"3", "≥ 8", "1", ""}, texts)
	assert.Equal(t, []cellKind{cellValue, cellValue, cellValue, cellFailed}, kinds)
}

// TestUncontestedCellsWinNothing: a capacity search tries batches at which one
// variant runs alone; who wins there says nothing.
func TestUncontestedCellsWinNothing(t *testing.T) {
	ix := newIndex(ablation.NewStudy(searched(), ablation.StudyOptions{}), Options{})
	require.Len(t, ix.groups, 1)
	g := ix.groups[0]
	assert.Equal(t, []int{1, 2, 3, 4, 8}, g.batches)
	assert.Equal(t, []int{1, 2}, g.contested())
	total := 0
	for _, w := range g.wins() {
		total += w.clear + w.tied
	}
	assert.Equal(t, 2, total, "n = 64 at batch 1 and 2")
}

// TestChangeNames: equal names of two packages get the package.
func TestChangeNames(t *testing.T) {
	assert.Equal(t, []string{"A-2", "B-2"}, changeNames([]change{{pkg: "x/a", name: "A-2"}, {pkg: "x/b", name: "B-2"}}))
	assert.Equal(t, []string{"a.A-2", "b.A-2", "b.C-2"},
		changeNames([]change{{pkg: "x/a", name: "A-2"}, {pkg: "x/b", name: "A-2"}, {pkg: "x/b", name: "C-2"}}))
}
