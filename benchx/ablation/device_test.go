package ablation_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// deviceFacts are synthetic. They stand on lines of several facts and of one.
const deviceFacts = `# benchx go=go1.26 gpu0=Synthetic_X1 gpu0-driver=12.8 gpu0-cufft=11.3.3 gpu0-nvrtc=12.8
# benchx gpu0-arch=sm_90 gpu0-memory=150754820096
# benchx gpu0-copy-MB/s=4100000
# benchx gpu1=none
# benchx gpu1-reason="device 1 was lost"
`

const deviceRows = `goos: linux
goarch: amd64
pkg: example.com/fft
cpu: Synthetic CPU
BenchmarkFFT/variant=cufft/dir=forward/n=64/batch=4/device=cuda:0-2  100  2000 ns/op  3000 e2e-ns/op  0.5 copy-share
BenchmarkFFT/variant=gonum/dir=forward/n=64/batch=4/device=cpu-2  100  4000 ns/op
PASS
`

func collected(text string) *ablation.Report {
	c := ablation.NewCollector(ablation.CollectOptions{})
	scanner := ingest.NewScanner(strings.NewReader(text), "run.txt")
	for scanner.Scan() {
		c.Add(scanner.Record())
	}
	return c.Report()
}

func TestDevicesOfTheFacts(t *testing.T) {
	r := collected(deviceFacts + deviceRows)
	require.Len(t, r.Environments, 1)
	devices := r.Environments[0].Devices()
	require.Len(t, devices, 2)
	assert.Equal(t, ablation.Device{
		Index: 0, Name: "Synthetic X1", Arch: "sm_90", Driver: "12.8", CUFFT: "11.3.3", NVRTC: "12.8",
		Memory: 150754820096, CopyBytesPerSec: 4.1e12,
	}, devices[0])
	assert.Equal(t, "cuda:0", devices[0].Label())
	assert.True(t, devices[1].Absent)
	assert.Equal(t, "device 1 was lost", devices[1].Reason)
	assert.True(t, math.IsNaN(devices[1].CopyBytesPerSec))

	odd := collected("# benchx gpu0=X gpu0-memory=lots gpu0-copy-MB/s=-3 gpux=1\n" + deviceRows).Environments[0].Devices()
	require.Len(t, odd, 1)
	assert.Zero(t, odd[0].Memory)
	assert.True(t, math.IsNaN(odd[0].CopyBytesPerSec))
}

func TestDeviceUnitsComeBack(t *testing.T) {
	r := collected(deviceFacts + deviceRows)
	s := ablation.NewStudy(r, ablation.StudyOptions{})
	for i := range s.Configs {
		c := &s.Configs[i]
		assert.Equal(t, c.Device == "cuda:0", c.GPU)
		if c.GPU {
			assert.InDelta(t, 3e-6, c.E2ESec, 1e-18)
			assert.Equal(t, 0.5, c.CopyShare)
		} else {
			assert.True(t, math.IsNaN(c.E2ESec))
		}
	}
	var text bytes.Buffer
	require.NoError(t, ablation.WriteRowsCSV(&text, s))
	head, _, _ := strings.Cut(text.String(), "\n")
	assert.True(t, strings.HasSuffix(head, ",peak_bytes,e2e_ms,copy_share"), head)
	back, err := ablation.ReadRowsCSV(&text)
	require.NoError(t, err)
	assert.InDelta(t, 3e-6, back.Rows[0].Metric("e2e-sec/op").Median, 1e-18)
	assert.Equal(t, 0.5, back.Rows[0].Metric("copy-share").Median)
	for unit, better := range map[string]int{"e2e-sec/op": -1, "copy-share": +1} {
		assert.Equal(t, better, r.Unit(unit).Better, unit)
	}
}

// The copy bandwidth is measured anew by each run, so it parts no places; a
// driver does.
func TestRunsOnOneDeviceArePooled(t *testing.T) {
	again := strings.Replace(deviceFacts, "4100000", "4090000", 1)
	other := strings.Replace(deviceFacts, "driver=12.8", "driver=13.0", 1)
	merge := func(facts string) *ablation.Report {
		second := facts + strings.Replace(deviceRows, "2000 ns/op", "2100 ns/op", 1)
		r, err := ablation.Merge(collected(deviceFacts+deviceRows), collected(second))
		require.NoError(t, err)
		return r
	}
	assert.Len(t, merge(again).Environments, 1)
	assert.Len(t, merge(other).Environments, 2)
}
