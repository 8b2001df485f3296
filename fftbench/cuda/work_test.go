//go:build cuda && linux && cgo

package cuda

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

// kernels for both compilers, as package kernels writes its own.
const kernels = `
#ifdef __CUDACC_RTC__
#define KERNEL(name, type) extern "C" __global__ void name(const type a)
#define THREAD_X threadIdx.x
#define BLOCK_X blockIdx.x
#define BARRIER() __syncthreads()
#define SHARED(type, name) extern __shared__ __align__(16) unsigned char shared_bytes[]; type *name = (type *)shared_bytes
#endif
#ifndef FACTOR
#define FACTOR 2
#endif
struct scale_args { float *data; unsigned long long n; float by; };
KERNEL(scale, struct scale_args) {
  unsigned long long i = BLOCK_X * 64ull + THREAD_X;
  if (i < a.n) a.data[i] = a.data[i] * a.by * FACTOR;
}
KERNEL(reverse, struct scale_args) {
  SHARED(float, block);
  block[THREAD_X] = a.data[BLOCK_X * 64 + THREAD_X];
  BARRIER();
  a.data[BLOCK_X * 64 + THREAD_X] = block[63 - THREAD_X];
}
`

func scaleArgs(address uint64, n int, by float32) []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.NativeEndian, struct {
		Data, N uint64
		By, _   float32
	}{address, uint64(n), by, 0})
	return b.Bytes()
}

func compileKernels(t testing.TB, ctx *Context, options ...string) *Module {
	t.Helper()
	m, err := ctx.Compile(Source{Name: "test.cu", Text: kernels, Options: options})
	require.NoError(t, err)
	return m
}

func TestKernels(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	m := compileKernels(t, ctx, "-DFACTOR=3", "--std=c++17")
	scale, reverse := must(m.Kernel("scale"))(t), must(m.Kernel("reverse"))(t)
	assert.Equal(t, "scale", scale.Name())
	assert.Equal(t, KernelInfo{Registers: 32, MaxThreadsPerBlock: 1024, ArgBytes: 24}, scale.Info())

	const n = 192
	b := must(ctx.Alloc(4 * n))(t)
	in := make([]float32, n)
	for i := range in {
		in[i] = float32(i)
	}
	require.NoError(t, s.Write(b.All(), Bytes(in)))
	argument := scaleArgs(b.Address(), n, 10)
	require.NoError(t, scale.Launch(s, Shape{Grid: Dim{3}, Block: Dim{64}}, argument))
	clear(argument) // was copied
	// More shared memory than a block gets unasked.
	big := Shape{Grid: Dim{3}, Block: Dim{64}, Shared: 100 << 10, Carveout: 90}
	require.NoError(t, reverse.Launch(s, big, scaleArgs(b.Address(), n, 0)))
	out := make([]float32, n)
	require.NoError(t, s.Read(Bytes(out), b.All()))
	for i := range out {
		block, thread := i/64, i%64
		assert.EqualValues(t, 30*(64*block+63-thread), out[i])
	}
	assert.Equal(t, 2, control.Launches())

	blocks, err := reverse.Occupancy(big)
	require.NoError(t, err)
	assert.Equal(t, 2, blocks, "two times 101 KiB of 228")
	blocks, err = scale.Occupancy(Shape{Block: Dim{64}})
	require.NoError(t, err)
	assert.Equal(t, 32, blocks)
}

func TestLaunchesThatTheDeviceCannotRun(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	k := must(compileKernels(t, ctx).Kernel("scale"))(t)
	b := must(ctx.Alloc(4))(t)
	argument := scaleArgs(b.Address(), 1, 1)
	for name, c := range map[string]struct {
		shape Shape
		class error
	}{
		"threads":         {Shape{Grid: Dim{1}, Block: Dim{1025}}, ErrUnsupported},
		"product":         {Shape{Grid: Dim{1}, Block: Dim{32, 32, 2}}, ErrUnsupported},
		"block z":         {Shape{Grid: Dim{1}, Block: Dim{1, 1, 65}}, ErrUnsupported},
		"grid y":          {Shape{Grid: Dim{1, 65536}, Block: Dim{1}}, ErrUnsupported},
		"grid x":          {Shape{Grid: Dim{1 << 31}, Block: Dim{1}}, ErrUnsupported},
		"shared":          {Shape{Grid: Dim{1}, Block: Dim{1}, Shared: 232449}, ErrUnsupported},
		"no grid":         {Shape{Block: Dim{1}}, ErrInvalid},
		"no block":        {Shape{Grid: Dim{1}}, ErrInvalid},
		"carveout":        {Shape{Grid: Dim{1}, Block: Dim{1}, Carveout: 101}, ErrInvalid},
		"negative shared": {Shape{Grid: Dim{1}, Block: Dim{1}, Shared: -1}, ErrInvalid},
	} {
		assert.ErrorIs(t, k.Launch(s, c.shape, argument), c.class, name)
	}
	one := Shape{Grid: Dim{1}, Block: Dim{1}}
	assert.ErrorIs(t, k.Launch(s, one, argument[:16]), ErrInvalid, "a struct that is too short")
	assert.ErrorIs(t, k.Launch(s, one, nil), ErrInvalid)
	assert.ErrorIs(t, (*Kernel)(nil).Launch(s, one, argument), ErrInvalid)
	assert.NoError(t, k.Launch(s, Shape{Grid: Dim{70000}, Block: Dim{1}}, scaleArgs(b.Address(), 0, 1)))
	assert.NoError(t, s.Sync())
	assert.Equal(t, 1, control.Launches())
	_, err := must(ctx.Compile(Source{Name: "test.cu", Text: kernels}))(t).Kernel("absent")
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "CUDA_ERROR_NOT_FOUND", e.Name)
	assert.ErrorContains(t, err, "kernel absent of test.cu")
}

