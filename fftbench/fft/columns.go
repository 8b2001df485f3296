package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// columns is a transform in columns (see package kernels), the plan of New for
// powers of two where vectors run.
type columns[F kernels.Float] struct {
	n, lanes int
	passes   []columnPass[F]
	order    kernels.ColumnsOrder
	last     []F // twiddles of the last pass
}

// columnPass is a pass over columns: radix blocks of count rows.
type columnPass[F kernels.Float] struct {
	radix, count int
	twiddles     []F // none if count is 1
}

// planColumns plans n = lanes·Π radices, at least as many rows as lanes.
func planColumns[F kernels.Float](n, lanes int, radices []int) *columns[F] {
	p := &columns[F]{n: n, lanes: lanes}
	r := newRoots(n)
	count := n / lanes
	for _, radix := range radices {
		count /= radix
		pass := columnPass[F]{radix: radix, count: count}
		if count > 1 {
			pass.twiddles = fans[F](r, radix, count)
		}
		p.passes = append(p.passes, pass)
	}
	places := rowPlaces(radices)
	row := 2 * lanes * kernels.PartBytes[F]() // in bytes
	for k := 0; k < len(places); k += lanes {
		p.order.Starts = append(p.order.Starts, int32(places[k]*row))
	}
	p.order.Stride = places[1] * row
	if lanes > 4 {
		p.order.Near = places[4] * row
	}
	if lanes > 8 {
		p.order.Far = places[8] * row
	}
	p.last = lastTwiddles[F](r, n/lanes, lanes)
	return p
}

// rowPlaces are the rows where passes of these radices leave the outputs of the
// columns, in order.
func rowPlaces(radices []int) []int {
	rows := 1
	for _, radix := range radices {
		rows *= radix
	}
	places := []int{0}
	for _, radix := range radices {
		rows /= radix
		next := make([]int, 0, radix*len(places))
		for d := range radix {
			for _, place := range places {
				next = append(next, place+d*rows)
			}
		}
		places = next
	}
	return places
}

// lastTwiddles are the factors e^(−2πi·jk/n) of column j and output k, n =
// rows·lanes, in the order of kernels.ColumnsLast.
func lastTwiddles[F kernels.Float](r *roots, rows, lanes int) []F {
	all := make([]F, 0, 2*rows*lanes)
	chunk := 16 / kernels.PartBytes[F]()
	re, im := make([]F, lanes), make([]F, lanes)
	for group := 0; group < rows; group += lanes {
		for q := 0; q < lanes; q += chunk {
			for i := range chunk {
				for lane := range lanes {
					k := group + kernels.Dealt[F](lane/chunk*chunk+i, lanes)
					j := kernels.Dealt[F](q+lane%chunk, lanes)
					a, b := r.at(j * k)
					re[lane], im[lane] = F(a), F(b)
				}
				all = append(append(all, re...), im...)
			}
		}
	}
	return all
}

// workLen is one row.
func (p *columns[F]) workLen() int { return 2 * p.n }

// inPlace: all of src is read before dst is written.
func (p *columns[F]) inPlace() bool { return true }

func (p *columns[F]) forward(dst, src, work []F) { p.transform(dst, src, work, false) }

func (p *columns[F]) inverse(dst, src, work []F) { p.transform(dst, src, work, true) }

func (p *columns[F]) transform(dst, src, work []F, inverse bool) {
	work = work[:2*p.n]
	first := &p.passes[0]
	kernels.ColumnsFirst(work, src, first.radix, first.twiddles, inverse)
	for i := 1; i < len(p.passes); i++ {
		pass := &p.passes[i]
		kernels.ColumnsPass(work, pass.radix, pass.count, pass.twiddles)
	}
	kernels.ColumnsLast(dst, work, &p.order, p.last, inverse)
}

func (p *columns[F]) footprint() Footprint {
	count := len(p.last)
	for _, pass := range p.passes {
		count += len(pass.twiddles)
	}
	return Footprint{
		complexPart[F]("twiddles", Parameter, count),
		part[int32]("row order", Table, len(p.order.Starts)),
	}
}

// codelet is a transform in columns by one kernel.
type codelet[F kernels.Float] struct {
	n        int
	twiddles []F
}

func planCodelet[F kernels.Float](n, lanes int, radices []int) *codelet[F] {
	p := planColumns[F](n, lanes, radices)
	return &codelet[F]{n: n, twiddles: append(p.passes[0].twiddles, p.last...)}
}

func (p *codelet[F]) workLen() int { return 0 }

func (p *codelet[F]) inPlace() bool { return true }

func (p *codelet[F]) forward(dst, src, _ []F) { kernels.Codelet(dst, src, p.n, p.twiddles, 1, false) }

func (p *codelet[F]) inverse(dst, src, _ []F) { kernels.Codelet(dst, src, p.n, p.twiddles, 1, true) }

func (p *codelet[F]) forwardRows(dst, src []F, rows int, _ []F) {
	kernels.Codelet(dst, src, p.n, p.twiddles, rows, false)
}

func (p *codelet[F]) inverseRows(dst, src []F, rows int, _ []F) {
	kernels.Codelet(dst, src, p.n, p.twiddles, rows, true)
}

func (p *codelet[F]) footprint() Footprint {
	return Footprint{complexPart[F]("twiddles", Parameter, len(p.twiddles))}
}

// planPower plans n, a power of two, by the fastest way of this machine.
func planPower[F kernels.Float](n int) rowPlan[F] {
	if radices, lanes := kernels.CodeletRadices[F](n); radices != nil {
		return planCodelet[F](n, lanes, radices)
	}
	if lanes := kernels.Lanes[F](); lanes > 0 && n >= max(lanes*lanes, 8*lanes) {
		return planColumns[F](n, lanes, columnRadices(n/lanes))
	}
	return planButterfly[F](n)
}

// columnRadices are the radices of the passes over m rows, a power of two of at
// least 8.
func columnRadices(m int) []int {
	var radices []int
	twos := log2(m)
	for ; twos%3 != 0; twos -= 2 {
		radices = append(radices, 4)
	}
	for ; twos > 0; twos -= 3 {
		radices = append(radices, 8)
	}
	return radices
}
