//go:build cuda && linux && cgo

package cuda

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

// The fake refuses what a driver refuses or crashes on. The package's own checks
// come before, so these calls go past them.
func TestTheFakeIsStrict(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	lib, h := ctx.driver.lib, ctx.h
	fft, err := ctx.driver.fft()
	require.NoError(t, err)
	gone := must(ctx.NewStream())(t)
	require.NoError(t, gone.Close())
	b, freed := must(ctx.Alloc(1000))(t), must(ctx.Alloc(64))(t)
	require.NoError(t, freed.Close())
	host := must(ctx.AllocPinned(64))(t)
	e := must(ctx.NewEvent())(t)
	k := must(compileKernels(t, ctx).Kernel("scale"))(t)
	args := scaleArgs(b.address, 1, 1)
	one := Dim{1, 1, 1}
	var local [64]byte

	for name, c := range map[string]struct {
		call  func() code
		code  code
		fault string
	}{
		"a stream destroyed": {func() code { return lib.streamSynchronize(h, gone.h) }, 400, "destroyed"},
		"no handle":          {func() code { return lib.streamSynchronize(h, 12345) }, 400, "no handle"},
		"of another kind":    {func() code { return lib.eventSynchronize(h, s.h) }, 400, "the handle of a stream where a event is wanted"},
		"no context":         {func() code { return lib.streamSynchronize(0, s.h) }, -201, "no handle"},
		"past the end":       {func() code { return lib.memcpyHtoDAsync(h, b.address+960, host.p, 64, s.h) }, 1, "not on the device"},
		"freed":              {func() code { return lib.memsetD8Async(h, freed.address, 0, 8, s.h) }, 1, "not on the device"},
		"a host's address":   {func() code { return lib.memcpyDtoDAsync(h, uint64(uintptr(host.p)), b.address, 8, s.h) }, 1, "not on the device"},
		"freed twice":        {func() code { return lib.memFree(h, freed.address) }, 1, "no such allocation"},
		"inside of another":  {func() code { return lib.memFree(h, b.address+256) }, 1, "no such allocation"},
		"other host memory":  {func() code { return lib.memFreeHost(h, unsafe.Pointer(&local)) }, 1, "no such allocation"},
		"too many threads":   {func() code { return lib.launch(h, k.h, one, Dim{1025, 1, 1}, 0, s.h, args) }, 1, "block 1025"},
		"too many blocks":    {func() code { return lib.launch(h, k.h, Dim{1, 1, 65536}, one, 0, s.h, args) }, 1, "grid 1 1 65536"},
		"shared, not asked":  {func() code { return lib.launch(h, k.h, one, one, 49153, s.h, args) }, 1, "49153 bytes of shared memory"},
		"shared, too much":   {func() code { return lib.funcSetAttribute(h, k.h, funcMaxDynamicShared, 232449) }, 1, ""},
		"no capture":         {func() code { _, c := lib.streamEndCapture(h, s.h); return c }, 903, ""},
		"an event not yet":   {func() code { _, c := lib.eventElapsedTime(h, e.h, e.h); return c }, 400, ""},
		"a plan not made": {func() code {
			p, _ := fft.lib.create(h)
			defer fft.lib.destroy(h, p)
			return fft.lib.setWorkArea(h, p, b.address)
		}, 1, ""},
		"a plan not there":    {func() code { return fft.lib.setStream(h, 99999, s.h) }, 1, "there is no plan 99999"},
		"a device not there":  {func() code { _, c := lib.deviceGet(7); return c }, 101, ""},
		"not retained":        {func() code { return lib.primaryCtxRelease(5) }, 201, "was not retained"},
		"an image of nothing": {func() code { _, c := lib.moduleLoadData(h, []byte("\x7fELF\x00")); return c }, 200, ""},
	} {
		control.Reset()
		assert.Equal(t, c.code, c.call(), name)
		first, _ := control.Fault()
		if c.fault == "" {
			assert.Empty(t, first, name)
		} else {
			assert.Contains(t, first, c.fault, name)
		}
	}
	control.Reset()
}

