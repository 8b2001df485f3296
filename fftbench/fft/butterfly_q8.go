package fft

import (
	"math"
	"math/bits"
)

// ButterflyQ8 is the network of ButterflyEager in integers: int8 twiddles with
// one scale a stage, int16 data in block floating point, int32 accumulators.
//
// A row is quantised to 16 bits by its largest component. A stage multiplies
// both inputs of a butterfly by its scale S (the upper one by S itself, the
// lower one by round(S·w)), adds in 32 bits and shifts all results right by
// the number of bits that the largest possible one needs; 2^shift/S goes into
// the row's unit, which turns the last integers into numbers again. S is the
// number up to 127 for which the stage's twiddles fall closest to integers
// (1 for ±1 and ±i, 99 for the eighth roots: 99·√½ = 70.004).
//
// The error, some 5·10⁻³ of the spectrum's norm, is that of 8-bit twiddles. A
// row with a NaN or an infinity becomes NaN throughout.
type ButterflyQ8 struct {
	n      int
	stages []stageQ8
	work   *workspace[int16Complex]
}

// stageQ8 is one pass: twiddles ≈ scale·e^(−2πi·j/2h), j < h.
type stageQ8 struct {
	twiddles []int8Complex
	scale    int32
	gain     int32 // bound of |out|/|in| by components: scale + max(|re|+|im|)
}

type int8Complex struct{ re, im int8 }

// int16Complex is a complex number of two int16 in one word, the real part low:
// one load and one store instead of two.
type int16Complex uint32

func packQ8(re, im int32) int16Complex {
	return int16Complex(uint32(im)<<16 | uint32(re)&0xffff)
}

func (v int16Complex) re() int32 { return int32(int16(v)) }
func (v int16Complex) im() int32 { return int32(v) >> 16 }

// NewButterflyQ8 plans transforms of n elements, a power of two.
func NewButterflyQ8(n int) (*ButterflyQ8, error) {
	if err := checkPowerOfTwo(n); err != nil {
		return nil, err
	}
	p := &ButterflyQ8{n: n, work: newWorkspace[int16Complex](n)}
	for h := 1; h < n; h *= 2 {
		p.stages = append(p.stages, newStageQ8(h))
	}
	return p, nil
}

// newStageQ8 quantises the twiddles of the pass that joins transforms of h.
func newStageQ8(h int) stageQ8 {
	exact := make([]complex128, h)
	r := newRoots(2 * h)
	for j := range exact {
		exact[j] = rootOf[complex128](r, j)
	}
	s := stageQ8{scale: math.MaxInt8, twiddles: make([]int8Complex, h)}
	if h <= searchedQ8 {
		s.scale = bestScaleQ8(exact)
	}
	for j, w := range exact {
		re, im := math.Round(float64(s.scale)*real(w)), math.Round(float64(s.scale)*imag(w))
		s.twiddles[j] = int8Complex{int8(re), int8(im)}
		s.gain = max(s.gain, s.scale+int32(math.Abs(re)+math.Abs(im)))
	}
	return s
}

// searchedQ8 is the last stage whose scale is searched for. The twiddles of
// later ones fall anywhere between integers, and the largest scale is the best.
const searchedQ8 = 64

// bestScaleQ8 is the least of the scales 1…127 with the smallest squared error
// of all rounded twiddles.
func bestScaleQ8(exact []complex128) int32 {
	best, least := 1, math.Inf(1)
	for scale := 1; scale <= math.MaxInt8; scale++ {
		sum := 0.0
		for _, w := range exact {
			sum += roundingError(real(w), float64(scale)) + roundingError(imag(w), float64(scale))
		}
		if sum < least {
			best, least = scale, sum
		}
	}
	return int32(best)
}

// roundingError is the squared distance of x from the next multiple of 1/scale.
func roundingError(x, scale float64) float64 {
	d := math.Round(scale*x)/scale - x
	return d * d
}

// Len returns the number of elements of a row.
func (p *ButterflyQ8) Len() int { return p.n }

// Forward transforms each row of src into the same row of dst.
func (p *ButterflyQ8) Forward(dst, src []complex64) error { return p.run(dst, src, 1) }

// Inverse is Forward with the conjugate roots; it does not divide by Len. It
// reads the input backwards, as [ButterflyEager.Inverse] does.
func (p *ButterflyQ8) Inverse(dst, src []complex64) error { return p.run(dst, src, -1) }

