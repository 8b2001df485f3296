package ablation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestProjectStudyRow(t *testing.T) {
	r := row("FFT/variant=rustfft/dir=forward/n=1024/batch=8/device=cuda:0",
		sec(8e-6, 4e-6, 16e-6), relL2(1e-7), value(wire.UnitMaxErr, 2e-6), value(wire.UnitGFLOPS, 51.2),
		value(wire.UnitPlanSec, 1e-3), value(wire.UnitTrainSteps, 40), value(wire.UnitParams, 1023),
		value(wire.UnitParamBytes, 8184), value(wire.UnitBytesPerOp, 16), value(wire.UnitAllocsPerOp, 1),
		value(wire.UnitScratchBytes, 4096), value(wire.UnitHeldBytes, 13000), value(wire.UnitPeakBytes, 20000),
		value(wire.UnitE2ESecPerOp, 9e-6), value(wire.UnitCopyShare, 0.75), procs(4))
	s := NewStudy(reportOf(fftCatalog(), r), StudyOptions{})
	c := s.Configs[0]
	assert.Equal(t, "rustfft", c.Variant, "a name read from a file is kept")
	assert.Equal(t, "baseline", c.Tier, "an alias gives the tier")
	assert.True(t, c.Reference, "and the role")
	assert.Equal(t, "Forward", c.Direction)
	assert.Equal(t, []int{1024, 8, 6}, []int{c.N, c.Batch, c.Samples})
	assert.True(t, c.GPU)
	assert.Equal(t, "f32", c.Precision)
	// 8 µs for 8 transforms.
	assert.Equal(t, []float64{8e-6, 4e-6, 16e-6}, []float64{c.Sec, c.SecLo, c.SecHi})
	assert.Equal(t, []float64{1e-6, 0.5e-6, 2e-6}, []float64{c.PerTransform, c.PerTransformLo, c.PerTransformHi})
	assert.Equal(t, []float64{1e-7, 2e-6, 51.2, 1e-3, 40, 1023, 8184, 16, 1},
		[]float64{c.RelL2, c.MaxErr, c.GFLOPS, c.PlanSec, c.TrainSteps, c.Params, c.ParamBytes, c.BytesPerOp, c.AllocsPerOp})
	assert.Equal(t, []float64{4096, 13000, 20000}, []float64{c.ScratchBytes, c.HeldBytes, c.PeakBytes})
	assert.Equal(t, []float64{9e-6, 0.75}, []float64{c.E2ESec, c.CopyShare})
	assert.Equal(t, Shape{Variants: true, Sizes: true, Batches: true, Directions: true, Devices: true, Errors: true, Params: true, Memory: true, Heap: true, GFLOPS: true, GPUs: true}, s.Shape)
}

func TestProjectGenericRow(t *testing.T) {
	s := NewStudy(reportOf(fftCatalog(),
		row("Encode/small/mode=fast", exactly(1e-6), value("B/s", 3e6)),
		row("Decode/n=64", exactly(2e-6)),
		row("", exactly(3e-6)),
		row("Sort/variant=quick", exactly(4e-6)),
	), StudyOptions{})
	assert.Equal(t, "Encode/small/mode=fast Decode (Benchmark) quick", variantsOf(pointers(s.Configs)))
	for _, c := range s.Configs {
		assert.Empty(t, c.Precision, "a precision is implied of transforms only")
		assert.False(t, c.GPU)
		assert.True(t, math.IsNaN(c.RelL2))
		assert.True(t, c.OK())
	}
	// Nothing of this can be compared, so nothing is.
	assert.Len(t, s.Contests, 1)
	assert.Empty(t, s.Overall)
	assert.Empty(t, s.TopFives)
	assert.Empty(t, s.Capacities)
	assert.Empty(t, s.TierWins)
	assert.Len(t, s.Summaries, 1)
	assert.Equal(t, 0, s.Summaries[0].Wins, "alone in its cell it wins nothing")
	assert.True(t, math.IsNaN(s.Summaries[0].Geomean))
	assert.Equal(t, Shape{Variants: true, Sizes: true}, s.Shape)
}

