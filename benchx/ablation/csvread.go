package ablation

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// ReadFolder reads the report of a folder: ablation.json where there is one,
// else the CSV files.
func ReadFolder(dir fs.FS) (*Report, error) {
	f, err := dir.Open(JSONFile)
	if errors.Is(err, fs.ErrNotExist) {
		return ReadCSV(dir)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := ReadJSON(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", JSONFile, err)
	}
	return r, nil
}

// ReadCSV reads ablation_rows.csv of a folder, and ablation_meta.csv where
// there is one: files of this package, or of the reference study. The rows have
// no samples; of every metric but time only the median is known.
func ReadCSV(dir fs.FS) (*Report, error) {
	meta, err := openMeta(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", MetaFile, err)
	}
	f, err := dir.Open(RowsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no report folder: neither %s nor %s in it", JSONFile, RowsFile)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := readRows(f, meta)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", RowsFile, err)
	}
	return r, nil
}

// ReadRowsCSV reads one ablation_rows.csv without its meta file.
func ReadRowsCSV(r io.Reader) (*Report, error) { return readRows(r, nil) }

// openMeta returns nil where the folder has no meta file.
func openMeta(dir fs.FS) (*metaFile, error) {
	f, err := dir.Open(MetaFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readMetaFile(f)
}

// A rowTable is ablation_rows.csv while it is read.
type rowTable struct {
	titles []string
	at     map[string]int // title → column
	record []string
	line   int
}

// cell returns the text of a column, "" where there is none.
func (t *rowTable) cell(title string) string {
	if i, ok := t.at[title]; ok && i < len(t.record) {
		return t.record[i]
	}
	return ""
}

func (t *rowTable) has(title string) bool { return hasKey(t.at, title) }

// int reads a whole number that is 0 where the cell is empty.
func (t *rowTable) int(title string) (int, error) {
	text := t.cell(title)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		return 0, fmt.Errorf("line %d, column %s: %q is no count", t.line, title, text)
	}
	return n, nil
}

func readRows(r io.Reader, meta *metaFile) (*Report, error) {
	in := newCSVReader(r)
	header, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty")
	}
	if err != nil {
		return nil, err
	}
	t := &rowTable{at: map[string]int{}}
	for i, title := range header {
		title = strings.Clone(strings.TrimPrefix(title, "\ufeff"))
		if hasKey(t.at, title) {
			return nil, fmt.Errorf("column %s stands twice", title)
		}
		t.at[title] = i
		t.titles = append(t.titles, title)
	}
	if !isRowsHeader(header) {
		return nil, errors.New("no ablation rows: the first columns are not tier,variant,direction")
	}
	width := len(header)
	next := func() (bool, error) {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		t.record = record
		t.line, _ = in.FieldPos(0)
		if len(record) < width {
			return false, fmt.Errorf("line %d: %d fields, want %d", t.line, len(record), width)
		}
		return true, nil
	}
	if !t.has("name") {
		return readLegacyCSV(t, next, meta)
	}
	return readCurrentCSV(t, next, meta)
}

// isRowsHeader reports whether a record is the header of an ablation_rows.csv,
// of any schema.
func isRowsHeader(header []string) bool {
	if len(header) < 14 {
		return false
	}
	return strings.TrimPrefix(header[0], "\ufeff") == "tier" && header[1] == "variant" && header[2] == "direction"
}

func readCurrentCSV(t *rowTable, next func() (bool, error), meta *metaFile) (*Report, error) {
	r := &Report{Schema: Schema}
	if meta != nil {
		r = meta.report()
	}
	tiers := map[string]string{}
	for {
		more, err := next()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		row, err := t.row()
		if err != nil {
			return nil, err
		}
		r.Rows = append(r.Rows, row)
		if v := t.cell("variant"); !hasKey(tiers, v) {
			tiers[strings.Clone(v)] = strings.Clone(t.cell("tier"))
		}
	}
	if meta == nil {
		r.describe()
		r.Catalog = catalogOf(tiers)
		r.placeEnvironments()
	}
	r.checkCount(meta)
	return r, r.check()
}

// catalogOf makes a catalog of what rows say themselves, in order of name.
func catalogOf(tiers map[string]string) Catalog {
	var c Catalog
	for _, name := range slices.Sorted(maps.Keys(tiers)) {
		if tiers[name] != "" {
			c = append(c, Entry{Name: name, Tier: tiers[name], Slot: -1})
		}
	}
	return c
}

