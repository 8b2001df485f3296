package ablation

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func readLegacyFile(t *testing.T) *Report {
	t.Helper()
	f, err := os.Open("testdata/legacy/ablation.json")
	require.NoError(t, err)
	defer f.Close()
	r, err := ReadJSON(f)
	require.NoError(t, err)
	return r
}

func TestLegacyJSON(t *testing.T) {
	r := readLegacyFile(t)
	assert.Equal(t, 1, r.Schema)
	assert.Equal(t, []int{15, 30}, []int{r.Iters, r.TrainSteps})
	assert.True(t, r.BothDirs)
	assert.True(t, r.WithWelch, "true where the field is absent")
	assert.True(t, r.LimitSweep)
	assert.Equal(t, 1234.5, r.ElapsedMS)
	assert.Equal(t, []int{64, 128}, r.NFFTs, "256 has no row")
	assert.Equal(t, []Environment{{}}, r.Environments)
	require.Len(t, r.Rows, 6)

	assert.Equal(t, "FFT/variant=rustfft/dir=forward/n=64/batch=8/device=cpu", r.Rows[0].FullName())
	assert.Equal(t, "Welch/variant=welch_rustfft/dir=welch/n=64/batch=1/device=cpu", r.Rows[4].FullName())
	m := r.Rows[0].Metric(wire.UnitSecPerOp)
	require.NotNil(t, m)
	assert.Equal(t, []float64{2e-5}, m.Samples, "0.02 ms")
	assert.Equal(t, 384.0, r.Rows[0].Metric(wire.UnitParams).Median)
	assert.Nil(t, r.Rows[2].Metric(wire.UnitParams), "absent")
	assert.Equal(t, 30.0, r.Rows[2].Metric(wire.UnitTrainSteps).Median)
	assert.Empty(t, r.Rows[1].Note)

	assert.Equal(t, wire.PrepareFail, r.Rows[3].Status)
	assert.Equal(t, "compile: graph too large", r.Rows[3].Note)
	assert.Nil(t, r.Rows[3].Metric(wire.UnitSecPerOp), "null")
	assert.Equal(t, wire.BenchFail, r.Rows[5].Status)
	require.Len(t, r.Problems, 2)
	assert.Equal(t, Problem{"row 6", "warning", `status "hung" is not known and counts as bench_fail`}, r.Problems[1])

	assert.Equal(t, Catalog{
		{Name: "rustfft", Tier: "baseline", Slot: -1, Reference: true},
		{Name: "butterfly_compiled", Tier: "B", Slot: -1, Compiled: true},
		{Name: "domain_twiddle", Tier: "C", Slot: -1},
		{Name: "welch_rustfft", Tier: "baseline", Slot: -1, Reference: true},
		{Name: "rlx_op_ifft", Tier: "baseline", Slot: -1, Compiled: true},
	}, r.Catalog)
}

func TestLegacyStudy(t *testing.T) {
	s := NewStudy(readLegacyFile(t), StudyOptions{})
	assert.Equal(t, "rustfft butterfly_compiled domain_twiddle", variantsOf(pointers(s.Configs[:3])))
	assert.Equal(t, 3, s.Configs[2].Rank)
	assert.Zero(t, s.Configs[3].Rank)
	assert.Equal(t, []DeviceLimit{
		{Device: "cpu", MaxN: 128, MaxNBy: "domain_twiddle", MaxRefN: 64, OK: 2, Failures: 3},
		{Device: "metal", GPU: true, MaxN: 64, MaxNBy: "butterfly_compiled", MaxCompiledN: 64, OK: 1},
	}, s.Limits)
	assert.True(t, s.Shape.Limits)
	assert.Empty(t, s.Best, "absolute errors say nothing of precision")
}

