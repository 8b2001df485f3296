//go:build cuda && linux && cgo

package gpu

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

func library(n int, dir cuda.Direction) Transform {
	return Transform{N: n, Kind: cuda.C2C, Dir: dir}
}

func ours(n int, inverse bool) Kernels {
	return Kernels{In: int64(n) * 8, Out: int64(n) * 8, Plan: func(d kernels.Device) (*kernels.Plan, error) {
		return kernels.Transform(kernels.Spec{N: n, Inverse: inverse}, d)
	}}
}

// Distinct rows repeat over the batch, also where the last repetition is cut off,
// and every row of every way to transform is right.
func TestRowsOfABatch(t *testing.T) {
	s, _ := open(t)
	const n = 16
	rows := distinct(3, n)
	for name, o := range map[string]Operation{"cufft": library(n, cuda.Forward), "kernels": ours(n, false)} {
		for _, batch := range []int{3, 4, 8, 100} {
			t.Run(fmt.Sprint(name, "/", batch), func(t *testing.T) {
				w := bind(t, s, o, batch, rows)
				require.NoError(t, w.Run())
				for i := range batch {
					from := i % 3 * n
					assertTransform(t, row(t, w, i, n), rows[from:from+n], truth.Forward)
				}
			})
		}
	}
}

func TestSequence(t *testing.T) {
	s, _ := open(t)
	const n, batch = 32, 5
	rows := distinct(2, n)
	gains := make([]float64, n)
	for i := range gains {
		gains[i] = 1.0 / n
	}
	w := bind(t, s, Sequence{
		library(n, cuda.Forward),
		Kernels{In: n * 8, Out: n * 8, Plan: func(d kernels.Device) (*kernels.Plan, error) {
			return kernels.Weigh(n, kernels.F32, func() []float64 { return gains }, d)
		}},
		ours(n, true),
	}, batch, rows)
	require.NoError(t, w.Run())
	for i := range batch {
		for k, v := range row(t, w, i, n) { // there and back
			want := rows[i%2*n+k]
			assert.InDelta(t, real(want), real(v), 1e-6)
			assert.InDelta(t, imag(want), imag(v), 1e-6)
		}
	}
	in, out := Sequence{library(n, cuda.Forward), ours(n, true)}.RowBytes()
	assert.Equal(t, [2]int64{n * 8, n * 8}, [2]int64{in, out})
	// Two buffers between the steps, a gain of four bytes each; the fake's cuFFT
	// tells its work area, and the inverse has its roots.
	assert.GreaterOrEqual(t, w.HeldBytes(), int64(2*batch*n*8+n*4))
}

func TestRealTransformsOfSegments(t *testing.T) {
	s, _ := open(t)
	const n, perRow, batch = 8, 3, 4
	o := Transform{N: n, Kind: cuda.R2C, Dir: cuda.Forward, PerRow: perRow}
	in, out := o.RowBytes()
	assert.Equal(t, [2]int64{n * perRow * 4, (n/2 + 1) * perRow * 8}, [2]int64{in, out})
	w, err := s.Bind(o, batch)
	require.NoError(t, err)
	defer w.Close()
	rows := make([]float32, n*perRow)
	for i := range rows {
		rows[i] = float32(i*i%13) - 5
	}
	require.NoError(t, w.Load(cuda.Bytes(rows)))
	require.NoError(t, w.Run())
	got := make([]complex64, (n/2+1)*perRow)
	require.NoError(t, w.Row(batch-1, cuda.Bytes(got)))
	for segment := range perRow {
		x := make([]complex64, n)
		for i := range x {
			x[i] = complex(rows[segment*n+i], 0)
		}
		half := got[segment*(n/2+1):][:n/2+1]
		whole := make([]complex64, n)
		for k := range whole {
			if k <= n/2 {
				whole[k] = half[k]
			} else {
				whole[k] = complex(real(half[n-k]), -imag(half[n-k]))
			}
		}
		assertTransform(t, whole, x, truth.Forward)
	}
}

