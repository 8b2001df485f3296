//go:build cuda && linux && cgo

package cuda

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

func TestAllocationIsCheckedAgainstFreeMemory(t *testing.T) {
	control := fake(t)
	m := fakecuda.Default()
	m.Bytes, m.Taken = 1<<20, 1<<18
	control.Set(m)
	ctx, _ := onFake(t)
	free, total, err := ctx.Memory()
	require.NoError(t, err)
	assert.EqualValues(t, 1<<20-1<<18, free)
	assert.EqualValues(t, 1<<20, total)

	control.Fail(fakecuda.Failure{Function: "cuMemAlloc_v2", At: 1, Code: 999})
	_, err = ctx.Alloc(1 << 20)
	var short *MemoryError
	require.ErrorAs(t, err, &short)
	assert.ErrorIs(t, err, ErrOutOfMemory)
	assert.EqualValues(t, 1<<20, short.Need)
	assert.EqualValues(t, free, short.Free)
	assert.False(t, control.Failed(), "the driver was asked")
	control.Fail(fakecuda.Failure{})

	b, err := ctx.Alloc(free)
	require.NoError(t, err, "all that is free")
	assert.NoError(t, b.Close())
}

func TestReserveIsLeftFree(t *testing.T) {
	fake(t)
	ctx, _ := onFake(t)
	ctx.Reserve(1 << 29)
	_, err := ctx.Alloc(1<<29 + 1)
	assert.ErrorContains(t, err, "536870913 bytes wanted, 1073741824 free of which 536870912 are held back")
}

func TestRefusedAllocationIsOutOfMemory(t *testing.T) {
	control := fake(t)
	ctx, _ := onFake(t)
	control.Fail(fakecuda.Failure{Function: "cuMemAlloc_v2", At: 3, Code: 2})
	must(ctx.Alloc(100))(t)
	must(ctx.Alloc(100))(t)
	_, err := ctx.Alloc(100)
	assert.ErrorIs(t, err, ErrOutOfMemory)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "CUDA_ERROR_OUT_OF_MEMORY", e.Name)
	assert.NoError(t, ctx.Err(), "no memory is no lost device")
	must(ctx.Alloc(100))(t)

	control.Fail(fakecuda.Failure{Function: "cuMemHostAlloc", At: 1, Code: 2})
	_, err = ctx.AllocPinned(100)
	assert.ErrorIs(t, err, ErrOutOfMemory)
}

func TestPinnedMemoryIsCheckedAgainstTheHosts(t *testing.T) {
	fake(t)
	ctx, _ := onFake(t)
	_, err := ctx.AllocPinned(1 << 60)
	assert.ErrorIs(t, err, ErrOutOfMemory)
	assert.ErrorContains(t, err, "host memory")
}

func TestAllocationsOfNothing(t *testing.T) {
	fake(t)
	ctx, _ := onFake(t)
	for _, bytes := range []int64{0, -1} {
		_, err := ctx.Alloc(bytes)
		assert.ErrorIs(t, err, ErrInvalid)
		_, err = ctx.AllocPinned(bytes)
		assert.ErrorIs(t, err, ErrInvalid)
	}
}

func TestCopies(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	host, back := must(ctx.AllocPinned(4096))(t), must(ctx.AllocPinned(4096))(t)
	a, b := must(ctx.Alloc(4096))(t), must(ctx.Alloc(8192))(t)
	in := View[float32](host)
	require.Len(t, in, 1024)
	for i := range in {
		in[i] = float32(i)
	}
	require.NoError(t, s.Upload(a.All(), host.All()))
	require.NoError(t, s.Fill(b.All(), 0))
	require.NoError(t, s.Copy(b.Span(4096, 4096), a.All()))
	require.NoError(t, s.Copy(b.Span(0, 2048), a.Span(2048, 2048)))
	require.NoError(t, s.Download(back.All(), b.Span(4096-2048, 4096)))
	require.NoError(t, s.Sync())
	out := View[float32](back)
	for i := range 512 {
		assert.Zero(t, out[i])
		assert.EqualValues(t, i, out[512+i])
	}
	half := make([]float32, 512)
	e := must(ctx.NewEvent())(t)
	require.NoError(t, e.Record(s))
	require.NoError(t, s.Read(Bytes(half), b.Span(0, 2048)))
	_, err := e.Elapsed(e)
	assert.NoError(t, err, "reading waits for what is queued")
	require.NoError(t, e.Record(s))
	require.NoError(t, s.Write(a.Span(0, 2048), Bytes(half)))
	_, err = e.Elapsed(e)
	assert.NoError(t, err, "and so does writing")
	for i := range half {
		assert.EqualValues(t, 512+i, half[i])
	}
}

// The fake runs work when somebody waits: what is read before is not there.
func TestDownloadIsNotThereBeforeSync(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	host, b := must(ctx.AllocPinned(4))(t), must(ctx.Alloc(4))(t)
	out := View[float32](host)
	require.NoError(t, s.Write(b.All(), Bytes([]float32{7})))
	require.NoError(t, s.Download(host.All(), b.All()))
	assert.True(t, math.IsNaN(float64(out[0])))
	require.NoError(t, s.Sync())
	assert.EqualValues(t, 7, out[0])
}

func TestCopiesThatDoNotFit(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	host, a, b := must(ctx.AllocPinned(64))(t), must(ctx.Alloc(64))(t), must(ctx.Alloc(32))(t)
	for name, err := range map[string]error{
		"other lengths":  s.Upload(b.All(), host.All()),
		"beyond the end": s.Upload(b.Span(16, 32), host.Span(0, 32)),
		"before":         s.Upload(a.Span(-4, 8), host.Span(0, 8)),
		"overflow":       s.Upload(a.Span(1<<62, 1<<62), host.Span(0, 8)),
		"host's end":     s.Download(host.Span(60, 8), a.Span(0, 8)),
		"no buffer":      s.Upload(Span{}, host.All()),
		"no host":        s.Download(HostSpan{}, a.All()),
		"overlap":        s.Copy(a.Span(0, 32), a.Span(16, 32)),
		"copy":           s.Copy(a.All(), b.All()),
		"fill":           s.Fill(a.Span(1, 64), 1),
		"write":          s.Write(a.All(), make([]byte, 63)),
		"read":           s.Read(make([]byte, 65), a.All()),
		"nil stream":     (*Stream)(nil).Fill(a.All(), 1),
	} {
		assert.ErrorIs(t, err, ErrInvalid, name)
	}
	assert.NoError(t, s.Write(a.Span(64, 0), nil), "nothing fits everywhere")
	assert.NoError(t, s.Copy(a.Span(0, 32), a.Span(32, 32)))
}

func TestBuffersOfAnotherContext(t *testing.T) {
	control := fake(t)
	m := fakecuda.Default()
	m.Devices = 2
	control.Set(m)
	d := openFake(t)
	one := must(d.NewContext(must(d.Device(0))(t)))(t)
	two := must(d.NewContext(must(d.Device(1))(t)))(t)
	s, b := must(one.NewStream())(t), must(two.Alloc(8))(t)
	assert.ErrorIs(t, s.Fill(b.All(), 0), ErrInvalid)
	own := must(one.Alloc(8))(t)
	assert.ErrorIs(t, s.Copy(own.All(), b.All()), ErrInvalid)
}