func TestTheFakeHoldsCapturesToTheRules(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	lib, h := ctx.driver.lib, ctx.h
	b := must(ctx.Alloc(64))(t)
	begin := func(mode int32) { require.Zero(t, lib.streamBeginCapture(h, s.h, mode)) }
	end := func() code {
		g, c := lib.streamEndCapture(h, s.h)
		if c == 0 {
			require.Zero(t, lib.graphDestroy(h, g))
		}
		return c
	}
	var local [64]byte

	begin(captureModeRelaxed)
	assert.EqualValues(t, 900, lib.streamSynchronize(h, s.h))
	assert.EqualValues(t, 901, lib.memsetD8Async(h, b.address, 0, 64, s.h), "invalid from there on")
	assert.EqualValues(t, 901, end())

	begin(0)
	_, c := lib.memAlloc(h, 64)
	assert.EqualValues(t, 900, c, "not in global mode")
	assert.EqualValues(t, 901, end())

	begin(captureModeRelaxed)
	assert.EqualValues(t, 900, lib.memcpyDtoHAsync(h, unsafe.Pointer(&local), b.address, 64, s.h))
	first, _ := control.Fault()
	assert.Contains(t, first, "pageable memory in a graph")
	control.Reset()
	assert.Zero(t, end())
}

func TestTheFakeSeesWritesBesideAnAllocation(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	m := must(ctx.Compile(Source{Name: "beside.cu", Text: "struct args { char *p; };\n" +
		"KERNEL(beside, struct args) { a.p[1000] = 1; }"}))(t)
	k := must(m.Kernel("beside"))(t)
	b := must(ctx.Alloc(1000))(t)
	argument := scaleArgs(b.Address(), 0, 0)[:8]
	require.NoError(t, k.Launch(s, Shape{Grid: Dim{1}, Block: Dim{1}}, argument))
	require.NoError(t, s.Sync())
	require.NoError(t, b.Close())
	first, _ := control.Fault()
	assert.Contains(t, first, "written beside 1000 bytes")
	control.Reset()
}

// A graph must not run on memory that is gone. The package refuses what it
// knows; a kernel's addresses it does not.
func TestTheFakeSeesGraphsOnFreedMemory(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	p := must(ctx.NewPlan(Transform{N: 15, Batch: 1, Kind: C2C}))(t)
	area, data, b := must(ctx.Alloc(p.WorkBytes()))(t), must(ctx.Alloc(8*15))(t), must(ctx.Alloc(64))(t)
	require.NoError(t, p.Use(area))
	fill, err := s.Capture(func() error { return s.Fill(b.All(), 0) })
	require.NoError(t, err)
	transform, err := s.Capture(func() error { return p.Exec(s, data.All(), data.All(), Forward) })
	require.NoError(t, err)
	for g, freed := range map[*Graph]*Buffer{fill: b, transform: area} {
		require.NoError(t, freed.Close())
		assert.ErrorIs(t, g.Launch(s), ErrClosed)
		require.Zero(t, ctx.driver.lib.graphLaunch(ctx.h, g.h, s.h))
		assert.EqualValues(t, 700, ctx.driver.lib.streamSynchronize(ctx.h, s.h))
		first, _ := control.Fault()
		assert.Contains(t, first, "been freed")
		control.Reset()
	}
}

func TestNothingIsAllocatedPerCall(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	b, host := must(ctx.Alloc(1<<10))(t), must(ctx.AllocPinned(1<<10))(t)
	e := must(ctx.NewEvent())(t)
	k := must(compileKernels(t, ctx).Kernel("scale"))(t)
	p := must(ctx.NewPlan(Transform{N: 16, Batch: 1, Kind: C2C}))(t)
	g, err := s.Capture(func() error { return s.Fill(b.All(), 0) })
	require.NoError(t, err)
	args := scaleArgs(b.Address(), 0, 1)
	for name, call := range map[string]func() error{
		"graph": func() error { return g.Launch(s) }, "record": func() error { return e.Record(s) }, "sync": s.Sync,
		"launch": func() error { return k.Launch(s, Shape{Grid: Dim{1}, Block: Dim{64}}, args) },
		"upload": func() error { return s.Upload(b.All(), host.All()) }, "copy": func() error { return s.Copy(b.Span(0, 8), b.Span(8, 8)) },
		"exec": func() error { return p.Exec(s, b.All(), b.All(), Forward) }, "event": e.Sync,
	} {
		var failed error
		allocs := testing.AllocsPerRun(20, func() { failed = call() })
		assert.NoError(t, failed, name)
		assert.Zero(t, allocs, name)
	}
	require.NoError(t, s.Sync())
}

func TestTwoContextsOnOneDevice(t *testing.T) {
	control := fake(t)
	d := openFake(t)
	v := must(d.Device(0))(t)
	one, two := must(d.NewContext(v))(t), must(d.NewContext(v))(t)
	b := must(two.Alloc(8))(t)
	require.NoError(t, one.Close())
	s := must(two.NewStream())(t)
	assert.NoError(t, s.Write(b.All(), make([]byte, 8)), "the device keeps what is still retained")
	require.NoError(t, two.Close())
	assert.Equal(t, fakecuda.Live{}, control.Live())
}
