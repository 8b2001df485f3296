package memory

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/fftstudy/fftstudy/report/style"
)

// CSV writes one header and one record for each term. Numbers are plain; what a
// term does not have is empty. Texts are made printable, and such that a
// spreadsheet would take for formulas have a ' in front.
func CSV(w io.Writer, d *Document) error {
	out := csv.NewWriter(w)
	fields := csvFields()
	record := make([]string, len(fields))
	for i, f := range fields {
		record[i] = f.name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for i := range d.Terms {
		for j, f := range fields {
			record[j] = f.text(&d.Terms[i])
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

type csvField struct {
	name string
	text func(*Term) string
}

func csvFields() []csvField {
	words := func(of func(*Term) string) func(*Term) string {
		return func(t *Term) string { return style.CSVCell(style.Visible(of(t))) }
	}
	number := func(of func(*Term) int64) func(*Term) string {
		return func(t *Term) string {
			if n := of(t); n != 0 {
				return strconv.FormatInt(n, 10)
			}
			return ""
		}
	}
	return []csvField{
		{"id", words(func(t *Term) string { return t.ID })},
		{"class", words(func(t *Term) string { return string(t.Class) })},
		{"kind", words(func(t *Term) string { return string(t.Kind) })},
		{"name", words(func(t *Term) string { return t.Name })},
		{"node", words(func(t *Term) string { return t.Node })},
		{"state", words(func(t *Term) string { return t.State })},
		{"section", words(func(t *Term) string { return t.Section })},
		{"layer", func(t *Term) string {
			if t.Layer == NoLayer {
				return ""
			}
			return strconv.Itoa(int(t.Layer))
		}},
		{"block", words(func(t *Term) string { return t.Block })},
		{"local", words(func(t *Term) string { return t.Local })},
		{"op", words(func(t *Term) string { return t.Op })},
		{"family", words(func(t *Term) string { return t.Family })},
		{"holding", words(func(t *Term) string { return t.Holding })},
		{"lifetime", words(func(t *Term) string { return t.Lifetime })},
		{"format", words(func(t *Term) string { return t.Format })},
		{"rows", number(func(t *Term) int64 { return t.Rows })},
		{"width", number(func(t *Term) int64 { return t.Width })},
		{"number", number(func(t *Term) int64 { return t.Number })},
		{"units", number(func(t *Term) int64 { return t.Units })},
		{"elements", number(func(t *Term) int64 { return t.Elements })},
		{"unit", words(func(t *Term) string { return t.Unit })},
		{"bytes", func(t *Term) string { return strconv.FormatInt(t.Bytes, 10) }},
		{"leaked", func(t *Term) string { return strconv.FormatBool(t.Leaked) }},
		{"charged", func(t *Term) string { return strconv.FormatBool(t.Charged) }},
		{"formula", words(func(t *Term) string { return t.Formula })},
		{"site", words(func(t *Term) string { return t.Site })},
	}
}
