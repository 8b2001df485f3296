package training

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// The reference study's files, "schema 1": a bundle of training traces, or the
// rows of a training over several lengths. Nothing outside this file knows them.
// Where they say one thing and hold another, what they hold gets its own name,
// and what was never measured is left out; the report's notes say which.

// Names of what the traces hold.
const (
	legacySpectrum = "max error of the spectrum"
	legacyMel      = "max error of the mel spectrum"
	legacyWelch    = "max error of the Welch density"
	legacyTotal    = "sum of the max errors"
)

func readLegacy(doc *object) (*Report, error) {
	var r reader
	out := &Report{Notes: []string{"A file of the reference study (schema 1): its curves are largest absolute errors of one batch, not losses, and nothing was held out."}}
	root := value{is: doc}
	switch {
	case hasList(doc, "models"):
		r.object(root, field{"models", func(v value) {
			r.list(v, func(v value) { r.trace(v, out) })
		}})
	case legacyRows(doc):
		r.multiTrain(root, out)
	default:
		return nil, errors.New(`no training report: the JSON object has neither "models" nor the rows of a training; benchx train writes one`)
	}
	if r.err != nil {
		return nil, r.err
	}
	out.Notes = append(out.Notes, r.noted()...)
	return out, out.check()
}

func hasList(doc *object, name string) bool {
	_, ok := doc.fields[name].([]any)
	return ok
}

// legacyRows tells rows of a training from those of an ablation by their first.
func legacyRows(doc *object) bool {
	rows, _ := doc.fields["rows"].([]any)
	if len(rows) == 0 {
		_, trained := doc.fields["max_steps"]
		return trained
	}
	row, _ := rows[0].(*object)
	return row != nil && row.fields["regime"] != nil
}

// A point is one of a trace's curve.
type point struct {
	step                          int
	total, mel, spec, welch, gate float64
}

// trace reads one model.
func (r *reader) trace(v value, out *Report) {
	m := Model{Rate: nan}
	var points []point
	mel, spec := nan, nan
	note := func(format string, args ...any) {
		out.Notes = append(out.Notes, strconv.Quote(m.ID)+": "+fmt.Sprintf(format, args...))
	}
	r.object(v,
		field{"model_id", r.text(&m.ID)},
		field{"variant", r.text(&m.Variant)},
		field{"n_fft", count(r, &m.N)},
		field{"batch", count(r, &m.Batch)},
		field{"train_steps", count(r, &m.Steps)},
		field{"params", func(v value) { m.Params = r.legacyParams(v) }},
		field{"loss_curve", func(v value) {
			r.list(v, func(v value) { points = append(points, r.point(v)) })
		}},
		field{"heatmap", func(v value) {
			if v.is != nil {
				r.heatmap(v, &m, note)
			}
		}},
		field{"landscape", func(v value) {
			if v.is != nil {
				m.Landscape = r.landscape(v)
				note("the landscape is the mean square of the mel error of one batch without a window against a reference with two, over one twiddle of each of two axes.")
			}
		}},
		field{"final_mel_err", r.number(&mel)},
		field{"final_spec_err", r.number(&spec)},
	)
	m.Scores = Scores{Metrics: []string{legacySpectrum}, Rows: []Score{{Trained, []float64{spec}}}}
	if m.hears() {
		m.Scores = Scores{Metrics: []string{legacyMel, legacySpectrum}, Rows: []Score{{Trained, []float64{mel, spec}}}}
		note("the mel reference was windowed twice: a perfect transform has a mel error of 0.1 to 0.4 there.")
	}
	m.Curve = m.legacyCurve(points, spec, note)
	out.Models = append(out.Models, m)
}

// hears reports whether the model has a mel spectrum at all. Traces of the others
// repeat the spectrum's error under that name.
func (m *Model) hears() bool {
	return m.Variant != "domain_twiddle" && m.Variant != "butterfly_unitary"
}

