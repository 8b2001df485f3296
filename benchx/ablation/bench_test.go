package ablation

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// The size of a hopelessly big run: 50,000 benchmarks, 10 samples, 3 units.
const (
	bigBenchmarks = 50_000
	bigSamples    = 10
)

func bigNames() []string {
	names := make([]string, 0, bigBenchmarks)
	for i := range bigBenchmarks {
		names = append(names, fmt.Sprintf("FFT/variant=v%02d/dir=forward/n=%d/batch=%d/device=cpu", i%20, 64<<(i/20%12), 1+i/240))
	}
	return names
}

func collectBig(names []string) *Report {
	c := NewCollector(CollectOptions{Catalog: Catalog{{Name: "v00", Tier: "baseline", Reference: true}}})
	random := rand.New(rand.NewPCG(1, 2))
	s := &ingest.Sample{
		Machine: ingest.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "Xeon"}, Package: "example.org/fft",
		Procs: 2, Status: wire.OK, Iters: 1000,
		Values: []ingest.Value{{Unit: wire.UnitSecPerOp}, {Unit: wire.UnitBytesPerOp, Value: 64}, {Unit: wire.UnitAllocsPerOp, Value: 1}},
	}
	s.File = "big.txt"
	for range bigSamples {
		for _, name := range names {
			s.Line++
			s.Name = name
			s.Values[0].Value = 1e-6 * (1 + random.Float64())
			c.Add(s)
		}
	}
	return c.Report()
}

func BenchmarkCollect(b *testing.B) {
	names := bigNames()
	b.ReportAllocs()
	for b.Loop() {
		collectBig(names)
	}
	b.ReportMetric(float64(bigBenchmarks*bigSamples*b.N)/b.Elapsed().Seconds(), "samples/s")
}

func BenchmarkNewStudy(b *testing.B) {
	r := collectBig(bigNames())
	b.ReportAllocs()
	for b.Loop() {
		NewStudy(r, StudyOptions{})
	}
}

func BenchmarkJSON(b *testing.B) {
	r := collectBig(bigNames())
	var text bytes.Buffer
	require.NoError(b, WriteJSON(&text, r))
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(text.Len()))
		for b.Loop() {
			require.NoError(b, WriteJSON(io.Discard, r))
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(text.Len()))
		for b.Loop() {
			_, err := ReadJSON(bytes.NewReader(text.Bytes()))
			require.NoError(b, err)
		}
	})
}

func BenchmarkRowsCSV(b *testing.B) {
	s := NewStudy(collectBig(bigNames()), StudyOptions{})
	var text bytes.Buffer
	require.NoError(b, WriteRowsCSV(&text, s))
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(text.Len()))
		for b.Loop() {
			require.NoError(b, WriteRowsCSV(io.Discard, s))
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(text.Len()))
		for b.Loop() {
			_, err := ReadRowsCSV(bytes.NewReader(text.Bytes()))
			require.NoError(b, err)
		}
	})
}

func BenchmarkMerge(b *testing.B) {
	x, y := collectBig(bigNames()), collectBig(bigNames())
	y.Rows[0].Metrics[0].Samples[0] *= 2 // no copy of x
	for b.Loop() {
		_, err := Merge(x, y)
		require.NoError(b, err)
	}
}
