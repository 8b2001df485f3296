package ablation

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// The JSON form of a report. Numbers that are not finite are null: a median of
// null is NaN, an interval bound of null is unbounded.

type headerJSON struct {
	Schema       int               `json:"schema"`
	Preset       string            `json:"preset,omitempty"`
	Command      string            `json:"command,omitempty"`
	Iters        int               `json:"iters"`
	TrainSteps   int               `json:"train_steps"`
	BothDirs     bool              `json:"both_dirs"`
	WithWelch    bool              `json:"with_welch"`
	LimitSweep   bool              `json:"limit_sweep"`
	NFFTs        []int             `json:"n_ffts"`
	ElapsedMS    *float64          `json:"elapsed_ms"`
	Confidence   *float64          `json:"confidence,omitempty"`
	Keys         map[string]string `json:"keys,omitempty"`
	Incomplete   bool              `json:"incomplete,omitempty"`
	Environments []environmentJSON `json:"environments"`
	Runs         []Run             `json:"runs,omitempty"`
	Catalog      Catalog           `json:"catalog"`
	Units        []unitJSON        `json:"units"`
	Problems     []Problem         `json:"problems,omitempty"`
}

type environmentJSON struct {
	Environment
	Facts []factJSON `json:"facts,omitempty"` // in place of Environment.Facts
}

type factJSON struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type unitJSON struct {
	Name   string `json:"name"`
	Better int    `json:"better"`
	Exact  bool   `json:"exact,omitempty"`
}

type rowJSON struct {
	Package string       `json:"package,omitempty"`
	Name    string       `json:"name"`
	Axes    []Axis       `json:"axes,omitempty"`
	Procs   int          `json:"procs"`
	Iters   int64        `json:"iters"`
	Status  string       `json:"status"`
	Note    string       `json:"note,omitempty"`
	Limiter string       `json:"limiter,omitempty"`
	Env     int          `json:"env"`
	Metrics []metricJSON `json:"metrics,omitempty"`
}

type metricJSON struct {
	Unit    string   `json:"unit"`
	Median  *float64 `json:"median"`
	Lo      *float64 `json:"lo"`
	Hi      *float64 `json:"hi"`
	N       int      `json:"n"`
	Samples floats   `json:"samples,omitempty"`
	PerRun  []int    `json:"per_run,omitempty"`
}

// WriteJSON writes the report, one row a line, samples and all.
func WriteJSON(w io.Writer, r *Report) error {
	out := bufio.NewWriterSize(w, 64<<10)
	head, err := json.MarshalIndent(headerOf(r), "", " ")
	if err != nil {
		return fmt.Errorf("encoding the report's head: %w", err)
	}
	out.Write(bytes.TrimSuffix(head, []byte("\n}")))
	out.WriteString(",\n \"rows\": [")
	for i := range r.Rows {
		line, err := json.Marshal(rowOf(&r.Rows[i]))
		if err != nil {
			return fmt.Errorf("encoding rows[%d]: %w", i, err)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n  ")
		out.Write(line)
	}
	out.WriteString("\n ]\n}\n")
	return out.Flush()
}

func headerOf(r *Report) headerJSON {
	h := headerJSON{
		Schema: Schema, Preset: r.Preset, Command: r.Command,
		Iters: r.Iters, TrainSteps: r.TrainSteps,
		BothDirs: r.BothDirs, WithWelch: r.WithWelch, LimitSweep: r.LimitSweep,
		NFFTs: append([]int{}, r.NFFTs...), ElapsedMS: finite(r.ElapsedMS),
		Keys: r.Keys, Incomplete: r.Incomplete, Runs: r.Runs,
		Environments: []environmentJSON{}, Catalog: r.Catalog, Units: []unitJSON{}, Problems: r.Problems,
	}
	if r.Confidence != 0 {
		h.Confidence = finite(r.Confidence)
	}
	if h.Catalog == nil {
		h.Catalog = Catalog{}
	}
	for _, e := range r.Environments {
		x := environmentJSON{Environment: e}
		for _, f := range e.Facts {
			x.Facts = append(x.Facts, factJSON(f))
		}
		h.Environments = append(h.Environments, x)
	}
	for _, u := range r.Units {
		h.Units = append(h.Units, unitJSON(u))
	}
	return h
}

func rowOf(r *Row) rowJSON {
	x := rowJSON{
		Package: r.Package, Name: r.Name, Axes: r.Axes, Procs: r.Procs, Iters: r.Iters,
		Status: string(r.Status), Note: r.Note, Limiter: string(r.Limiter), Env: r.Env,
	}
	if len(r.Metrics) > 0 {
		x.Metrics = make([]metricJSON, len(r.Metrics))
	}
	for i, m := range r.Metrics {
		x.Metrics[i] = metricJSON{
			Unit: m.Unit, Median: finite(m.Median), Lo: finite(m.Lo), Hi: finite(m.Hi), N: m.N, Samples: m.Samples, PerRun: m.PerRun,
		}
	}
	return x
}

// finite returns a pointer to x, or nil, which is written as null.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func orElse(p *float64, missing float64) float64 {
	if p == nil {
		return missing
	}
	return *p
}

