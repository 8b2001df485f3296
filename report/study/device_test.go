package study

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/report/plots"
)

// textPage is the page of the text of a run.
func textPage(text string) Page {
	c := ablation.NewCollector(ablation.CollectOptions{})
	scanner := ingest.NewScanner(strings.NewReader(text), "run.txt")
	for scanner.Scan() {
		c.Add(scanner.Record())
	}
	s := ablation.NewStudy(c.Report(), ablation.StudyOptions{})
	return Page{Title: "FFT study", Study: s, Within: compare.Within(s, compare.Options{})}
}

func filePage(t testing.TB, name string) Page {
	t.Helper()
	text, err := os.ReadFile("../../testdata/devices/" + name)
	require.NoError(t, err)
	return textPage(string(text))
}

// gpuPage is a run with a device, nogpuPage one that looked for one in vain.
func gpuPage(t testing.TB) Page {
	p := filePage(t, "run.txt")
	figures, errs := plots.Devices(p.Study, p.Within, plots.Options{})
	require.Empty(t, errs)
	p.Figures = figures
	return p
}

func nogpuPage(t testing.TB) Page { return filePage(t, "none.txt") }

// The section alone: the rest of the page is what other goldens hold.
func TestGoldenDevices(t *testing.T) {
	for _, scene := range []string{"gpu", "nogpu"} {
		page := normalise(render(t, scenes()[scene](t)))
		section := regexp.MustCompile(`(?s)<section id="gpu".*?</section>`).FindString(page) + "\n"
		file := filepath.Join("testdata", scene+".golden.html")
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(section), 0o666))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err, "run go test -update to write it")
		sameLines(t, string(want), section)
	}
}

// result prints a benchmark's line six times.
func result(variant, dir string, n, batch int, device, values string) string {
	line := fmt.Sprintf("BenchmarkFFT/variant=%s/dir=%s/n=%d/batch=%d/device=%s-2 100 %s\n", variant, dir, n, batch, device, values)
	return strings.Repeat(line, 6)
}

const deviceHead = "# benchx reference=gonum,cufft\ngoos: linux\ngoarch: amd64\npkg: p\ncpu: c\n"

// Figures that a person can check: the CPU takes 1000 ns at best, cuFFT 200 and
// 800 with copies, the kernel 100 and 2000.
func TestDeviceTable(t *testing.T) {
	text := deviceHead + "# benchx gpu0=Synthetic_X1 gpu0-copy-MB/s=2000000\n" +
		result("gonum", "forward", 64, 4, "cpu", "4000 ns/op") + result("op_fft", "forward", 64, 4, "cpu", "1000 ns/op") +
		result("cufft", "forward", 64, 4, "cuda:0", "200 ns/op 5000 MB/s 800 e2e-ns/op 0.25 copy-share") +
		result("stockham_cuda", "forward", 64, 4, "cuda:0", "100 ns/op 10000 MB/s 2000 e2e-ns/op 0.5 copy-share 9007199254.740992 rel-l2-eps")
	doc := parse(t, render(t, textPage(text)))
	rows := rowsOf(t, doc, "gpu-forward-f32")
	require.Len(t, rows, 2)
	own, ref := rows[0], rows[1]
	for key, want := range map[string]string{
		"variant": "stockham_cuda", "n": "64", "batch": "4", "time": "100.0 ns", "ratio": "2.000 ▲", "e2e": "2.000 µs",
		"around": "95 %", "rate": "10.00", "copy_share": "50 %", "rel_l2": "1.00e-06",
		"cpu": "op_fft", "cpu_time": "1.000 µs", "over_cpu": "10.0×", "over_cpu_e2e": "0.500×",
	} {
		assert.Equal(t, want, own[key], key)
	}
	for key, want := range map[string]string{
		"variant": "cufft", "ratio": "—", "around": "75 %", "over_cpu": "5.00×", "over_cpu_e2e": "1.25×", "rel_l2": "—",
	} {
		assert.Equal(t, want, ref[key], key)
	}
	said := textOf(byID(t, doc, "gpu"))
	assert.Contains(t, said, "stockham_cuda is 2.00× as fast as cufft (geometric mean over 1 cell: 1 better).")
	assert.Contains(t, said, "ahead in 1 of 1 cell by its own time, and in 1 with all copies.")
	assert.Contains(t, said, "2.00 TB/s")
	assert.Contains(t, textOf(byID(t, doc, "method")), "Synthetic X1, copies 2.00 TB/s")
	assert.Contains(t, textOf(byID(t, doc, "top")), "Synthetic X1")
	assert.Contains(t, textOf(byID(t, doc, "method")), "by its own clock")
}

// Where the device loses with its copies, the sentence says so.
func TestDeviceLosesByItsCopies(t *testing.T) {
	doc := parse(t, render(t, textPage(deviceHead+
		result("gonum", "forward", 64, 1, "cpu", "500 ns/op")+
		result("cufft", "forward", 64, 1, "cuda:0", "200 ns/op 800 e2e-ns/op"))))
	assert.Contains(t, textOf(byID(t, doc, "gpu")), "ahead in 1 of 1 cell by its own time, and in 0 with all copies.")
	doc = parse(t, render(t, textPage(deviceHead+
		result("gonum", "forward", 64, 1, "cpu", "500 ns/op")+result("cufft", "forward", 64, 1, "cuda:0", "200 ns/op"))))
	said := textOf(byID(t, doc, "gpu"))
	assert.Contains(t, said, "host to host was not measured")
	assert.Contains(t, said, "The run tells nothing of its devices.")
	doc = parse(t, render(t, textPage(deviceHead+result("cufft", "forward", 64, 1, "cuda:0", "200 ns/op"))))
	assert.Contains(t, textOf(byID(t, doc, "gpu")), "No CPU ran the same cells")
}

