package study

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A known error stands for a trained variant, wherever in the input it comes.
func TestTrainedVariantsByKnownError(t *testing.T) {
	trained := func(variant string, err float64) ablation.Config {
		return ablation.Config{Row: &ablation.Row{Status: wire.OK}, Variant: variant, Sec: 1, TrainSteps: 5, RelL2: err}
	}
	nan := math.NaN()
	b := &builder{Page: Page{Study: &ablation.Study{Configs: []ablation.Config{
		trained("a", nan), trained("a", 0.3), trained("a", 0.2), trained("b", 0.1), trained("b", nan), trained("c", nan),
	}}}}
	var names []string
	var errs []float64
	for _, c := range b.trainedConfigs() {
		names, errs = append(names, c.Variant), append(errs, c.RelL2)
	}
	assert.Equal(t, []string{"b", "a", "c"}, names, "most accurate first, the unknown last")
	assert.Equal(t, []float64{0.1, 0.2}, errs[:2])
}
