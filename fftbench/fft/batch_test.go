package fft_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// placement is a batch of rows of n elements in one buffer.
type placement struct {
	n                  int
	batch              fft.Batch
	length             int // of dst and of src
	dstBegin, srcBegin int // in the buffer
	inverse            bool
}

// meaning is a layout without zeros.
func (p *placement) meaning(l fft.Layout) fft.Layout {
	if l.Stride == 0 {
		l.Stride = 1
	}
	if l.Distance == 0 || p.batch.Rows == 1 {
		l.Distance = p.n * l.Stride
	}
	return l
}

// indices are the places in the buffer that a layout means, row by row, by its
// definition.
func (p *placement) indices(l fft.Layout, begin int) []int {
	l = p.meaning(l)
	var all []int
	for r := range p.batch.Rows {
		for j := range p.n {
			all = append(all, begin+r*l.Distance+j*l.Stride)
		}
	}
	return all
}

// want is the error that the definition asks for. Where both layouts are not
// the same one, extents must be apart.
func (p *placement) want(dst, src []int) error {
	b := p.batch
	switch {
	case min(b.Rows, b.Dst.Stride, b.Dst.Distance, b.Src.Stride, b.Src.Distance) < 0:
		return fft.ErrLayout
	case b.Rows == 0:
		return nil
	case slices.Max(dst) >= p.dstBegin+p.length || slices.Max(src) >= p.srcBegin+p.length:
		return fft.ErrLength
	}
	at := map[int]int{}
	for i, place := range dst {
		if _, twice := at[place]; twice {
			return fft.ErrOverlap
		}
		at[place] = i
	}
	if p.meaning(b.Dst) != p.meaning(b.Src) {
		if slices.Min(dst) <= slices.Max(src) && slices.Min(src) <= slices.Max(dst) {
			return fft.ErrOverlap
		}
		return nil
	}
	for i, place := range src {
		if j, both := at[place]; both && j != i {
			return fft.ErrOverlap
		}
	}
	return nil
}

// check holds a call against rows that are copied out, transformed and copied
// in one element at a time.
func (p *placement) check(t require.TestingT, plan *fft.Plan[complex64]) {
	dst, src := p.indices(p.batch.Dst, p.dstBegin), p.indices(p.batch.Src, p.srcBegin)
	buffer := gauss[complex64](max(p.dstBegin, p.srcBegin)+p.length, 1)
	want := slices.Clone(buffer)
	if len(src) > 0 && p.want(dst, src) == nil {
		rows := make([]complex64, len(src))
		for i, place := range src {
			rows[i] = buffer[place]
		}
		dir := truth.Forward
		if p.inverse {
			dir = truth.Inverse
		}
		for i, v := range apply(t, plan, dir, rows) {
			want[dst[i]] = v
		}
	}
	call := plan.ForwardBatch
	if p.inverse {
		call = plan.InverseBatch
	}
	err := call(buffer[p.dstBegin:][:p.length], buffer[p.srcBegin:][:p.length], p.batch)
	if expected := p.want(dst, src); expected != nil {
		require.ErrorIs(t, err, expected)
	} else {
		require.NoError(t, err)
	}
	require.Equal(t, want, buffer)
}