func TestDriversThatDoNotTellArguments(t *testing.T) {
	control := fake(t)
	ctx, _ := onFake(t)
	m := compileKernels(t, ctx)
	control.Fail(fakecuda.Failure{Function: "cuFuncGetParamInfo", At: 1, Code: 801})
	k, err := m.Kernel("scale")
	require.NoError(t, err)
	assert.Zero(t, k.Info().ArgBytes)
}

func TestCompilerErrors(t *testing.T) {
	control := fake(t)
	ctx, _ := onFake(t)
	_, err := ctx.Compile(Source{Name: "wrong.cu", Text: "int f(void) { return undeclared; }"})
	assert.ErrorIs(t, err, ErrCompile)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "NVRTC_ERROR_COMPILATION", e.Name)
	assert.Contains(t, e.Log, "wrong.cu:1")
	assert.Contains(t, e.Log, "undeclared")
	assert.ErrorContains(t, err, "wrong.cu for sm_90")

	_, err = ctx.Compile(Source{Name: "k.cu", Text: kernels, Options: []string{"--no-such-option"}})
	assert.ErrorIs(t, err, ErrUnsupported)
	assert.ErrorContains(t, err, "--no-such-option")

	_, err = ctx.Compile(Source{Name: "k.cu", Text: "a\x00b"})
	assert.ErrorIs(t, err, ErrInvalid)

	control.Fail(fakecuda.Failure{Function: "nvrtcCreateProgram", At: 1, Code: 2})
	_, err = ctx.Compile(Source{Name: "k.cu", Text: kernels})
	assert.ErrorIs(t, err, ErrOutOfMemory)
}

func TestArchitectures(t *testing.T) {
	control := fake(t)
	for _, c := range []struct {
		major, minor int
		want         string
	}{{9, 0, "sm_90"}, {8, 6, "sm_86"}, {9, 9, "compute_90"}, {13, 0, "compute_121"}} {
		m := fakecuda.Default()
		m.Major, m.Minor = c.major, c.minor
		control.Set(m)
		ctx, s := onFake(t)
		n, err := ctx.Driver().Compiler()
		require.NoError(t, err)
		image, err := n.For(ctx.Device(), Source{Name: "k.cu", Text: kernels})
		require.NoError(t, err)
		assert.Equal(t, c.want, image.Arch)
		k := must(must(ctx.Load(image))(t).Kernel("scale"))(t)
		b := must(ctx.Alloc(4))(t)
		require.NoError(t, s.Write(b.All(), Bytes([]float32{1})))
		require.NoError(t, k.Launch(s, Shape{Grid: Dim{1}, Block: Dim{64}}, scaleArgs(b.Address(), 1, 2)))
		require.NoError(t, s.Sync())
		require.NoError(t, ctx.Close())
	}
	m := fakecuda.Default()
	m.Major, m.Minor = 6, 1
	control.Set(m)
	ctx, _ := onFake(t)
	_, err := ctx.Compile(Source{Name: "k.cu", Text: kernels})
	assert.ErrorIs(t, err, ErrUnsupported)
	assert.ErrorContains(t, err, "compiles for sm_75 and newer")

	n, err := ctx.Driver().Compiler()
	require.NoError(t, err)
	image, err := n.Compile(Source{Name: "k.cu", Text: kernels}, "sm_90")
	require.NoError(t, err)
	_, err = ctx.Load(image)
	assert.ErrorIs(t, err, ErrUnsupported, "code for another GPU")
}

func TestCompilerNeedsNoDriver(t *testing.T) {
	dir := folderWith(t, fakecuda.NVRTC, fakecuda.NVRTCBuiltins, "gcc.args", "shim.h", "shim.c")
	n, err := OpenCompiler(Options{Folders: []string{dir}})
	require.NoError(t, err)
	image, err := n.Compile(Source{Name: "k.cu", Text: kernels}, "compute_80")
	require.NoError(t, err)
	assert.True(t, image.PTX())
	assert.Zero(t, image.Data[len(image.Data)-1], "the driver wants a zero byte after text")
}