func TestOnlyTransformsHaveAnImpliedPrecision(t *testing.T) {
	s := NewStudy(reportOf(nil,
		row("FFT/variant=a/dir=forward/n=64", exactly(1)),
		row("FFT/variant=b/dir=forward/n=64/precision=f64", exactly(2)),
		row("Sort/variant=c/n=64", exactly(3)),
	), StudyOptions{})
	var precisions []string
	for i := range s.Configs {
		precisions = append(precisions, s.Configs[i].Precision)
	}
	assert.Equal(t, []string{"f32", "f64", ""}, precisions)
}

func TestEmptyReport(t *testing.T) {
	s := NewStudy(&Report{}, StudyOptions{})
	assert.Empty(t, s.Configs)
	assert.Equal(t, Shape{}, s.Shape)
	assert.Nil(t, s.LargestModel)
}

func TestDirections(t *testing.T) {
	for word, title := range map[string]string{
		"forward": "Forward", "inverse": "Inverse", "welch": "Welch", "fused": "Fused",
		"mel": "Mel", "peaks": "Peaks", "stft": "STFT", "sideways": "sideways", "": "",
	} {
		assert.Equal(t, title, directionTitle(word))
	}
}

func TestDeviceKind(t *testing.T) {
	for device, gpu := range map[string]bool{
		"": false, "cpu": false, "CPU": false, "cpu:1": false, "cuda:0": true, "metal": true, "gpu": true,
	} {
		assert.Equal(t, gpu, gpuIn(nil, device), device)
	}
}

func TestColourSlots(t *testing.T) {
	catalog := Catalog{
		{Name: "gonum", Slot: 0, Aliases: []string{"rustfft"}},
		{Name: "op_fft", Slot: 2},
		{Name: "twin", Slot: 2},
		{Name: "told", Slot: -1},
		{Name: "absent", Slot: 1},
	}
	s := NewStudy(reportOf(catalog,
		row("FFT/variant=new_b/n=4", exactly(9)),
		row("FFT/variant=rustfft/n=4", exactly(8)),
		row("FFT/variant=twin/n=4", exactly(7)),
		row("FFT/variant=told/n=4", exactly(6)),
		row("FFT/variant=op_fft/n=4", exactly(5)),
		row("FFT/variant=gonum/n=4", exactly(4)),
		row("FFT/variant=new_a/n=4", exactly(3)),
	), StudyOptions{})
	// Catalog order first, then by first appearance in the rows.
	assert.Equal(t, []string{"gonum", "op_fft", "twin", "told", "new_b", "rustfft", "new_a"}, s.Variants)
	slots := map[string]int{}
	for _, c := range s.Configs {
		slots[c.Variant] = c.Slot
	}
	// gonum and op_fft have theirs. twin claims a taken one; told, new_b,
	// rustfft (an alias gives no colour) and new_a have none: the lowest free
	// ones in that order. absent has no rows and holds nothing.
	assert.Equal(t, map[string]int{"gonum": 0, "op_fft": 2, "twin": 1, "told": 3, "new_b": 4, "rustfft": 5, "new_a": 6}, slots)
}

func TestCatalogExtend(t *testing.T) {
	base := Catalog{{Name: "gonum", Tier: "baseline", Slot: 0, Reference: true, Aliases: []string{"rustfft"}}, {Name: "x", Slot: -1}}
	more := Catalog{
		{Name: "rustfft", Slot: -1, Compiled: true},
		{Name: "x", Tier: "A", Slot: 4, About: "an x", Compiled: true},
		{Name: "gonum", Tier: "other", Slot: 9},
	}
	assert.Equal(t, Catalog{
		{Name: "gonum", Tier: "baseline", Slot: 0, Reference: true, Aliases: []string{"rustfft"}},
		{Name: "x", Tier: "A", Slot: 4, About: "an x", Compiled: true},
		{Name: "rustfft", Tier: "baseline", Slot: -1, Reference: true, Compiled: true},
	}, base.Extend(more))
	assert.Equal(t, -1, base[1].Slot, "the receiver stays as it was")
	assert.Empty(t, Catalog(nil).Extend(nil))
}
