package learn

import "github.com/fftstudy/fftstudy/fftbench/fft"

// roundedTransform is a trained network of 8-bit twiddles: the textbook's radix-2
// passes in single precision over twiddles that are turned into numbers as they
// are used, so that two bytes a twiddle are all there is of them.
type roundedTransform struct {
	wiring
	twiddles [][2]int8 // pass h at [h−1, 2h−1)
	scales   []int32   // of the passes
}

func newRoundedTransform(w wiring, m *roundings) *roundedTransform {
	t := &roundedTransform{wiring: w.copy(), twiddles: make([][2]int8, w.n-1), scales: make([]int32, w.stages)}
	for i, s := range m.scales {
		t.scales[i] = int32(s)
	}
	integers := m.integers()
	for i := range t.twiddles {
		t.twiddles[i] = [2]int8{int8(integers[2*i]), int8(integers[2*i+1])}
	}
	return t
}

// Len implements fft.Transform.
func (t *roundedTransform) Len() int { return t.n }

// Forward implements fft.Transform.
func (t *roundedTransform) Forward(dst, src []complex64) error { return t.run(dst, src, 1) }

// Inverse implements fft.Transform: it reads the input backwards, as
// Σ x[j]·e^(+2πi·jk/n) = Σ x[−j mod n]·e^(−2πi·jk/n).
func (t *roundedTransform) Inverse(dst, src []complex64) error { return t.run(dst, src, -1) }

func (t *roundedTransform) run(dst, src []complex64, sign int) error {
	if err := checkRows(t.n, dst, src); err != nil {
		return err
	}
	mask := t.n - 1
	for o := 0; o < len(src); o += t.n {
		row, from := dst[o:o+t.n], src[o:o+t.n]
		for i, r := range t.order {
			row[i] = from[sign*int(r)&mask]
		}
		for s, scale := range t.scales {
			t.pass(row, 1<<s, 1/float32(scale))
		}
	}
	return nil
}

// pass joins transforms of h numbers, in place.
func (t *roundedTransform) pass(row []complex64, h int, unit float32) {
	twiddles := t.twiddles[h-1 : 2*h-1]
	for o := 0; o < t.n; o += 2 * h {
		low, high := row[o:o+h], row[o+h:o+2*h]
		low, high = low[:len(twiddles)], high[:len(twiddles)]
		for j, w := range twiddles {
			cos, sin := unit*float32(w[0]), unit*float32(w[1])
			re, im := real(high[j]), imag(high[j])
			b := complex(cos*re-sin*im, cos*im+sin*re)
			a := low[j]
			low[j], high[j] = a+b, a-b
		}
	}
}

// Footprint implements fft.Transform.
func (t *roundedTransform) Footprint() fft.Footprint { return t.roundedParts() }

func (w shape) roundedParts() fft.Footprint {
	return fft.Footprint{
		part[[2]int8]("twiddles", fft.Parameter, w.n-1),
		part[int32]("pass scales", fft.Parameter, w.stages),
		part[int32]("bit reversal", fft.Table, w.n),
	}
}

func (w shape) roundedAnatomy() *fft.Anatomy {
	const twiddles, scales, reversal = 0, 1, 2
	stages := append([]fft.Stage{{Name: "permute", Kind: "bit reversal", Block: "dit",
		Reads: []int{reversal}, From: []int{fft.InputRow}, To: []int{fft.OutputRow}}},
		w.passes("dit", "radix 2", twiddles, scales)...)
	return anatomy(stages, stages, w.roundedParts()...)
}
