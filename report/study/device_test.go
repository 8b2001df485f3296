package study

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// runPage is the page of the text of a run.
func runPage(t testing.TB, name string, edit func(string) string) Page {
	t.Helper()
	text, err := os.ReadFile("../../testdata/devices/" + name)
	require.NoError(t, err)
	c := ablation.NewCollector(ablation.CollectOptions{})
	scanner := ingest.NewScanner(strings.NewReader(edit(string(text))), name)
	for scanner.Scan() {
		c.Add(scanner.Record())
	}
	s := ablation.NewStudy(c.Report(), ablation.StudyOptions{})
	return Page{Title: "FFT study", Study: s, Within: compare.Within(s, compare.Options{})}
}

func asIs(s string) string { return s }

// gpuPage is a run with a device, nogpuPage one that looked for one in vain.
func gpuPage(t testing.TB) Page   { return runPage(t, "run.txt", asIs) }
func nogpuPage(t testing.TB) Page { return runPage(t, "none.txt", asIs) }

func TestDevices(t *testing.T) {
	doc := parse(t, render(t, gpuPage(t)))
	text := textOf(byID(t, doc, "gpu"))
	assert.Contains(t, text, "Synthetic X1")
}
