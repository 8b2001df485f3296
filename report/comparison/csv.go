package comparison

import (
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// CSV writes one header, then one record per table, row and column (kind "row"),
// and after the rows of a table one per column with the geometric mean (kind
// "geomean", n the benchmarks shared with the base). Every record has all
// fields, see csvFields.
//
// Numbers are plain and in base units, with 15 significant digits, so that no
// float shows its binary nature; what is not known or not finite is empty.
// delta is a fraction (0.12 for +12 %); p is empty for exact units, which need
// no test; better is lower, higher or empty. The last fields are what the verdict
// rests on: ratio (column/base) with its interval and adjusted_p, as far as there
// are any, and why, the reason in words. Texts are made printable, and such
// that a spreadsheet would take for formulas have a ' in front.
func CSV(w io.Writer, res *compare.Result) error {
	fields := csvFields(res)
	out := csv.NewWriter(w)
	record := make([]string, len(fields))
	for i, f := range fields {
		record[i] = f.name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	r := csvRecord{res: res}
	write := func() error {
		for i, f := range fields {
			record[i] = f.text(&r)
		}
		return out.Write(record)
	}
	for i := range res.Tables {
		r.table = &res.Tables[i]
		for j := range r.table.Rows {
			r.row = &r.table.Rows[j]
			r.base = &r.row.Cells[r.table.Base]
			for r.column = range r.row.Cells {
				r.cell = &r.row.Cells[r.column]
				if err := write(); err != nil {
					return err
				}
			}
		}
		r.row, r.cell, r.base = nil, nil, nil
		for r.column = range r.table.Geomean {
			r.geomean = &r.table.Geomean[r.column]
			if err := write(); err != nil {
				return err
			}
		}
		r.geomean = nil
	}
	out.Flush()
	return out.Error()
}

// csvRecord is what a record is about: a cell, or a geometric mean.
type csvRecord struct {
	res        *compare.Result
	table      *compare.Table
	column     int
	row        *compare.Row // nil of a geometric mean
	cell, base *compare.Cell
	geomean    *compare.Geomean
}

type csvField struct {
	name string
	text func(*csvRecord) string
}

// csvFields lists the fields of a record. The keys of tables are those of the
// layout; where several keys part rows or columns, each has a field of its own
// behind the label.
func csvFields(res *compare.Result) []csvField {
	fields := []csvField{{"kind", func(r *csvRecord) string {
		if r.geomean != nil {
			return "geomean"
		}
		return "row"
	}}}
	for _, key := range res.TableKeys {
		fields = append(fields, csvField{key, func(r *csvRecord) string { return csvText(axisValue(r.table, key)) }})
	}
	fields = append(fields,
		csvField{"unit", func(r *csvRecord) string { return csvText(r.table.Unit) }},
		csvField{"better", func(r *csvRecord) string { return betterWord(r.table.Better) }},
		csvField{"exact", func(r *csvRecord) string { return strconv.FormatBool(r.table.Exact) }},
		csvField{"name", ofRow(func(r *compare.Row) string { return csvText(r.Name) })},
	)
	if len(res.RowKeys) > 1 {
		for i, key := range res.RowKeys {
			fields = append(fields, csvField{key, ofRow(func(r *compare.Row) string { return csvText(r.Values[i]) })})
		}
	}
	fields = append(fields, csvField{"column", func(r *csvRecord) string { return csvText(r.res.Columns[r.column]) }})
	if len(res.ColumnKeys) > 1 {
		for i, key := range res.ColumnKeys {
			fields = append(fields, csvField{key, func(r *csvRecord) string { return csvText(r.res.ColumnValues[r.column][i]) }})
		}
	}
	fields = append(fields, csvMeasures()...)
	return distinct(fields)
}

// csvMeasures lists the fields of what was measured and compared.
func csvMeasures() []csvField {
	return []csvField{
		{"n", func(r *csvRecord) string {
			if r.geomean != nil {
				return strconv.Itoa(r.geomean.Count)
			}
			return ifTrue(r.cell.Present, strconv.Itoa(r.cell.N))
		}},
		{"center", func(r *csvRecord) string {
			if r.geomean != nil {
				return plain(r.geomean.Center)
			}
			return ifTrue(r.cell.Present, plain(r.cell.Center))
		}},
		{"lo", ofCell(func(c, _ *compare.Cell, _ *compare.Table) string { return ifTrue(c.Present, plain(c.Lo)) })},
		{"hi", ofCell(func(c, _ *compare.Cell, _ *compare.Table) string { return ifTrue(c.Present, plain(c.Hi)) })},
		{"base_n", ofCell(func(c, _ *compare.Cell, _ *compare.Table) string { return ifTrue(c.BaseN > 0, strconv.Itoa(c.BaseN)) })},
		{"delta", func(r *csvRecord) string {
			if r.geomean != nil {
				return ifTrue(r.column != r.table.Base, plain(r.geomean.Ratio-1))
			}
			return ifTrue(r.cell.BaseN > 0, plain(r.cell.Delta))
		}},
		{"p", ofCell(func(c, base *compare.Cell, t *compare.Table) string {
			return ifTrue(c.BaseN > 0 && !t.Exact && tested(c, base), plain(c.P))
		})},
		{"verdict", ofCell(func(c, _ *compare.Cell, _ *compare.Table) string { return string(c.Verdict) })},
		{"status", ofCell(func(c, _ *compare.Cell, _ *compare.Table) string { return string(c.Status) })},
		{"note", ofCell(func(c, _ *compare.Cell, _ *compare.Table) string { return csvText(c.Note) })},
		{"warnings", func(r *csvRecord) string {
			if r.geomean != nil {
				return csvText(strings.Join(r.geomean.Warnings, "; "))
			}
			return csvText(strings.Join(slices.Concat(r.cell.Warnings, r.cell.TestWarnings), "; "))
		}},
		{"ratio", ofDecision(func(d *compare.Decision) float64 { return d.Ratio })},
		{"ratio_lo", ofDecision(func(d *compare.Decision) float64 { return d.Lo })},
		{"ratio_hi", ofDecision(func(d *compare.Decision) float64 { return d.Hi })},
		{"adjusted_p", ofDecision(func(d *compare.Decision) float64 { return d.Adjusted })},
		{"why", func(r *csvRecord) string {
			policy := r.res.Options.Policy
			if r.cell == nil || r.cell.Decision == nil || policy == nil {
				return ""
			}
			return csvText(Because(r.cell.Decision, r.base, r.cell, policy.Correction))
		}},
	}
}

// ofDecision is a number that a verdict rests on.
func ofDecision(number func(*compare.Decision) float64) func(*csvRecord) string {
	return func(r *csvRecord) string {
		if r.cell == nil {
			return ""
		}
		d := decided(r.cell, r.res.Options.Policy)
		if d == nil {
			return ""
		}
		return plain(number(d))
	}
}

// ofRow is a field that geometric means do not have.
func ofRow(text func(*compare.Row) string) func(*csvRecord) string {
	return func(r *csvRecord) string {
		if r.row == nil {
			return ""
		}
		return text(r.row)
	}
}

// ofCell is a field that geometric means do not have.
func ofCell(text func(cell, base *compare.Cell, table *compare.Table) string) func(*csvRecord) string {
	return func(r *csvRecord) string {
		if r.cell == nil {
			return ""
		}
		return text(r.cell, r.base, r.table)
	}
}

// distinct gives a key a name of its own that is named like another field.
func distinct(fields []csvField) []csvField {
	seen := make(map[string]bool)
	for i := len(fields) - 1; i >= 0; i-- { // our own fields come last and keep their names
		for seen[fields[i].name] {
			fields[i].name = "key:" + fields[i].name
		}
		seen[fields[i].name] = true
	}
	return fields
}

func axisValue(t *compare.Table, key string) string {
	for _, a := range t.Config {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

func csvText(s string) string { return style.CSVCell(style.Visible(s)) }

func ifTrue(shown bool, text string) string {
	if !shown {
		return ""
	}
	return text
}

// plain prints a number with the digits that a decimal input can have put into
// it; what is not finite is empty.
func plain(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 15, 64)
}

func betterWord(better int) string {
	switch {
	case better > 0:
		return "higher"
	case better < 0:
		return "lower"
	}
	return ""
}