// The works of a session lie in the same memory and do not find each other's
// rows in it.
func TestWorksShareMemory(t *testing.T) {
	s, control := open(t)
	a := bind(t, s, library(16, cuda.Forward), 4, distinct(1, 16))
	b := bind(t, s, ours(64, true), 9, distinct(2, 64))
	for range 2 {
		_, err := a.Time(3)
		require.NoError(t, err)
		require.NoError(t, a.Run())
		assertTransform(t, row(t, a, 3, 16), distinct(1, 16), truth.Forward)
		_, err = b.Time(3)
		require.NoError(t, err)
		require.NoError(t, b.Run())
		assertTransform(t, row(t, b, 8, 64), distinct(2, 64)[:64], truth.Inverse)
	}
	assert.EqualError(t, a.Row(0, make([]byte, 128)), "gpu: the rows of another work lie here now: call Run before")
	buffers := control.Live().Buffers
	require.NoError(t, b.Close())
	assert.Less(t, control.Live().Buffers, buffers, "a closed work keeps none of its own")
}

// A work that is bound and not yet loaded may have taken the memory of another.
func TestWorkThatOnlyTookMemory(t *testing.T) {
	s, _ := open(t)
	a := bind(t, s, library(16, cuda.Forward), 4, distinct(1, 16))
	b, err := s.Bind(library(16, cuda.Forward), 5) // one slot would fit, three do not
	require.NoError(t, err)
	defer b.Close()
	require.NoError(t, a.Run())
	assertTransform(t, row(t, a, 3, 16), distinct(1, 16), truth.Forward)
}

// A run that writes nothing leaves what Poison left.
func TestPoison(t *testing.T) {
	s, _ := open(t)
	w := bind(t, s, library(4, cuda.Forward), 2, distinct(1, 4))
	require.NoError(t, w.Poison())
	for _, v := range row(t, w, 1, 4) {
		assert.NotEqual(t, v, v, "not a NaN")
	}
}

// Time goes round the slots: n runs take n times what one takes, whatever part of
// a round they are, and every slot is read and written.
func TestTimeByTheDevicesClock(t *testing.T) {
	s, control := open(t)
	w := bind(t, s, ours(16, false), 1, distinct(1, 16))
	assert.Equal(t, 8, w.slots.count, "4 × 1 KiB of cache by slots of 128 + 128 bytes, aligned to 256 each")
	runs := w.slots.runs()
	assert.Equal(t, 16, runs, "of a graph, twice round")
	whole, err := w.Time(runs)
	require.NoError(t, err)
	require.Positive(t, whole)
	before := control.Launches()
	part, err := w.Time(runs + 1)
	require.NoError(t, err)
	assert.Equal(t, 3*runs, control.Launches()-before, "whole graphs, and one ahead that does not count")
	each := float64(whole) / float64(runs)
	assert.InEpsilon(t, each*float64(runs+1), float64(part), 0.05)

	got := make([]complex64, 16)
	last := s.out.buffer.Span(int64(w.slots.count-1)*w.slots.stepOut, w.slots.out)
	require.NoError(t, s.stream.Read(cuda.Bytes(got), last))
	assertTransform(t, got, distinct(1, 16), truth.Forward)
}

// What runs for the first time, and loads code for that, does not do so in a
// capture.
func TestRunsBeforeACapture(t *testing.T) {
	s, control := open(t)
	w := bind(t, s, ours(16, false), 1, distinct(1, 16))
	control.Fail(fakecuda.Failure{Function: "cuStreamBeginCapture_v2", At: 1, Code: 1})
	_, err := w.Time(1)
	require.Error(t, err)
	assert.Equal(t, 1, control.Launches())
}

// A device that idled runs before it is timed; one that did not is timed at once.
func TestIdleDevicesWake(t *testing.T) {
	s, control := open(t)
	w := bind(t, s, ours(16, false), 1, distinct(1, 16))
	graphs := func() int {
		before := control.Launches()
		_, err := w.Time(1)
		require.NoError(t, err)
		return (control.Launches() - before) / w.slots.runs()
	}
	_, err := w.Time(1)
	require.NoError(t, err)
	assert.Equal(t, 2, graphs())
	s.busy = s.busy.Add(-2 * idleTime)
	assert.Equal(t, 2+int(wakeTime/time.Millisecond)-1, graphs(), "one at each look at the clock")
}

func TestHostToHost(t *testing.T) {
	s, _ := open(t)
	w := bind(t, s, library(16, cuda.Forward), 6, distinct(2, 16))
	took, err := w.HostToHost(time.Microsecond)
	require.NoError(t, err)
	assert.Positive(t, took)
	out := cuda.View[complex64](s.pinned[1])
	assertTransform(t, out[5*16:6*16], distinct(2, 16)[16:], truth.Forward)
	big := bind(t, s, library(16, cuda.Forward), 60, distinct(2, 16))
	_, err = big.HostToHost(0)
	assert.NoError(t, err, "the host's memory grows")
}

