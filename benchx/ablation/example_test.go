package ablation_test

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// The main road: text to records, records to a report, a report to a study.
func Example() {
	const text = `goos: linux
goarch: amd64
pkg: example.org/sort
cpu: Xeon
# benchx reference=std
BenchmarkSort/algo=std/size=1000-2    100  40000 ns/op
BenchmarkSort/algo=radix/size=1000-2  100  10000 ns/op
BenchmarkSort/algo=std/size=9000-2    100  90000 ns/op
BenchmarkSort/algo=radix/size=9000-2  100  10000 ns/op
PASS
ok  	example.org/sort	1.0s
`
	keys, err := ablation.ParseKeys("variant=algo,n=size")
	if err != nil {
		fmt.Println(err)
		return
	}
	collector := ablation.NewCollector(ablation.CollectOptions{Keys: keys})
	scanner := ingest.NewScanner(strings.NewReader(text), "sort.txt")
	for scanner.Scan() {
		collector.Add(scanner.Record())
	}
	if scanner.Summary().CutOff {
		collector.MarkIncomplete()
	}
	study := ablation.NewStudy(collector.Report(), ablation.StudyOptions{})

	for _, best := range study.Overall {
		fmt.Printf("%s: %.2f× the reference over %d cells\n", best.Variant, best.Geomean, best.Cells)
	}
	for _, contest := range study.Contests {
		fmt.Printf("n=%d: %s first, %d of %d tied\n", contest.Cell.N, contest.Winner().Variant, contest.Tied, len(contest.Configs))
	}
	// Output:
	// radix: 6.00× the reference over 2 cells
	// n=1000: radix first, 2 of 2 tied
	// n=9000: radix first, 2 of 2 tied
}
