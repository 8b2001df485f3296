package ablation

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// The reference study's files, "schema 1": a JSON object without a schema
// field, or a folder with the same rows in 14 CSV columns. Nothing outside this
// file knows them. A row holds one mean, no spread, and an absolute error
// against the reference implementation, so that row's own error is 0.

// A legacyRow is a row of schema 1. Numbers are kept as text, so that
// milliseconds become seconds without rounding twice.
type legacyRow struct {
	Tier       string      `json:"tier"`
	Variant    *string     `json:"variant"`
	Direction  string      `json:"direction"` // Forward, Inverse or Welch
	N          *int        `json:"n_fft"`
	Batch      int         `json:"batch"`
	Device     string      `json:"device"`
	Iters      int64       `json:"iters"`
	MS         json.Number `json:"ms"` // mean per call on the whole batch; null where it failed
	MaxErr     json.Number `json:"max_err"`
	TrainSteps int         `json:"train_steps"`
	ParamCount int         `json:"param_count"`
	Memory     int         `json:"memory_bytes"`
	Status     string      `json:"status"`
	Note       string      `json:"note"`
}

// A legacyHead is what schema 1 says of the whole report. Its n_ffts is left
// out: it lists sizes without rows, and may miss sizes that have some.
type legacyHead struct {
	Iters      *int     `json:"iters"`
	TrainSteps int      `json:"train_steps"`
	BothDirs   bool     `json:"both_dirs"`
	WithWelch  bool     `json:"with_welch"`
	LimitSweep bool     `json:"limit_sweep"`
	ElapsedMS  *float64 `json:"elapsed_ms"`
}

func readLegacyJSON(fields map[string]json.RawMessage) (*Report, error) {
	head := legacyHead{WithWelch: true} // the default where the field is absent
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if key == "rows" {
			continue
		}
		if err := json.Unmarshal(wrap(key, fields[key]), &head); err != nil {
			return nil, jsonError("", err)
		}
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(fields["rows"], &raw); err != nil {
		return nil, jsonError("rows", err)
	}
	rows := make([]legacyRow, len(raw))
	for i, text := range raw {
		path := fmt.Sprintf("rows[%d]", i)
		if err := json.Unmarshal(text, &rows[i]); err != nil {
			return nil, jsonError(path, err)
		}
		if rows[i].Variant == nil || rows[i].N == nil {
			return nil, fmt.Errorf("no ablation report: %s has no variant and n_fft, and the file has no schema", path)
		}
	}
	return head.report(rows), nil
}

