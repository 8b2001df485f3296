package measured_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/memory/measured"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update to make it")
	assert.Equal(t, string(want), got)
}

// config is a configuration that worked, f32 on the CPU, with gonum as the
// reference of its cell.
type config struct {
	variant, dir       string
	n, batch           int
	params, paramBytes float64
	bytes, allocs      float64
	heap               *heap // nil where it was not measured
}

type heap struct{ scratch, held, peak float64 }

var nan = math.NaN()

func study(configs ...config) *ablation.Study {
	s := &ablation.Study{Report: &ablation.Report{}, Configs: make([]ablation.Config, len(configs))}
	type key struct {
		dir      string
		n, batch int
	}
	contests := make(map[key]int)
	seen := make(map[string]bool)
	for i, c := range configs {
		s.Configs[i] = ablation.Config{
			Row:     &ablation.Row{Name: "FFT", Status: wire.OK},
			Variant: c.variant, Direction: c.dir, N: c.n, Batch: c.batch, Device: "cpu", Precision: "f32",
			Sec: 1e-6, Params: c.params, ParamBytes: c.paramBytes, BytesPerOp: c.bytes, AllocsPerOp: c.allocs,
			ScratchBytes: nan, HeldBytes: nan, PeakBytes: nan,
		}
		if h := c.heap; h != nil {
			s.Configs[i].ScratchBytes, s.Configs[i].HeldBytes, s.Configs[i].PeakBytes = h.scratch, h.held, h.peak
			s.Configs[i].Row.Metrics = []ablation.Metric{
				six(wire.UnitHeldBytes, h.held), six(wire.UnitPeakBytes, h.peak),
				six(wire.UnitParamBytes, c.paramBytes), six(wire.UnitBytesPerOp, c.bytes),
			}
		}
		k := key{c.dir, c.n, c.batch}
		j, ok := contests[k]
		if !ok {
			j = len(s.Contests)
			contests[k] = j
			s.Contests = append(s.Contests, ablation.Contest{})
		}
		cfg := &s.Configs[i]
		s.Contests[j].Configs = append(s.Contests[j].Configs, cfg)
		if c.variant == "gonum" {
			s.Contests[j].Reference = cfg
		}
		if !seen[c.variant] {
			seen[c.variant] = true
			s.Variants = append(s.Variants, c.variant)
		}
	}
	return s
}

// six is a metric of six equal samples.
func six(unit string, x float64) ablation.Metric {
	return ablation.Metric{Unit: unit, N: 6, Median: x, Samples: slices.Repeat([]float64{x}, 6)}
}

// heapStudy has heaps that were measured, but for one. Parameter bytes repeat
// exactly.
func heapStudy() *ablation.Study {
	s := study(
		config{"gonum", "Forward", 1024, 8, 1024, 16384, 0, 0, &heap{65536, 82440, 89176}},
		config{"op_fft", "Forward", 1024, 8, 1023, 8184, 16, 1, &heap{9288, 19136, 30952}},
		config{"stockham_eager", "Forward", 1024, 8, 1023, 8184, 0, 0, &heap{8192, 12616, 89176}},
		config{"fftw", "Forward", 1024, 8, nan, nan, 0, 0, nil},
		config{"gonum", "Forward", 4096, 8, 4096, 65536, 0, 0, &heap{262144, 328200, 334936}},
		config{"welch", "Welch", 1024, 8, 1024, 4096, nan, nan, nil},
	)
	s.Variants = append(s.Variants, "broken")
	s.Report.Units = []ablation.Unit{{Name: wire.UnitParamBytes, Better: -1, Exact: true}}
	return s
}

func fftStudy() *ablation.Study {
	s := study(
		config{"gonum", "Forward", 1024, 8, 1023, 16 * 1023, 131072, 2, nil},
		config{"gonum", "Forward", 4096, 8, 4095, 16 * 4095, 524288, 2, nil},
		config{"gonum", "Inverse", 4096, 8, 4095, 16 * 4095, 999999, 9, nil},
		config{"butterfly_q8", "Forward", 1024, 8, 1024, 2100, 0, 0, nil},
		config{"butterfly_q8", "Forward", 1024, 64, 1024, 2100, 0, 0, nil},
		config{"stockham_compiled", "Forward", 1024, 1, 2046, 8 * 2046, 0, 0, nil},
		config{"stockham_compiled", "Forward", 1024, 8, 2046, 8 * 2046, 12.5, 0.5, nil},
		config{"welch", "Welch", 1024, 8, 1024, 4096, nan, nan, nil},
	)
	s.Variants = append(s.Variants, "broken")
	return s
}

