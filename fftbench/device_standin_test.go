//go:build cuda && linux && cgo

package fftbench

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

// A standIn is a machine with stand-ins for NVIDIA's libraries, and this test
// binary to run on it.
type standIn struct {
	*fakecuda.Control
	dir string
}

func newStandIn(t *testing.T) standIn {
	t.Helper()
	dir := t.TempDir()
	err := fakecuda.Build(dir)
	if errors.Is(err, fakecuda.ErrNoCompiler) {
		t.Skip("the stand-ins need a C compiler: ", err)
	}
	require.NoError(t, err)
	control, err := fakecuda.Open(dir)
	require.NoError(t, err)
	s := standIn{control, dir}
	s.Set(littleDevice())
	t.Cleanup(func() {
		first, _ := s.Fault()
		assert.Empty(t, first, "what a driver would refuse")
		assert.NoError(t, s.Close())
	})
	return s
}

// littleDevice has little cache, for graphs to be short, and little memory, for
// searches to be.
func littleDevice() fakecuda.Machine {
	m := fakecuda.Default()
	m.L2Bytes, m.Bytes = 1<<10, 32<<20
	return m
}

// run runs this test binary on a machine whose libraries are in a folder.
func run(t *testing.T, folder string, args ...string) (stdout string, code int) {
	t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), "FFTBENCH_CUDA="+folder)
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaints
	err := command.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	if complaints.Len() > 0 {
		t.Log(complaints.String())
	}
	return out.String(), command.ProcessState.ExitCode()
}

// onStandIn runs benchmarks of the study and reads what they print.
func onStandIn(t *testing.T, folder string, args ...string) (*ablation.Study, *ablation.Report, int) {
	t.Helper()
	fixed := []string{"-test.run=^$", "-test.bench=.", "-test.count=1", "-test.benchtime=1x", "-study.tune=false"}
	out, code := run(t, folder, append(fixed, args...)...)
	collector := ablation.NewCollector(ablation.CollectOptions{Catalog: Catalog()})
	scan := ingest.NewScanner(strings.NewReader(out), "run")
	for scan.Scan() {
		collector.Add(scan.Record())
	}
	require.NoError(t, scan.Err())
	report := collector.Report()
	return ablation.NewStudy(report, ablation.StudyOptions{}), report, code
}

const onDeviceOnly = "-study.variants=cufft,stockham_cuda,fused_spectral_cuda,welch_cuda"

// What holds for every variant holds for those of a device.
func TestVariantsOnAStandIn(t *testing.T) {
	s := newStandIn(t)
	out, code := run(t, s.dir, "-test.v", "-test.short",
		"-test.run=^(TestEveryVariantIsRight|TestLengthsThatAreNoPowerOfTwo|TestPlansSayWhatTheyHold|TestDevice|TestDeviceVariantsAreRight)$"+
			"/^(cufft|stockham_cuda|fused_spectral_cuda|welch_cuda)$")
	require.Zero(t, code, out)
	assert.Equal(t, 4*16, strings.Count(out, "    --- PASS"), "sixteen cells in four tests:\n%s", out)
	assert.NotContains(t, out, "--- SKIP")
	assert.Zero(t, s.Live(), "what was not freed")
}

