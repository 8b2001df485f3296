//go:build cuda && linux && cgo

package cuda

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

// spectrum is the discrete Fourier transform by its definition.
func spectrum(x []complex128, dir Direction) []complex128 {
	n := len(x)
	out := make([]complex128, n)
	for k := range out {
		for j, v := range x {
			angle := float64(dir) * 2 * math.Pi * float64(j*k%n) / float64(n)
			out[k] += v * cmplx.Rect(1, angle)
		}
	}
	return out
}

// random gives numbers that float32 holds too.
func random(n int, real bool) []complex128 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	x := make([]complex128, n)
	for i := range x {
		x[i] = complex(float64(r.Float32()-0.5), 0)
		if !real {
			x[i] += complex(0, float64(r.Float32()-0.5))
		}
	}
	return x
}

// numbers writes values as a layout has them, and reads them.
type numbers struct {
	wide, real bool
	layout     Layout
	n, batch   int
	data       []byte
}

func newNumbers(bytes int64, wide, real bool, l Layout, n, batch int) *numbers {
	return &numbers{wide, real, l, n, batch, make([]byte, bytes)}
}

func (s *numbers) at(b, k int) int { return b*int(s.layout.Dist) + k*int(s.layout.Stride) }

func (s *numbers) set(b, k int, v complex128) {
	i := s.at(b, k)
	switch {
	case s.wide && s.real:
		floats[float64](s.data)[i] = real(v)
	case s.wide:
		floats[complex128](s.data)[i] = v
	case s.real:
		floats[float32](s.data)[i] = float32(real(v))
	default:
		floats[complex64](s.data)[i] = complex64(v)
	}
}

func (s *numbers) get(b, k int) complex128 {
	i := s.at(b, k)
	switch {
	case s.wide && s.real:
		return complex(floats[float64](s.data)[i], 0)
	case s.wide:
		return floats[complex128](s.data)[i]
	case s.real:
		return complex(float64(floats[float32](s.data)[i]), 0)
	default:
		return complex128(floats[complex64](s.data)[i])
	}
}

func TestPlansAgainstTheDefinition(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	for _, kind := range []Kind{C2C, Z2Z, R2C, D2Z, C2R, Z2D} {
		for _, n := range []int64{1, 2, 3, 8, 12, 17, 30, 64, 100} {
			plain := Transform{N: n, Batch: 3, Kind: kind}
			columns := Transform{N: n, Batch: 3, Kind: kind, In: Layout{3, 1}, Out: Layout{4, 1}}
			for _, tr := range []Transform{plain, columns} {
				t.Run(fmt.Sprint(tr, tr.In), func(t *testing.T) { checkPlan(t, ctx, s, tr) })
			}
		}
	}
	require.NoError(t, ctx.Close())
}

func checkPlan(t *testing.T, ctx *Context, s *Stream, tr Transform) {
	p := must(ctx.NewPlan(tr))(t)
	defer p.Close()
	tr = p.Transform()
	require.NoError(t, p.Allocate())
	in, out := must(ctx.Alloc(tr.InBytes()))(t), must(ctx.Alloc(tr.OutBytes()))(t)
	defer in.Close()
	defer out.Close()

	n, wide := int(tr.N), tr.Kind >= Z2Z
	fromReal := tr.Kind == R2C || tr.Kind == D2Z
	toReal := tr.Kind == C2R || tr.Kind == Z2D
	dirs := []Direction{Forward, Inverse}
	switch {
	case fromReal:
		dirs = dirs[:1]
	case toReal:
		dirs = dirs[1:]
	}
	for _, dir := range dirs {
		nin, nout, _, _ := tr.lengths()
		src := newNumbers(tr.InBytes(), wide, fromReal, tr.In, int(nin), 3)
		got := newNumbers(tr.OutBytes(), wide, toReal, tr.Out, int(nout), 3)
		want := make([][]complex128, 3)
		for b := range 3 {
			x := random(n, fromReal || toReal)
			x[0] += complex(float64(b), 0)
			if toReal { // a spectrum of real numbers
				want[b] = x
				for i := range x {
					want[b][i] *= complex(float64(n), 0)
				}
				x = spectrum(x, Forward)
				for i := range x {
					x[i] /= complex(float64(n), 0)
				}
			} else {
				want[b] = spectrum(x, dir)
			}
			for k := range int(nin) {
				src.set(b, k, x[k])
			}
		}
		require.NoError(t, s.Write(in.All(), src.data))
		require.NoError(t, p.Exec(s, out.All(), in.All(), dir))
		require.NoError(t, s.Read(got.data, out.All()))
		eps := 2e-6
		if wide {
			eps = 1e-13
		}
		for b := range 3 {
			for k := range int(nout) {
				assert.InDelta(t, 0, cmplx.Abs(got.get(b, k)-want[b][k]), eps*float64(n+3), "%v %d %d", dir, b, k)
			}
		}
	}
}

