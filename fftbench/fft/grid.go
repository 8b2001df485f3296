package fft

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// grid is Bailey's six-step algorithm on transforms in columns: the row of n =
// a·b numbers is a matrix of a rows. All its columns are transformed, as many at
// a time as a vector has lanes, multiplied by twiddles and stored as the rows of
// another matrix, whose columns are transformed in turn (D. H. Bailey, "FFTs in
// external or hierarchical memory", 1990). It serves lengths with too few
// factors of two for columns alone. Where the columns are no whole number of
// vectors, the last vector overlaps the one before.
type grid[F kernels.Float] struct {
	n       int
	kernels *kernels.Columns[F]
	first   gridSide[F] // columns of length a
	joins   [][]F       // twiddles of each of their vectors
	second  gridSide[F] // columns of length b
}

// gridSide is one of the two steps: across columns, of whose transforms passes are
// the passes and starts the places of the outputs, in bytes.
type gridSide[F kernels.Float] struct {
	across int
	passes []kernels.ColumnsPass[F]
	starts []int32
}

// planGrid plans n = a·b, neither less than the lanes.
func planGrid[F kernels.Float](k *kernels.Columns[F], a, b int) *grid[F] {
	r := newRootsOf[F](a * b)
	p := &grid[F]{n: a * b, kernels: k}
	radices := columnRadices(a)
	places := rowPlaces(radices)
	p.first = planSide(r, k, radices, places, b)
	for c := range p.first.vectors(k.Lanes) {
		p.joins = append(p.joins, joinTwiddles[F](r, c, places, k.Lanes, dealt[F](k.Lanes)))
	}
	last := &p.first.passes[len(radices)-1]
	*last = k.JoinPass(last.Radix, p.joins[0])
	radices = columnRadices(b)
	p.second = planSide(r, k, radices, rowPlaces(radices), a)
	return p
}

func planSide[F kernels.Float](r *roots, k *kernels.Columns[F], radices, places []int, across int) gridSide[F] {
	s := gridSide[F]{across: across, passes: planApart(r, k, radices)}
	for _, place := range places {
		s.starts = append(s.starts, int32(place*2*k.Lanes*kernels.PartBytes[F]()))
	}
	return s
}

// vectors are the first columns of the vectors.
func (s *gridSide[F]) vectors(lanes int) func(yield func(column int) bool) {
	return func(yield func(column int) bool) {
		for c := 0; c < s.across; c += lanes {
			if !yield(min(c, s.across-lanes)) {
				return
			}
		}
	}
}

// workLen is the second matrix and a vector of the longer columns.
func (p *grid[F]) workLen() int {
	return 2*p.n + 2*p.kernels.Lanes*max(len(p.first.starts), len(p.second.starts))
}

// inPlace: all of src is read before dst is written.
func (p *grid[F]) inPlace() bool { return true }

func (p *grid[F]) forward(dst, src, work []F) { p.transform(dst, src, work, false) }

func (p *grid[F]) inverse(dst, src, work []F) { p.transform(dst, src, work, true) }

func (p *grid[F]) transform(dst, src, work []F, inverse bool) {
	matrix, work := work[:2*p.n], work[2*p.n:]
	a, b := len(p.first.starts), len(p.second.starts)
	vector := 0
	for c := range p.first.vectors(p.kernels.Lanes) {
		p.first.run(work, src[2*c:], p.kernels.Lanes, p.joins[vector], inverse)
		p.kernels.Transpose(matrix[2*c*a:], work, p.first.starts, 2*a)
		vector++
	}
	for c := range p.second.vectors(p.kernels.Lanes) {
		p.second.run(work, matrix[2*c:], p.kernels.Lanes, nil, false)
		p.kernels.Store(dst[2*c:], work[:2*p.kernels.Lanes*b], p.second.starts, 2*a, inverse)
	}
}

// run transforms a vector of columns of x; joins are the twiddles of the last
// pass, if it has some.
func (s *gridSide[F]) run(work, x []F, lanes int, joins []F, inverse bool) {
	work = work[:2*lanes*len(s.starts)]
	for i := range s.passes {
		pass := &s.passes[i]
		if i == len(s.passes)-1 && joins != nil {
			own := *pass
			own.Twiddles = joins
			pass = &own
		}
		if i == 0 {
			pass.FirstFrom(work, x, 2*s.across, inverse)
		} else {
			pass.Run(work)
		}
	}
}

func (p *grid[F]) footprint() Footprint {
	twiddles := 0
	for _, j := range p.joins {
		twiddles += len(j)
	}
	for _, s := range []*gridSide[F]{&p.first, &p.second} {
		for i := range s.passes {
			if s != &p.first || i < len(s.passes)-1 {
				twiddles += len(s.passes[i].Twiddles)
			}
		}
	}
	return Footprint{
		complexPart[F]("twiddles", Parameter, twiddles),
		part[int32]("row order", Table, len(p.first.starts)+len(p.second.starts)),
	}
}

// inGrid is the best transform of n, without a prime factor above 7, in a grid;
// nil if no sides are long enough. Sides that are nearly alike are: none then
// is long, and neither has many columns left over.
func (c *chooser) inGrid(n int) *recipe {
	var list []*recipe
	for _, lanes := range c.lanes {
		found := 0
		for a := int(math.Sqrt(float64(n))); a >= lanes && found < gridSides; a-- {
			if n%a == 0 {
				list = append(list, &recipe{n: n, kind: inGrid, radices: []int{lanes, a, n / a}})
				found++
			}
		}
	}
	if list == nil {
		return nil
	}
	return c.cheapest(list)
}

// gridSides is how many pairs of sides are compared.
const gridSides = 4