// placeEnvironments adds the unknown environments that rows without a meta file
// were measured in.
func (r *Report) placeEnvironments() {
	seen := map[int]int{}
	for i := range r.Rows {
		env := r.Rows[i].Env
		if !hasKey(seen, env) {
			seen[env] = len(r.Environments)
			r.Environments = append(r.Environments, Environment{})
		}
		r.Rows[i].Env = seen[env]
	}
}

// checkCount compares the number of rows with the one the meta file states.
func (r *Report) checkCount(meta *metaFile) {
	if meta == nil || meta.values["row_count"] == "" || meta.int("row_count") == len(r.Rows) {
		return
	}
	r.Incomplete = true
	r.Problems = append(r.Problems, Problem{
		Where: RowsFile, Severity: "error",
		Msg: fmt.Sprintf("%d rows, but %s counts %s; the file was cut or edited", len(r.Rows), MetaFile, meta.values["row_count"]),
	})
}

// row builds the row of the current record.
func (t *rowTable) row() (Row, error) {
	row := Row{
		Package: strings.Clone(t.cell("package")),
		Note:    strings.Clone(t.cell("note")),
	}
	row.Name, row.Axes = ParseName(strings.Clone(t.cell("name")))
	var err error
	if row.Procs, err = t.int("procs"); err != nil {
		return row, err
	}
	row.Procs = max(row.Procs, 1)
	if row.Env, err = t.int("env"); err != nil {
		return row, err
	}
	iters, err := t.int("iters")
	if err != nil {
		return row, err
	}
	row.Iters = int64(iters)
	if row.Status, row.Limiter, err = t.outcome(); err != nil {
		return row, err
	}
	samples, err := t.int("samples")
	if err != nil {
		return row, err
	}
	row.Metrics = t.metrics(samples)
	return row, nil
}

func (t *rowTable) outcome() (wire.Status, wire.Limiter, error) {
	status, ok := wire.ParseStatus(t.cell("status"))
	if !ok {
		return "", "", fmt.Errorf("line %d, column status: no status %q", t.line, t.cell("status"))
	}
	word := t.cell("limiter")
	if word == "" {
		return status, "", nil
	}
	limiter, ok := wire.ParseLimiter(word)
	if !ok {
		return "", "", fmt.Errorf("line %d, column limiter: no limiter %q", t.line, word)
	}
	return status, limiter, nil
}

// metrics reads the columns that hold medians.
func (t *rowTable) metrics(samples int) []Metric {
	var out []Metric
	if sec := parseScaled(t.cell("ms"), 3); measured(sec) {
		m := medianMetric(wire.UnitSecPerOp, sec, samples)
		if lo := parseScaled(t.cell("ms_lo"), 3); measured(lo) {
			m.Lo = lo
		}
		if hi := parseScaled(t.cell("ms_hi"), 3); measured(hi) {
			m.Hi = hi
		}
		out = append(out, m)
	}
	samples = max(samples, 1)
	for _, col := range medianColumns() {
		if x := parseScaled(t.cell(col.title), col.shift); measured(x) {
			out = append(out, medianMetric(col.unit, x, samples))
		}
	}
	for i, title := range t.titles {
		unit, ok := strings.CutPrefix(title, unitColumn)
		if !ok {
			continue
		}
		if x := parseNumber(t.record[i]); measured(x) {
			out = append(out, medianMetric(unit, x, samples))
		}
	}
	return out
}

type medianColumn struct {
	title, unit string
	shift       int
}

func medianColumns() [14]medianColumn {
	return [...]medianColumn{
		{"max_err", wire.UnitMaxErr, 0},
		{"rel_l2", wire.UnitRelL2, 0},
		{"gflops", wire.UnitGFLOPS, 0},
		{"plan_ms", wire.UnitPlanSec, 3},
		{"train_steps", wire.UnitTrainSteps, 0},
		{"param_count", wire.UnitParams, 0},
		{"memory_bytes", wire.UnitParamBytes, 0},
		{"bytes_per_op", wire.UnitBytesPerOp, 0},
		{"allocs_per_op", wire.UnitAllocsPerOp, 0},
		{"scratch_bytes", wire.UnitScratchBytes, 0},
		{"held_bytes", wire.UnitHeldBytes, 0},
		{"peak_bytes", wire.UnitPeakBytes, 0},
		{"e2e_ms", wire.UnitE2ESecPerOp, 3},
		{"copy_share", wire.UnitCopyShare, 0},
	}
}
