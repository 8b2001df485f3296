package fft

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// longQ8 plans rows of shortestLongQ8 and more, as rows of 16 columns.
type longQ8 struct {
	m      int     // rows
	block  int     // rows of a block
	first  int     // radix of the first pass
	limit  uint32  // bits of the least |part| that is too large for it
	places []int32 // where it stores its groups

	measureFirst bool     // whether it finds the largest part that it stores
	passes       []passQ8 // of a block
	joins        []passQ8 // of blocks, inner to outer

	last  *kernels.Q8Twiddles
	inner fansQ8  // of the first half of the last pass, but for the twiddles
	outer int     // scale of the second half
	unit  float64 // what an integer of exponent 0 at the end stands for
}

// passQ8 is a pass over rows.
type passQ8 struct {
	fansQ8
	measure bool // whether it finds the largest part that it stores
}

const (
	shortestLongQ8 = 64
	blockRowsQ8    = 512 // of the longest block, the size of a first-level cache
)

// firstRadixQ8 is the radix of a first pass over m rows that leaves a power of
// four.
func firstRadixQ8(m int) int {
	if log2(m)%2 == 1 {
		return 8
	}
	return 4
}

// blockLengthQ8 is the rows of the blocks of m ones.
func blockLengthQ8(m int) int {
	for m > blockRowsQ8 {
		m /= 4
	}
	return m
}

func newLongQ8(n int) *longQ8 {
	p := &longQ8{m: n / kernels.Q8Lanes, limit: math.Float32bits(kernels.Q8Limit4 + 0.5)}
	p.first, p.block = firstRadixQ8(p.m), blockLengthQ8(p.m)
	if p.first == 8 {
		p.limit = math.Float32bits(kernels.Q8Limit8 + 0.5)
	}
	unit, r := 1.0, newRoots(n)
	plan := func(h int) fansQ8 {
		t := newFansQ8(r, h)
		unit *= 128 / float64(t.scale)
		return t
	}
	radices := []int{p.first}
	for h := p.first; h < p.block; h *= 4 {
		radices = append(radices, 4)
		p.passes = append(p.passes, passQ8{fansQ8: plan(h)})
	}
	p.places = digitReversal(radices)
	for h := p.block; h < p.m; h *= 4 {
		p.joins = append(p.joins, passQ8{fansQ8: plan(h)})
	}
	p.chooseMeasures()
	p.inner = plan(p.m)
	outer := plan(4 * p.m)
	p.last = kernels.NewQ8Twiddles(p.inner.fans, outer.fans)
	p.inner.fans, p.outer = nil, outer.scale
	p.unit = unit / 128 // the second half does not divide
	return p
}

// chooseMeasures has joins measure, which memory limits, and of the other passes
// every second one, the last among them. A pass that does not is taken to have
// stored the largest sum that could be, where that of noise is half as large: it
// costs the next one of 13 bits, and measuring costs a fifth of a pass. A first
// pass of radix 8 could store far larger ones.
func (p *longQ8) chooseMeasures() {
	for i := range p.joins {
		p.joins[i].measure = true
	}
	measure := true
	for i := len(p.passes) - 1; i >= 0; i-- {
		p.passes[i].measure = measure
		measure = !measure
	}
	p.measureFirst = measure || p.first == 8
}

func (p *longQ8) workLen() int { return workLenQ8(p.m) }

// workLenQ8 is all rows and a tile.
func workLenQ8(m int) int { return m + len(kernels.Q8Tile{}) }

// numbersQ8 is what is known of integers x of a block: |x| ≤ top, and x stands
// for x·2^exp.
type numbersQ8 struct{ top, exp int }

// transform transforms one row.
func (p *longQ8) transform(dst, src []float32, work []kernels.Q8Row, swapped bool) {
	x, tile := work[:p.m], (*kernels.Q8Tile)(work[p.m:])
	v, finite := p.columns(x, dst, src, kernels.Q8Rows{Step: 1}, len(p.joins), swapped)
	if !finite {
		fillNaN(dst)
		return
	}
	factor := v.factor(&p.inner)
	exp := min(max(v.exp, -liftQ8), liftQ8)
	unit := float32(p.unit*256/float64(factor)) * exp2(exp)
	kernels.Q8Last(dst, x, tile, p.last, &kernels.Q8LastScaling{
		Inner: p.inner.scale, Factor: factor, Outer: p.outer, Unit: unit,
	}, swapped)
	if exp != v.exp {
		scaleParts(dst, dst, exp2(v.exp-exp))
	}
}

// exp2 is 2^e, −126 ≤ e ≤ 127.
func exp2(e int) float32 { return math.Float32frombits(uint32(e+127) << 23) }

func scaleParts(dst, src []float32, factor float32) {
	for i, v := range src {
		dst[i] = v * factor
	}
}

// columns transforms the columns of the rows of src from rows.First on,
// rows.Step apart, into x. It may use the same rows of dst. The answer is
// whether the rows are free of NaN and infinities.
func (p *longQ8) columns(x []kernels.Q8Row, dst, src []float32, rows kernels.Q8Rows, level int, swapped bool) (v numbersQ8, finite bool) {
	if level == 0 {
		return p.transformBlock(x, dst, src, rows, swapped)
	}
	var quarters [4]numbersQ8
	h := len(x) / 4
	inner := rows
	inner.Step *= 4
	for k := range quarters {
		quarters[k], finite = p.columns(x[k*h:][:h], dst, src, inner, level-1, swapped)
		if !finite {
			return v, false
		}
		inner.First += rows.Step
	}
	return p.join(x, &quarters, &p.joins[level-1]), true
}

