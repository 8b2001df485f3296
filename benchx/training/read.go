package training

import (
	"fmt"
	"io"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Schema is the version of the files that Write makes.
const Schema = 2

// Read reads a training report: a file of Write, or one of the reference
// study, which has no schema field. The name is what errors call the file.
//
// Shapes must fit: a map has a value for each butterfly of each stage, a series
// one for each step, a landscape is rectangular. A number that is null is NaN. Of
// fields that are not known the report's notes tell.
func Read(r io.Reader, name string) (*Report, error) {
	report, err := read(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return report, nil
}

func read(from io.Reader) (*Report, error) {
	doc, err := parse(from)
	if err != nil {
		return nil, err
	}
	root := value{is: doc}
	schema, ok := doc.fields["schema"]
	if !ok {
		return readLegacy(doc)
	}
	var r reader
	number := 0
	count(&r, &number)(value{"schema", schema})
	_, rows := doc.fields["rows"]
	_, models := doc.fields["models"]
	switch {
	case r.err != nil:
		return nil, r.err
	case number != Schema:
		return nil, fmt.Errorf("schema %d is not known here (this program reads %d and files without one); read it with a newer program", number, Schema)
	case rows && !models:
		return nil, fmt.Errorf(`no training report: a file with "rows" and without "models" is an ablation report, which benchx report reads as its input`)
	case !models:
		return nil, fmt.Errorf(`no training report: the JSON object has no field "models"; benchx train writes one`)
	}
	report := r.report(root)
	if r.err != nil {
		return nil, r.err
	}
	report.Notes = append(report.Notes, r.noted()...)
	return report, report.check()
}

func (r *reader) report(v value) *Report {
	out := &Report{}
	r.object(v,
		field{"schema", func(value) {}},
		field{"facts", func(v value) {
			r.list(v, func(v value) {
				var f wire.Fact
				r.object(v, field{"key", r.text(&f.Key)}, field{"value", r.text(&f.Value)})
				out.Facts = append(out.Facts, f)
			})
		}},
		field{"notes", r.texts(&out.Notes)},
		field{"models", func(v value) {
			r.list(v, func(v value) { out.Models = append(out.Models, r.model(v)) })
		}},
		field{"regimes", func(v value) {
			r.list(v, func(v value) { out.Regimes = append(out.Regimes, r.regime(v)) })
		}},
	)
	return out
}

func (r *reader) model(v value) Model {
	m := Model{Rate: nan}
	r.object(v,
		field{"id", r.text(&m.ID)},
		field{"variant", r.text(&m.Variant)},
		field{"n", count(r, &m.N)},
		field{"batch", count(r, &m.Batch)},
		field{"steps", count(r, &m.Steps)},
		field{"seed", count(r, &m.Seed)},
		field{"optimizer", r.text(&m.Optimizer)},
		field{"rate", r.number(&m.Rate)},
		field{"start", r.text(&m.Start)},
		field{"data", r.text(&m.Data)},
		field{"objective", r.text(&m.Objective)},
		field{"params", func(v value) {
			r.list(v, func(v value) {
				var p Params
				r.object(v, field{"kind", r.text(&p.Kind)}, field{"count", count(r, &p.Count)}, field{"bytes", count(r, &p.Bytes)})
				m.Params = append(m.Params, p)
			})
		}},
		field{"curve", r.curve(&m.Curve)},
		field{"scores", r.scores(&m.Scores)},
		field{"maps", func(v value) {
			r.list(v, func(v value) { m.Maps = append(m.Maps, r.networkMap(v)) })
		}},
		field{"profiles", func(v value) {
			r.list(v, func(v value) {
				var p Profile
				r.object(v, field{"name", r.text(&p.Name)}, field{"values", r.numbers(&p.Values)})
				m.Profiles = append(m.Profiles, p)
			})
		}},
		field{"landscape", func(v value) {
			if v.is != nil {
				m.Landscape = r.landscape(v)
			}
		}},
	)
	return m
}

func (r *reader) curve(c *Curve) func(value) {
	return func(v value) {
		r.object(v,
			field{"step", r.counts(&c.Step)},
			field{"seconds", r.numbers(&c.Seconds)},
			field{"series", func(v value) {
				r.list(v, func(v value) {
					var s Series
					r.object(v, field{"name", r.text(&s.Name)}, field{"values", r.numbers(&s.Values)})
					c.Series = append(c.Series, s)
				})
			}},
		)
	}
}

func (r *reader) scores(s *Scores) func(value) {
	return func(v value) {
		r.object(v,
			field{"metrics", r.texts(&s.Metrics)},
			field{"rows", func(v value) {
				r.list(v, func(v value) {
					var row Score
					r.object(v, field{"name", r.text(&row.Name)}, field{"values", r.numbers(&row.Values)})
					s.Rows = append(s.Rows, row)
				})
			}},
		)
	}
}

func (r *reader) networkMap(v value) Map {
	var m Map
	r.object(v,
		field{"kind", r.text(&m.Kind)},
		field{"stages", count(r, &m.Stages)},
		field{"butterflies", count(r, &m.Butterflies)},
		field{"values", r.numbers(&m.Values)},
	)
	return m
}

func (r *reader) landscape(v value) *Landscape {
	l := &Landscape{}
	r.object(v,
		field{"x_label", r.text(&l.XLabel)},
		field{"y_label", r.text(&l.YLabel)},
		field{"x", r.numbers(&l.X)},
		field{"y", r.numbers(&l.Y)},
		field{"z", func(v value) {
			r.list(v, func(v value) {
				var row []float64
				r.numbers(&row)(v)
				l.Z = append(l.Z, row)
			})
		}},
	)
	return l
}

func (r *reader) regime(v value) Regime {
	g := Regime{
		Seconds: nan, EncoderMSE: nan, EncoderMax: nan, DecoderMSE: nan, DecoderMax: nan,
		RoundTripMSE: nan, RoundTripMax: nan, HeldOutMSE: nan,
	}
	r.object(v,
		field{"regime", r.text(&g.Regime)},
		field{"schedule", r.text(&g.Schedule)},
		field{"train_sizes", r.counts(&g.TrainSizes)},
		field{"n", count(r, &g.N)},
		field{"steps", count(r, &g.Steps)},
		field{"seconds", r.number(&g.Seconds)},
		field{"encoder_mse", r.number(&g.EncoderMSE)},
		field{"encoder_max", r.number(&g.EncoderMax)},
		field{"decoder_mse", r.number(&g.DecoderMSE)},
		field{"decoder_max", r.number(&g.DecoderMax)},
		field{"round_trip_mse", r.number(&g.RoundTripMSE)},
		field{"round_trip_max", r.number(&g.RoundTripMax)},
		field{"held_out_mse", r.number(&g.HeldOutMSE)},
		field{"converged", r.flag(&g.Converged)},
		field{"checkpoint", r.text(&g.Checkpoint)},
	)
	return g
}
