package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// evenReal transforms 2h real numbers as h complex ones; see kernels.RealLast.
type evenReal[F kernels.Float] struct {
	h        int
	inner    driver[F] // of h
	twiddles []F
	tile     int // rows that are transformed at once
}

// realTile is how many parts the rows of a tile have, to stay in a first-level
// cache with what else is there.
const realTile = 2048

func planEvenReal[F kernels.Float](inner *recipe) rowPlan[F] {
	h := inner.n
	p := &evenReal[F]{h: h, inner: newDriver(side{h, 2}, side{h, 2}, build[F](inner)), tile: 1}
	if p.inner.batch != nil {
		p.tile = max(1, realTile/(2*h))
	}
	p.twiddles = make([]F, 2*(h/2))
	r := newRoots(2 * h)
	for k := range h / 2 {
		re, im := r.at(k + 1)
		p.twiddles[2*k], p.twiddles[2*k+1] = F(im/2), F(-re/2)
	}
	return p
}

// workLen is a tile, or a row for the way back, and the inner plan's scratch.
func (p *evenReal[F]) workLen() int {
	tile := 2 * p.h * p.tile
	if p.tile == 1 && p.inner.alias {
		tile = 0
	}
	return tile + p.inner.plan.workLen()
}

// parted splits work.
func (p *evenReal[F]) parted(work []F) (tile, rest []F) {
	own := p.workLen() - p.inner.plan.workLen()
	return work[:own], work[own:]
}

func (p *evenReal[F]) forward(dst, src, work []F) {
	_, rest := p.parted(work)
	p.inner.rows(dst[:2*p.h], src, false, rest)
	kernels.RealLast(dst, dst[:2*p.h], p.twiddles)
}

func (p *evenReal[F]) inverse(dst, src, work []F) {
	z, rest := p.parted(work)
	if p.inner.alias {
		z = dst
	} else {
		z = z[:2*p.h]
	}
	kernels.RealFirst(z, src, p.twiddles)
	p.inner.rows(dst, z, true, rest)
}

// forwardRows transforms short rows several at a time, if their plan does.
func (p *evenReal[F]) forwardRows(dst, src []F, rows int, work []F) {
	in, out := 2*p.h, 2*p.h+2
	tile, rest := p.parted(work)
	for rows > 0 {
		count := min(rows, p.tile)
		if count == 1 {
			p.forward(dst[:out], src[:in], work)
		} else {
			p.inner.rows(tile[:count*in], src[:count*in], false, rest)
			for r := range count {
				kernels.RealLast(dst[r*out:][:out], tile[r*in:][:in], p.twiddles)
			}
		}
		dst, src, rows = dst[count*out:], src[count*in:], rows-count
	}
}

func (p *evenReal[F]) inverseRows(dst, src []F, rows int, work []F) {
	in, out := 2*p.h+2, 2*p.h
	tile, rest := p.parted(work)
	for rows > 0 {
		count := min(rows, p.tile)
		if count == 1 {
			p.inverse(dst[:out], src[:in], work)
		} else {
			for r := range count {
				kernels.RealFirst(tile[r*out:][:out], src[r*in:][:in], p.twiddles)
			}
			p.inner.rows(dst[:count*out], tile[:count*out], true, rest)
		}
		dst, src, rows = dst[count*out:], src[count*in:], rows-count
	}
}

func (p *evenReal[F]) footprint() Footprint {
	own := complexPart[F]("twiddles of the real pass", Parameter, len(p.twiddles))
	return append(Footprint{own}, p.inner.plan.footprint()...)
}
