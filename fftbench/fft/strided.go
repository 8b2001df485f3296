package fft

import (
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// placed is a call whose rows lie anywhere: dst and src hold parts, layouts
// count elements.
type placed[F kernels.Float] struct {
	dst, src []F
	batch    Batch // checked
	inverse  bool
}

// shared is a call that a team works on.
type shared[F kernels.Float] struct {
	placed[F]
	team *team
}

// callPlaced transforms all rows of a call, by a team where that pays.
func (r *runner[F]) callPlaced(c placed[F]) {
	chunk, goroutines := r.share.of(c.batch.Rows)
	if goroutines == 1 {
		r.place(&c, 0, c.batch.Rows)
		return
	}
	s := r.idle.take()
	if s == nil {
		s = new(shared[F])
		s.team = newTeam(func(first, last int) { r.place(&s.placed, first, last) })
	}
	s.placed = c
	s.team.run(c.batch.Rows, chunk, goroutines, r.share.short(c.batch.Rows))
	s.placed = placed[F]{} // keep no memory of the caller
	r.idle.give(s)
}

// place transforms rows first to last−1 of a call.
func (r *runner[F]) place(c *placed[F], first, last int) {
	b := &c.batch
	to, from := r.sides(c.inverse)
	switch {
	case b.Dst == to.inTurn() && b.Src == from.inTurn():
		r.run(c.dst[first*to.row():last*to.row()], c.src[first*from.row():last*from.row()], c.inverse)
	case b.Dst.Stride == 1 && b.Src.Stride == 1:
		l := r.borrow(c.dst, c.src)
		for k := first; k < last; k++ {
			dst, src := c.dst[k*b.Dst.Distance*to.parts:], c.src[k*b.Src.Distance*from.parts:]
			r.runWith(dst[:to.row()], src[:from.row()], c.inverse, l)
		}
		r.giveBack(l)
	default:
		r.tile(c, first, last)
	}
}

// tile transforms rows whose elements are not neighbours by way of tiles: some
// rows are gathered at a time, so that of each cache line of a column all that
// is wanted is taken at once.
func (r *runner[F]) tile(c *placed[F], first, last int) {
	b := &c.batch
	to, from := r.sides(c.inverse)
	pitch, count := r.tilePitch(), tileRows[F]()
	work, memory := r.work.take(), r.tiles.take()
	in, out := memory[:count*pitch], memory[len(memory)-count*pitch:]
	for ; first < last; first += count {
		count = min(count, last-first)
		src, srcPitch := c.src[first*b.Src.Distance*from.parts:], b.Src.Distance*from.parts
		dst, dstPitch := c.dst[first*b.Dst.Distance*to.parts:], b.Dst.Distance*to.parts
		if b.Src.Stride != 1 {
			gather(in, pitch, src, b.Src, from, count)
			src, srcPitch = in, pitch
		}
		rows, rowPitch := dst, dstPitch
		if b.Dst.Stride != 1 {
			rows, rowPitch = out, pitch
		}
		if srcPitch == from.row() && rowPitch == to.row() {
			r.rows(rows[:count*rowPitch], src[:count*srcPitch], c.inverse, work)
		} else {
			for k := range count {
				r.rows(rows[k*rowPitch:][:to.row()], src[k*srcPitch:][:from.row()], c.inverse, work)
			}
		}
		if b.Dst.Stride != 1 {
			scatter(dst, out, pitch, b.Dst, to, count)
		}
	}
	r.tiles.give(memory)
	r.work.give(work)
}

// tileBytes is how much of a row of neighbouring columns a tile takes.
const tileBytes = 128

// tileRows is the number of rows in a tile.
func tileRows[F kernels.Float]() int { return tileBytes / (2 * kernels.PartBytes[F]()) }

// tilePitch is the distance of rows in a tile, in parts. Where they would begin
// in the same cache set, a line is left between them.
func (r *runner[F]) tilePitch() int {
	const line = 64
	row := max(r.signal.row(), r.spectrum.row())
	if size := kernels.PartBytes[F](); row*size%1024 == 0 {
		row += line / size
	}
	return row
}

// tilesLen is the memory of a tile, of two for a plan that cannot work in place.
func (r *runner[F]) tilesLen() int {
	if r.alias {
		return tileRows[F]() * r.tilePitch()
	}
	return 2 * tileRows[F]() * r.tilePitch()
}

// gather copies count rows of x into a tile.
func gather[F kernels.Float](tile []F, pitch int, x []F, l Layout, s side, count int) {
	switch {
	case s.parts == 1:
		move(tile, x, Layout{1, pitch}, l, count, s.count)
	case l.Distance == 1:
		kernels.Transpose(tile, x, s.count, count, pitch, 2*l.Stride)
	default:
		move(numbers(tile), numbers(x), Layout{1, pitch / 2}, l, count, s.count)
	}
}

// scatter is the way back.
func scatter[F kernels.Float](x, tile []F, pitch int, l Layout, s side, count int) {
	switch {
	case s.parts == 1:
		move(x, tile, l, Layout{1, pitch}, count, s.count)
	case l.Distance == 1:
		kernels.Transpose(x, tile, count, s.count, 2*l.Stride, pitch)
	default:
		move(numbers(x), numbers(tile), l, Layout{1, pitch / 2}, count, s.count)
	}
}

// move copies rows of n elements from one layout to another, along the way on
// which elements lie closest.
func move[T any](dst, src []T, to, from Layout, rows, n int) {
	if max(to.Stride, from.Stride) > max(to.Distance, from.Distance) {
		to = Layout{to.Distance, to.Stride}
		from = Layout{from.Distance, from.Stride}
		rows, n = n, rows
	}
	for k := range rows {
		t, f := k*to.Distance, k*from.Distance
		for range n {
			dst[t] = src[f]
			t += to.Stride
			f += from.Stride
		}
	}
}

// numbers sees parts as complex numbers to be moved.
func numbers[F kernels.Float](x []F) [][2]F {
	return unsafe.Slice((*[2]F)(unsafe.Pointer(unsafe.SliceData(x))), len(x)/2)
}