func (p *ButterflyQ8) run(dst, src []complex64, sign int) error {
	if err := checkRows(p.n, dst, src); err != nil {
		return err
	}
	work := p.work.take()
	for o := 0; o < len(src); o += p.n {
		p.row(dst[o:o+p.n], src[o:o+p.n], sign, work)
	}
	p.work.give(work)
	return nil
}

// row transforms one row: quantise, butterflies, numbers again.
func (p *ButterflyQ8) row(dst, src []complex64, sign int, x []int16Complex) {
	top := largestPart(src)
	if math.IsNaN(top) || math.IsInf(top, 0) {
		fillNaN(dst)
		return
	}
	unit := top / math.MaxInt16
	if top == 0 {
		unit = 1
	}
	bound := p.quantise(x, src, sign, 1/unit)
	for i := range p.stages {
		s := &p.stages[i]
		shift := shiftQ8(bound * s.gain)
		bound = s.butterflies(x, shift)
		unit *= math.Ldexp(1/float64(s.scale), shift)
	}
	for i, v := range x {
		dst[i] = complex(float32(float64(v.re())*unit), float32(float64(v.im())*unit))
	}
}

// shiftQ8 is the least shift, rounding to nearest, that brings a sum of at most
// bound into 16 bits.
func shiftQ8(bound int32) int {
	shift := max(0, bits.Len32(uint32(bound))-15)
	if (bound+1<<shift>>1)>>shift > math.MaxInt16 {
		shift++
	}
	return shift
}

// largestPart is the largest |real| or |imaginary| part, NaN if there is one.
func largestPart(src []complex64) float64 {
	top := float32(0)
	for _, v := range src {
		re, im := real(v), imag(v)
		top = max(top, max(re, -re), max(im, -im))
	}
	return float64(top)
}

func fillNaN(dst []complex64) {
	nan := float32(math.NaN())
	for i := range dst {
		dst[i] = complex(nan, nan)
	}
}

// quantise stores round(src·perUnit) in bit-reversed order, backwards if sign
// is −1, and returns a bound of all |parts|.
func (p *ButterflyQ8) quantise(x []int16Complex, src []complex64, sign int, perUnit float64) (bound int32) {
	shift := 32 - log2(p.n)
	for i := range x {
		r := int(bits.Reverse32(uint32(i)) >> shift)
		v := src[(sign*r)&(p.n-1)]
		re := roundQ8(float64(real(v)) * perUnit)
		im := roundQ8(float64(imag(v)) * perUnit)
		x[i] = packQ8(re, im)
		bound |= magnitude(re) | magnitude(im)
	}
	return bound + 1
}

// roundQ8 is the integer next to x, |x| ≤ 2^15: shifted so that the conversion,
// which cuts towards zero, cuts downwards.
func roundQ8(x float64) int32 { return int32(x+(1<<16+0.5)) - 1<<16 }

// butterflies runs the stage over x in place, halving results shift times, and
// returns a bound of all |parts|: of a ± t the larger is |a| + |t|.
func (s *stageQ8) butterflies(x []int16Complex, shift int) (bound int32) {
	h, scale := len(s.twiddles), s.scale
	half := int32(1) << shift >> 1 // rounds the shift to nearest
	down := uint(shift) & 31
	for o := 0; o < len(x); o += 2 * h {
		low, high := x[o:o+h], x[o+h:o+2*h]
		high = high[:len(low)]
		twiddles := s.twiddles[:len(low)]
		for j, a := range low {
			w, b := twiddles[j], high[j]
			wr, wi := int32(w.re), int32(w.im)
			ar, ai := a.re()*scale, a.im()*scale
			tr, ti := b.re()*wr-b.im()*wi, b.re()*wi+b.im()*wr
			bound |= magnitude(ar) + magnitude(tr)
			bound |= magnitude(ai) + magnitude(ti)
			ar += half
			ai += half
			low[j] = packQ8((ar+tr)>>down, (ai+ti)>>down)
			high[j] = packQ8((ar-tr)>>down, (ai-ti)>>down)
		}
	}
	return bound>>down + 2 // 2 for magnitude, at most 1 left of it and 1 for rounding
}

// magnitude is |v|, or |v|−1 of a negative v, for bounds that allow for it.
func magnitude(v int32) int32 { return v ^ v>>31 }

// Footprint returns the plan's memory with the scratch of one call in flight.
func (p *ButterflyQ8) Footprint() Footprint {
	return Footprint{
		part[int8Complex]("twiddles", Parameter, p.n-1),
		part[int32]("stage scales", Parameter, len(p.stages)),
		part[int16Complex]("scratch", Scratch, p.n),
	}
}
