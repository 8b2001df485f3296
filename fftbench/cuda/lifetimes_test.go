//go:build cuda && linux && cgo

package cuda

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// owned is a thing of a context, and whether it is open as far as the test knows.
type owned[T closer] struct {
	thing T
	open  bool
}

// pick draws one that was ever made.
func pick[T closer](t *rapid.T, from []*owned[T], what string) *owned[T] {
	if len(from) == 0 {
		t.Skip("no " + what)
	}
	return rapid.SampledFrom(from).Draw(t, what)
}

// answer holds a call to what it must answer.
func answer(t *rapid.T, err error, open bool) {
	if open {
		require.NoError(t, err)
	} else {
		require.ErrorIs(t, err, ErrClosed)
	}
}

// Things are made, used and closed in any order, twice too; a call works exactly
// while all that it needs is open.
func TestLifetimesInAnyOrder(t *testing.T) {
	control := fake(t)
	d := openFake(t)
	v := must(d.Device(0))(t)
	rapid.Check(t, func(t *rapid.T) {
		ctx, err := d.NewContext(v)
		require.NoError(t, err)
		contextOpen := true
		var streams []*owned[*Stream]
		var buffers []*owned[*Buffer]
		var graphs []*owned[*Graph]
		source := map[*owned[*Graph]]*owned[*Buffer]{}
		t.Repeat(map[string]func(*rapid.T){
			"stream": func(t *rapid.T) {
				s, err := ctx.NewStream()
				answer(t, err, contextOpen)
				if err == nil {
					streams = append(streams, &owned[*Stream]{s, true})
				}
			},
			"buffer": func(t *rapid.T) {
				b, err := ctx.Alloc(rapid.Int64Range(1, 5000).Draw(t, "bytes"))
				answer(t, err, contextOpen)
				if err == nil {
					buffers = append(buffers, &owned[*Buffer]{b, true})
				}
			},
			"graph": func(t *rapid.T) {
				s, b := pick(t, streams, "stream"), pick(t, buffers, "buffer")
				g, err := s.thing.Capture(func() error { return s.thing.Fill(b.thing.All(), 1) })
				answer(t, err, s.open && b.open)
				if err == nil {
					graphs = append(graphs, &owned[*Graph]{g, true})
					source[graphs[len(graphs)-1]] = b
				}
			},
			"fill": func(t *rapid.T) {
				s, b := pick(t, streams, "stream"), pick(t, buffers, "buffer")
				answer(t, s.thing.Fill(b.thing.All(), 2), s.open && b.open)
			},
			"launch": func(t *rapid.T) {
				s, g := pick(t, streams, "stream"), pick(t, graphs, "graph")
				answer(t, g.thing.Launch(s.thing), s.open && g.open && source[g].open)
			},
			"sync": func(t *rapid.T) {
				s := pick(t, streams, "stream")
				answer(t, s.thing.Sync(), s.open)
			},
			"close stream": func(t *rapid.T) { shut(t, pick(t, streams, "stream")) },
			"close buffer": func(t *rapid.T) { shut(t, pick(t, buffers, "buffer")) },
			"close graph":  func(t *rapid.T) { shut(t, pick(t, graphs, "graph")) },
			"close context": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "rarely") > 0 {
					t.Skip("not now")
				}
				require.NoError(t, ctx.Close())
				contextOpen = false
				shutAll(t, streams)
				shutAll(t, buffers)
				shutAll(t, graphs)
			},
			"": func(t *rapid.T) {
				live := control.Live()
				assert.EqualValues(t, count(streams), live.Streams)
				assert.EqualValues(t, count(buffers), live.Buffers)
				assert.EqualValues(t, count(graphs), live.Execs)
				assert.Zero(t, live.Graphs, "captures are kept no longer than it takes")
				first, _ := control.Fault()
				require.Empty(t, first)
			},
		})
		require.NoError(t, ctx.Close())
	})
}

func shut[T closer](t *rapid.T, o *owned[T]) {
	require.NoError(t, o.thing.Close())
	o.open = false
}

// shutAll closes what the context has closed already.
func shutAll[T closer](t *rapid.T, list []*owned[T]) {
	for _, o := range list {
		shut(t, o)
	}
}

func count[T closer](list []*owned[T]) (open int) {
	for _, o := range list {
		if o.open {
			open++
		}
	}
	return open
}
