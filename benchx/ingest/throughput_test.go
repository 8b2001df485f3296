package ingest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"golang.org/x/perf/benchfmt"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// synthetic returns the text of a run of names benchmarks with three units
// each, in rounds, with a log line after every tenth result if logs is set.
func synthetic(names, rounds int, logs bool) []byte {
	var b bytes.Buffer
	b.WriteString("goos: linux\ngoarch: amd64\npkg: example.com/study\ncpu: Some CPU\n")
	for r := range rounds {
		for i := range names {
			fmt.Fprintf(&b, "BenchmarkFFT/variant=v%d/dir=forward/n=%d/batch=8/device=cpu-8         \t%8d\t%10d ns/op\t%12.2f MB/s\t%8d B/op\n",
				i%14, i, 1000+i*r%777, 1200000+i*37+r*11, 100+float64(i%97)/7, 64*(i%5))
			if logs && i%10 == 0 {
				b.WriteString("2026/11/30 02:11:28 cache warmed, 3 of 5 shards ready\n")
			}
		}
	}
	b.WriteString("PASS\nok  \texample.com/study\t12.345s\n")
	return b.Bytes()
}

func asEvents(text []byte) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for line := range bytes.Lines(text) {
		_ = enc.Encode(map[string]any{
			"Time": "2026-11-30T02:01:30.337571008Z", "Action": "output", "Package": "example.com/study", "Output": string(line),
		})
	}
	return b.Bytes()
}

func scanAll(b *testing.B, text []byte) (values int) {
	s := ingest.NewScanner(bytes.NewReader(text), "x")
	for s.Scan() {
		if r, ok := s.Record().(*ingest.Sample); ok {
			values += len(r.Values)
		}
	}
	if s.Err() != nil {
		b.Fatal(s.Err())
	}
	return values
}

// BenchmarkScanner measures reading beside benchfmt.Reader on the same text.
func BenchmarkScanner(b *testing.B) {
	shapes := []struct {
		name          string
		names, rounds int
		logs          bool
	}{
		{"names=10000", 10000, 12, false},
		{"names=100", 100, 1200, false},
		{"names=10000+logs", 10000, 12, true},
	}
	for _, shape := range shapes {
		text := synthetic(shape.names, shape.rounds, shape.logs)
		want := 3 * shape.names * shape.rounds
		b.Run(shape.name+"/reader=ingest", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if got := scanAll(b, text); got != want {
					b.Fatal(got, want)
				}
			}
		})
		b.Run(shape.name+"/reader=benchfmt", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				got := 0
				r := benchfmt.NewReader(bytes.NewReader(text), "x")
				for r.Scan() {
					if res, ok := r.Result().(*benchfmt.Result); ok {
						got += len(res.Values)
					}
				}
				if got != want {
					b.Fatal(got, want)
				}
			}
		})
	}
	events := asEvents(synthetic(1000, 20, false))
	b.Run("test2json/reader=ingest", func(b *testing.B) {
		b.SetBytes(int64(len(events)))
		b.ReportAllocs()
		for b.Loop() {
			scanAll(b, events)
		}
	})
}

// TestReadingDoesNotAllocatePerLine counts the allocations of a long run of few
// benchmarks: names, units and buffers are set up once.
func TestReadingDoesNotAllocatePerLine(t *testing.T) {
	for _, logs := range []bool{false, true} {
		text := synthetic(50, 400, logs)
		lines := bytes.Count(text, []byte("\n"))
		allocs := testing.AllocsPerRun(3, func() {
			s := ingest.NewScanner(bytes.NewReader(text), "x")
			for s.Scan() {
				s.Record()
			}
		})
		if allocs > float64(lines)/50 {
			t.Errorf("%v allocations for %d lines (logs: %v)", allocs, lines, logs)
		}
	}
}
