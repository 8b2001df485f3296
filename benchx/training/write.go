package training

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
)

// The JSON form of a report. Numbers that are not finite are null.

type factJSON struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type modelJSON struct {
	ID        string         `json:"id"`
	Variant   string         `json:"variant"`
	N         int            `json:"n"`
	Batch     int            `json:"batch"`
	Steps     int            `json:"steps"`
	Seed      uint64         `json:"seed"`
	Optimizer string         `json:"optimizer,omitempty"`
	Rate      number         `json:"rate"`
	Start     string         `json:"start,omitempty"`
	Data      string         `json:"data,omitempty"`
	Objective string         `json:"objective,omitempty"`
	Params    []paramsJSON   `json:"params,omitempty"`
	Curve     curveJSON      `json:"curve"`
	Scores    scoresJSON     `json:"scores"`
	Maps      []mapJSON      `json:"maps,omitempty"`
	Profiles  []seriesJSON   `json:"profiles,omitempty"`
	Landscape *landscapeJSON `json:"landscape,omitempty"`
}

type paramsJSON struct {
	Kind  string `json:"kind"`
	Count int64  `json:"count"`
	Bytes int64  `json:"bytes"`
}

type curveJSON struct {
	Step    []int        `json:"step"`
	Seconds numbers      `json:"seconds,omitempty"`
	Series  []seriesJSON `json:"series"`
}

// seriesJSON serves all that are a name and values.
type seriesJSON struct {
	Name   string  `json:"name"`
	Values numbers `json:"values"`
}

type scoresJSON struct {
	Metrics []string     `json:"metrics"`
	Rows    []seriesJSON `json:"rows"`
}

type mapJSON struct {
	Kind        string  `json:"kind"`
	Stages      int     `json:"stages"`
	Butterflies int     `json:"butterflies"`
	Values      numbers `json:"values"`
}

type landscapeJSON struct {
	XLabel string    `json:"x_label,omitempty"`
	YLabel string    `json:"y_label,omitempty"`
	X      numbers   `json:"x"`
	Y      numbers   `json:"y"`
	Z      []numbers `json:"z"`
}

type regimeJSON struct {
	Regime       string `json:"regime"`
	Schedule     string `json:"schedule,omitempty"`
	TrainSizes   []int  `json:"train_sizes,omitempty"`
	N            int    `json:"n"`
	Steps        int    `json:"steps"`
	Seconds      number `json:"seconds"`
	EncoderMSE   number `json:"encoder_mse"`
	EncoderMax   number `json:"encoder_max"`
	DecoderMSE   number `json:"decoder_mse"`
	DecoderMax   number `json:"decoder_max"`
	RoundTripMSE number `json:"round_trip_mse"`
	RoundTripMax number `json:"round_trip_max"`
	HeldOutMSE   number `json:"held_out_mse"`
	Converged    bool   `json:"converged"`
	Checkpoint   string `json:"checkpoint,omitempty"`
}

// Write writes the report, one model a line; the same report gives the same
// bytes. What Read would refuse is refused.
func Write(w io.Writer, r *Report) error {
	if err := r.check(); err != nil {
		return fmt.Errorf("not a training report: %w", err)
	}
	out := bufio.NewWriterSize(w, 64<<10)
	fmt.Fprintf(out, "{\n \"schema\": %d", Schema)
	facts := make([]factJSON, len(r.Facts))
	for i, f := range r.Facts {
		facts[i] = factJSON(f)
	}
	lines(out, "facts", facts)
	lines(out, "notes", r.Notes)
	models := make([]modelJSON, len(r.Models))
	for i := range r.Models {
		models[i] = r.Models[i].json()
	}
	out.WriteString(",\n \"models\": [") // also where there is none
	items(out, models)
	out.WriteByte(']')
	regimes := make([]regimeJSON, len(r.Regimes))
	for i := range r.Regimes {
		regimes[i] = r.Regimes[i].json()
	}
	lines(out, "regimes", regimes)
	out.WriteString("\n}\n")
	return out.Flush()
}

// lines writes a field that is a list, one value a line; none at all where it is
// empty.
func lines[T any](out *bufio.Writer, name string, list []T) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, ",\n %q: [", name)
	items(out, list)
	out.WriteByte(']')
}

func items[T any](out *bufio.Writer, list []T) {
	for i := range list {
		text, _ := json.Marshal(list[i]) // of strings and numbers that are finite
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n  ")
		out.Write(text)
	}
	if len(list) > 0 {
		out.WriteString("\n ")
	}
}

func (m *Model) json() modelJSON {
	x := modelJSON{
		ID: m.ID, Variant: m.Variant, N: m.N, Batch: m.Batch, Steps: m.Steps, Seed: m.Seed,
		Optimizer: m.Optimizer, Rate: number(m.Rate), Start: m.Start, Data: m.Data, Objective: m.Objective,
		Curve:  curveJSON{Step: append([]int{}, m.Curve.Step...), Seconds: m.Curve.Seconds, Series: []seriesJSON{}},
		Scores: scoresJSON{Metrics: append([]string{}, m.Scores.Metrics...), Rows: []seriesJSON{}},
	}
	for _, p := range m.Params {
		x.Params = append(x.Params, paramsJSON(p))
	}
	for _, s := range m.Curve.Series {
		x.Curve.Series = append(x.Curve.Series, seriesJSON{s.Name, s.Values})
	}
	for _, s := range m.Scores.Rows {
		x.Scores.Rows = append(x.Scores.Rows, seriesJSON{s.Name, s.Values})
	}
	for _, p := range m.Maps {
		x.Maps = append(x.Maps, mapJSON{p.Kind, p.Stages, p.Butterflies, p.Values})
	}
	for _, p := range m.Profiles {
		x.Profiles = append(x.Profiles, seriesJSON{p.Name, p.Values})
	}
	if l := m.Landscape; l != nil {
		x.Landscape = &landscapeJSON{XLabel: l.XLabel, YLabel: l.YLabel, X: l.X, Y: l.Y}
		for _, row := range l.Z {
			x.Landscape.Z = append(x.Landscape.Z, row)
		}
	}
	return x
}

func (g *Regime) json() regimeJSON {
	return regimeJSON{
		Regime: g.Regime, Schedule: g.Schedule, TrainSizes: g.TrainSizes, N: g.N, Steps: g.Steps, Seconds: number(g.Seconds),
		EncoderMSE: number(g.EncoderMSE), EncoderMax: number(g.EncoderMax),
		DecoderMSE: number(g.DecoderMSE), DecoderMax: number(g.DecoderMax),
		RoundTripMSE: number(g.RoundTripMSE), RoundTripMax: number(g.RoundTripMax),
		HeldOutMSE: number(g.HeldOutMSE), Converged: g.Converged, Checkpoint: g.Checkpoint,
	}
}

// number is a number that is null where it is not finite.
type number float64

// MarshalJSON implements json.Marshaler.
func (x number) MarshalJSON() ([]byte, error) { return appendNumber(nil, float64(x)), nil }

// numbers is a list of such.
type numbers []float64

// MarshalJSON implements json.Marshaler.
func (list numbers) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 2+len(list)*20)
	b = append(b, '[')
	for i, x := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendNumber(b, x)
	}
	return append(b, ']'), nil
}

func appendNumber(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}
