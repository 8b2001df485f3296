package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// columns is a transform in columns (see package kernels), the plan of New for
// powers of two where vectors run.
type columns[F kernels.Float] struct {
	n       int
	kernels *kernels.Columns[F]
	passes  []kernels.ColumnsPass[F]
	last    kernels.ColumnsLast
}

// planColumns plans n = lanes·Π radices, at least as many rows as lanes.
func planColumns[F kernels.Float](n int, k *kernels.Columns[F], radices []int) *columns[F] {
	p := &columns[F]{n: n, kernels: k}
	r := newRoots(n)
	places := rowPlaces(radices)
	p.passes = planPasses(r, k, radices, places)
	row := 2 * k.Lanes * kernels.PartBytes[F]() // in bytes
	for i := 0; i < len(places); i += k.Lanes {
		p.last.Starts = append(p.last.Starts, int32(places[i]*row))
	}
	p.last.Stride = places[1] * row
	if k.Lanes > 4 {
		p.last.Near = places[4] * row
	}
	if k.Lanes > 8 {
		p.last.Far = places[8] * row
	}
	return p
}

// planPasses prepares the passes over columns, whose outputs get to places.
func planPasses[F kernels.Float](r *roots, k *kernels.Columns[F], radices, places []int) []kernels.ColumnsPass[F] {
	count := len(places)
	var passes []kernels.ColumnsPass[F]
	for _, radix := range radices {
		count /= radix
		var twiddles []F
		if count > 1 {
			twiddles = fans[F](r, radix, count)
		} else {
			twiddles = joinTwiddles[F](r, places, k.Lanes)
		}
		passes = append(passes, k.Pass(radix, count, twiddles))
	}
	return passes
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

// joinTwiddles are the factors e^(−2πi·jk/n) of column j and output k, n =
// lanes·len(places), in the order of kernels.ColumnsPass.
func joinTwiddles[F kernels.Float](r *roots, places []int, lanes int) []F {
	all := make([]F, 2*lanes*len(places))
	for k, place := range places {
		re := all[2*lanes*place:][:2*lanes]
		im := re[lanes:]
		for l := range lanes {
			a, b := r.at(kernels.Dealt[F](l, lanes) * k)
			re[l], im[l] = F(a), F(b)
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
	p.passes[0].First(work, src, inverse)
	for i := 1; i < len(p.passes); i++ {
		p.passes[i].Run(work)
	}
	p.kernels.Last(dst, work, &p.last, inverse)
}

func (p *columns[F]) footprint() Footprint {
	count := 0
	for i := range p.passes {
		count += len(p.passes[i].Twiddles)
	}
	return Footprint{
		complexPart[F]("twiddles", Parameter, count),
		part[int32]("row order", Table, len(p.last.Starts)),
	}
}

// codelet is a transform in columns by one kernel.
type codelet[F kernels.Float] struct {
	kernel   *kernels.Codelet[F]
	twiddles []F
}

func planCodelet[F kernels.Float](k *kernels.Codelet[F]) *codelet[F] {
	r, radices := newRoots(k.N), k.Radices()
	p := &codelet[F]{kernel: k}
	if len(radices) > 1 {
		p.twiddles = fans[F](r, radices[0], radices[1])
	}
	p.twiddles = append(p.twiddles, joinTwiddles[F](r, rowPlaces(radices), k.Lanes)...)
	return p
}

func (p *codelet[F]) workLen() int { return 0 }

func (p *codelet[F]) inPlace() bool { return true }

func (p *codelet[F]) forward(dst, src, _ []F) { p.run(dst, src, 1, false) }

func (p *codelet[F]) inverse(dst, src, _ []F) { p.run(dst, src, 1, true) }

func (p *codelet[F]) forwardRows(dst, src []F, rows int, _ []F) { p.run(dst, src, rows, false) }

func (p *codelet[F]) inverseRows(dst, src []F, rows int, _ []F) { p.run(dst, src, rows, true) }

func (p *codelet[F]) run(dst, src []F, rows int, inverse bool) {
	p.kernel.Run(dst, src, rows, p.twiddles, inverse)
}

func (p *codelet[F]) footprint() Footprint {
	return Footprint{complexPart[F]("twiddles", Parameter, len(p.twiddles))}
}

// planPower plans n, a power of two, by the fastest way of this machine.
func planPower[F kernels.Float](n int) rowPlan[F] {
	if k := kernels.CodeletOf[F](n); k != nil {
		return planCodelet(k)
	}
	if k := kernels.ColumnsOf[F](); k != nil && n >= k.Lanes*max(k.Lanes, 8) {
		return planColumns(n, k, columnRadices(n/k.Lanes))
	}
	return planButterfly[F](n)
}

// columnRadices are the radices of the passes over m rows, a power of two of at
// least 8: fours first, then eights. A long row begins with a four, for eight
// sources and as many targets a power of two apart are more than a first-level
// cache keeps (1.2 times the time at 4096 complex64).
func columnRadices(m int) []int {
	var radices []int
	twos := log2(m)
	for twos%3 != 0 || twos == log2(m) && m >= longColumn {
		radices = append(radices, 4)
		twos -= 2
	}
	for ; twos > 0; twos -= 3 {
		radices = append(radices, 8)
	}
	return radices
}

// longColumn is the least number of rows that fill a first-level cache.
const longColumn = 512
