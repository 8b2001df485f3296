package plots

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// deviceStudy has cufft at 10 µs in every cell and stockham_cuda at the given
// times; the copy share is micros over micros times 0.5 of cufft's.
func deviceStudy(micros map[spot]float64) *ablation.Study {
	r := &ablation.Report{
		Environments: []ablation.Environment{{}},
		Catalog:      ablation.Catalog{{Name: "cufft", Slot: 0, Reference: true}, {Name: "stockham_cuda", Slot: 1}},
	}
	add := func(variant string, at spot, us float64) {
		row := handRow(variant, at.n, at.batch, us, 1e-7, 0)
		row.Axes[4].Value = "cuda:0"
		row.Metrics = append(row.Metrics, ablation.Metric{Unit: wire.UnitCopyShare, Median: 5 / us})
		r.Rows = append(r.Rows, row)
	}
	for _, n := range []int{64, 128, 256} {
		for _, b := range []int{1, 1024} {
			if us, ok := micros[spot{n, b}]; ok {
				add("cufft", spot{n, b}, 10)
				add("stockham_cuda", spot{n, b}, us)
			}
		}
	}
	return ablation.NewStudy(r, ablation.StudyOptions{})
}

func TestDeviceFigures(t *testing.T) {
	s := deviceStudy(map[spot]float64{{64, 1}: 8, {128, 1}: 10, {256, 1}: 12.5, {64, 1024}: 6.25, {128, 1024}: 8})
	within := compare.Within(s, compare.Options{})
	figures, errs := Devices(s, within, Options{})
	checkFigures(t, figures, errs)
	dumpFigures(t, "devices", figures)
	require.Equal(t, []string{"gpu-ratio-forward-f32-gpu-stockham-cuda", "gpu-copy-forward-f32-gpu"}, figureNames(figures))
	for _, f := range figures {
		assert.Equal(t, SectionDevices, f.Section)
	}
	assert.Equal(t, "stockham_cuda is clearly faster than cufft in 3 and clearly slower in 1 of 5 cells: "+
		"from 0.800× as fast (n = 256, batch 1) to 1.60× (n = 64, batch 1024).", figures[0].Caption)
	// 5/6.25 of the bandwidth at n = 64; at 256 only batch 1 ran.
	assert.Equal(t, "stockham_cuda comes nearest to the speed of a copy: 80 % at n = 64, batch 1024.", figures[1].Caption)

	all, errs := Study(s, within, nil, Options{})
	require.Empty(t, errs)
	names := strings.Join(figureNames(all), " ")
	assert.Contains(t, names, strings.Join(figureNames(figures), " "), "they are part of the whole set")
}

// Without a device, a comparison or a second size there is nothing to draw.
func TestNoDeviceFigures(t *testing.T) {
	one := deviceStudy(map[spot]float64{{64, 1}: 8})
	for name, s := range map[string]*ablation.Study{"cpu": smallStudy(), "one size": one} {
		figures, errs := Devices(s, compare.Within(s, compare.Options{}), Options{})
		assert.Empty(t, errs, name)
		assert.Empty(t, figures, name)
	}
	two := deviceStudy(map[spot]float64{{64, 1}: 8, {128, 1}: 8})
	figures, errs := Devices(two, nil, Options{})
	assert.Empty(t, errs)
	assert.Equal(t, []string{"gpu-copy-forward-f32-gpu"}, figureNames(figures))
}

// Odd numbers and many batches still make a picture.
func TestHostileDeviceFigures(t *testing.T) {
	odd := []float64{math.NaN(), math.Inf(1), 0, -1, math.MaxFloat64, math.SmallestNonzeroFloat64, 1}
	r := &ablation.Report{Environments: []ablation.Environment{{}}, Catalog: ablation.Catalog{{Name: "cufft", Reference: true}}}
	for k := range 12 {
		for i, variant := range []string{"cufft", "</b>\u202e", "", "Ä"} {
			for _, n := range []int{64, 96, 128} {
				row := handRow(variant, n, 1<<k, float64(k+i+1), 1e-7, 0)
				row.Axes[4].Value = "cuda:0"
				row.Metrics = append(row.Metrics, ablation.Metric{Unit: wire.UnitCopyShare, Median: odd[(k+i+n)%len(odd)]})
				r.Rows = append(r.Rows, row)
			}
		}
	}
	s := ablation.NewStudy(r, ablation.StudyOptions{})
	within := compare.Within(s, compare.Options{})
	require.NotEmpty(t, within)
	for i := range within {
		a := &within[i]
		a.Lo, a.Hi = odd[i%len(odd)], odd[(i+1)%len(odd)]
		if i%5 == 0 {
			a.Ratio = odd[(i/5)%len(odd)]
		}
	}
	figures, errs := Devices(s, within, Options{})
	checkFigures(t, figures, errs)
	assert.GreaterOrEqual(t, len(figures), 3, fmt.Sprint(figureNames(figures)))
}

// Batches that are chosen by their elements are lines by them.
func TestRatioLinesByElements(t *testing.T) {
	r := &ratioLines{group: &group{sizes: []int{64, 128, 256}}, at: map[spot]*compare.Against{
		{64, 1024}: {Ratio: 2}, {128, 512}: {Ratio: 3}, {256, 256}: {Ratio: 4},
		{64, 256}: {Ratio: 5}, {256, 64}: {Ratio: 6},
	}}
	r.lineUp()
	assert.Equal(t, ablation.ByElements, r.by)
	assert.Equal(t, []int{1 << 14, 1 << 16}, r.loads)
	var ratios []float64
	for _, d := range r.line(1 << 16) {
		ratios = append(ratios, d.Y)
	}
	assert.Equal(t, []float64{2, 3, 4}, ratios)
	assert.True(t, math.IsNaN(r.line(1 << 14)[1].Y), "a gap where nothing was measured")
}

func TestThinned(t *testing.T) {
	values := []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512}
	assert.Equal(t, values[:3], thinned(values[:3], 7))
	assert.Equal(t, []int{1, 8, 512}, []int{thinned(values, 4)[0], thinned(values, 4)[1], thinned(values, 4)[3]})
}
