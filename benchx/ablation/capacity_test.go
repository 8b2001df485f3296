package ablation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestCapacity(t *testing.T) {
	s := NewStudy(reportOf(fftCatalog(),
		row("FFT/variant=gonum/n=64/batch=1/device=cpu", exactly(4)),
		row("FFT/variant=gonum/n=64/batch=4/device=cpu", exactly(12)), // 3 a transform
		row("FFT/variant=gonum/n=64/batch=8/device=cpu", failed(wire.Timeout, "10 s were over"), limited(wire.LimitTime)),
		row("FFT/variant=gonum/n=64/batch=6/device=cpu", failed(wire.OOM, "killed"), limited(wire.LimitMemory)),
		row("FFT/variant=op_fft/n=64/batch=1/device=cpu", exactly(2)),
		row("FFT/variant=butterfly_q8/n=64/batch=1/device=cpu", failed(wire.Skip, "n too small")),
		row("FFT/variant=op_fft/n=128/batch=2/device=cpu", exactly(2)),
		row("FFT/variant=butterfly_q8/n=256/batch=1/device=cpu", failed(wire.PrepareFail, "no plan")),
		row("FFT/variant=stockham_cuda/n=64/batch=2/device=cuda:0", exactly(1)),
	), StudyOptions{})
	require.Len(t, s.Capacities, 4)

	c := s.Capacities[0]
	assert.Equal(t, "cpu", c.Device)
	assert.Equal(t, 64, c.N)
	assert.Equal(t, 3, c.OK)
	assert.Equal(t, map[wire.Status]int{wire.Timeout: 1, wire.OOM: 1}, c.Failed)
	assert.Equal(t, 2, c.Failures())
	assert.Equal(t, 4, c.MaxBatch)
	assert.Equal(t, "gonum", c.MaxBatchBy)
	assert.Equal(t, wire.LimitMemory, c.Limiter, "the smallest batch above that did not work")
	assert.Equal(t, "killed", c.LimiterNote)
	assert.Equal(t, "op_fft", c.Fastest.Variant)
	assert.Equal(t, wire.Timeout, c.FirstFailure.Row.Status, "the first in the input")

	assert.Equal(t, []int{64, 128, 256, 64}, []int{s.Capacities[0].N, s.Capacities[1].N, s.Capacities[2].N, s.Capacities[3].N})
	none := s.Capacities[2]
	assert.Equal(t, []int{0, 1, 0}, []int{none.OK, none.Failures(), none.MaxBatch})
	assert.Nil(t, none.Fastest)
	assert.Empty(t, none.MaxBatchBy)
	assert.True(t, s.Capacities[3].GPU)
	assert.Nil(t, s.Capacities[3].FirstFailure)

	assert.Equal(t, []DeviceLimit{
		{Device: "cpu", MaxN: 128, MaxNBy: "op_fft", MaxCompiledN: 128, MaxRefN: 64, OK: 4, Failures: 3},
		{Device: "cuda:0", GPU: true, MaxN: 64, MaxNBy: "stockham_cuda", OK: 1},
	}, s.Limits)
	assert.True(t, s.Shape.Limits, "a limiter makes a capacity sweep")
}

func TestCapacityAtTheCapSpeaksForTheDevice(t *testing.T) {
	s := NewStudy(reportOf(fftCatalog(),
		row("FFT/variant=op_fft/n=64/batch=4096/device=cpu", exactly(1)),
		row("FFT/variant=op_fft/n=64/batch=4097/device=cpu", failed(wire.Timeout, "slow"), limited(wire.LimitTime)),
		row("FFT/variant=gonum/n=64/batch=4096/device=cpu", exactly(2), limited(wire.LimitCap)),
	), StudyOptions{})
	c := s.Capacities[0]
	assert.Equal(t, 4096, c.MaxBatch)
	assert.Equal(t, "gonum", c.MaxBatchBy, "its limit lies at the cap or above")
	assert.Equal(t, wire.LimitCap, c.Limiter)
}

func TestCapacityKeepsEnvironmentsApart(t *testing.T) {
	s := NewStudy(reportOf(nil,
		row("FFT/variant=a/n=64/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=a/n=64/batch=9/device=cpu", exactly(1), env(1)),
	), StudyOptions{})
	require.Len(t, s.Capacities, 2)
	assert.Equal(t, []int{1, 9}, []int{s.Capacities[0].MaxBatch, s.Capacities[1].MaxBatch})
	assert.Len(t, s.Limits, 2)
	assert.Empty(t, s.Capacities[0].Limiter)
	assert.False(t, s.Shape.Limits)
}
