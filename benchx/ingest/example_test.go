package ingest_test

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

func ExampleScanner() {
	run := `goos: linux
goarch: amd64
pkg: example.com/fft
BenchmarkFFT/n=64-8    	  500000	      2100 ns/op	       0 B/op
BenchmarkFFT/n=128-8   	loading twiddles
  240000	      4300 ns/op	       0 B/op
BenchmarkFFT/n=256-8   	signal: killed
FAIL	example.com/fft	2.514s
`
	s := ingest.NewScanner(strings.NewReader(run), "run.txt")
	for s.Scan() {
		switch r := s.Record().(type) {
		case *ingest.Sample:
			fmt.Printf("%v %s %s %v %q\n", r.Position, r.Name, r.Status, r.Values, r.Note)
		case *ingest.Diagnostic:
			fmt.Println(r)
		case *ingest.PackageEnd:
			fmt.Println(r.Position, r.Package, "failed:", r.Failed, r.Reason)
		}
	}
	if err := s.Err(); err != nil {
		fmt.Println(err)
	}
	sum := s.Summary()
	fmt.Println(sum.Results, "results,", sum.Failures, "failed, cut off:", sum.CutOff)
	// Output:
	// run.txt:4 FFT/n=64 ok [{sec/op 2.1000000000000002e-06} {B/op 0}] ""
	// run.txt:6 FFT/n=128 ok [{sec/op 4.3e-06} {B/op 0}] ""
	// run.txt:6: info: the name and the numbers of BenchmarkFFT/n=128-8 were printed apart and were put together
	// run.txt:7 FFT/n=256 oom [] "signal: killed, by the system when memory ran out, or by hand"
	// run.txt:8 example.com/fft failed: true signal: killed
	// 2 results, 1 failed, cut off: true
}

func ExampleDirection() {
	for _, unit := range []string{"ns/op", "MB/s", "p99-ns", "rel-l2", "params"} {
		fmt.Println(unit, ingest.Direction(unit))
	}
	// Output:
	// ns/op -1
	// MB/s 1
	// p99-ns -1
	// rel-l2 -1
	// params 0
}