func TestBatchesInAnyLayout(t *testing.T) {
	plans := map[int]*fft.Plan[complex64]{}
	rapid.Check(t, func(t *rapid.T) {
		p := placement{n: rapid.IntRange(1, 40).Draw(t, "n")}
		layout := func(name string) fft.Layout {
			return rapid.SampledFrom([]fft.Layout{
				{}, {Stride: 1, Distance: p.n + 3}, {Stride: p.batch.Rows, Distance: 1}, {Stride: 20, Distance: 1},
				{Stride: 64, Distance: 1}, {Stride: 2}, {Stride: 3, Distance: 7}, {Distance: 5}, {Stride: 1, Distance: 1},
				{Stride: 36, Distance: 2}, {Stride: -1}, {Distance: -2},
			}).Draw(t, name)
		}
		p.batch.Rows = rapid.IntRange(-1, 36).Draw(t, "rows")
		p.batch.Dst = layout("dst")
		p.batch.Src = p.batch.Dst
		if rapid.Bool().Draw(t, "two layouts") {
			p.batch.Src = layout("src")
		}
		p.length = rapid.SampledFrom([]int{40, 400, 4000}).Draw(t, "length")
		p.dstBegin = rapid.IntRange(0, 80).Draw(t, "dst begins")
		p.srcBegin = rapid.SampledFrom([]int{p.dstBegin, p.dstBegin + 1, p.dstBegin + p.batch.Dst.Distance*p.n, p.dstBegin + 4000}).Draw(t, "src begins")
		p.srcBegin = max(0, p.srcBegin)
		p.inverse = rapid.Bool().Draw(t, "inverse")
		if plans[p.n] == nil {
			plans[p.n] = planOf[complex64](t, p.n)
		}
		p.check(t, plans[p.n])
	})
}

// planOf is New or a failed test.
func planOf[C fft.Complex](t require.TestingT, n int, options ...fft.Option) *fft.Plan[C] {
	p, err := fft.New[C](n, options...)
	require.NoError(t, err)
	return p
}

// FuzzBatch looks for numbers that panic, or that are not what they say.
func FuzzBatch(f *testing.F) {
	f.Add(8, 3, 1, 8, 1, 8, 100, 0, 200, false)
	f.Add(16, 9, 9, 1, 9, 1, 200, 5, 5, true)
	f.Add(5, 4, 2, 3, 2, 3, 60, 0, 1, false)
	f.Add(5, 4, math.MaxInt, 3, 2, math.MaxInt, 60, 0, 1, false)
	f.Add(1, math.MaxInt, 1, 1, 1, 1, 60, 0, 1, false)
	f.Fuzz(func(t *testing.T, n, rows, dstStride, dstDistance, srcStride, srcDistance, length, dstBegin, srcBegin int, inverse bool) {
		if n < 1 || n > 64 || length < 0 || length > 1<<12 || min(dstBegin, srcBegin) < 0 || max(dstBegin, srcBegin) > 1<<12 {
			return
		}
		batch := fft.Batch{
			Rows: rows,
			Dst:  fft.Layout{Stride: dstStride, Distance: dstDistance},
			Src:  fft.Layout{Stride: srcStride, Distance: srcDistance},
		}
		plan := planOf[complex64](t, n)
		if max(rows, dstStride, dstDistance, srcStride, srcDistance) > 1<<12 {
			x := make([]complex64, length) // too many places to list
			err := plan.ForwardBatch(x, make([]complex64, length), batch)
			require.True(t, err != nil || rows <= 1, "%+v fits into %d", batch, length)
			return
		}
		p := placement{n, batch, length, dstBegin, srcBegin, inverse}
		p.check(t, plan)
	})
}

// Long rows, more of them than a tile has, both precisions, every kind of plan.
func TestColumns(t *testing.T) {
	for _, n := range []int{64, 97, 128, 134, 500, 512, 1024} {
		for _, columns := range []int{1, 2, 7, 16, 35} {
			checkColumns[complex64](t, n, columns)
			checkColumns[complex128](t, n, columns)
		}
	}
}

