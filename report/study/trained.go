package study

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// trainCommand is a run whose benchmarks train: they say so by the metric
// train-steps.
const trainCommand = "go test -bench . ./mypkg | benchx report"

// trainedView is the trained models. Their telemetry travels apart from the
// benchmark text, so a run of benchmarks alone has only their rows.
type trainedView struct {
	section
	Models  []modelView
	Heat    figureBlock // anchor train-heat
	Missing *missing
}

// modelView is one trained model.
type modelView struct {
	ID    string // model-0, model-1, …
	Title string
	Facts []string
}

func (b *builder) trained() *trainedView {
	if !b.isTransform() {
		return nil
	}
	v := &trainedView{section: section{ID: "trained", Nav: "Trained", Title: "Trained models"}}
	v.Heat = figureBlock{ID: b.ids.take("train-heat"), Title: "Training by evaluation size"}
	for i, c := range b.trainedConfigs() {
		v.Models = append(v.Models, modelView{
			ID: b.ids.take("model-" + strconv.Itoa(i)), Title: show(c.Variant), Facts: modelFacts(c),
		})
	}
	if len(v.Models) == 0 {
		v.Missing = &missing{Text: "None yet: this run benchmarked no variant that learns. Benchmarks that report train-steps stand here:", Command: trainCommand}
		v.Heat.Missing = &missing{Text: "Filled by the same runs."}
		return v
	}
	v.Say = []string{count(len(v.Models), "trained model") + " in this run, by error."}
	v.Heat.Missing = &missing{Text: "The text of a run carries no training telemetry, only the models themselves."}
	return v
}

func modelFacts(c *ablation.Config) []string {
	facts := []string{
		configPlace(c),
		fmt.Sprintf("%s training steps", style.Count(c.TrainSteps)),
		"relative L2 error " + style.ErrorValue(c.RelL2),
		style.Time(c.PerTransform) + " per transform",
	}
	if finite(c.Params) {
		facts = append(facts, style.Count(c.Params)+" parameters, "+style.Bytes(c.ParamBytes))
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