func TestPlanInPlaceInAGraph(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	const n, batch = 16, 2
	p := must(ctx.NewPlan(Transform{N: n, Batch: batch, Kind: C2C}))(t)
	assert.Zero(t, p.WorkBytes(), "the fake needs none for short powers of two")
	require.NoError(t, p.Allocate())
	data := must(ctx.Alloc(8 * n * batch))(t)
	x := make([]complex64, n*batch)
	for i := range x {
		x[i] = complex(float32(i), float32(-i))
	}
	require.NoError(t, s.Write(data.All(), Bytes(x)))
	g, err := s.Capture(func() error {
		if err := p.Exec(s, data.All(), data.All(), Forward); err != nil {
			return err
		}
		return p.Exec(s, data.All(), data.All(), Inverse)
	})
	require.NoError(t, err)
	require.NoError(t, g.Launch(s))
	out := make([]complex64, len(x))
	require.NoError(t, s.Read(Bytes(out), data.All()))
	for i := range x {
		assert.InDelta(t, n*real(x[i]), real(out[i]), 1e-3)
		assert.InDelta(t, n*imag(x[i]), imag(out[i]), 1e-3)
	}
	require.NoError(t, p.Close())
	assert.ErrorIs(t, g.Launch(s), ErrClosed, "its plan is gone")
}

func TestWorkAreas(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	tr := Transform{N: 15, Batch: 4, Kind: C2C}
	p, q := must(ctx.NewPlan(tr))(t), must(ctx.NewPlan(tr))(t)
	require.EqualValues(t, 8*15*4, p.WorkBytes())
	data := must(ctx.Alloc(tr.InBytes()))(t)
	require.NoError(t, s.Fill(data.All(), 0))
	assert.ErrorContains(t, p.Exec(s, data.All(), data.All(), Forward), "without its work area")

	area := must(ctx.Alloc(p.WorkBytes()))(t)
	small := must(ctx.Alloc(p.WorkBytes() - 1))(t)
	assert.ErrorIs(t, p.Use(small), ErrInvalid)
	assert.ErrorIs(t, p.Use(nil), ErrInvalid)
	require.NoError(t, p.Use(area))
	require.NoError(t, q.Use(area), "two plans that do not run at once share one")
	require.NoError(t, p.Exec(s, data.All(), data.All(), Forward))
	require.NoError(t, q.Exec(s, data.All(), data.All(), Forward))
	require.NoError(t, s.Sync())
	require.NoError(t, area.Close())
	assert.ErrorIs(t, p.Exec(s, data.All(), data.All(), Forward), ErrClosed)

	before := control.Live().BufferBytes
	require.NoError(t, p.Allocate())
	require.NoError(t, p.Allocate(), "a second replaces the first")
	assert.Equal(t, before+p.WorkBytes(), control.Live().BufferBytes)
	require.NoError(t, p.Exec(s, data.All(), data.All(), Forward))
	require.NoError(t, s.Sync())
	require.NoError(t, p.Close())
	assert.Equal(t, before, control.Live().BufferBytes, "its own area goes with a plan")

	m := fakecuda.Default()
	m.Bytes = before + 100
	control.Set(m)
	var short *MemoryError
	require.ErrorAs(t, q.Allocate(), &short)
	assert.Equal(t, q.WorkBytes(), short.Need)
}