// Every reason stands once, with all whom it kept from working.
func TestNoDevice(t *testing.T) {
	doc := parse(t, render(t, nogpuPage(t)))
	section := byID(t, doc, "gpu")
	said := textOf(section)
	assert.Equal(t, 1, strings.Count(said, "install the NVIDIA driver"))
	assert.Contains(t, said, "cufft, stockham_cuda, fused_spectral_cuda and welch_cuda")
	assert.Contains(t, said, "none of the 4 variants for one worked")
	assert.Contains(t, said, deviceCommand)
	assert.Empty(t, elements(section, "table"))
	assert.Empty(t, elements(section, "article"), "a device that is not there has no card")
	assert.NotContains(t, textOf(byID(t, doc, "summary")), "cufft", "there is nothing to pick")

	fail := func(variant, note string) string {
		name := fmt.Sprintf("BenchmarkFFT/variant=%s/dir=forward/n=64/batch=1/device=cuda:0-2", variant)
		return fmt.Sprintf("%s 1 1 prepare_fail\n--- BENCH: %s\n    x_test.go:1: benchx: status=prepare_fail note=%q\n", name, name, note)
	}
	doc = parse(t, render(t, textPage(deviceHead+fail("cufft", "no libcufft")+fail("a_cuda", "old driver")+fail("b_cuda", "old driver"))))
	items := elements(byID(t, doc, "gpu"), "li")
	require.Len(t, items, 2)
	assert.Equal(t, "prepare_fail no libcufft cufft, Forward, n = 64, batch 1", textOf(items[1]))
	assert.Equal(t, "prepare_fail old driver a_cuda and b_cuda", textOf(items[0]))

	// The facts alone tell it as well.
	doc = parse(t, render(t, textPage(deviceHead+"# benchx gpu0=none\n# benchx gpu0-reason=\"no driver\"\n"+
		result("gonum", "forward", 64, 1, "cpu", "500 ns/op"))))
	said = textOf(byID(t, doc, "gpu"))
	assert.Contains(t, said, "the run has no row for one")
	assert.Contains(t, said, "no driver")
}

// A run that has to do with no device says nothing of devices.
func TestNoSectionWithoutDevices(t *testing.T) {
	for _, scene := range []string{"demo", "generic", "empty"} {
		page := render(t, scenes()[scene](t))
		assert.NotContains(t, page, `id="gpu"`, scene)
		assert.NotContains(t, page, "-tags cuda", scene)
	}
}

// Two devices are told apart, with the run that each was seen by.
func TestSeveralDevices(t *testing.T) {
	text := deviceHead + "# benchx gpu0=X gpu1=X gpu2=none gpu2-reason=lost\n" +
		result("cufft", "forward", 64, 1, "cuda:0", "200 ns/op") + result("cufft", "forward", 64, 1, "cuda:1", "210 ns/op")
	doc := parse(t, render(t, textPage(text)))
	assert.Contains(t, textOf(byID(t, doc, "top")), "2 × X")
	section := byID(t, doc, "gpu")
	var titles []string
	for _, card := range elements(section, "article") {
		titles = append(titles, textOf(elements(card, "h3")[0]))
	}
	assert.Equal(t, []string{"cuda:0", "cuda:1"}, titles)
	assert.Contains(t, textOf(section), "no device lost")
	rows := rowsOf(t, doc, "gpu-forward-f32")
	require.Len(t, rows, 2)
	assert.Equal(t, []string{"cuda:0", "cuda:1"}, []string{rows[0]["device"], rows[1]["device"]})
}

// What a capacity sweep found on a device stands beside the CPU's, with what
// ended it and what was predicted.
func TestLimitsOfDevices(t *testing.T) {
	limited := func(variant, device string, batch int, limiter, note string) string {
		name := fmt.Sprintf("BenchmarkFFT/variant=%s/dir=forward/n=1024/batch=%d/device=%s-2", variant, batch, device)
		return fmt.Sprintf("%s 100 5000 ns/op\n--- BENCH: %s\n    x_test.go:1: benchx: limiter=%s note=%q\n", name, name, limiter, note)
	}
	text := deviceHead + "# benchx preset=limit gpu0=X\n" +
		limited("gonum", "cpu", 4096, "time", "one op takes 0.3 s") +
		limited("cufft", "cuda:0", 262144, "memory", "cuMemAlloc_v2: out of memory; predicted: batch 262 100")
	doc := parse(t, render(t, textPage(text)))
	rows := rowsOf(t, doc, "limits-table")
	require.Len(t, rows, 2)
	gpu := rows[1]
	assert.Equal(t, "cuda:0", gpu["device"])
	assert.Equal(t, "262\u202f144", gpu["max_batch"])
	assert.Equal(t, "memory: cuMemAlloc_v2: out of memory; predicted: batch 262 100", gpu["ended_by"])
	assert.Equal(t, "cufft", gpu["fastest"])
	assert.Contains(t, textOf(byID(t, doc, "limits")), "Largest n on cuda:0")
}
