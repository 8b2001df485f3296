package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// evenReal transforms 2h real numbers as h complex ones; see kernels.RealPasses.
type evenReal[F kernels.Float] struct {
	h      int
	inner  driver[F] // of h
	passes *kernels.RealPasses[F]
	row    int // parts of the work for one row, but for the inner plan's
	tile   int // rows that are transformed at once
}

// realTile is how many parts the rows of a tile have, to stay in a first-level
// cache with what else is there.
const realTile = 2048

// realTileRows is how many rows of h pairs a tile has, one where the plan of pairs
// does not take several at a time.
func realTileRows(h int, batch bool) int {
	if !batch {
		return 1
	}
	return max(1, realTile/(2*h))
}

func planEvenReal[F kernels.Float](inner *recipe) rowPlan[F] {
	h := inner.n
	p := &evenReal[F]{h: h, inner: complexDriver(h, build[F](inner))}
	p.tile = realTileRows(h, p.inner.batch != nil)
	if !p.inner.alias {
		p.row = 2 * h
	}
	w := make([]F, 2*(h/2+1))
	fillRoots(w, 2, newRootsOf[F](2*h), 1)
	for k := 0; k < len(w); k += 2 { // −i/2 of each
		w[k], w[k+1] = w[k+1]/2, -w[k]/2
	}
	p.passes = kernels.NewRealPasses(h, w)
	return p
}

// workLen is a tile, or a row for the way back, and the inner plan's scratch.
func (p *evenReal[F]) workLen() int { return p.tileLen() + p.inner.plan.workLen() }

func (p *evenReal[F]) tileLen() int {
	if p.tile == 1 {
		return p.row
	}
	return 2 * p.h * p.tile
}

// oneLen is workLen for one row.
func (p *evenReal[F]) oneLen() int { return p.row + oneLen(p.inner.plan) }

func (p *evenReal[F]) forward(dst, src, work []F) {
	p.inner.plan.forward(dst[:2*p.h], src, work[p.row:])
	p.passes.Last(dst, dst[:2*p.h])
}

func (p *evenReal[F]) inverse(dst, src, work []F) {
	z := dst
	if !p.inner.alias {
		z = work[:p.row]
	}
	p.passes.First(z, src)
	p.inner.plan.inverse(dst, z, work[p.row:])
}

// forwardRows transforms short rows several at a time, if their plan does.
func (p *evenReal[F]) forwardRows(dst, src []F, rows int, work []F) {
	in, out := 2*p.h, 2*p.h+2
	for rows > 0 {
		count := min(rows, p.tile)
		if count == 1 {
			p.forward(dst[:out], src[:in], work)
		} else {
			p.inner.rows(work[:count*in], src[:count*in], false, work[p.tileLen():])
			for r := range count {
				p.passes.Last(dst[r*out:][:out], work[r*in:][:in])
			}
		}
		dst, src, rows = dst[count*out:], src[count*in:], rows-count
	}
}

func (p *evenReal[F]) inverseRows(dst, src []F, rows int, work []F) {
	in, out := 2*p.h+2, 2*p.h
	for rows > 0 {
		count := min(rows, p.tile)
		z := dst
		if !p.inner.alias {
			z = work
		}
		for r := range count {
			p.passes.First(z[r*out:][:out], src[r*in:][:in])
		}
		p.inner.rows(dst[:count*out], z[:count*out], true, work[p.tileLen():])
		dst, src, rows = dst[count*out:], src[count*in:], rows-count
	}
}

func (p *evenReal[F]) footprint() Footprint {
	own := complexPart[F]("twiddles of the real pass", Parameter, len(p.passes.Twiddles))
	return append(Footprint{own}, p.inner.plan.footprint()...)
}
