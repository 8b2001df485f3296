//go:build cuda && linux && cgo

package cuda

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

// scenario uses everything once, and stops at the first error.
func scenario(dir string) (err error) {
	d, err := Open(Options{Folders: []string{dir}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	devices, err := d.Devices()
	if err != nil {
		return err
	}
	ctx, err := d.NewContext(devices[0])
	if err != nil {
		return err
	}
	s, err := ctx.NewStream()
	if err != nil {
		return err
	}
	host, err := ctx.AllocPinned(4 * 60)
	if err != nil {
		return err
	}
	data, err := ctx.Alloc(4 * 60)
	if err != nil {
		return err
	}
	spectrum, err := ctx.Alloc(8 * 31)
	if err != nil {
		return err
	}
	if err := s.Write(data.All(), make([]byte, 4*60)); err != nil {
		return err
	}
	m, err := ctx.Compile(Source{Name: "test.cu", Text: kernels})
	if err != nil {
		return err
	}
	k, err := m.Kernel("scale")
	if err != nil {
		return err
	}
	p, err := ctx.NewPlan(Transform{N: 60, Batch: 1, Kind: R2C})
	if err != nil {
		return err
	}
	if err := p.Allocate(); err != nil {
		return err
	}
	start, err := ctx.NewEvent()
	if err != nil {
		return err
	}
	end, err := ctx.NewEvent()
	if err != nil {
		return err
	}
	g, err := s.Capture(func() error {
		shape := Shape{Grid: Dim{1}, Block: Dim{64}, Shared: 64 << 10}
		return errors.Join(
			s.Fill(data.All(), 0),
			k.Launch(s, shape, scaleArgs(data.Address(), 60, 1)),
			p.Exec(s, spectrum.All(), data.All(), Forward))
	})
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return start.Record(s) }, func() error { return s.Upload(data.All(), host.All()) },
		func() error { return g.Launch(s) }, func() error { return s.Copy(spectrum.Span(0, 8), spectrum.Span(8, 8)) },
		func() error { return s.Download(host.Span(0, 8), spectrum.Span(0, 8)) }, func() error { return end.Record(s) },
		end.Sync, func() error { _, err := start.Elapsed(end); return err }, s.Sync, ctx.Sync,
		func() error { return s.Wait(end) }, g.Close, p.Close,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Each call of the scenario fails once, in each of three ways. Nothing may be
// left alive, whatever fails, and nothing may be called that must not.
func TestEveryCallFails(t *testing.T) {
	for _, c := range []struct {
		name string
		fakecuda.Failure
		class error
	}{
		{"out of memory", fakecuda.Failure{Code: 2}, nil},
		{"an error", fakecuda.Failure{Code: 1}, nil},
		{"the device is lost", fakecuda.Failure{Code: 719, Then: fakecuda.Lost}, ErrDeviceLost},
		{"from then on", fakecuda.Failure{Code: 46, Then: fakecuda.Always}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			control := fake(t)
			require.NoError(t, scenario(kit.Folder(t)))
			n := 1
			for ; ; n++ {
				c.At = n
				control.Fail(c.Failure)
				err := scenario(kit.Folder(t))
				if !control.Failed() {
					assert.NoError(t, err)
					break
				}
				require.Zero(t, control.Live(), "call %d: %v", n, err)
				first, _ := control.Fault()
				require.Empty(t, first, "call %d: %v", n, err)
			}
			assert.Greater(t, n, 60, "few calls failed")
		})
	}
}

func TestLostDevice(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	b := must(ctx.Alloc(64))(t)
	m := compileKernels(t, ctx)
	k := must(m.Kernel("scale"))(t)
	e := must(ctx.NewEvent())(t)
	g, err := s.Capture(func() error { return s.Fill(b.All(), 0) })
	require.NoError(t, err)
	p := must(ctx.NewPlan(Transform{N: 8, Batch: 1, Kind: C2C}))(t)
	control.Fail(fakecuda.Failure{Function: "cuStreamSynchronize", At: 1, Code: 700, Then: fakecuda.Lost})
	require.NoError(t, s.Fill(b.All(), 1))
	err = s.Sync()
	assert.ErrorIs(t, err, ErrDeviceLost)
	var first *Error
	require.ErrorAs(t, err, &first)
	assert.Equal(t, "CUDA_ERROR_ILLEGAL_ADDRESS", first.Name)

	_, _, memory := ctx.Memory()
	_, alloc := ctx.Alloc(1)
	_, pinned := ctx.AllocPinned(1)
	_, plan := ctx.NewPlan(Transform{N: 8, Batch: 1, Kind: C2C})
	_, stream := ctx.NewStream()
	_, event := ctx.NewEvent()
	_, capture := s.Capture(func() error { panic("was called") })
	_, kernel := m.Kernel("scale")
	for name, err := range map[string]error{
		"memory": memory, "alloc": alloc, "pinned": pinned, "plan": plan, "stream": stream, "event": event,
		"capture": capture, "kernel": kernel, "sync": s.Sync(), "context": ctx.Sync(), "record": e.Record(s),
		"launch": k.Launch(s, Shape{Grid: Dim{1}, Block: Dim{1}}, scaleArgs(b.Address(), 1, 1)), "graph": g.Launch(s),
		"exec": p.Exec(s, b.All(), b.All(), Forward), "err": ctx.Err(),
	} {
		var lost *LostError
		if assert.ErrorAs(t, err, &lost, name) {
			assert.Same(t, first, lost.First, name)
			assert.ErrorIs(t, err, ErrDeviceLost)
		}
	}
	assert.NoError(t, g.Close())
	assert.NoError(t, ctx.Close(), "closing tells nothing new")
	assert.Zero(t, control.Live())
}

// A kernel that fails shows where somebody waits.
func TestKernelThatFails(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	m, err := ctx.Compile(Source{Name: "diverge.cu", Text: "struct args { int n; };\n" +
		"KERNEL(diverge, struct args) { if (THREAD_X < a.n) BARRIER(); }"})
	require.NoError(t, err)
	k := must(m.Kernel("diverge"))(t)
	require.NoError(t, k.Launch(s, Shape{Grid: Dim{1}, Block: Dim{64}}, []byte{8, 0, 0, 0}))
	err = s.Sync()
	assert.ErrorIs(t, err, ErrDeviceLost)
	assert.ErrorContains(t, err, "CUDA_ERROR_LAUNCH_FAILED")
	assert.NoError(t, ctx.Close())
	first, _ := control.Fault()
	assert.Contains(t, first, "kernel diverge")
	live := control.Live()
	control.Reset() // that fault was wanted
	assert.Zero(t, live)
}

// ... or, where nobody waits, when the context is closed.
func TestKernelThatFailsUnwatched(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	b := must(ctx.Alloc(8))(t)
	control.Fail(fakecuda.Failure{Function: "cuCtxSynchronize", At: 1, Code: 719, Then: fakecuda.Lost})
	require.NoError(t, s.Fill(b.All(), 0))
	assert.ErrorIs(t, ctx.Close(), ErrDeviceLost)
	assert.NoError(t, ctx.Close())
}

func TestCloseDuringACapture(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	b := must(ctx.Alloc(8))(t)
	_, err := s.Capture(func() error {
		require.NoError(t, s.Fill(b.All(), 0))
		return ctx.Close()
	})
	assert.ErrorIs(t, err, ErrClosed)
}

func TestCurrentContextThatFails(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	control.Fail(fakecuda.Failure{Function: "cuCtxSetCurrent", At: 1, Code: 201})
	err := s.Sync()
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "cuCtxSetCurrent", e.Func)
	assert.Equal(t, "CUDA_ERROR_INVALID_CONTEXT", e.Name)
	assert.NoError(t, ctx.Sync())
}

func TestUnknownCode(t *testing.T) {
	control := fake(t)
	_, s := onFake(t)
	control.Fail(fakecuda.Failure{Function: "cuStreamSynchronize", At: 1, Code: 4711})
	assert.ErrorContains(t, s.Sync(), "cuStreamSynchronize: CUresult 4711 (4711)")
}