func TestSideBySideIsTheLargestSizeAllShare(t *testing.T) {
	r := measured.FromStudy(fftStudy())
	side := r.SideBySide
	assert.Equal(t, 1024, side.N, "gonum ran 4096, the others did not")
	assert.Equal(t, 8, side.Batch)
	assert.Equal(t, []string{"broken"}, side.Absent)

	var rows []string
	for _, e := range side.Entries {
		rows = append(rows, e.Variant)
	}
	assert.Equal(t, []string{"gonum", "stockham_compiled", "butterfly_q8", "welch"}, rows, "by falling total")

	data := int64(1024 * 8 * 8 * 2) // complex64, in and out
	gonum := side.Entries[0]
	assert.Equal(t, measured.Amount{Value: 1023, Known: true}, gonum.Params)
	assert.Equal(t, data, gonum.DataBytes.Value)
	assert.Equal(t, 16*1023+data+131072, gonum.Total.Value)
	assert.Equal(t, 1.0, gonum.Ratio)

	stockham := side.Entries[1]
	assert.Equal(t, int64(12), stockham.AllocBytes.Value, "a median between two counts is rounded to even")
	assert.Equal(t, 8*2046+data+12, stockham.Total.Value)
	assert.InDelta(t, float64(8*2046+data+12)/float64(16*1023+data+131072), stockham.Ratio, 1e-15)

	welch := side.Entries[3]
	assert.Equal(t, int64(1024*8*4), welch.DataBytes.Value, "real input; its output is of another shape")
	assert.Equal(t, measured.Amount{}, welch.AllocBytes, "not measured is not zero")
	assert.True(t, math.IsNaN(welch.Ratio), "its cell has no reference")
}

func TestLargestIsTheLargestEachRan(t *testing.T) {
	r := measured.FromStudy(fftStudy())
	require.NotNil(t, r.Largest)
	at := make(map[string][2]int)
	for _, e := range r.Largest.Entries {
		at[e.Variant+" "+e.Direction] = [2]int{e.N, e.Batch}
	}
	assert.Equal(t, map[string][2]int{
		"gonum Forward": {4096, 8}, "butterfly_q8 Forward": {1024, 64},
		"stockham_compiled Forward": {1024, 8}, "welch Welch": {1024, 8},
	}, at)
	assert.Zero(t, r.Largest.N)

	// A variant that did not run the common size is named.
	odd := fftStudy()
	odd.Configs[7].N = 512
	assert.Equal(t, []string{"welch", "broken"}, measured.FromStudy(odd).SideBySide.Absent)

	one := measured.FromStudy(study(config{"a", "Forward", 64, 1, 1, 8, 0, 0, nil}))
	assert.Nil(t, one.Largest, "the same again")
}

// Benchmarks that are no study have B/op and allocs/op, and nothing else.
func TestOtherBenchmarks(t *testing.T) {
	s := study(config{"Marshal", "", 0, 0, nan, nan, 1024, 3, nil}, config{"Unmarshal", "", 0, 0, nan, nan, 2048, 7, nil})
	for i := range s.Configs {
		s.Configs[i].Precision, s.Configs[i].Device = "", ""
	}
	r := measured.FromStudy(s)
	assert.Nil(t, r.Largest)
	var b bytes.Buffer
	require.NoError(t, measured.Text(&b, r))
	assert.Equal(t, `Measured memory per variant

Per operation
variant    heap per op  allocs per op
Unmarshal     2.00 KiB              7
Marshal       1.00 KiB              3

heap per op: bytes allocated by one op (B/op); in a study one op is one call on the whole batch
`, b.String())
}

func TestNothingMeasured(t *testing.T) {
	r := measured.FromStudy(study(config{"a", "Forward", 64, 1, nan, nan, nan, nan, nil}))
	assert.Nil(t, r.SideBySide)
	var b bytes.Buffer
	require.NoError(t, measured.Text(&b, r))
	assert.Contains(t, b.String(), "-benchmem")
	require.NoError(t, measured.JSON(&b, r))
	section, err := measured.Section(r)
	require.NoError(t, err)
	assert.Contains(t, string(section), "go test -bench . -benchmem")
}

