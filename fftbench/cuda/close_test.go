//go:build cuda && linux && cgo

package cuda

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type closer interface{ Close() error }

// all makes one of each thing in a context.
func all(t *testing.T, ctx *Context) []closer {
	s := must(ctx.NewStream())(t)
	p := must(ctx.NewPlan(Transform{N: 15, Batch: 1, Kind: C2C}))(t)
	require.NoError(t, p.Allocate())
	b := must(ctx.Alloc(16))(t)
	g, err := s.Capture(func() error { return s.Fill(b.All(), 0) })
	require.NoError(t, err)
	return []closer{
		s, p, b, g, must(ctx.AllocPinned(16))(t), must(ctx.NewEvent())(t), must(ctx.NewMark())(t), compileKernels(t, ctx),
	}
}

func TestCloseInAnyOrder(t *testing.T) {
	control := fake(t)
	for _, order := range []string{"as made", "backwards", "context first", "driver first", "twice"} {
		t.Run(order, func(t *testing.T) {
			ctx, _ := onFake(t)
			things := all(t, ctx)
			switch order {
			case "backwards":
				for i := range len(things) / 2 {
					j := len(things) - 1 - i
					things[i], things[j] = things[j], things[i]
				}
			case "context first":
				require.NoError(t, ctx.Close())
			case "driver first":
				require.NoError(t, ctx.Driver().Close())
			case "twice":
				things = append(things, things...)
			}
			for _, x := range things {
				assert.NoError(t, x.Close())
			}
			assert.NoError(t, ctx.Close())
			assert.NoError(t, ctx.Close())
			assert.NoError(t, ctx.Driver().Close())
			assert.Zero(t, control.Live())
		})
	}
}

func TestCloseOfNil(t *testing.T) {
	for _, x := range []closer{
		(*Driver)(nil), (*Context)(nil), (*Stream)(nil), (*Event)(nil), (*Graph)(nil), (*Buffer)(nil), (*Pinned)(nil),
		(*Module)(nil), (*Plan)(nil),
	} {
		assert.NoError(t, x.Close())
	}
}

func TestUseAfterClose(t *testing.T) {
	fake(t)
	ctx, s := onFake(t)
	b, host := must(ctx.Alloc(16))(t), must(ctx.AllocPinned(16))(t)
	e, m := must(ctx.NewEvent())(t), compileKernels(t, ctx)
	k := must(m.Kernel("scale"))(t)
	p := must(ctx.NewPlan(Transform{N: 2, Batch: 1, Kind: C2C}))(t)
	open := must(ctx.NewStream())(t)
	other := must(ctx.Alloc(16))(t)
	for _, x := range []closer{s, b, host, e, m, p} {
		require.NoError(t, x.Close())
	}
	assert.Nil(t, View[float32](host))
	_, capture := s.Capture(func() error { return nil })
	_, elapsed := e.Elapsed(e)
	_, kernel := m.Kernel("scale")
	for name, err := range map[string]error{
		"sync": s.Sync(), "fill": open.Fill(b.All(), 0), "stream": s.Fill(other.All(), 0), "upload": open.Upload(other.All(), host.All()),
		"copy": open.Copy(other.All(), b.All()), "read": open.Read(make([]byte, 16), b.All()), "event": e.Record(open), "wait": open.Wait(e),
		"event sync": e.Sync(), "elapsed": elapsed, "capture": capture, "kernel": kernel,
		"launch": k.Launch(open, Shape{Grid: Dim{1}, Block: Dim{1}}, scaleArgs(0, 0, 0)),
		"exec":   p.Exec(open, other.All(), other.All(), Forward), "allocate": p.Use(other),
	} {
		if name == "allocate" {
			assert.NoError(t, err, "it needs none")
			continue
		}
		assert.ErrorIs(t, err, ErrClosed, name)
	}
	require.NoError(t, ctx.Close())
	_, err := ctx.Alloc(1)
	assert.ErrorIs(t, err, ErrClosed)
	assert.ErrorIs(t, ctx.Sync(), ErrClosed)
	assert.ErrorIs(t, open.Sync(), ErrClosed, "the context closed it")
	d := ctx.Driver()
	require.NoError(t, d.Close())
	_, err = d.NewContext(ctx.Device())
	assert.ErrorIs(t, err, ErrClosed)
}

// Goroutines work on streams of their own, on things that they share, and close
// them under each other's hands. What comes out is right or is ErrClosed.
func TestConcurrentUse(t *testing.T) {
	fake(t)
	ctx, _ := onFake(t)
	k := must(compileKernels(t, ctx).Kernel("scale"))(t)
	p := must(ctx.NewPlan(Transform{N: 64, Batch: 1, Kind: C2C}))(t)
	shared := must(ctx.Alloc(64))(t)
	fine := func(err error) bool { return err == nil || errors.Is(err, ErrClosed) }

	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for range 20 {
				s, err := ctx.NewStream()
				if err != nil {
					assert.ErrorIs(t, err, ErrClosed)
					return
				}
				b, err := ctx.Alloc(512)
				if err != nil {
					assert.ErrorIs(t, err, ErrClosed)
					return
				}
				in := make([]float32, 128)
				for i := range in {
					in[i] = float32(worker)
				}
				out := make([]float32, 128)
				err = errors.Join(
					s.Write(b.All(), Bytes(in)),
					k.Launch(s, Shape{Grid: Dim{2}, Block: Dim{64}}, scaleArgs(b.Address(), 128, 5)),
					s.Read(Bytes(out), b.All()))
				if err == nil {
					assert.EqualValues(t, 10*worker, out[100])
				}
				assert.True(t, fine(err), "%v", err)
				err = p.Exec(s, b.All(), b.All(), Forward)
				assert.True(t, fine(err), "%v", err)
				err = s.Fill(shared.All(), byte(worker))
				assert.True(t, fine(err), "%v", err)
				_, err = s.Capture(func() error { return s.Fill(b.All(), 0) })
				assert.True(t, fine(err), "%v", err)
				assert.NoError(t, s.Sync())
				assert.NoError(t, b.Close())
				assert.NoError(t, s.Close())
			}
		})
	}
	group.Go(func() { assert.NoError(t, shared.Close()) })
	group.Go(func() { assert.NoError(t, p.Close()) })
	group.Wait()

	// And once more while the context goes.
	for range 4 {
		group.Go(func() {
			for {
				b, err := ctx.Alloc(64)
				if err != nil {
					assert.ErrorIs(t, err, ErrClosed)
					return
				}
				if err := b.Close(); err != nil {
					assert.NoError(t, err)
				}
			}
		})
	}
	assert.NoError(t, ctx.Close())
	group.Wait()
}