func TestStudyOnAStandIn(t *testing.T) {
	s := newStandIn(t)
	study, report, code := onStandIn(t, s.dir, onDeviceOnly, "-study.n=64", "-study.batch=3")
	require.Zero(t, code)
	assert.Zero(t, s.Live(), "what was not freed")
	require.Len(t, report.Rows, 8)
	assert.Equal(t, "Fake GPU 0", report.Environments[0].Devices()[0].Name)
	for i := range study.Configs {
		c := &study.Configs[i]
		assert.Equal(t, wire.OK, c.Row.Status, "%s %s: %s", c.Variant, c.Direction, c.Row.Note)
		assert.True(t, c.GPU)
		assert.Positive(t, c.Sec)
		assert.Positive(t, c.E2ESec)
		assert.Positive(t, c.CopyShare)
		assert.Less(t, c.RelL2, 1e-6)
		if c.Variant == "cufft" {
			continue
		}
		// What the cell's circuit says it holds is what was allocated.
		cell := Cell{Variant: c.Variant, Dir: strings.ToLower(c.Direction), N: 64, Batch: 3, Precision: F32}
		m, err := Sizing{Cell: cell}.Model()
		require.NoError(t, err)
		r, err := m.Evaluate(circuit.Workload{})
		require.NoError(t, err)
		assert.EqualValues(t, r.Totals.Device-dataOnDevice(t, cell), c.HeldBytes, "%s", c.Variant)
	}
}

// dataOnDevice is what input and output of a cell take.
func dataOnDevice(t *testing.T, c Cell) int64 {
	t.Helper()
	v, err := known(c.Variant)
	require.NoError(t, err)
	steps, err := v.run.(deviceVariant).steps(c.Dir, c.N, c.Precision)
	require.NoError(t, err)
	return devicePlan{steps: steps}.BatchBytes(c.Batch)
}

// The device is asked once a length and precision; what it answers runs, and is
// said.
func TestTuningOnAStandIn(t *testing.T) {
	s := newStandIn(t)
	t.Setenv("FFTBENCH_CUDA", s.dir)
	lab := NewLab()
	lab.Tune = 1 << 10
	session, err := lab.device()
	require.NoError(t, err)
	const n = 64
	chosen, err := lab.tuning(session, n, F32)
	require.NoError(t, err)
	assert.Contains(t, kernels.Tunings(n, kernels.F32), chosen.Tuning)
	assert.Positive(t, chosen.took)
	launches := s.Launches()
	again, err := lab.tuning(session, n, F32)
	require.NoError(t, err)
	assert.Equal(t, chosen, again)
	assert.Equal(t, launches, s.Launches(), "asked again")

	steps, err := stockhamCUDA().steps(wire.DirInverse, n, F32)
	require.NoError(t, err)
	op, err := typedPlan[complex64]{devicePlan{dir: wire.DirInverse, n: n, precision: F32, steps: steps}, tolerance32}.Bind(lab, 3)
	require.NoError(t, err)
	assert.Equal(t, spellTuning(chosen.Tuning), op.Note)
	assert.GreaterOrEqual(t, op.PlanTime, chosen.took)
	_, err = op.Errors()
	require.NoError(t, err)
	require.NoError(t, op.Close())
	require.NoError(t, lab.Close())
	assert.Zero(t, s.Live(), "what was not freed")
}

// Without a device each of its variants is one row that says what is missing,
// whatever sizes, directions and precisions were asked for; nothing has failed.
func TestStudyWithoutADevice(t *testing.T) {
	study, report, code := onStandIn(t, t.TempDir(), "-study.preset=full", onDeviceOnly)
	assert.Zero(t, code)
	var names []string
	for i := range study.Configs {
		c := &study.Configs[i]
		names = append(names, c.Variant)
		assert.Equal(t, wire.PrepareFail, c.Row.Status)
		assert.Contains(t, c.Row.Note, "no libcuda.so.1 in")
		assert.Equal(t, "cuda:0", c.Device)
	}
	assert.ElementsMatch(t, []string{"cufft", "stockham_cuda", "fused_spectral_cuda", "welch_cuda"}, names)
	assert.Contains(t, report.Environments[0].Devices()[0].Reason, "no libcuda.so.1 in")
}

