package fft

import (
	"math"
	"math/bits"
)

// shortQ8 plans rows below shortestLongQ8. Their input is rounded to 16 bits
// once; then a radix-2 stage multiplies the upper inputs of its butterflies by
// the scale of its twiddles and the lower ones by the twiddles, and 64 bits
// hold all that comes of it.
type shortQ8 struct {
	n      int
	stages []integersQ8 // parts of e^(−2πi·j/2h), j < h, for h = 1, 2, 4 …
	unit   float64      // one over all scales
}

func newShortQ8(n int) *shortQ8 {
	p := &shortQ8{n: n, unit: 1}
	r := newRoots(n)
	for h := 1; h < n; h *= 2 {
		exact := make([]float64, 0, 2*h)
		for j := range h {
			exact = appendRoot(exact, r, j*(n/(2*h)))
		}
		stage := quantiseQ8(exact, 1) // 1 itself for ±1 and ±i
		p.stages = append(p.stages, stage)
		p.unit /= float64(stage.scale)
	}
	return p
}

type int64Complex struct{ re, im int64 }

func (p *shortQ8) transform(dst, src []float32, swapped bool) {
	top := largestBits(src)
	if top >= infinityQ8 {
		fillNaN(dst)
		return
	}
	unit := 1.0
	if top > 0 {
		unit = float64(math.Float32frombits(top)) / math.MaxInt16
	}
	var memory [shortestLongQ8 / 2]int64Complex
	x := memory[:p.n]
	p.quantise(x, src, 1/unit, swapped)
	for i := range p.stages {
		p.stages[i].butterflies(x)
	}
	unit *= p.unit
	re, im := planes(swapped)
	for i, v := range x {
		out := dst[2*i:][:2]
		out[re], out[im] = float32(float64(v.re)*unit), float32(float64(v.im)*unit)
	}
}

// largestBits is the bits of the largest |part|; an infinity has larger ones
// than any number, and a NaN has larger ones yet.
func largestBits(src []float32) (top uint32) {
	for _, v := range src {
		top = max(top, math.Float32bits(v)&^(1<<31))
	}
	return top
}

// planes is where a number has its real and its imaginary part.
func planes(swapped bool) (re, im int) {
	if swapped {
		return 1, 0
	}
	return 0, 1
}

// quantise stores round(src·perUnit) in bit-reversed order.
func (p *shortQ8) quantise(x []int64Complex, src []float32, perUnit float64, swapped bool) {
	re, im := planes(swapped)
	shift := 32 - log2(p.n)
	for i := range x {
		v := src[2*(bits.Reverse32(uint32(i))>>shift):][:2]
		x[i] = int64Complex{roundQ8(float64(v[re]) * perUnit), roundQ8(float64(v[im]) * perUnit)}
	}
}

// roundQ8 is the integer next to x, |x| ≤ 2^15: shifted so that the conversion,
// which cuts towards zero, cuts downwards.
func roundQ8(x float64) int64 { return int64(x+(1<<16+0.5)) - 1<<16 }

// butterflies runs a radix-2 stage in place.
func (s *integersQ8) butterflies(x []int64Complex) {
	h, scale := len(s.integers)/2, int64(s.scale)
	for j := range h {
		wr, wi := int64(s.integers[2*j]), int64(s.integers[2*j+1])
		for i := j; i+h < len(x); i += 2 * h {
			a, b := x[i], x[i+h]
			tr, ti := b.re*wr-b.im*wi, b.re*wi+b.im*wr
			x[i] = int64Complex{a.re*scale + tr, a.im*scale + ti}
			x[i+h] = int64Complex{a.re*scale - tr, a.im*scale - ti}
		}
	}
}

func (p *shortQ8) footprint() Footprint {
	return Footprint{
		part[[2]int8]("twiddles", Parameter, p.n-1),
		part[int32]("pass scales", Parameter, len(p.stages)),
	}
}