func TestPlansThatCannotBe(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	for _, tr := range []Transform{
		{N: 0, Batch: 1, Kind: C2C}, {N: 8, Batch: -1, Kind: C2C}, {N: 8, Batch: 1, Kind: 1},
		{N: 8, Batch: 1, Kind: C2C, In: Layout{-1, 8}}, {N: 1 << 40, Batch: 1 << 40, Kind: C2C},
	} {
		_, err := ctx.NewPlan(tr)
		assert.ErrorIs(t, err, ErrInvalid, "%v", tr)
	}
	p := must(ctx.NewPlan(Transform{N: 8, Batch: 1, Kind: R2C}))(t)
	in, out := must(ctx.Alloc(32))(t), must(ctx.Alloc(40))(t)
	assert.NoError(t, p.Exec(s, out.All(), in.All(), Forward))
	assert.ErrorIs(t, p.Exec(s, out.All(), in.All(), Inverse), ErrInvalid)
	assert.ErrorIs(t, p.Exec(s, out.All(), in.All(), 0), ErrInvalid)
	assert.ErrorIs(t, p.Exec(s, in.All(), out.All(), Forward), ErrInvalid, "too little room")
	assert.ErrorIs(t, p.Exec(s, out.All(), Span{}, Forward), ErrInvalid)
	assert.ErrorIs(t, (*Plan)(nil).Exec(s, out.All(), in.All(), Forward), ErrInvalid)
	assert.NoError(t, s.Sync())
}

func TestPlanFailures(t *testing.T) {
	control := fake(t)
	ctx, s := onFake(t)
	tr := Transform{N: 15, Batch: 1, Kind: C2C}
	for _, c := range []struct {
		function string
		code     int
		name     string
		class    error
	}{
		{"cufftCreate", 2, "CUFFT_ALLOC_FAILED", ErrOutOfMemory},
		{"cufftSetAutoAllocation", 1, "CUFFT_EXEC_FAILED", nil},
		{"cufftMakePlanMany64", 2, "CUFFT_ALLOC_FAILED", ErrOutOfMemory},
	} {
		control.Fail(fakecuda.Failure{Function: c.function, At: 1, Code: c.code})
		_, err := ctx.NewPlan(tr)
		var e *Error
		require.ErrorAs(t, err, &e, c.function)
		assert.Equal(t, c.function, e.Func)
		assert.Equal(t, c.name, e.Name)
		assert.ErrorContains(t, err, "C2C of 1 × 15 on cuda:0")
		if c.class != nil {
			assert.ErrorIs(t, err, c.class)
		}
		assert.Zero(t, control.Live().Plans)
	}
	p := must(ctx.NewPlan(tr))(t)
	data := must(ctx.Alloc(tr.InBytes()))(t)
	control.Fail(fakecuda.Failure{Function: "cufftSetWorkArea", At: 1, Code: 1})
	assert.Error(t, p.Allocate())
	assert.EqualValues(t, 1, control.Live().Buffers)
	require.NoError(t, p.Allocate())
	for _, function := range []string{"cufftSetStream", "cufftExecC2C"} {
		control.Fail(fakecuda.Failure{Function: function, At: 1, Code: 1})
		err := p.Exec(s, data.All(), data.All(), Forward)
		assert.ErrorContains(t, err, function+": CUFFT_EXEC_FAILED (6)")
	}
	assert.NoError(t, p.Exec(s, data.All(), data.All(), Forward))
	assert.NoError(t, s.Sync())
}

// The longest transform of the study stays usable on the fake.
func TestLongPlan(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	const n = 131072
	p := must(ctx.NewPlan(Transform{N: n, Batch: 1, Kind: C2C}))(t)
	require.NoError(t, p.Allocate())
	data := must(ctx.Alloc(8 * n))(t)
	x := make([]complex64, n)
	x[1] = 1
	require.NoError(t, s.Write(data.All(), Bytes(x)))
	require.NoError(t, p.Exec(s, data.All(), data.All(), Forward))
	require.NoError(t, s.Read(Bytes(x), data.All()))
	for _, k := range []int{0, 1, n / 4, n / 2, n - 1} {
		want := cmplx.Rect(1, -2*math.Pi*float64(k)/n)
		assert.InDelta(t, 0, cmplx.Abs(complex128(x[k])-want), 1e-6)
	}
}
