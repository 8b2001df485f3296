package study

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/style"
)

// What the benchmarks of a run know of trained variants: they report the metric
// train-steps.

func rowFacts(c *ablation.Config) []fact {
	facts := []fact{
		{"measured", configPlace(c)},
		{"steps", style.Count(c.TrainSteps)},
		{"error", style.ErrorValue(c.RelL2) + " relative L2"},
		{"speed", style.Time(c.PerTransform) + " per transform"},
	}
	if finite(c.Params) {
		facts = append(facts, fact{"parameters", style.Count(c.Params) + ", " + style.Bytes(c.ParamBytes)})
	}
	return facts
}

// trainedConfigs returns the most accurate working row of each variant that was
// trained, most accurate first.
func (b *builder) trainedConfigs() []*ablation.Config {
	best := map[string]*ablation.Config{}
	for i := range b.Study.Configs {
		c := &b.Study.Configs[i]
		if !c.OK() || !(c.TrainSteps > 0) {
			continue
		}
		if old := best[c.Variant]; old == nil || byError(c, old) < 0 {
			best[c.Variant] = c
		}
	}
	out := make([]*ablation.Config, 0, len(best))
	for _, name := range slices.Sorted(maps.Keys(best)) {
		out = append(out, best[name])
	}
	slices.SortStableFunc(out, byError)
	return out
}

func (b *builder) trainedVariants() []string {
	var names []string
	for _, c := range b.trainedConfigs() {
		names = append(names, show(c.Variant))
	}
	return names
}

// byError orders the most accurate first; an unknown error goes last.
func byError(x, y *ablation.Config) int {
	return cmp.Compare(missingLast(x.RelL2), missingLast(y.RelL2))
}

// hasModel reports whether the training report has a model of the variant.
func (b *builder) hasModel(variant string) bool {
	return b.Training != nil && slices.ContainsFunc(b.Training.Models, func(m training.Model) bool { return m.Variant == variant })
}

// rowOf returns the row of this run that is a model's: of its variant, trained,
// at its length; of several the fastest per transform. nil where there is none.
func (b *builder) rowOf(m *training.Model) *ablation.Config {
	var best *ablation.Config
	for i := range b.Study.Configs {
		c := &b.Study.Configs[i]
		if c.Variant != m.Variant || c.N != m.N || !c.OK() || !(c.TrainSteps > 0) {
			continue
		}
		if best == nil || c.PerTransform < best.PerTransform {
			best = c
		}
	}
	return best
}

// benchmarked words a model's row.
func benchmarked(c *ablation.Config) string {
	text := fmt.Sprintf("%s per transform (%s)", style.Time(c.PerTransform), configPlace(c))
	if finite(c.RelL2) {
		text += ", relative L2 error " + style.ErrorValue(c.RelL2)
	}
	return text
}
