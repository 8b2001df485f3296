package study

import (
	"math"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/style"
)

// modelTable lists all models, best first.
func (b *builder) modelTable(models []*training.Model) gridView {
	type row = *training.Model
	against := func(name string) func(row) float64 {
		return func(m row) float64 {
			s := m.Score(name)
			if s == nil || len(s.Values) == 0 {
				return math.NaN()
			}
			return s.Values[0]
		}
	}
	columns := []column[row]{
		{key: "model", head: "model", rowHead: true, text: func(m row) string { return show(m.ID) }},
		{key: "variant", head: "variant", text: func(m row) string { return showOr(m.Variant) }},
		{key: "n", head: "n", text: func(m row) string { return whole(m.N) }, num: func(m row) float64 { return orNaN(m.N) }},
		{key: "metric", head: "ranked by", text: func(m row) string { return show(metricOf(m)) }},
		errorColumn("trained", "error", "trained", row.Error),
		errorColumn("start", "error", "before", against(training.AtStart)),
		errorColumn("rounded", "error", "rounded", against(training.Rounded)),
		errorColumn("exact", "error", "exact", against(training.Exact)),
		numberColumn("steps", "steps", "", func(m row) int { return m.Steps }),
		{key: "params", head: "params", text: func(m row) string { return style.Count(sumParams(m)) }, num: sumParams},
	}
	if anyRow := b.anyRow(models); anyRow {
		columns = append(columns, column[row]{key: "time", head: "time", unit: "per transform", help: "of the variant's row in this run, at the model's n",
			text: func(m row) string { return style.Time(b.modelTime(m)) }, num: b.modelTime})
	}
	t := table[row]{id: b.ids.take("trained-table"), label: "Trained models", columns: columns, rows: models}
	return t.view(b)
}

func (b *builder) anyRow(models []*training.Model) bool {
	for _, m := range models {
		if b.rowOf(m) != nil {
			return true
		}
	}
	return false
}

func (b *builder) modelTime(m *training.Model) float64 {
	if c := b.rowOf(m); c != nil {
		return c.PerTransform
	}
	return math.NaN()
}

// sumParams is NaN for a model that states none.
func sumParams(m *training.Model) float64 {
	if len(m.Params) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, p := range m.Params {
		sum += float64(p.Count)
	}
	return sum
}

// fillRegimes shows how models that were trained on some lengths do at others.
func (b *builder) fillRegimes(v *trainedView) {
	v.Heat = figureBlock{ID: b.ids.take("train-heat"), Title: "Training by evaluation size"}
	if b.Training == nil || len(b.Training.Regimes) == 0 {
		v.Heat.Missing = &missing{Text: "Filled by the same command."}
		if b.Training != nil {
			v.Heat.Missing = &missing{Text: "No training over several sizes was given:", Command: trainCommand}
		}
		return
	}
	v.Heat.Figures = b.figures(plots.SectionTrained, "train-heat")
	grid := b.regimeTable(b.Training)
	v.Regimes = &grid
}

func (b *builder) regimeTable(r *training.Report) gridView {
	type row = *training.Regime
	best := r.BestRegimes()
	isBest := func(g row) bool { return best[g.N] == g }
	columns := []column[row]{
		{key: "regime", head: "regime", rowHead: true, text: func(g row) string { return show(g.Regime) }},
		{key: "schedule", head: "schedule", text: func(g row) string { return showOr(g.Schedule) }},
		{key: "trained_on", head: "trained on", text: func(g row) string { return sizesWords(g.TrainSizes) }},
		{key: "n", head: "n", unit: "evaluated", text: func(g row) string { return whole(g.N) }, num: func(g row) float64 { return orNaN(g.N) }},
		errorColumn("round_trip_max", "round trip", "largest", func(g row) float64 { return g.RoundTripMax }),
		{key: "best", head: "best of n", text: func(g row) string {
			if isBest(g) {
				return "best"
			}
			return ""
		}},
		errorColumn("round_trip_mse", "round trip", "mean square", func(g row) float64 { return g.RoundTripMSE }),
		errorColumn("encoder_max", "encoder", "largest", func(g row) float64 { return g.EncoderMax }),
		errorColumn("decoder_max", "decoder", "largest", func(g row) float64 { return g.DecoderMax }),
		errorColumn("held_out", "held-out", "mean square", func(g row) float64 { return g.HeldOutMSE }),
		numberColumn("steps", "steps", "on all lengths together", func(g row) int { return g.Steps }),
		{key: "seconds", head: "time", unit: "to train", text: func(g row) string { return style.Time(trainSeconds(g)) }, num: trainSeconds},
		{key: "converged", head: "converged", text: func(g row) string { return yesNo(g.Converged) }},
	}
	t := table[row]{id: b.ids.take("train-table"), label: "Training regimes by evaluation size", columns: columns, rows: pointers(r.Regimes)}
	return t.view(b)
}

// trainSeconds is NaN for a network that nobody trained.
func trainSeconds(g *training.Regime) float64 {
	if g.Untrained() {
		return math.NaN()
	}
	return g.Seconds
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// sizesWords lists lengths: "32, 64, 128".
func sizesWords(sizes []int) string {
	text := ""
	const most = 8
	for i, n := range sizes {
		if i == most {
			return text + ", … (" + strconv.Itoa(len(sizes)) + ")"
		}
		text = joinNonEmpty(text, whole(n))
	}
	return text
}