func (h *headerJSON) report() *Report {
	r := &Report{
		Schema: h.Schema, Preset: h.Preset, Command: h.Command,
		Iters: h.Iters, TrainSteps: h.TrainSteps,
		BothDirs: h.BothDirs, WithWelch: h.WithWelch, LimitSweep: h.LimitSweep,
		ElapsedMS: orElse(h.ElapsedMS, 0), Confidence: orElse(h.Confidence, 0),
		Keys: h.Keys, Incomplete: h.Incomplete, Runs: h.Runs, Catalog: h.Catalog, Problems: h.Problems,
	}
	for _, x := range h.Environments {
		e := x.Environment
		for _, f := range x.Facts {
			e.Facts = append(e.Facts, wire.Fact(f))
		}
		r.Environments = append(r.Environments, e)
	}
	for _, u := range h.Units {
		r.Units = append(r.Units, Unit(u))
	}
	return r
}

func (x *rowJSON) row() (Row, error) {
	r := Row{
		Package: x.Package, Name: x.Name, Axes: x.Axes, Procs: max(x.Procs, 1), Iters: x.Iters,
		Status: wire.OK, Note: x.Note, Env: x.Env,
	}
	var ok bool
	if x.Status != "" {
		if r.Status, ok = wire.ParseStatus(x.Status); !ok {
			return r, fmt.Errorf("status: no status %q; there are %v", x.Status, wire.Statuses())
		}
	}
	if x.Limiter != "" {
		if r.Limiter, ok = wire.ParseLimiter(x.Limiter); !ok {
			return r, fmt.Errorf("limiter: no limiter %q", x.Limiter)
		}
	}
	if x.Iters < 0 {
		return r, fmt.Errorf("iters: %d is no count", x.Iters)
	}
	if len(x.Metrics) > 0 {
		r.Metrics = make([]Metric, len(x.Metrics))
	}
	for i, m := range x.Metrics {
		if m.Unit == "" {
			return r, fmt.Errorf("metrics[%d].unit: missing", i)
		}
		if m.N < 0 {
			return r, fmt.Errorf("metrics[%d].n: %d is no count", i, m.N)
		}
		if len(m.Samples) > 0 {
			m.N = len(m.Samples)
		}
		r.Metrics[i] = Metric{
			Unit: m.Unit, N: m.N, Samples: m.Samples, PerRun: m.PerRun,
			Median: orElse(m.Median, math.NaN()),
			Lo:     orElse(m.Lo, math.Inf(-1)),
			Hi:     orElse(m.Hi, math.Inf(1)),
		}
	}
	return r, nil
}

// floats is a list of numbers in which those that are not finite are null.
type floats []float64

// MarshalJSON implements json.Marshaler.
func (f floats) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 2+len(f)*20)
	b = append(b, '[')
	for i, x := range f {
		if i > 0 {
			b = append(b, ',')
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			b = append(b, "null"...)
			continue
		}
		b = strconv.AppendFloat(b, x, 'g', -1, 64)
	}
	return append(b, ']'), nil
}

// UnmarshalJSON implements json.Unmarshaler; null becomes NaN.
func (f *floats) UnmarshalJSON(text []byte) error {
	*f = nil
	text = bytes.TrimSpace(text)
	if string(text) == "null" {
		return nil
	}
	if len(text) < 2 || text[0] != '[' {
		return &json.UnmarshalTypeError{Value: kindOf(text), Field: "samples", Type: reflect.TypeFor[[]float64]()}
	}
	text = text[1 : len(text)-1]
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	out := make([]float64, 0, bytes.Count(text, []byte{','})+1)
	for word := range bytes.SplitSeq(text, []byte{','}) {
		word = bytes.TrimSpace(word)
		if string(word) == "null" {
			out = append(out, math.NaN())
			continue
		}
		x, err := strconv.ParseFloat(string(word), 64)
		if err != nil {
			return fmt.Errorf("samples: %q is no number", word)
		}
		out = append(out, x)
	}
	*f = out
	return nil
}

// kindOf names the kind of a JSON value by its first byte.
func kindOf(text []byte) string {
	if len(text) == 0 {
		return "nothing"
	}
	switch text[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}
