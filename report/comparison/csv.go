package comparison

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// csvHeader names the fields of CSV. Every record has all of them.
var csvHeader = [...]string{
	"kind", "goos", "goarch", "pkg", "cpu", "unit", "better", "exact", "name", "column",
	"n", "center", "lo", "hi", "base_n", "delta", "p", "verdict", "status", "warnings",
}

// CSV writes one record per table, row and column, and one per table and
// column with the geometric mean (kind "geomean", n the benchmarks shared with
// the base). Numbers are plain and in base units, delta is a fraction (0.12 for
// +12 %); what is not known or not finite is empty; better is lower, higher or
// empty; p is empty for exact units, which need no test. Texts that a
// spreadsheet would take for formulas have a ' in front.
func CSV(w io.Writer, res *compare.Result) error {
	out := csv.NewWriter(w)
	if err := out.Write(csvHeader[:]); err != nil {
		return err
	}
	record := make([]string, len(csvHeader))
	for i := range res.Tables {
		table := &res.Tables[i]
		tableFields(record, table)
		for j := range table.Rows {
			row := &table.Rows[j]
			record[0], record[8] = "row", style.CSVCell(row.Name)
			for c := range row.Cells {
				record[9] = style.CSVCell(res.Columns[c])
				cellFields(record[10:], &row.Cells[c], &row.Cells[0], table.Exact)
				if err := out.Write(record); err != nil {
					return err
				}
			}
		}
		record[0], record[8] = "geomean", ""
		for c := range table.Geomean {
			record[9] = style.CSVCell(res.Columns[c])
			geomeanFields(record[10:], &table.Geomean[c], c)
			if err := out.Write(record); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// tableFields fills fields 1 to 7: configuration and unit.
func tableFields(f []string, t *compare.Table) {
	clear(f)
	for _, a := range t.Config {
		for i := 1; i <= 4; i++ {
			if csvHeader[i] == a.Key {
				f[i] = style.CSVCell(a.Value)
			}
		}
	}
	f[5], f[6], f[7] = style.CSVCell(t.Unit), betterWord(t.Better), strconv.FormatBool(t.Exact)
}

func cellFields(f []string, c, base *compare.Cell, exact bool) {
	clear(f)
	if c.Present {
		f[0] = strconv.Itoa(c.N)
		f[1], f[2], f[3] = plain(c.Center), plain(c.Lo), plain(c.Hi)
	}
	if c.BaseN > 0 {
		f[4], f[5] = strconv.Itoa(c.BaseN), plain(c.Delta)
		if !exact && tested(c, base) {
			f[6] = plain(c.P)
		}
	}
	f[7], f[8] = string(c.Verdict), string(c.Status)
	f[9] = strings.Join(append(c.Warnings[:len(c.Warnings):len(c.Warnings)], c.TestWarnings...), "; ")
}

func geomeanFields(f []string, g *compare.Geomean, column int) {
	clear(f)
	f[0], f[1] = strconv.Itoa(g.Count), plain(g.Center)
	if column > 0 {
		f[5] = plain(g.Ratio - 1)
	}
	f[9] = strings.Join(g.Warnings, "; ")
}

// plain prints a number so that it reads back the same; what is not finite is
// empty.
func plain(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
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