func checkColumns[C fft.Complex](t *testing.T, n, columns int) {
	plan, x := planOf[C](t, n), gauss[C](n*columns, uint64(n))
	rows := make([]C, len(x))
	for i, v := range x {
		rows[i%columns*n+i/columns] = v
	}
	want := apply(t, plan, truth.Forward, rows)
	down := fft.Layout{Stride: columns, Distance: 1}
	got := make([]C, len(x))
	require.NoError(t, plan.ForwardBatch(got, x, fft.Batch{Rows: columns, Src: down}))
	assert.Equal(t, want, got, "columns to rows, n=%d columns=%d", n, columns)
	require.NoError(t, plan.ForwardBatch(x, x, fft.Batch{Rows: columns, Src: down, Dst: down}))
	back := make([]C, len(x))
	for i, v := range x {
		back[i%columns*n+i/columns] = v
	}
	assert.Equal(t, want, back, "in place, n=%d columns=%d", n, columns)
	clear(x)
	require.NoError(t, plan.ForwardBatch(x, rows, fft.Batch{Rows: columns, Dst: down}))
	for i, v := range x {
		back[i%columns*n+i/columns] = v
	}
	assert.Equal(t, want, back, "rows to columns, n=%d columns=%d", n, columns)
}

// Frames of a signal overlap.
func TestFrames(t *testing.T) {
	const n, hop, frames = 64, 10, 9
	plan, x := planOf[complex128](t, n), gauss[complex128](n+hop*(frames-1), 2)
	got := make([]complex128, n*frames)
	require.NoError(t, plan.ForwardBatch(got, x, fft.Batch{Rows: frames, Src: fft.Layout{Distance: hop}}))
	for r := range frames {
		assert.Equal(t, apply(t, plan, truth.Forward, x[r*hop:][:n]), got[r*n:][:n], "frame %d", r)
	}
}

func TestScratchOfTheCaller(t *testing.T) {
	for _, n := range []int{1, 8, 64, 97, 134, 257, 600, 2048} {
		plan, x := planOf[complex64](t, n), gauss[complex64](3*n, 8)
		forward, inverse := apply(t, plan, truth.Forward, x), apply(t, plan, truth.Inverse, x)
		scratch := gauss[complex64](plan.ScratchLen(), 9) // of any content
		got := make([]complex64, len(x))
		require.NoError(t, plan.ForwardScratch(got, x, scratch))
		assert.Equal(t, forward, got, "n=%d", n)
		require.NoError(t, plan.InverseScratch(got, x, scratch))
		assert.Equal(t, inverse, got, "n=%d", n)
		require.NoError(t, plan.ForwardScratch(x, x, scratch))
		assert.Equal(t, forward, x, "in place, n=%d", n)

		assert.ErrorIs(t, plan.ForwardScratch(got[:len(got)-1], x, scratch), fft.ErrLength)
		if len(scratch) > 0 {
			assert.ErrorIs(t, plan.ForwardScratch(got, x, scratch[1:]), fft.ErrLength)
			long := make([]complex64, len(got)+len(scratch))
			assert.ErrorIs(t, plan.ForwardScratch(long[:len(got)], x, long[len(got)-1:]), fft.ErrOverlap)
			assert.ErrorIs(t, plan.InverseScratch(got, long[:len(got)], long[len(got)-1:]), fft.ErrOverlap)
		}
		assert.Zero(t, testing.AllocsPerRun(5, func() {
			if plan.ForwardScratch(got, x, scratch) != nil || plan.InverseScratch(got, got, scratch) != nil {
				panic("refused")
			}
		}), "n=%d", n)
	}
}

func TestBatchesDoNotAllocate(t *testing.T) {
	for _, n := range []int{8, 64, 134, 1024} {
		plan := planOf[complex64](t, n)
		x, y := make([]complex64, 20*n), make([]complex64, 20*n)
		columns := fft.Layout{Stride: 20, Distance: 1}
		assert.Zero(t, testing.AllocsPerRun(5, func() {
			b := fft.Batch{Rows: 20, Src: columns, Dst: columns}
			if plan.ForwardBatch(y, x, b) != nil || plan.InverseBatch(y, y, b) != nil ||
				plan.ForwardBatch(y, x, fft.Batch{Rows: 20}) != nil || plan.Forward(x, x) != nil {
				panic("refused")
			}
		}), "n=%d", n)
	}
}
