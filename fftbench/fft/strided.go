package fft

import (
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// placed is a call whose rows lie anywhere: dst and src hold parts, layouts
// count numbers.
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

// callPlaced transforms the rows of a call, alone or with a team.
func (r *runner[F]) callPlaced(c placed[F]) {
	chunk, goroutines := r.share.of(c.batch.Rows)
	if goroutines == 1 {
		r.place(&c, 0, c.batch.Rows)
		return
	}
	s := r.teams.take()
	if s == nil {
		s = new(shared[F])
		s.team = newTeam(func(first, last int) { r.place(&s.placed, first, last) })
	}
	s.placed = c
	s.team.run(c.batch.Rows, chunk, goroutines)
	s.placed = placed[F]{} // keep no memory of the caller
	r.teams.give(s)
}

// place transforms rows first to last−1 of a call.
func (r *runner[F]) place(c *placed[F], first, last int) {
	b := &c.batch
	switch row := 2 * r.n; {
	case b.Dst == rowsInTurn(r.n) && b.Src == b.Dst:
		r.run(c.dst[first*row:last*row], c.src[first*row:last*row], c.inverse)
	case b.Dst.Stride == 1 && b.Src.Stride == 1:
		l := r.borrow(c.dst, c.src)
		for k := first; k < last; k++ {
			r.runWith(c.dst[2*k*b.Dst.Distance:][:row], c.src[2*k*b.Src.Distance:][:row], c.inverse, l)
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
	b, row, pitch := &c.batch, 2*r.n, tilePitch[F](r.n)
	work, memory := r.work.take(), r.tiles.take()
	in, out := memory[:tileRows[F]()*pitch], memory[len(memory)-tileRows[F]()*pitch:]
	for count := 0; first < last; first += count {
		count = min(tileRows[F](), last-first)
		from, fromPitch := in, pitch
		to, toPitch := out, pitch
		if b.Src.Stride == 1 {
			from, fromPitch = c.src[2*first*b.Src.Distance:], 2*b.Src.Distance
		} else {
			gather(in, pitch, c.src, b.Src, first, count, r.n)
		}
		if b.Dst.Stride == 1 {
			to, toPitch = c.dst[2*first*b.Dst.Distance:], 2*b.Dst.Distance
		}
		if fromPitch == row && toPitch == row {
			r.rows(to[:count*row], from[:count*row], c.inverse, work)
		} else {
			for k := range count {
				r.rows(to[k*toPitch:][:row], from[k*fromPitch:][:row], c.inverse, work)
			}
		}
		if b.Dst.Stride != 1 {
			scatter(c.dst, out, pitch, b.Dst, first, count, r.n)
		}
	}
	r.tiles.give(memory)
	r.work.give(work)
}

// tileBytes is how much of a row of neighbouring columns a tile takes.
const tileBytes = 128

// tileRows is the number of rows in a tile.
func tileRows[F kernels.Float]() int {
	var number [2]F
	return tileBytes / int(unsafe.Sizeof(number))
}

// tilePitch is the distance of rows in a tile, in parts. Where they would begin
// in the same cache set, a line is left between them.
func tilePitch[F kernels.Float](n int) int {
	var number [2]F
	const line = 64
	size := int(unsafe.Sizeof(number))
	if n*size%1024 == 0 {
		n += line / size
	}
	return 2 * n
}

// tilesLen is the memory of a tile, of two for a plan that cannot work in place.
func tilesLen[F kernels.Float](n int, alias bool) int {
	if alias {
		return tileRows[F]() * tilePitch[F](n)
	}
	return 2 * tileRows[F]() * tilePitch[F](n)
}

// gather copies count rows of n numbers, from row first of x on, into a tile.
func gather[F kernels.Float](tile []F, pitch int, x []F, l Layout, first, count, n int) {
	x = x[2*first*l.Distance:]
	if l.Distance == 1 {
		kernels.Transpose(tile, x, n, count, pitch, 2*l.Stride)
		return
	}
	move(numbers(tile), numbers(x), Layout{1, pitch / 2}, l, count, n)
}

// scatter is the way back.
func scatter[F kernels.Float](x, tile []F, pitch int, l Layout, first, count, n int) {
	x = x[2*first*l.Distance:]
	if l.Distance == 1 {
		kernels.Transpose(x, tile, count, n, 2*l.Stride, pitch)
		return
	}
	move(numbers(x), numbers(tile), l, Layout{1, pitch / 2}, count, n)
}

// move copies rows of n numbers from one layout to another, along the way on
// which numbers lie closest.
func move[F kernels.Float](dst, src []number[F], to, from Layout, rows, n int) {
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

// number is a complex number as it is moved.
type number[F kernels.Float] [2]F

func numbers[F kernels.Float](x []F) []number[F] {
	return unsafe.Slice((*number[F])(unsafe.Pointer(unsafe.SliceData(x))), len(x)/2)
}
