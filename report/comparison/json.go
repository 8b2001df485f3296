package comparison

import (
	"bufio"
	"encoding/json"
	"io"
	"math"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

// Schema is the version of the JSON that JSON writes.
const Schema = 1

type jsonHead struct {
	Schema     int      `json:"schema"`
	Alpha      float64  `json:"alpha"`
	Confidence float64  `json:"confidence"`
	Columns    []string `json:"columns"`
	Notes      []string `json:"notes"`
	// Keys tell what parts tables, rows and columns.
	TableKeys    []string   `json:"table_keys"`
	RowKeys      []string   `json:"row_keys"`
	ColumnKeys   []string   `json:"column_keys"`
	ColumnValues [][]string `json:"column_values,omitempty"` // per column, one per key; only with several keys
}

type jsonTable struct {
	Config  []ablation.Axis `json:"config"`
	Unit    string          `json:"unit"`
	Better  string          `json:"better"` // lower, higher or ""
	Exact   bool            `json:"exact"`
	Base    int             `json:"base"` // index of the column that the others are compared with
	Notes   []string        `json:"notes,omitempty"`
	Geomean []jsonGeomean   `json:"geomean"` // one per column; null with fewer than two rows
}

type jsonRow struct {
	Name  string     `json:"name"`
	Keys  []string   `json:"keys,omitempty"` // one per row key; only with several keys
	Cells []jsonCell `json:"cells"`          // one per column
}

// jsonCell has null for what is not known or not finite.
type jsonCell struct {
	N        int       `json:"n"` // 0: not measured
	Center   *float64  `json:"center"`
	Lo       *float64  `json:"lo"`
	Hi       *float64  `json:"hi"`
	Status   string    `json:"status"` // "": not in this column
	Note     string    `json:"note,omitempty"`
	Warnings []string  `json:"warnings,omitempty"`
	VsBase   *jsonDiff `json:"vs_base"` // null: nothing to compare with
	Verdict  string    `json:"verdict"` // "" in the base
	// Decision is what the verdict rests on; left out in the base and where a side
	// lacks the benchmark.
	Decision *jsonDecision `json:"decision,omitempty"`
}

type jsonDecision struct {
	Ratio  *float64 `json:"ratio"` // column/base, with its interval
	Lo     *float64 `json:"lo"`
	Hi     *float64 `json:"hi"`
	P      *float64 `json:"p"`     // corrected; null where no test decides
	Tests  int      `json:"tests"` // rows of the unit that were tested
	Pairs  int      `json:"pairs"` // 0: independent samples
	Limit  *float64 `json:"limit"`
	Floor  *float64 `json:"floor"`
	Need   int      `json:"need"` // samples that would show the limit; 0: not asked
	Reason string   `json:"reason"`
}

type jsonDiff struct {
	N        int      `json:"base_n"`
	Delta    *float64 `json:"delta"` // center/base − 1; null from a base of 0
	P        *float64 `json:"p"`     // null: exact, or not testable
	Warnings []string `json:"warnings,omitempty"`
}

type jsonGeomean struct {
	Center   *float64 `json:"center"`
	Ratio    *float64 `json:"ratio"`
	Count    int      `json:"count"`
	Warnings []string `json:"warnings,omitempty"`
}

// JSON writes the whole comparison but for the samples: one object, one row of
// a table per line, so that large ones stay readable and are never held in
// memory twice.
func JSON(w io.Writer, res *compare.Result) error {
	out := jsonWriter{w: bufio.NewWriter(w)}
	out.open(jsonHead{
		Schema: Schema, Alpha: res.Options.Alpha, Confidence: res.Options.Confidence,
		Columns: res.Columns, Notes: orEmpty(res.AllNotes()),
		TableKeys: orEmpty(res.TableKeys), RowKeys: orEmpty(res.RowKeys), ColumnKeys: orEmpty(res.ColumnKeys),
		ColumnValues: severalValues(res),
	}, "tables")
	for i := range res.Tables {
		table := &res.Tables[i]
		out.comma(i)
		out.open(jsonTable{
			Config: table.Config, Unit: table.Unit, Better: betterWord(table.Better), Exact: table.Exact,
			Base: table.Base, Notes: table.Notes, Geomean: jsonGeomeans(table.Geomean),
		}, "rows")
		for j := range table.Rows {
			out.comma(j)
			out.value(rowJSON(&table.Rows[j], table, res.Options.Policy))
		}
		out.text("\n]}")
	}
	out.text("\n]}\n")
	if out.err != nil {
		return out.err
	}
	return out.w.Flush()
}

// jsonWriter writes an object in pieces and keeps the first error.
type jsonWriter struct {
	w   *bufio.Writer
	err error
}

func (j *jsonWriter) text(s string) {
	if j.err == nil {
		_, j.err = j.w.WriteString(s)
	}
}

func (j *jsonWriter) value(v any) {
	b, err := json.Marshal(v)
	if err != nil && j.err == nil {
		j.err = err
	}
	j.text(string(b))
}

// open writes the object v without its closing brace and begins a list in it.
func (j *jsonWriter) open(v any, list string) {
	b, err := json.Marshal(v)
	if err != nil {
		j.err = err
		return
	}
	j.text(string(b[:len(b)-1]) + `,"` + list + `":[`)
}

// comma parts the i-th element of a list from the one before.
func (j *jsonWriter) comma(i int) {
	if i > 0 {
		j.text(",")
	}
	j.text("\n")
}

func rowJSON(r *compare.Row, table *compare.Table, policy *compare.Policy) jsonRow {
	row := jsonRow{Name: r.Name, Keys: r.Values, Cells: make([]jsonCell, len(r.Cells))}
	for i := range r.Cells {
		c := &r.Cells[i]
		out := jsonCell{Status: string(c.Status), Note: c.Note, Warnings: c.Warnings, Verdict: string(c.Verdict)}
		if c.Present {
			out.N, out.Center, out.Lo, out.Hi = c.N, finite(c.Center), finite(c.Lo), finite(c.Hi)
		}
		if c.BaseN > 0 {
			out.VsBase = &jsonDiff{N: c.BaseN, Delta: finite(c.Delta), Warnings: c.TestWarnings}
			if !table.Exact && tested(c, &r.Cells[table.Base]) {
				out.VsBase.P = finite(c.P)
			}
		}
		if d := decided(c, policy); d != nil {
			out.Decision = &jsonDecision{
				Ratio: finite(d.Ratio), Lo: finite(d.Lo), Hi: finite(d.Hi), P: finite(d.Adjusted), Tests: d.Tests, Pairs: d.Pairs,
				Limit: finite(d.Limit), Floor: finite(d.Floor), Need: d.Need,
				Reason: Because(d, &r.Cells[table.Base], c, policy.Correction),
			}
		}
		row.Cells[i] = out
	}
	return row
}

// severalValues returns the values of the columns where each has several.
func severalValues(res *compare.Result) [][]string {
	if len(res.ColumnKeys) < 2 {
		return nil
	}
	return res.ColumnValues
}

func jsonGeomeans(all []compare.Geomean) []jsonGeomean {
	if all == nil {
		return nil
	}
	out := make([]jsonGeomean, len(all))
	for i, g := range all {
		out[i] = jsonGeomean{finite(g.Center), finite(g.Ratio), g.Count, g.Warnings}
	}
	return out
}

// finite returns x, or nil for what JSON cannot hold.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