// A size that fits no integer is unknown, not negative.
func TestOverflowIsUnknown(t *testing.T) {
	r := measured.FromStudy(study(config{"a", "Forward", math.MaxInt, 8, 1, 8, 0, 0, nil}))
	assert.False(t, r.SideBySide.Entries[0].DataBytes.Known)
	assert.Equal(t, int64(8), r.SideBySide.Entries[0].Total.Value)
}

// Whatever is measured, the columns add up to the total.
func TestColumnsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.OneOf(rapid.Just(nan), rapid.Float64Range(0, 1e15))
		r := measured.FromStudy(study(config{
			"v", rapid.SampledFrom([]string{"Forward", "Welch", ""}).Draw(t, "dir"),
			rapid.IntRange(0, 1<<20).Draw(t, "n"), rapid.IntRange(0, 1<<20).Draw(t, "batch"),
			1, bytes.Draw(t, "params"), bytes.Draw(t, "alloc"), 0,
			&heap{bytes.Draw(t, "scratch"), bytes.Draw(t, "held"), 0},
		}))
		e := r.SideBySide.Entries[0]
		sum, any := int64(0), false
		for _, a := range []measured.Amount{e.ParamBytes, e.ScratchBytes, e.DataBytes, e.AllocBytes} {
			any = any || a.Known
			sum += a.Value
		}
		require.Equal(t, any, e.Total.Known)
		require.Equal(t, sum, e.Total.Value)
	})
}

func withChanges(t *testing.T) *measured.Report {
	t.Helper()
	report := func(bytes float64, allocs float64, time float64) *ablation.Report {
		metric := func(unit string, x float64) ablation.Metric {
			return ablation.Metric{Unit: unit, N: 4, Samples: []float64{x, x, x, x}}
		}
		return &ablation.Report{
			Units: []ablation.Unit{{Name: "B/op", Better: -1}, {Name: "allocs/op", Better: -1}, {Name: "sec/op", Better: -1}},
			Rows: []ablation.Row{{Package: "p", Name: "FFT/<b>", Procs: 2, Status: wire.OK, Metrics: []ablation.Metric{
				metric("sec/op", time), metric("B/op", bytes), metric("allocs/op", allocs),
			}}},
		}
	}
	res, err := compare.Reports([]compare.Column{
		{Label: "old.txt", Report: report(1024, 0, 1)}, {Label: "new.txt", Report: report(1536, 2, 2)}, {Label: "same.txt", Report: report(1024, 0, 1)},
	}, compare.Options{})
	require.NoError(t, err)
	s := heapStudy()
	r := measured.FromStudy(s)
	r.AddReferences(s, compare.Options{})
	r.AddChanges(res)
	return r
}

func TestMeasuredHeapStandsBesideTheAccount(t *testing.T) {
	e := measured.FromStudy(heapStudy()).SideBySide.Entries[0]
	assert.Equal(t, "gonum", e.Variant)
	assert.Equal(t, int64(16384+65536), e.ParamBytes.Value+e.ScratchBytes.Value)
	assert.Equal(t, int64(82440), e.HeldBytes.Value)
	assert.Equal(t, int64(89176), e.PeakBytes.Value)
	assert.Equal(t, int64(16384+65536+131072), e.Total.Value, "what it accounts for, and the data; not the heap once more")
}

// What a row on a GPU holds is memory of the device, and the text says so.
func TestMemoryOfDevices(t *testing.T) {
	const said = "are memory of the device"
	text := func(s *ablation.Study) string {
		var b bytes.Buffer
		require.NoError(t, measured.Text(&b, measured.FromStudy(s)))
		return b.String()
	}
	s := heapStudy()
	assert.NotContains(t, text(s), said)
	s.Configs[1].Device, s.Configs[1].GPU = "cuda:0", true
	out := text(s)
	assert.Contains(t, out, said)
	assert.Contains(t, out, "cuda:0")
}

