package fft

import (
	"math/bits"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// columns is a transform in columns (see package kernels), the plan of New for
// most smooth lengths where vectors run.
type columns[F kernels.Float] struct {
	n      int
	work   int // parts
	passes []kernels.ColumnsPass[F]
	last   kernels.ColumnsLast
	chain  *kernels.Chain[F] // of passes and last
}

// planColumns plans n = lanes·Π radices, at least as many rows as lanes.
func planColumns[F kernels.Float](k *kernels.Columns[F], radices []int) *columns[F] {
	places := rowPlaces(radices)
	m := len(places)
	gaps := gapsOf[F](k.Lanes, m, radices)
	p := &columns[F]{n: k.Lanes * m, work: columnsWork[F](k.Lanes, m, radices)}
	p.passes = planPasses(newRootsOf[F](p.n), k, radices, places)
	spread(places, radices, gaps)
	p.last = lastPass[F](k.Lanes, places, radices[0]%4 == 0)
	p.chain = k.Chain(p.n, p.passes, &p.last, gaps)
	return p
}

// spread moves places of rows by the gaps before them.
func spread(places, radices []int, gaps kernels.Gaps) {
	if gaps[0] == 0 { // then the smaller blocks have none
		return
	}
	outer := len(places) / radices[0]
	inner := outer / radices[1]
	for i, place := range places {
		places[i] = place + place/outer*gaps[0] + place/inner*gaps[1]
	}
}

// gapsOf are the gaps in the work of passes of these radices over so many rows.
func gapsOf[F kernels.Float](lanes, rows int, radices []int) kernels.Gaps {
	return kernels.GapsIn(rows, 2*lanes*kernels.PartBytes[F](), radices)
}

// columnsWork is the parts of the work.
func columnsWork[F kernels.Float](lanes, rows int, radices []int) int {
	total, blocks := rows, 1
	for i, gap := range gapsOf[F](lanes, rows, radices) {
		if gap > 0 {
			blocks *= radices[i]
			total += blocks * gap
		}
	}
	return 2 * lanes * total
}

// lastPass prepares the last pass; fours of outputs, if they begin at a multiple
// of four, lie equally far apart where the first radix is one.
func lastPass[F kernels.Float](lanes int, places []int, even bool) kernels.ColumnsLast {
	row := 2 * lanes * kernels.PartBytes[F]() // in bytes
	rows, step := len(places), 1
	var last kernels.ColumnsLast
	if even && rows%lanes == 0 {
		last.Stride, step = (places[1]-places[0])*row, 4
	}
	last.Starts = make([]int32, 0, rows/lanes*lanes/step)
	for k := 0; k < rows/lanes*lanes; k += step {
		last.Starts = append(last.Starts, int32(places[k]*row))
	}
	for k := rows - lanes; rows%lanes > 0 && k < rows; k++ {
		last.Tail = append(last.Tail, int32(places[k]*row))
	}
	return last
}

// planPasses prepares the passes over columns, whose outputs get to places; the
// last of them joins the columns.
func planPasses[F kernels.Float](r *roots, k *kernels.Columns[F], radices, places []int) []kernels.ColumnsPass[F] {
	count, last := len(places), len(radices)-1
	var passes []kernels.ColumnsPass[F]
	for _, radix := range radices[:last] {
		count /= radix
		passes = append(passes, k.Pass(radix, count, fans[F](r, radix, count)))
	}
	return append(passes, k.JoinPass(radices[last], joinTwiddles[F](r, places, k.Lanes, dealt[F](k.Lanes))))
}

// rowPlaces are the rows where passes of these radices leave the outputs of the
// columns, in order.
func rowPlaces(radices []int) []int {
	rows := 1
	for _, radix := range radices {
		rows *= radix
	}
	places := make([]int, rows)
	count := 1
	for _, radix := range radices {
		rows /= radix
		for d := 1; d < radix; d++ {
			for i, place := range places[:count] {
				places[d*count+i] = place + d*rows
			}
		}
		count *= radix
	}
	return places
}

// joinTwiddles are the factors e^(−2πi·jk/n) of output k of the columns j, in the
// order of kernels.JoinPass with dealt(l) in lane l; r holds the n-th roots.
func joinTwiddles[F kernels.Float](r *roots, places []int, lanes int, dealt func(lane int) int) []F {
	all := make([]F, 2*lanes*len(places))
	for k := 0; k < len(places); k += joinBlock {
		block := places[k:min(k+joinBlock, len(places))]
		for l := range lanes {
			fillPlaces(all[l:], block, 2*lanes, lanes, r, k, dealt(l))
		}
	}
	return all
}

// joinBlock is how many outputs are made for one column before the next.
const joinBlock = 256

// dealt is the column that a lane of so many holds.
func dealt[F kernels.Float](lanes int) func(lane int) int {
	return func(lane int) int { return kernels.Dealt[F](lane, lanes) }
}

// workLen is one row and its gaps.
func (p *columns[F]) workLen() int { return p.work }

// oneLen is none where one row has its work on the stack.
func (p *columns[F]) oneLen() int {
	if p.chain.Calls() != nil {
		return 0
	}
	return p.workLen()
}

// inPlace: all of src is read before dst is written.
func (p *columns[F]) inPlace() bool { return true }

func (p *columns[F]) forward(dst, src, work []F) { p.chain.Run(dst, src, work, false) }

func (p *columns[F]) inverse(dst, src, work []F) { p.chain.Run(dst, src, work, true) }

// twiddleParts is how many parts the twiddles of passes have.
func twiddleParts[F kernels.Float](passes []kernels.ColumnsPass[F]) int {
	count := 0
	for i := range passes {
		count += len(passes[i].Twiddles)
	}
	return count
}

func (p *columns[F]) footprint() Footprint {
	return Footprint{
		complexPart[F]("twiddles", Parameter, twiddleParts(p.passes)),
		part[int32]("row order", Table, len(p.last.Starts)+len(p.last.Tail)),
	}
}

// codelet is a transform by one kernel.
type codelet[F kernels.Float] struct {
	kernel   *kernels.Codelet[F]
	twiddles []F
}

func planCodelet[F kernels.Float](k *kernels.Codelet[F]) *codelet[F] {
	r, radices := newRootsOf[F](k.N), k.Form().Radices()
	p := &codelet[F]{kernel: k}
	if k.Sorts {
		p.twiddles = groupTwiddles[F](r, radices[0])
		return p
	}
	count := k.N / k.Lanes
	for _, radix := range radices[:len(radices)-1] {
		count /= radix
		p.twiddles = append(p.twiddles, fans[F](r, radix, count)...)
	}
	p.twiddles = append(p.twiddles, joinTwiddles[F](r, rowPlaces(radices), k.Lanes, dealt[F](k.Lanes))...)
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

// recipeInColumns is the transform of n in columns, n without a prime factor
// above 7, by the widest of the lanes that fit; nil if none do. Columns of
// so many lanes as sixteen says have passes of radix 16.
func recipeInColumns(n int, lanes []int, sixteen int) *recipe {
	for _, l := range lanes {
		if n%l == 0 && n >= l*l && n > 4*l {
			return &recipe{n: n, kind: inColumns, radices: append([]int{l}, columnRadices(n/l, l == sixteen)...)}
		}
	}
	return nil
}

// columnsOf are the kernels of columns of so many lanes, if this machine has
// them and all of the radices.
func columnsOf[F kernels.Float](lanes int, radices []int) *kernels.Columns[F] {
	for _, k := range kernels.AllColumns[F]() {
		lacks := func(radix int) bool { return !k.Has(radix) }
		if k.Lanes == lanes && !slices.ContainsFunc(radices, lacks) {
			return k
		}
	}
	return nil
}

// columnRadices are the radices of the passes over m rows, m without a prime
// factor above 7. From 4096 rows on eights are as fast as fours, for the work has
// gaps that keep their targets apart, and there is a pass less to go.
//
// Where there are passes of radix 16, long rows take as few passes as they can,
// eights before sixteens: whatever does not fit a first-level cache takes as
// long as each pass is to load and store it.
func columnRadices(m int, sixteen bool) []int {
	twos := bits.TrailingZeros(uint(m))
	if sixteen && twos > 6 {
		return slices.Concat(eightsAndSixteens(twos), primesOf(m>>twos))
	}
	return foursAndEights(m, m < 8*longColumn)
}

// filterRadices are those of a filter, whose work has no gaps: a long row begins
// with a four, for eight sources and as many targets a power of two apart are more
// than a first-level cache keeps (1.1 times the time at 4096 complex64).
func filterRadices(m int) []int { return foursAndEights(m, true) }

// foursAndEights are fours, eights, then odd radices; a long row may have to begin
// with a four.
func foursAndEights(m int, four bool) []int {
	twos := bits.TrailingZeros(uint(m))
	odd := primesOf(m >> twos)
	if twos%3 == 1 && twos < 4 {
		odd, twos = append(odd, 2), twos-1
	}
	var radices []int
	for fours := 0; twos%3 != 0 || twos >= 6 && fours == 0 && four && m >= longColumn; fours++ {
		radices = append(radices, 4)
		twos -= 2
	}
	for ; twos > 0; twos -= 3 {
		radices = append(radices, 8)
	}
	return append(radices, odd...)
}

// primesOf are the prime factors of an odd number, none of 1.
func primesOf(odd int) []int {
	if odd == 1 {
		return nil
	}
	return primeFactors(odd)
}

// eightsAndSixteens multiply to 2^twos, twos > 5, the fewest there are. But long
// rows begin with an eight: sixteen sources whole pages apart are more than a
// first-level cache keeps.
func eightsAndSixteens(twos int) []int {
	count := (twos + 3) / 4
	eights := 4*count - twos
	if eights == 0 && twos > 8 {
		count, eights = count+1, 4
	}
	return slices.Concat(slices.Repeat([]int{8}, eights), slices.Repeat([]int{16}, count-eights))
}

// longColumn is the least number of rows that fill a first-level cache.
const longColumn = 512

// ordersInColumns are transforms of n in columns whose passes come in other
// orders, with radix 16 and without it.
func ordersInColumns(n int, lanes []int, sixteen int) []*recipe {
	var list []*recipe
	for _, sixteen := range []int{sixteen, 0} {
		r := recipeInColumns(n, lanes, sixteen)
		if r == nil {
			return nil
		}
		passes := r.radices[1:]
		list = append(list, r)
		for _, order := range [][]int{rotated(passes, 1), rotated(passes, len(passes)-1), foursFor(passes)} {
			list = append(list, &recipe{n: n, kind: inColumns, radices: append([]int{r.radices[0]}, order...)})
		}
	}
	return list
}

// rotated begins with the element at k.
func rotated(x []int, k int) []int { return slices.Concat(x[k%len(x):], x[:k%len(x)]) }

// foursFor has three fours in front for two of the eights, if there are two.
func foursFor(radices []int) []int {
	eight := slices.Index(radices, 8)
	if eight < 0 || eight+1 == len(radices) || radices[eight+1] != 8 {
		return radices
	}
	return slices.Concat([]int{4, 4, 4}, radices[:eight], radices[eight+2:])
}
