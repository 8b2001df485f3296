package study

import (
	"fmt"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/style"
)

// The command that fills the section.
const trainCommand = "benchx train --regimes && go test -bench . ./fftbench | benchx report --training training.json"

// trainedView is the trained models. What training left behind travels in a file
// apart from the benchmark text, so a run of benchmarks alone has only their rows.
type trainedView struct {
	section
	Notes   []string // what the numbers are not
	Table   *gridView
	Losses  *figureBlock // of all models together
	Models  []modelView
	Surface *surfaceView
	Heat    figureBlock // anchor train-heat
	Regimes *gridView
	Missing *missing
}

// openModels is how many models are open from the start.
const openModels = 3

func (b *builder) trained() *trainedView {
	if b.Training == nil && !b.isTransform() {
		return nil
	}
	v := &trainedView{section: section{ID: "trained", Nav: "Trained", Title: "Trained models"}}
	rows := b.trainedConfigs()
	switch {
	case b.Training != nil:
		b.fillTrained(v, b.Training)
	case len(rows) == 0:
		v.Missing = &missing{Text: "None yet: no variant of this run learns, and no training was given. To train the catalog's models:", Command: trainCommand}
	default:
		v.Say = []string{count(len(rows), "trained variant") + " in this run, by error."}
		v.Missing = &missing{Text: "Curves, maps and scores of the models come from a file that trainers write:", Command: trainCommand}
	}
	for _, c := range rows {
		if !b.hasModel(c.Variant) {
			v.Models = append(v.Models, modelView{
				ID: b.ids.take("model-" + strconv.Itoa(len(v.Models))), Title: show(c.Variant), Facts: rowFacts(c),
				Say: "Known by its benchmark alone.", Folded: len(v.Models) >= openModels,
			})
		}
	}
	b.fillRegimes(v)
	return v
}

// fillTrained shows what a training report has, best model first.
func (b *builder) fillTrained(v *trainedView, r *training.Report) {
	v.Say = sayTrained(r)
	for _, n := range r.Notes {
		v.Notes = append(v.Notes, note(n))
	}
	models := r.Ranked()
	if len(models) > 1 {
		grid := b.modelTable(models)
		v.Table = &grid
		if losses := b.figures(plots.SectionTrained, "loss-all"); len(losses) > 0 {
			v.Losses = &figureBlock{ID: b.ids.take("trained-losses"), Title: "All loss curves", Figures: losses}
		}
	}
	for i, m := range models[:min(len(models), plots.MaxModels)] {
		v.Models = append(v.Models, b.model(i, m))
	}
	if rest := len(models) - len(v.Models); rest > 0 {
		are := "are"
		if rest == 1 {
			are = "is"
		}
		v.Say = append(v.Say, fmt.Sprintf("The best %d have a part of their own below; %s %s in the table alone.", len(v.Models), whole(rest), are))
	}
	v.Surface = b.surfaces(models)
}

// sayTrained answers how good the best model is.
func sayTrained(r *training.Report) []string {
	if len(r.Models) == 0 {
		if len(r.Regimes) == 0 {
			return []string{"The training report holds no model."}
		}
		return nil
	}
	best := r.Ranked()[0]
	say := count(len(r.Models), "model") + " of a training report, judged on data that training never saw"
	if len(r.Models) > 1 {
		say += ", the smallest error first"
	}
	if !sameMetric(r.Models) {
		say += "; models with another metric follow"
	}
	out := []string{say + "."}
	if finite(best.Error()) {
		out = append(out, fmt.Sprintf("Best: %s, %s.", show(best.ID), verdictOf(best)))
	}
	return out
}

func sameMetric(models []training.Model) bool {
	for i := range models {
		if metricOf(&models[i]) != metricOf(&models[0]) {
			return false
		}
	}
	return true
}

// metricOf names the metric that ranks, "error" where the file does not say.
func metricOf(m *training.Model) string {
	if len(m.Scores.Metrics) == 0 || m.Scores.Metrics[0] == "" {
		return "error"
	}
	return m.Scores.Metrics[0]
}

// verdictOf words the trained model's error beside what it has to beat.
func verdictOf(m *training.Model) string {
	trained := m.Error()
	if !finite(trained) {
		return "its error is not known"
	}
	text := show(metricOf(m)) + " " + style.ErrorValue(trained)
	for _, rival := range []struct{ name, words string }{
		{training.Rounded, "rounding"}, {training.AtStart, "before training"},
	} {
		if s := m.Score(rival.name); s != nil && len(s.Values) > 0 && finite(s.Values[0]) {
			text += ", " + againstWords(trained, s.Values[0], rival.words)
		}
	}
	if s := m.Score(training.Exact); s != nil && len(s.Values) > 0 && finite(s.Values[0]) {
		text += "; the weights of theory have " + style.ErrorValue(s.Values[0])
	}
	return text
}

// againstWords says how two errors compare: "1.80× less error than rounding".
func againstWords(trained, other float64, what string) string {
	switch {
	case trained == other:
		return "as much error as " + what
	case trained == 0:
		return "no error where " + what + " has " + style.ErrorValue(other)
	case other == 0:
		return "more error than " + what + ", which has none"
	case trained < 0 || other < 0:
		return what + " has " + style.ErrorValue(other)
	}
	ratio := other / trained
	const (
		alike = 1.005 // prints as 1.00×
		apart = 1000  // says no more than which is smaller
	)
	switch {
	case ratio >= apart:
		return "less error than " + what + ", which has " + style.ErrorValue(other)
	case 1/ratio >= apart:
		return "more error than " + what + ", which has " + style.ErrorValue(other)
	case ratio >= alike:
		return style.Ratio(ratio) + " less error than " + what
	case 1/ratio >= alike:
		return style.Ratio(1/ratio) + " more error than " + what
	}
	return "about as much error as " + what
}

// trainedCard is the overview's.
func (b *builder) trainedCard() cardView {
	c := cardView{Title: "Trained models", Link: "trained", LinkText: "trained models"}
	if b.Training == nil {
		trained := b.trainedVariants()
		if len(trained) == 0 {
			c.Missing = &missing{Text: "None yet: no variant of this run learns."}
			c.Link = ""
			return c
		}
		c.Lines = []cardLine{{Main: list(trained), Value: whole(len(trained))}}
		return c
	}
	const most = 3
	models := b.Training.Ranked()
	for _, m := range models[:min(len(models), most)] {
		line := cardLine{Label: show(metricOf(m)), Main: show(m.ID), Value: style.ErrorValue(m.Error())}
		if s := m.Score(training.Rounded); s != nil && len(s.Values) > 0 && finite(s.Values[0]) && finite(m.Error()) {
			line.Sub = againstWords(m.Error(), s.Values[0], "rounding")
		}
		c.Lines = append(c.Lines, line)
	}
	switch rest := len(models) - most; {
	case len(models) == 0:
		c.Lines = []cardLine{{Value: "0", Main: "models", Sub: count(len(b.Training.Regimes), "evaluation") + " of training regimes"}}
	case rest > 0:
		c.LinkText = whole(rest) + " more, and how they were trained"
	}
	return c
}