func TestAgainstTheReference(t *testing.T) {
	s := heapStudy()
	r := measured.FromStudy(s)
	r.AddReferences(s, compare.Options{})
	got := map[string][]string{}
	for _, e := range r.SideBySide.Entries {
		for _, a := range e.Against {
			got[e.Variant] = append(got[e.Variant], a.Unit+" "+a.String()+" "+a.Verdict)
		}
	}
	// Six against six, all apart: p = 2/C(12,6) = 0.002.
	assert.Equal(t, map[string][]string{
		"op_fft": {
			"held-bytes -76.8 % (p=0.002) better", "peak-bytes -65.3 % (p=0.002) better",
			"param-bytes -50.0 % (exact) better", "B/op from 0 (p=0.002) worse",
		},
		"stockham_eager": {
			"held-bytes -84.7 % (p=0.002) better", "peak-bytes equal no clear change",
			"param-bytes -50.0 % (exact) better", "B/op equal no clear change",
		},
	}, got, "the reference is not compared with itself, nor what was not measured")

	unclear := &measured.Against{Unit: "held-bytes", Delta: 0.5, P: 0.25, Verdict: string(compare.Incomparable)}
	assert.Equal(t, "~ (p=0.25)", unclear.String())
	empty := measured.FromStudy(study())
	empty.AddReferences(study(), compare.Options{})
	assert.Nil(t, empty.SideBySide)
}

func TestChangesAgainstABaseline(t *testing.T) {
	r := withChanges(t)
	assert.Equal(t, "old.txt", r.Base)
	require.Len(t, r.Changes, 2, "not the time, and not what is the same")
	assert.Equal(t, measured.Change{
		Column: "new.txt", Package: "p", Name: "FFT/<b>-2", Unit: "B/op",
		Was: 1024, Is: 1536, Delta: 0.5, P: r.Changes[0].P, Verdict: "worse",
	}, r.Changes[0])
	assert.InDelta(t, 2.0/70, r.Changes[0].P, 1e-15)
	assert.Equal(t, math.Inf(1), r.Changes[1].Delta)
}

// Only the verdict has its colour, whatever a file is called.
func TestColourOfTheVerdictAlone(t *testing.T) {
	r := withChanges(t)
	r.Changes[0].Column = r.Changes[0].Verdict
	section, err := measured.Section(r)
	require.NoError(t, err)
	assert.Equal(t, len(r.Changes), strings.Count(string(section), ` worse">worse<`))
}

func TestGoldens(t *testing.T) {
	r := withChanges(t)
	r.SideBySide.Entries[1].Variant = "evil/<script>alert(1)</script>\x1b[31m\u202e\n"
	var b bytes.Buffer
	require.NoError(t, measured.Text(&b, r))
	golden(t, "memory.txt", b.String())
	b.Reset()
	require.NoError(t, measured.JSON(&b, r))
	golden(t, "memory.json", b.String())
	section, err := measured.Section(r)
	require.NoError(t, err)
	golden(t, "section.html", string(section))
}

func TestJSONIntegersReadBack(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, measured.JSON(&b, measured.FromStudy(fftStudy())))
	var doc struct {
		SideBySide struct {
			Entries []struct {
				Variant string
				Total   json.Number     `json:"total_bytes"`
				Alloc   measured.Amount `json:"bytes_per_op"`
			}
		} `json:"side_by_side"`
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &doc))
	for _, e := range doc.SideBySide.Entries {
		_, err := e.Total.Int64()
		assert.NoError(t, err, e.Variant)
	}
	assert.Equal(t, measured.Amount{Value: 131072, Known: true}, doc.SideBySide.Entries[0].Alloc)
	assert.Equal(t, measured.Amount{}, doc.SideBySide.Entries[3].Alloc)
}

// The section is whole, and no name becomes an element.
func TestSectionIsSafeAndWhole(t *testing.T) {
	r := withChanges(t)
	r.SideBySide.Entries[0].Variant = `"><script>alert(1)</script>`
	section, err := measured.Section(r)
	require.NoError(t, err)
	doc, err := html.Parse(strings.NewReader(string(section)))
	require.NoError(t, err)
	count := make(map[string]int)
	var text strings.Builder
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			count[n.Data]++
			for _, a := range n.Attr {
				assert.NotEqual(t, "style", a.Key, "the policy forbids style attributes")
				assert.NotContains(t, a.Val, "://")
			}
		}
		if n.Type == html.TextNode {
			text.WriteString(n.Data)
		}
	}
	assert.Zero(t, count["script"])
	assert.Equal(t, 4, count["table"], "side by side, largest, against the reference, changes")
	assert.Contains(t, text.String(), `"><script>alert(1)</script>`)
	assert.NotContains(t, text.String(), "ZgotmplZ")
}