// readLegacyCSV reads the 14 columns of schema 1.
func readLegacyCSV(t *rowTable, next func() (bool, error), meta *metaFile) (*Report, error) {
	head := legacyHead{BothDirs: true, WithWelch: true} // what a missing meta file means
	if meta != nil {
		iters, elapsed := meta.int("iters"), meta.float("elapsed_ms")
		head = legacyHead{
			Iters: &iters, TrainSteps: meta.int("train_steps"),
			BothDirs: meta.flag("both_dirs"), WithWelch: meta.flag("with_welch"), LimitSweep: meta.flag("limit_sweep"),
			ElapsedMS: &elapsed,
		}
	}
	var rows []legacyRow
	for {
		more, err := next()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		row, err := t.legacyRow()
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	r := head.report(rows)
	r.checkCount(meta)
	return r, nil
}

func (t *rowTable) legacyRow() (legacyRow, error) {
	text := func(title string) string { return strings.Clone(t.cell(title)) }
	variant := text("variant")
	row := legacyRow{
		Tier: text("tier"), Variant: &variant, Direction: text("direction"), Device: text("device"),
		MS: json.Number(text("ms")), MaxErr: json.Number(text("max_err")),
		TrainSteps: t.intOrZero("train_steps"), ParamCount: t.intOrZero("param_count"), Memory: t.intOrZero("memory_bytes"),
		Status: text("status"), Note: text("note"),
	}
	n, err := t.int("n_fft")
	if err != nil {
		return row, err
	}
	row.N = &n
	if row.Batch, err = t.int("batch"); err != nil {
		return row, err
	}
	iters, err := t.int("iters")
	row.Iters = int64(iters)
	return row, err
}

func (t *rowTable) intOrZero(title string) int {
	n, err := t.int(title)
	if err != nil {
		return 0
	}
	return n
}

func (h *legacyHead) report(rows []legacyRow) *Report {
	r := &Report{
		Schema: 1, TrainSteps: h.TrainSteps,
		BothDirs: h.BothDirs, WithWelch: h.WithWelch, LimitSweep: h.LimitSweep,
		ElapsedMS:    orElse(h.ElapsedMS, 0),
		Environments: []Environment{{}}, // the files say nothing of the machine
		Problems: []Problem{{
			Severity: ingest.Info.String(),
			Msg:      "file of the reference study (schema 1): one mean a row without an interval; errors are absolute, against its own reference, whose error is therefore 0",
		}},
	}
	if h.Iters != nil {
		r.Iters = *h.Iters
	}
	known := map[string]bool{}
	sum := newSummarizer(defaultConfidence, nil)
	for i := range rows {
		row, odd := rows[i].row(sum)
		r.Rows = append(r.Rows, row)
		if odd != "" {
			r.Problems = append(r.Problems, Problem{Where: fmt.Sprintf("row %d", i+1), Severity: ingest.Warning.String(), Msg: odd})
		}
		if name := *rows[i].Variant; !known[name] {
			known[name] = true
			r.Catalog = append(r.Catalog, legacyEntry(name, rows[i].Tier))
		}
	}
	r.NFFTs = r.sizes()
	var units unitSet
	for i := range r.Rows {
		for _, m := range r.Rows[i].Metrics {
			units.add(m.Unit)
		}
	}
	r.Units = units.list
	return r
}

// legacyEntry knows the reference study's own naming.
func legacyEntry(name, tier string) Entry {
	return Entry{
		Name: name, Tier: tier, Slot: -1,
		Reference: name == "rustfft" || name == "welch_rustfft",
		Compiled:  strings.HasSuffix(name, "_compiled") || strings.Contains(name, "rlx_op"),
	}
}

// row converts the row; odd says what was strange about it.
func (x *legacyRow) row(sum *summarizer) (row Row, odd string) {
	dir := strings.ToLower(x.Direction)
	row = Row{
		Name: "FFT", Procs: 1, Iters: x.Iters, Status: wire.OK, Note: x.Note,
		Axes: []Axis{
			{wire.AxisVariant, *x.Variant},
			{wire.AxisDir, dir},
			{wire.AxisN, strconv.Itoa(*x.N)},
			{wire.AxisBatch, strconv.Itoa(x.Batch)},
			{wire.AxisDevice, x.Device},
		},
	}
	if dir == wire.DirWelch {
		row.Name = "Welch"
	}
	row.Axes = slices.DeleteFunc(row.Axes, func(a Axis) bool { return a.Value == "" || a.Value == "0" })
	if x.Status != "" {
		status, ok := wire.ParseStatus(x.Status)
		if !ok {
			odd = fmt.Sprintf("status %q is not known and counts as %s", x.Status, wire.BenchFail)
			status = wire.BenchFail
		}
		row.Status = status
	}
	add := func(unit string, value float64) {
		if measured(value) {
			row.Metrics = append(row.Metrics, sum.metric(unit, []float64{value}))
		}
	}
	add(wire.UnitSecPerOp, parseScaled(x.MS.String(), 3))
	add(wire.UnitMaxErr, parseNumber(x.MaxErr.String()))
	for _, m := range []struct {
		unit  string
		count int
	}{{wire.UnitTrainSteps, x.TrainSteps}, {wire.UnitParams, x.ParamCount}, {wire.UnitParamBytes, x.Memory}} {
		if m.count != 0 { // 0 stands for absent
			add(m.unit, float64(m.count))
		}
	}
	return row, odd
}