func (r *reader) point(v value) point {
	p := point{total: nan, mel: nan, spec: nan, welch: nan, gate: nan}
	r.object(v,
		field{"step", count(r, &p.step)},
		field{"total_loss", r.number(&p.total)},
		field{"mel_err", r.number(&p.mel)},
		field{"spec_err", r.number(&p.spec)},
		field{"welch_err", r.number(&p.welch)},
		field{"mean_gate", r.number(&p.gate)},
	)
	return p
}

// legacyParams reads the counts by kind. The file charges each with four bytes.
func (r *reader) legacyParams(v value) []Params {
	var list []Params
	var fields []field
	for _, kind := range []string{"twiddles", "gates", "freq_mask", "denoiser", "unitary", "mel_filters", "q8_packed"} {
		fields = append(fields, field{kind, func(v value) {
			p := Params{Kind: kind}
			count(r, &p.Count)(v)
			p.Bytes = 4 * p.Count
			if p.Count > 0 {
				list = append(list, p)
			}
		}})
	}
	implied := func(value) {} // their sum, and four times that
	r.object(v, append(fields, field{"total_params", implied}, field{"memory_bytes", implied})...)
	return list
}

func (m *Model) legacyCurve(points []point, spec float64, note func(string, ...any)) Curve {
	if invented(points, spec) {
		note("its curve of two points was made up from the final error, four times that at the start, and was left out.")
		return Curve{}
	}
	var c Curve
	var kept []point
	for _, p := range points {
		if len(kept) > 0 && p.step <= kept[len(kept)-1].step {
			note("step %d comes after step %d and was left out.", p.step, kept[len(kept)-1].step)
			continue
		}
		kept = append(kept, p)
		c.Step = append(c.Step, p.step)
	}
	add := func(name string, of func(point) float64) {
		s := Series{Name: name}
		for _, p := range kept {
			s.Values = append(s.Values, of(p))
		}
		if slices.ContainsFunc(s.Values, func(x float64) bool { return !math.IsNaN(x) }) {
			c.Series = append(c.Series, s)
		}
	}
	add(legacySpectrum, func(p point) float64 { return p.spec })
	if !m.hears() {
		return c // what stands under the other names is the same error again
	}
	add(legacyMel, func(p point) float64 { return p.mel })
	add(legacyWelch, func(p point) float64 { return p.welch })
	add(legacyTotal, func(p point) float64 { return p.total })
	add(MeanGate, func(p point) float64 { return p.gate })
	return c
}

// invented reports whether a curve is the one that was written where nothing had
// been looked at: two points, of which the first is four times the last.
func invented(points []point, spec float64) bool {
	if len(points) != 2 || !(points[1].spec > 0) {
		return false
	}
	const rounded = 1e-5 // single precision, a few operations
	first, last := points[0].spec, points[1].spec
	return math.Abs(first/last-4) < rounded && math.Abs(last/spec-1) < rounded
}

func (r *reader) heatmap(v value, m *Model, note func(string, ...any)) {
	var stages, butterflies int
	var gates, mask, twiddles []float64
	r.object(v,
		field{"stages", count(r, &stages)},
		field{"butterflies", count(r, &butterflies)},
		field{"gates", r.numbers(&gates)},
		field{"freq_mask", r.numbers(&mask)},
		field{"twiddle_mag", r.numbers(&twiddles)},
	)
	add := func(kind string, values []float64) {
		p := Map{kind, stages, butterflies, values}
		if err := p.check(); err != nil {
			note("the map %q was left out: %v.", kind, err)
			return
		}
		m.Maps = append(m.Maps, p)
	}
	switch {
	case len(gates) == 0:
	case m.Variant == "butterfly_unitary":
		add("|m00|, 1 at most", gates)
		note("what the file calls gates are magnitudes of the first element of each butterfly's matrix.")
	case all(gates, 1):
		note("its gates are all 1: that trainer never moved them, so no map is shown.")
	default:
		add(Gates, gates)
	}
	switch {
	case len(twiddles) == 0:
	case all(twiddles, 1):
		note("its twiddle magnitudes are those of theory, all 1, not of what was trained, so no map is shown.")
	default:
		for i := range twiddles {
			twiddles[i]--
		}
		add(MagnitudeError, twiddles)
	}
	switch {
	case len(mask) == 0:
	case all(mask, 1):
		note("its frequency mask is all 1: that trainer never moved it.")
	default:
		m.Profiles = append(m.Profiles, Profile{"frequency mask, real and imaginary parts in turn", mask})
	}
}