func TestRefused(t *testing.T) {
	s, _ := open(t)
	_, err := s.Bind(ours(16, false), 0)
	assert.EqualError(t, err, "gpu: a batch of 0 rows, want one or more")
	_, err = s.Bind(ours(24, false), 1)
	assert.ErrorIs(t, err, kernels.ErrSize)
	w, err := s.Bind(ours(16, false), 2)
	require.NoError(t, err)
	defer w.Close()
	assert.EqualError(t, w.Run(), "gpu: a work without rows: call Load before")
	for _, bytes := range []int{0, 8, 3 * 128} {
		assert.ErrorContains(t, w.Load(make([]byte, bytes)), "are not whole rows of 128 bytes, 2 at most")
	}
}

// A batch that does not fit leaves nothing behind, and the next one that does
// works: the memory that works share is given up for it.
func TestOutOfMemory(t *testing.T) {
	s, control := open(t)
	w := bind(t, s, library(1024, cuda.Forward), 1500, distinct(1, 1024)) // 12 MiB of 64 each for three buffers
	require.NoError(t, w.Run())
	require.NoError(t, w.Close())
	buffers := control.Live().Buffers
	_, err := s.Bind(library(1024, cuda.Forward), 5000)
	require.ErrorIs(t, err, cuda.ErrOutOfMemory)
	assert.LessOrEqual(t, control.Live().Buffers, buffers)
	again := bind(t, s, library(1024, cuda.Forward), 2000, distinct(1, 1024))
	require.NoError(t, again.Run())
	assertTransform(t, row(t, again, 1999, 1024), distinct(1, 1024), truth.Forward)
}

// Whatever call fails: an error, no leak, and no call that a driver would die of.
// The nth failure is tried until none is left.
func TestEveryCallMayFail(t *testing.T) {
	control, options := fake(t)
	for _, then := range []int{fakecuda.Once, fakecuda.Lost} {
		for at := 1; ; at++ {
			control.Reset()
			control.Set(machine())
			code := 999 // CUDA_ERROR_UNKNOWN
			if then == fakecuda.Lost {
				code = 700 // CUDA_ERROR_ILLEGAL_ADDRESS
			}
			control.Fail(fakecuda.Failure{At: at, Code: code, Then: then})
			err := scenario(options)
			first, _ := control.Fault()
			require.Empty(t, first, "call %d", at)
			require.Zero(t, control.Live(), "call %d", at)
			if !control.Failed() {
				require.NoError(t, err)
				break
			}
			require.Less(t, at, 2000)
		}
	}
}

// scenario is a session as the study has it. Errors of what is given back at the
// end do not count.
func scenario(o cuda.Options) (err error) {
	s, err := Open(o)
	if err != nil {
		return err
	}
	s.now = ticking()
	defer s.Close()
	w, err := s.Bind(Sequence{library(8, cuda.Forward), ours(8, true)}, 3)
	if err != nil {
		return err
	}
	defer w.Close()
	for _, f := range []func() error{
		func() error { return w.Load(cuda.Bytes(distinct(2, 8))) },
		w.Poison,
		w.Run,
		func() error { return w.Row(2, make([]byte, 64)) },
		func() error { _, err := w.Time(40); return err },
		func() error { _, err := w.HostToHost(0); return err },
		func() error { _, err := s.Free(); return err },
	} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// Nothing runs on a device that was lost, and that is said with the first cause.
func TestDeviceLost(t *testing.T) {
	s, control := open(t)
	w := bind(t, s, ours(16, false), 2, distinct(1, 16))
	control.Fail(fakecuda.Failure{Function: "cuLaunchKernel", At: 1, Code: 719, Then: fakecuda.Lost})
	require.ErrorIs(t, w.Run(), cuda.ErrDeviceLost)
	_, err := w.Time(1)
	require.ErrorIs(t, err, cuda.ErrDeviceLost)
	assert.ErrorContains(t, err, "cuLaunchKernel")
	assert.ErrorIs(t, s.Err(), cuda.ErrDeviceLost)
}