// A machine with a driver and without one library runs what does not want it.
func TestStudyWithoutALibrary(t *testing.T) {
	// Without NVRTC, cuFFT alone still transforms; its filters and densities, which
	// have kernels of ours between, are one row more.
	for missing, variants := range map[string]int{fakecuda.CuFFT: 1, fakecuda.NVRTC: 3 + 1} {
		dir := t.TempDir()
		require.NoError(t, fakecuda.BuildWithout(dir, missing))
		study, _, code := onStandIn(t, dir, onDeviceOnly, "-study.n=64,128", "-study.batch=3", "-study.dirs=forward,fused,welch")
		assert.Zero(t, code, missing)
		failed := 0
		for i := range study.Configs {
			if c := &study.Configs[i]; c.Row.Status != wire.OK {
				failed++
				assert.Equal(t, wire.PrepareFail, c.Row.Status)
			}
		}
		assert.Equal(t, variants, failed, missing)
	}
}

// A device that is lost costs the cell that lost it and those after it on the
// device. The host's go on.
func TestDeviceLostInAStudy(t *testing.T) {
	s := newStandIn(t)
	s.Fail(fakecuda.Failure{Function: "cuLaunchKernel", At: 12, Code: 719, Then: fakecuda.Lost})
	study, report, code := onStandIn(t, s.dir, "-study.variants=stockham_cuda,op_fft,welch_op_fft", "-study.n=64,128", "-study.batch=3")
	assert.Equal(t, 1, code)
	require.True(t, s.Failed())
	require.Len(t, report.Rows, 2*(2+1+1))
	statuses := map[wire.Status]int{}
	for i := range study.Configs {
		c := &study.Configs[i]
		if !c.GPU {
			assert.Equal(t, wire.OK, c.Row.Status, c.Variant)
			continue
		}
		statuses[c.Row.Status]++
		if c.Row.Status != wire.OK {
			assert.Contains(t, c.Row.Note, "CUDA_ERROR_LAUNCH_FAILED", c.Row.Note)
		}
	}
	assert.Positive(t, statuses[wire.BenchFail], statuses)
}

func TestOutOfMemoryInAStudy(t *testing.T) {
	s := newStandIn(t)
	study, _, code := onStandIn(t, s.dir, onDeviceOnly, "-study.n=64", "-study.batch=3,100000", "-study.dirs=forward")
	assert.Equal(t, 1, code, "an oom that no search asked for fails the run")
	for i := range study.Configs {
		c := &study.Configs[i]
		if c.Batch == 3 {
			assert.Equal(t, wire.OK, c.Row.Status)
			continue
		}
		assert.Equal(t, wire.OOM, c.Row.Status, c.Row.Note)
		assert.Regexp(t, `put: cuda: out of memory of cuda:0: 51200000 bytes wanted, \d+ free`, c.Row.Note)
	}
	assert.Zero(t, s.Live(), "what was not freed")
}

// The largest batch is searched in the memory of the device, and the last row says
// what the memory report predicted: the same, but for the search's resolution.
func TestSearchOnAStandIn(t *testing.T) {
	s := newStandIn(t)
	small := littleDevice()
	small.Bytes = 256 << 10
	s.Set(small)
	study, _, code := onStandIn(t, s.dir, "-study.preset=limit", "-study.variants=stockham_cuda", "-study.n=64", "-study.time-budget=1h")
	require.Zero(t, code)
	largest := 0
	for i := range study.Configs {
		c := &study.Configs[i]
		if c.Row.Limiter == "" {
			continue
		}
		assert.Equal(t, wire.LimitMemory, c.Row.Limiter, c.Row.Note)
		_, text, found := strings.Cut(c.Row.Note, "memory report: up to ")
		require.True(t, found, c.Row.Note)
		predicted, err := strconv.Atoi(strings.Fields(text)[0])
		require.NoError(t, err)
		largest = c.Batch
		assert.LessOrEqual(t, largest, predicted)
		assert.GreaterOrEqual(t, float64(largest), float64(predicted)*(1-limitResolution))
	}
	// 256 KiB by 1 KiB a row of input and output, less tables.
	assert.InDelta(t, 256, largest, 256*limitResolution+1)
}
