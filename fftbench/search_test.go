package fftbench

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/sweep"
)

// patient are limits that no clock decides.
func patient() Limits {
	return Limits{Time: time.Hour, Memory: 1 << 30, MaxBatch: 6, Deadline: time.Hour}
}

func TestSearchLimitInAChild(t *testing.T) {
	place := Cell{Variant: "gonum", Dir: "forward", N: 64, Precision: F32}
	r, err := SearchLimit(context.Background(), place, patient(), childCommand)
	require.NoError(t, err)
	require.NotNil(t, r.Largest)
	assert.Equal(t, 6, r.Largest.Batch)
	assert.Equal(t, wire.LimitCap, r.Limiter)
	assert.Positive(t, r.Largest.NsPerOp)

	units := map[string]float64{}
	for _, m := range r.Largest.Metrics {
		units[m.Unit] = m.Value
	}
	assert.Equal(t, 64.0, units[wire.UnitParams])
	assert.Positive(t, units[wire.UnitGFLOPS])
	assert.Positive(t, units[wire.UnitRelL2Eps])
}

// A row of 1024 takes 8 KiB in and 8 KiB out; the plan of butterfly_eager has
// 1023 twiddles of 8 bytes and 1024 indices of 4.
func TestSearchLimitByMemory(t *testing.T) {
	place := Cell{Variant: "butterfly_eager", Dir: "inverse", N: 1024, Precision: F32}
	limits := patient()
	limits.MaxBatch = 64
	limits.Memory = 5*16<<10 + 1023*8 + 1024*4
	r, err := SearchLimit(context.Background(), place, limits, childCommand)
	require.NoError(t, err)
	assert.Equal(t, 5, r.Largest.Batch)
	assert.Equal(t, wire.LimitMemory, r.Limiter)
	assert.Equal(t, "input, output and plan take 108 KiB, 16 KiB over the memory budget of 91.99 KiB", r.Beyond.Note)
}

func TestSearchLimitByTime(t *testing.T) {
	place := Cell{Variant: "op_fft", Dir: "forward", N: 64, Precision: F32}
	limits := patient()
	limits.Time = 1 // no op takes a nanosecond
	r, err := SearchLimit(context.Background(), place, limits, childCommand)
	require.NoError(t, err)
	assert.Nil(t, r.Largest)
	assert.Equal(t, wire.LimitTime, r.Limiter)
	assert.True(t, r.Beyond.OverBudget)
	assert.Contains(t, r.Beyond.Note, "the time budget is 1ns")
}

func TestSearchLimitWhereThereIsNoPlan(t *testing.T) {
	place := Cell{Variant: "stockham_eager", Dir: "forward", N: 100, Precision: F32}
	r, err := SearchLimit(context.Background(), place, patient(), childCommand)
	require.NoError(t, err)
	assert.Equal(t, wire.Skip, r.Beyond.Status)
	assert.Empty(t, r.Limiter)
}

func TestServeSearchRefusesNonsense(t *testing.T) {
	err := ServeSearch("nonsense", strings.NewReader(""), &bytes.Buffer{})
	assert.ErrorContains(t, err, `search task "nonsense"`)
}

func TestLimitRows(t *testing.T) {
	ok := func(batch int) sweep.Outcome {
		return sweep.Outcome{Batch: batch, Status: wire.OK, NsPerOp: float64(batch), Note: "converts"}
	}
	type row struct {
		Batch   int
		Status  wire.Status
		Limiter wire.Limiter
		Note    string
	}
	over := sweep.Outcome{Batch: 4, Status: wire.Timeout, OverBudget: true, Note: "one op takes 9 ms"}
	crash := sweep.Outcome{Batch: 4, Status: wire.Panic, Note: "index out of range"}
	cases := []struct {
		name    string
		tried   []sweep.Outcome
		largest int // index into tried, −1 for none
		limiter wire.Limiter
		want    []row
	}{
		{"over budget is said by the last row", []sweep.Outcome{ok(1), ok(2), over, ok(3)}, 3, wire.LimitTime, []row{
			{1, wire.OK, "", ""}, {2, wire.OK, "", ""},
			{3, wire.OK, wire.LimitTime, "converts; batch 4: one op takes 9 ms"}}},
		{"a crash is a row", []sweep.Outcome{ok(1), ok(2), crash, ok(3)}, 3, wire.LimitFailure, []row{
			{1, wire.OK, "", ""}, {2, wire.OK, "", ""},
			{3, wire.OK, wire.LimitFailure, "converts; batch 4: index out of range"},
			{4, wire.Panic, "", "index out of range"}}},
		{"nothing worked", []sweep.Outcome{over}, -1, wire.LimitTime, []row{
			{4, wire.Timeout, wire.LimitTime, "one op takes 9 ms"}}},
		{"the cap", []sweep.Outcome{ok(1), ok(2)}, 1, wire.LimitCap, []row{
			{1, wire.OK, "", ""}, {2, wire.OK, wire.LimitCap, "converts; ≥ 2: the search stops there"}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := sweep.Result{Tried: c.tried, Limiter: c.limiter}
			for i := range c.tried {
				if c.tried[i].Status != wire.OK {
					r.Beyond = &c.tried[i]
				}
			}
			if c.largest >= 0 {
				r.Largest = &c.tried[c.largest]
			}
			var got []row
			for _, have := range limitRows(r) {
				got = append(got, row{have.batch, have.Status, have.Limiter, have.Note})
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestMeasuredKeepsTheNumbers(t *testing.T) {
	m := measured(sweep.Outcome{Status: wire.OK, NsPerOp: 12.5, Iters: 7, Metrics: []sweep.Metric{{Unit: "params", Value: 3}}})
	assert.Equal(t, benchx.Measured{NsPerOp: 12.5, Iters: 7, Status: wire.OK, Metrics: []benchx.Metric{{Unit: "params", Value: 3}}}, m)
}