func TestLegacyCSV(t *testing.T) {
	r, err := ReadCSV(os.DirFS("testdata/legacy"))
	require.NoError(t, err)
	assert.Equal(t, 1, r.Schema)
	assert.Equal(t, []bool{true, false, true}, []bool{r.BothDirs, r.WithWelch, r.LimitSweep})
	assert.Equal(t, []int{15, 30}, []int{r.Iters, r.TrainSteps})
	assert.Equal(t, []int{64, 128}, r.NFFTs)
	assert.False(t, r.Incomplete)
	require.Len(t, r.Rows, 5)
	assert.Equal(t, "compile: \"graph\" too large,\nstage 7", r.Rows[3].Note, "a quoted line end is one field")
	assert.Equal(t, wire.OK, r.Rows[2].Status, "an empty status is ok")
	assert.Equal(t, 30.0, r.Rows[2].Metric(wire.UnitTrainSteps).Median)
	assert.Nil(t, r.Rows[2].Metric(wire.UnitParams), "a bad count is 0")

	// The two files tell the same of the rows they share.
	fromJSON := readLegacyFile(t)
	for i := range 3 {
		assert.Equal(t, fromJSON.Rows[i], r.Rows[i])
	}
}

func TestLegacyCSVWithoutMeta(t *testing.T) {
	rows, err := os.ReadFile("testdata/legacy/ablation_rows.csv")
	require.NoError(t, err)
	r, err := ReadCSV(fstest.MapFS{RowsFile: {Data: rows}})
	require.NoError(t, err)
	assert.Equal(t, []bool{true, true, false}, []bool{r.BothDirs, r.WithWelch, r.LimitSweep})
	assert.Equal(t, []int{0, 0}, []int{r.Iters, r.TrainSteps})
	assert.Equal(t, []int{64, 128}, r.NFFTs)
}

func TestLegacyCSVThatWasCut(t *testing.T) {
	rows, err := os.ReadFile("testdata/legacy/ablation_rows.csv")
	require.NoError(t, err)
	meta, err := os.ReadFile("testdata/legacy/ablation_meta.csv")
	require.NoError(t, err)
	lines := strings.SplitAfter(string(rows), "\n")
	r, err := ReadCSV(fstest.MapFS{RowsFile: {Data: []byte(strings.Join(lines[:3], ""))}, MetaFile: {Data: meta}})
	require.NoError(t, err)
	assert.True(t, r.Incomplete)
	assert.Contains(t, r.Problems[len(r.Problems)-1].Msg, "2 rows, but ablation_meta.csv counts 5")
}

func TestLegacyErrors(t *testing.T) {
	for text, message := range map[string]string{
		`{"rows":[{"regime":"exact"}],"batch":1}`:                    "rows[0] has no variant and n_fft",
		`{"rows":[{"variant":"x","n_fft":64,"ms":"fast"}]}`:          `rows[0]`,
		`{"rows":[{"variant":7,"n_fft":64}]}`:                        "rows[0].variant: want a string, found number",
		`{"rows":{}}`:                                                "rows: want an array, found object",
		`{"rows":[],"iters":"many"}`:                                 "iters: want a whole number, found string",
		`{"rows":[{"variant":"x","n_fft":64,"ms":1.5,"batch":1.5}]}`: "rows[0].batch: want a whole number",
		`{"models":[]}`:                                              `no field "rows"`,
		`{"rows":[{"variant":"x","n_fft":64,"iters":NaN}]}`:          "no valid JSON",
	} {
		_, err := ReadJSON(strings.NewReader(text))
		assert.ErrorContains(t, err, message, text)
	}
	head := "tier,variant,direction,n_fft,batch,device,iters,ms,max_err,train_steps,param_count,memory_bytes,status,note\n"
	for text, message := range map[string]string{
		head + "A,x,Forward,many,1,cpu,1,1,1,1,1,1,ok,\n": `line 2, column n_fft: "many" is no count`,
		head + "A,x,Forward\n":                            "line 2: 3 fields, want 14",
		head + "A,x,Forward,1,1,cpu,1,1,1,1,1,1,ok,\"\n":  "line",
		"tier,variant\n":                                  "no ablation rows: the first columns are not tier,variant,direction",
		"":                                                "the file is empty",
	} {
		_, err := ReadRowsCSV(strings.NewReader(text))
		assert.ErrorContains(t, err, message, text)
	}
}