func TestEvents(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	start, end, mark := must(ctx.NewEvent())(t), must(ctx.NewEvent())(t), must(ctx.NewMark())(t)
	b := must(ctx.Alloc(1 << 20))(t)
	require.NoError(t, start.Record(s))
	require.NoError(t, s.Fill(b.All(), 0))
	require.NoError(t, s.Fill(b.All(), 1))
	require.NoError(t, end.Record(s))
	_, err := start.Elapsed(end)
	var e *Error
	require.ErrorAs(t, err, &e, "neither has happened")
	assert.Equal(t, "CUDA_ERROR_NOT_READY", e.Name)
	require.NoError(t, end.Sync())
	d, err := start.Elapsed(end)
	require.NoError(t, err)
	// A fill of 1 MiB at 2 TB/s after 2 µs, twice, as the fake counts.
	assert.Equal(t, 5048*time.Nanosecond, d)
	_, err = start.Elapsed(mark)
	assert.ErrorIs(t, err, ErrInvalid, "a mark has no time")
	_, err = start.Elapsed(nil)
	assert.ErrorIs(t, err, ErrInvalid)
}

func TestStreamsWaitForEachOther(t *testing.T) {
	fake(t)
	ctx, one := onFake(t)
	two := must(ctx.NewStream())(t)
	mark := must(ctx.NewMark())(t)
	b := must(ctx.Alloc(4))(t)
	require.NoError(t, one.Fill(b.All(), 1))
	require.NoError(t, mark.Record(one))
	require.NoError(t, two.Wait(mark))
	out := make([]byte, 4)
	require.NoError(t, two.Read(out, b.All()))
	assert.Equal(t, []byte{1, 1, 1, 1}, out)
	assert.ErrorIs(t, two.Wait(nil), ErrInvalid)
	assert.ErrorIs(t, (*Event)(nil).Sync(), ErrInvalid)
	assert.NoError(t, must(ctx.NewMark())(t).Sync(), "one never recorded")
}

func TestGraphs(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	k := must(compileKernels(t, ctx).Kernel("scale"))(t)
	b, c := must(ctx.Alloc(256))(t), must(ctx.Alloc(256))(t)
	host := must(ctx.AllocPinned(256))(t)
	in := View[float32](host)
	for i := range in {
		in[i] = 1
	}
	e := must(ctx.NewEvent())(t)
	g, err := s.Capture(func() error {
		require.NoError(t, s.Upload(b.All(), host.All()))
		for range 3 {
			require.NoError(t, k.Launch(s, Shape{Grid: Dim{1}, Block: Dim{64}}, scaleArgs(b.Address(), 64, 1)))
		}
		assert.ErrorIs(t, s.Sync(), ErrCapturing)
		assert.ErrorIs(t, e.Record(s), ErrCapturing)
		assert.ErrorIs(t, s.Wait(e), ErrCapturing)
		assert.ErrorIs(t, s.Write(c.All(), make([]byte, 256)), ErrCapturing)
		assert.ErrorIs(t, s.Read(make([]byte, 256), c.All()), ErrCapturing)
		_, err := s.Capture(func() error { return nil })
		assert.ErrorIs(t, err, ErrCapturing)
		extra, err := ctx.Alloc(16)
		assert.NoError(t, err, "allocations go on")
		assert.NoError(t, extra.Close())
		return s.Copy(c.All(), b.All())
	})
	require.NoError(t, err)
	assert.Equal(t, 5, g.Nodes())
	assert.Zero(t, control.Launches(), "nothing ran")
	for round := range 3 {
		in[0] = float32(round)
		require.NoError(t, g.Launch(s))
		require.NoError(t, s.Sync())
		out := make([]float32, 64)
		require.NoError(t, s.Read(Bytes(out), c.All()))
		assert.EqualValues(t, 8*round, out[0])
		assert.EqualValues(t, 8, out[63])
	}
	assert.Equal(t, 9, control.Launches())

	two := must(ctx.NewStream())(t)
	require.NoError(t, g.Launch(two), "another stream runs it too")
	require.NoError(t, two.Sync())
	require.NoError(t, b.Close())
	assert.ErrorIs(t, g.Launch(s), ErrClosed, "its buffer is gone")
	require.NoError(t, g.Close())
	assert.ErrorIs(t, g.Launch(s), ErrClosed)
	assert.ErrorIs(t, (*Graph)(nil).Launch(s), ErrInvalid)
}

func TestCaptureThatFails(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	b := must(ctx.Alloc(4))(t)
	_, err := s.Capture(func() error {
		require.NoError(t, s.Fill(b.All(), 1))
		return assert.AnError
	})
	assert.ErrorIs(t, err, assert.AnError)
	assert.PanicsWithValue(t, "queue", func() {
		s.Capture(func() error {
			require.NoError(t, s.Fill(b.All(), 1))
			panic("queue")
		})
	})
	require.NoError(t, s.Fill(b.All(), 2), "the stream is out of capture")
	out := make([]byte, 4)
	require.NoError(t, s.Read(out, b.All()))
	assert.Equal(t, []byte{2, 2, 2, 2}, out)

	g, err := s.Capture(func() error { return nil })
	require.NoError(t, err, "an empty graph")
	assert.Zero(t, g.Nodes())
	require.NoError(t, g.Launch(s))

	_, err = s.Capture(func() error { return s.Close() })
	assert.ErrorIs(t, err, ErrClosed)
}