func all(values []float64, x float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return v != x })
}

// multiTrain reads the rows of a training over several lengths. Its inverse is
// not divided by n, so errors of the round trip are n times too large, and their
// squares n².
func (r *reader) multiTrain(v value, out *Report) {
	head := map[string]any{}
	var heads []field
	for _, name := range []string{
		"batch", "n_ffts", "max_steps", "min_steps", "until_converged", "eval_batches", "seed", "grad_clip",
		"project_twiddles", "use_fused_train", "optimizer", "elapsed_ms",
	} {
		heads = append(heads, field{name, func(v value) { head[name] = v.is }})
	}
	mixed := false
	r.object(v, append(heads, field{"rows", func(v value) {
		r.list(v, func(v value) {
			g, several := r.legacyRegime(v)
			mixed = mixed || several
			out.Regimes = append(out.Regimes, g)
		})
	}})...)
	for _, f := range heads {
		switch is := head[f.name].(type) {
		case nil, *object, []any: // lengths stand in the rows
		case string:
			out.Facts = append(out.Facts, wire.Fact{Key: f.name, Value: is})
		default:
			out.Facts = append(out.Facts, wire.Fact{Key: f.name, Value: kindOf(is)})
		}
	}
	out.Notes = append(out.Notes, "Errors of the round trip were n times too large in the file, their squares n², and are divided by that here; those of the decoder are of an inverse that is not divided by n.")
	if mixed {
		out.Notes = append(out.Notes, "Held-out losses of trainings over several lengths are means of numbers scaled by n² each, which cannot be undone, and were left out.")
	}
}

func (r *reader) legacyRegime(v value) (g Regime, mixed bool) {
	var ms float64
	g = Regime{
		EncoderMSE: nan, EncoderMax: nan, DecoderMSE: nan, DecoderMax: nan, RoundTripMSE: nan, RoundTripMax: nan, HeldOutMSE: nan,
	}
	r.object(v,
		field{"regime", r.text(&g.Regime)},
		field{"schedule", r.text(&g.Schedule)},
		field{"train_sizes", r.counts(&g.TrainSizes)},
		field{"eval_n_fft", count(r, &g.N)},
		field{"train_steps_total", count(r, &g.Steps)},
		field{"train_elapsed_ms", r.number(&ms)},
		field{"encoder_spectrum_mse", r.number(&g.EncoderMSE)},
		field{"encoder_spectrum_max_err", r.number(&g.EncoderMax)},
		field{"decoder_time_mse", r.number(&g.DecoderMSE)},
		field{"decoder_time_max_err", r.number(&g.DecoderMax)},
		field{"roundtrip_mse", r.number(&g.RoundTripMSE)},
		field{"roundtrip_max_err", r.number(&g.RoundTripMax)},
		field{"final_holdout_mse", r.number(&g.HeldOutMSE)},
		field{"converged", r.flag(&g.Converged)},
		field{"checkpoint", func(v value) {
			if v.is != nil {
				r.text(&g.Checkpoint)(v)
			}
		}},
	)
	n := float64(g.N)
	g.Seconds = ms / 1000
	g.RoundTripMax /= n
	g.RoundTripMSE /= n * n
	g.HeldOutMSE /= n * n
	if len(g.TrainSizes) != 1 || g.TrainSizes[0] != g.N {
		mixed = len(g.TrainSizes) > 1 && !math.IsNaN(g.HeldOutMSE)
		g.HeldOutMSE = nan
	}
	return g, mixed
}
