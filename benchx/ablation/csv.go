package ablation

import (
	"bufio"
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Names of the files of a report folder that hold the report itself.
const (
	JSONFile   = "ablation.json"
	RowsFile   = "ablation_rows.csv"
	MetaFile   = "ablation_meta.csv"
	Top5File   = "ablation_top5.csv"
	LimitsFile = "ablation_limits.csv"
)

// unitColumn opens the title of a column that holds the median in a unit which
// is none of the study's, "unit:p99-sec".
const unitColumn = "unit:"

// A column of ablation_rows.csv.
type column struct {
	title string
	cell  func(*Config) string
}

// studyColumns are the columns of a study, in the order of the reference
// study's file with the newer ones in their places.
func studyColumns() []column {
	return []column{
		{"tier", func(c *Config) string { return c.Tier }},
		{"variant", func(c *Config) string { return c.Variant }},
		{"direction", func(c *Config) string { return c.Direction }},
		{"n_fft", func(c *Config) string { return formatCount(c.N) }},
		{"batch", func(c *Config) string { return formatCount(c.Batch) }},
		{"device", func(c *Config) string { return c.Device }},
		{"precision", func(c *Config) string { return c.Precision }},
		{"iters", func(c *Config) string { return strconv.FormatInt(c.Row.Iters, 10) }},
		{"ms", func(c *Config) string { return formatMS(c.Sec) }},
		{"ms_lo", func(c *Config) string { return formatMS(c.SecLo) }},
		{"ms_hi", func(c *Config) string { return formatMS(c.SecHi) }},
		{"max_err", func(c *Config) string { return formatNumber(c.MaxErr) }},
		{"rel_l2", func(c *Config) string { return formatNumber(c.RelL2) }},
		{"gflops", func(c *Config) string { return formatNumber(c.GFLOPS) }},
		{"plan_ms", func(c *Config) string { return formatMS(c.PlanSec) }},
		{"train_steps", func(c *Config) string { return formatNumber(c.TrainSteps) }},
		{"param_count", func(c *Config) string { return formatNumber(c.Params) }},
		{"memory_bytes", func(c *Config) string { return formatNumber(c.ParamBytes) }},
		{"bytes_per_op", func(c *Config) string { return formatNumber(c.BytesPerOp) }},
		{"allocs_per_op", func(c *Config) string { return formatNumber(c.AllocsPerOp) }},
		{"samples", func(c *Config) string { return formatCount(c.Samples) }},
		{"status", func(c *Config) string { return string(c.Row.Status) }},
		{"note", func(c *Config) string { return plainBreaks(c.Row.Note) }},
	}
}

// rowColumns follow the study's columns and make the row whole: what it is
// called and where it was measured. They are what ReadCSV builds a row from, so
// that the benchmarks of any project come back.
func rowColumns() []column {
	return []column{
		{"limiter", func(c *Config) string { return string(c.Row.Limiter) }},
		{"package", func(c *Config) string { return c.Row.Package }},
		{"name", func(c *Config) string { return c.Row.baseName() }},
		{"procs", func(c *Config) string { return strconv.Itoa(max(c.Row.Procs, 1)) }},
		{"env", func(c *Config) string { return strconv.Itoa(c.Row.Env) }},
	}
}

// memoryColumns came later and so stand behind all that had a place before.
func memoryColumns() []column {
	return []column{
		{"scratch_bytes", func(c *Config) string { return formatNumber(c.ScratchBytes) }},
		{"held_bytes", func(c *Config) string { return formatNumber(c.HeldBytes) }},
		{"peak_bytes", func(c *Config) string { return formatNumber(c.PeakBytes) }},
	}
}

// deviceColumns came later still.
func deviceColumns() []column {
	return []column{
		{"e2e_ms", func(c *Config) string { return formatMS(c.E2ESec) }},
		{"copy_share", func(c *Config) string { return formatNumber(c.CopyShare) }},
	}
}

// WriteRowsCSV writes ablation_rows.csv: one record per row, in the order of
// the report. Every metric is there as its median, time with its interval
// besides; samples are only in the JSON file. What is not finite or was not
// measured is empty, and a line end inside a note is a plain newline.
func WriteRowsCSV(w io.Writer, s *Study) error {
	columns := slices.Concat(studyColumns(), rowColumns(), memoryColumns(), deviceColumns())
	for _, unit := range otherUnits(s.Report.Rows) {
		columns = append(columns, column{unitColumn + unit, func(c *Config) string {
			if m := c.Row.Metric(unit); m != nil {
				return formatNumber(m.Median)
			}
			return ""
		}})
	}
	out := newTable(w, len(columns))
	for i, col := range columns {
		out.record[i] = col.title
	}
	out.flush()
	for _, c := range s.inputOrder() {
		for i, col := range columns {
			out.record[i] = col.cell(c)
		}
		out.flush()
	}
	return out.close()
}

// otherUnits lists the units that no column of the study shows, in order of
// appearance.
func otherUnits(rows []Row) []string {
	seen := map[string]bool{wire.UnitSecPerOp: true}
	for _, n := range new(Config).numbers() {
		seen[n.unit] = true
	}
	var units []string
	for i := range rows {
		for j := range rows[i].Metrics {
			if u := rows[i].Metrics[j].Unit; !seen[u] {
				seen[u] = true
				units = append(units, u)
			}
		}
	}
	return units
}

// WriteTop5CSV writes ablation_top5.csv. tied is 1 for the winner and for what
// its interval overlaps.
func WriteTop5CSV(w io.Writer, s *Study) error {
	out := newTable(w, 0)
	out.write("n_fft", "rank", "variant", "direction", "device", "batch", "precision",
		"ms", "ms_lo", "ms_hi", "ms_per_transform", "max_err", "rel_l2", "param_count", "memory_bytes", "tied")
	for i := range s.TopFives {
		top := &s.TopFives[i]
		for k, c := range top.Configs {
			out.write(formatCount(top.N), strconv.Itoa(k+1), c.Variant, c.Direction, c.Device, formatCount(c.Batch), c.Precision,
				formatMS(c.Sec), formatMS(c.SecLo), formatMS(c.SecHi), formatMS(c.PerTransform),
				formatNumber(c.MaxErr), formatNumber(c.RelL2), formatNumber(c.Params), formatNumber(c.ParamBytes),
				formatFlag(k == 0 || Overlap(top.Configs[0], c)))
		}
	}
	return out.close()
}

// WriteLimitsCSV writes ablation_limits.csv: what each device managed at each n.
func WriteLimitsCSV(w io.Writer, s *Study) error {
	out := newTable(w, 0)
	out.write("n_fft", "device", "device_kind", "ok_count", "fail_count", "max_batch",
		"fastest_variant", "fastest_ms", "fastest_max_err", "fastest_rel_l2",
		"max_batch_variant", "limiter", "limiter_note",
		"prepare_fail", "bench_fail", "timeout", "oom", "panic",
		"first_failure_variant", "first_failure_status", "first_failure_note",
		"env", "max_n_fft", "max_n_fft_compiled", "max_n_fft_reference")
	limits := map[place]DeviceLimit{}
	for _, d := range s.Limits {
		limits[place{d.Device, d.GPU, d.Env}] = d
	}
	for i := range s.Capacities {
		c := &s.Capacities[i]
		d := limits[place{c.Device, c.GPU, c.Env}]
		fastest, failure := c.Fastest, c.FirstFailure
		if fastest == nil {
			fastest = unmeasured()
		}
		if failure == nil {
			failure = unmeasured()
		}
		kind := "cpu"
		if c.GPU {
			kind = "gpu"
		}
		out.write(formatCount(c.N), c.Device, kind, strconv.Itoa(c.OK), strconv.Itoa(c.Failures()), strconv.Itoa(c.MaxBatch),
			fastest.Variant, formatMS(fastest.Sec), formatNumber(fastest.MaxErr), formatNumber(fastest.RelL2),
			c.MaxBatchBy, string(c.Limiter), plainBreaks(c.LimiterNote),
			strconv.Itoa(c.Failed[wire.PrepareFail]), strconv.Itoa(c.Failed[wire.BenchFail]), strconv.Itoa(c.Failed[wire.Timeout]),
			strconv.Itoa(c.Failed[wire.OOM]), strconv.Itoa(c.Failed[wire.Panic]),
			failure.Variant, string(failure.Row.Status), plainBreaks(failure.Row.Note),
			strconv.Itoa(c.Env), strconv.Itoa(d.MaxN), strconv.Itoa(d.MaxCompiledN), strconv.Itoa(d.MaxRefN))
	}
	return out.close()
}

// unmeasured is a configuration all of whose columns are empty.
func unmeasured() *Config {
	c := &Config{Row: &Row{}}
	c.measure()
	return c
}

func formatMS(sec float64) string { return formatScaled(sec, 3) }

// formatCount writes 0, which stands for none, as nothing.
func formatCount(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func formatFlag(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// plainBreaks makes every line end a newline: CSV readers do so anyway.
func plainBreaks(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// A table writes CSV records; the first error is kept for close.
type table struct {
	buf    *bufio.Writer
	csv    *csv.Writer
	record []string
}

func newTable(w io.Writer, columns int) *table {
	buf := bufio.NewWriterSize(w, 64<<10)
	return &table{buf: buf, csv: csv.NewWriter(buf), record: make([]string, columns)}
}

func (t *table) write(record ...string) { _ = t.csv.Write(record) } // the error comes again from close
func (t *table) flush()                 { t.write(t.record...) }

func (t *table) close() error {
	t.csv.Flush()
	if err := t.csv.Error(); err != nil {
		return err
	}
	return t.buf.Flush()
}

// medianMetric is a metric of which a file keeps only the median.
func medianMetric(unit string, median float64, n int) Metric {
	return Metric{Unit: unit, Median: median, Lo: math.Inf(-1), Hi: math.Inf(1), N: n}
}