// transformBlock is columns for one block.
func (p *longQ8) transformBlock(x []kernels.Q8Row, dst, src []float32, rows kernels.Q8Rows, swapped bool) (v numbersQ8, finite bool) {
	rows.Src, rows.Count = src, p.block
	top := kernels.Q8Largest(&rows)
	switch {
	case top >= infinityQ8:
		return v, false
	case top == 0:
		clear(x)
		return v, true
	case top < tinyQ8:
		top = lift(dst, &rows)
		v.exp = -liftQ8
	}
	up := (int(p.limit) - int(top) - 1) >> 23 // the largest that keeps below the limit
	v.exp -= up
	switch {
	case p.first == 8:
		v.top = kernels.Q8First8(x, &rows, p.places, exp2(up), swapped)
	case p.measureFirst:
		v.top = kernels.Q8First4(x, &rows, p.places, exp2(up), swapped, true)
	default:
		kernels.Q8First4(x, &rows, p.places, exp2(up), swapped, false)
		v.top = 4 * int(math.Float32frombits(top)*exp2(up)+0.5)
	}
	for i := range p.passes {
		v.pass(x, &p.passes[i])
	}
	return v, true
}

// The bits of infinity, and of the least number that a power of two of float32
// can turn into a 16-bit integer.
const (
	infinityQ8 = 0xff << 23
	tinyQ8     = (127 - liftQ8) << 23
	liftQ8     = 96
)

// lift multiplies rows by 2^liftQ8 into the same rows of dst, and goes on with
// those. It returns the bits of the largest |part|.
func lift(dst []float32, rows *kernels.Q8Rows) uint32 {
	to := *rows
	to.Src = dst
	for i := range rows.Count {
		scaleParts(to.Row(i), rows.Row(i), exp2(liftQ8))
	}
	*rows = to
	return kernels.Q8Largest(rows)
}

// roundingQ8 is more than the seven roundings of half a unit that add up in an
// output of a pass.
const roundingQ8 = 4

// prepare finds the least shift for which the outputs of a pass fit 16 bits,
// and accounts for it.
func (v *numbersQ8) prepare(t *fansQ8) kernels.Q8Scaling {
	shift, top := 0, v.top*t.gain>>7
	for top>>shift+roundingQ8 > math.MaxInt16 {
		shift++
	}
	v.top = top>>shift + roundingQ8
	v.exp += shift
	return kernels.Q8Scaling{Scale: t.scale, Shifts: [4]int{shift, shift, shift, shift}}
}

// factor is the largest for which the outputs of the inner pass fit 16 bits. No
// block is joined after it, so that it need not be a power of two.
func (v *numbersQ8) factor(t *fansQ8) int {
	return min(256, (math.MaxInt16-roundingQ8)<<15/max(v.top*t.gain, 1))
}

// pass runs a pass over the rows of a block.
func (v *numbersQ8) pass(x []kernels.Q8Row, t *passQ8) {
	s := v.prepare(&t.fansQ8)
	if top := kernels.Q8Pass(x, t.fans, &s, t.measure); t.measure {
		v.top = top
	}
}

// join runs the pass that joins the quarters of x. A quarter with a smaller
// exponent is shifted further.
func (p *longQ8) join(x []kernels.Q8Row, quarters *[4]numbersQ8, t *passQ8) (v numbersQ8) {
	v.exp = math.MinInt
	for _, q := range quarters {
		if q.top > 0 {
			v.exp = max(v.exp, q.exp)
		}
	}
	var behind [4]int
	for k := range quarters {
		if q := &quarters[k]; q.top > 0 {
			behind[k] = v.exp - q.exp
			if more := behind[k] - mostBehindQ8; more > 0 {
				shiftRows(x[k*len(t.fans):][:len(t.fans)], more)
				q.top, behind[k] = q.top>>more+1, mostBehindQ8
			}
			v.top = max(v.top, q.top>>behind[k]+1)
		}
	}
	if v.top == 0 {
		return numbersQ8{}
	}
	s := v.prepare(&t.fansQ8)
	for k := range behind {
		s.Shifts[k] += behind[k]
	}
	if top := kernels.Q8Pass(x, t.fans, &s, t.measure); t.measure {
		v.top = top
	}
	return v
}

// mostBehindQ8 leaves room for the 3 of 8 shifts that prepare may ask for.
const mostBehindQ8 = 5

// shiftRows divides by 2^shift and rounds.
func shiftRows(x []kernels.Q8Row, shift int) {
	shift = min(shift, 16)
	for i := range x {
		for l, v := range x[i] {
			x[i][l] = int16((int32(v) + 1<<shift>>1) >> shift)
		}
	}
}

func (p *longQ8) footprint() Footprint {
	twiddles := Part{Name: "twiddles", Kind: Parameter, Count: p.last.Count(), Bytes: int64(p.last.Bytes())}
	passes := 2
	for _, list := range [][]passQ8{p.passes, p.joins} {
		for _, t := range list {
			twiddles.Count += 3 * len(t.fans)
			twiddles.Bytes += int64(len(kernels.Q8Fan{}) * len(t.fans))
			passes++
		}
	}
	return Footprint{
		twiddles,
		part[int32]("pass scales", Parameter, passes),
		part[int32]("permutation", Table, len(p.places)),
		part[kernels.Q8Row]("scratch", Scratch, p.workLen()),
	}
}
