package study

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/plots"
	"github.com/fftstudy/fftstudy/report/style"
)

// modelView is one trained model.
type modelView struct {
	ID      string // model-0, model-1, …
	Title   string
	Say     string
	Folded  bool
	Facts   []fact
	Scores  *matrixView
	Figures []figureView
}

func (b *builder) model(i int, m *training.Model) modelView {
	v := modelView{ID: b.ids.take("model-" + strconv.Itoa(i)), Title: show(m.ID), Folded: i >= openModels}
	v.Say = capital(verdictOf(m)) + "."
	v.Facts = modelFacts(m)
	if c := b.rowOf(m); c != nil {
		v.Facts = append(v.Facts, fact{"benchmarked", benchmarked(c)})
	}
	v.Scores = scoreMatrix(m)
	v.Figures = b.figures(plots.SectionTrained, "model-"+strconv.Itoa(i)+"-")
	return v
}

// modelFacts is what is known of a model, the unknown left out.
func modelFacts(m *training.Model) []fact {
	var out []fact
	add := func(key, value string) {
		if value != "" {
			out = append(out, fact{key, value})
		}
	}
	what := "n = " + whole(m.N)
	if m.Variant != "" {
		what = show(m.Variant) + ", " + what
	}
	if m.Batch > 0 {
		what += ", batch " + whole(m.Batch)
	}
	add("network", what)
	add("parameters", paramsWords(m.Params))
	steps := whole0(m.Steps)
	if sec := m.Curve.Seconds; len(sec) > 0 && finite(sec[len(sec)-1]) {
		steps += " in " + style.Time(sec[len(sec)-1])
	}
	add("steps", steps)
	optimiser := show(m.Optimizer)
	if finite(m.Rate) {
		optimiser = joinNonEmpty(optimiser, "rate "+strconv.FormatFloat(m.Rate, 'g', -1, 64))
	}
	add("optimiser", optimiser)
	add("start", note(m.Start))
	add("data", note(m.Data))
	add("objective", note(m.Objective))
	add("seed", strconv.FormatUint(m.Seed, 10))
	return out
}

func joinNonEmpty(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}

// paramsWords is "192 angles (192 B), 6 scales (24 B): 198, 216 B".
func paramsWords(params []training.Params) string {
	text := ""
	var total, bytes float64
	for i, p := range params {
		total += float64(p.Count)
		bytes += float64(p.Bytes)
		const most = 8
		if i < most {
			text = joinNonEmpty(text, fmt.Sprintf("%s %s (%s)", style.Count(float64(p.Count)), show(p.Kind), style.Bytes(float64(p.Bytes))))
		}
	}
	if len(params) > 1 {
		text += fmt.Sprintf("; %s in all (%s)", style.Count(total), style.Bytes(bytes))
	}
	return text
}

// scoreMatrix sets the errors beside each other: metrics down, the trained model
// and its rivals across.
func scoreMatrix(m *training.Model) *matrixView {
	s := &m.Scores
	if len(s.Metrics) == 0 || len(s.Rows) == 0 {
		return nil
	}
	v := &matrixView{
		Title: "Errors on held-out data", Corner: "metric", Note: "The smaller the better; the lowest of each row is marked.",
	}
	for _, row := range s.Rows {
		v.Heads = append(v.Heads, show(scoreWords(row.Name)))
	}
	for i, metric := range s.Metrics {
		least := math.Inf(1)
		for _, row := range s.Rows {
			if finite(row.Values[i]) {
				least = min(least, row.Values[i])
			}
		}
		line := matrixRow{Head: show(metric), Class: "long"}
		for _, row := range s.Rows {
			cell := matrixCell{Parts: []string{style.ErrorValue(row.Values[i])}, Class: "n"}
			if row.Values[i] == least {
				cell.Sub, cell.Class = "lowest", "n best"
			}
			line.Cells = append(line.Cells, cell)
		}
		v.Rows = append(v.Rows, line)
	}
	return v
}

// scoreWords says what the names of rivals mean.
func scoreWords(name string) string {
	switch name {
	case training.AtStart:
		return "before training"
	case training.Exact:
		return "theory, exact"
	case training.Rounded:
		return "theory, rounded"
	}
	return name
}

// capital starts a sentence, unless with a word of mixed case or a symbol.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
