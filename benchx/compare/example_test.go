package compare_test

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// Two runs of one benchmark, four samples each.
func ExampleReports() {
	read := func(label, text string) compare.Column {
		s := ingest.NewScanner(strings.NewReader(text), label)
		c := ablation.NewCollector(ablation.CollectOptions{})
		for s.Scan() {
			c.Add(s.Record())
		}
		return compare.Column{Label: label, Report: c.Report()}
	}
	res, err := compare.Reports([]compare.Column{
		read("old.txt", `
BenchmarkDecode-8	1000	101.0 ns/op
BenchmarkDecode-8	1001	103.0 ns/op
BenchmarkDecode-8	1002	100.0 ns/op
BenchmarkDecode-8	1003	102.0 ns/op
`),
		read("new.txt", `
BenchmarkDecode-8	1004	81.0 ns/op
BenchmarkDecode-8	1005	82.0 ns/op
BenchmarkDecode-8	1006	80.0 ns/op
BenchmarkDecode-8	1007	83.0 ns/op
`),
	}, compare.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	table := res.Tables[0]
	row := table.Rows[0]
	c := row.Cells[1]
	fmt.Printf("%s: %.1f%% %s by %s, p=%.3f\n", row.Name, 100*c.Delta, c.Verdict, table.Unit, c.P)
	// Output: Decode-8: -19.7% better by sec/op, p=0.029
}

// Columns need not be files: here two ways to encode, within one run.
func ExampleLayout() {
	s := ingest.NewScanner(strings.NewReader(`
BenchmarkEncode/format=json/size=64-8	1000	100.0 ns/op
BenchmarkEncode/format=gob/size=64-8	1000	180.0 ns/op
BenchmarkEncode/format=json/size=4k-8	1000	900.0 ns/op
BenchmarkEncode/format=gob/size=4k-8	1000	750.0 ns/op
`), "run.txt")
	c := ablation.NewCollector(ablation.CollectOptions{})
	for s.Scan() {
		c.Add(s.Record())
	}
	layout := compare.DefaultLayout()
	layout.Row, layout.Col = ".name,/size", "/format"
	res, err := compare.Reports([]compare.Column{{Label: "run.txt", Report: c.Report()}}, compare.Options{Layout: layout})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Columns)
	for _, row := range res.Tables[0].Rows {
		fmt.Printf("%s: %+.0f%%\n", row.Name, 100*row.Cells[1].Delta)
	}
	// Output:
	// [json gob]
	// Encode 64: +80%
	// Encode 4k: -17%
}
