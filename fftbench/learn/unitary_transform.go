package learn

import "github.com/fftstudy/fftstudy/fftbench/fft"

// unitaryTransform is a trained unitary network in single precision. Its inverse
// is the adjoint, so that Inverse(Forward(x)) is Len·x to rounding whatever was
// learnt.
type unitaryTransform struct {
	wiring
	matrices [][4]complex64 // √2·U, row by row, stage by stage
}

func newUnitaryTransform(w wiring, m *unitaries) *unitaryTransform {
	t := &unitaryTransform{wiring: w.copy(), matrices: make([][4]complex64, w.butterflies())}
	for i, u := range m.net.m {
		t.matrices[i] = [4]complex64{complex64(u.aa), complex64(u.ab), complex64(u.ba), complex64(u.bb)}
	}
	return t
}

// Len implements fft.Transform.
func (t *unitaryTransform) Len() int { return t.n }

// Forward implements fft.Transform.
func (t *unitaryTransform) Forward(dst, src []complex64) error {
	if err := checkRows(t.n, dst, src); err != nil {
		return err
	}
	for o := 0; o < len(src); o += t.n {
		row, from := dst[o:o+t.n], src[o:o+t.n]
		for i, r := range t.order {
			row[i] = from[r]
		}
		for s := range t.stages {
			t.pass(row, s)
		}
	}
	return nil
}

// Inverse implements fft.Transform.
func (t *unitaryTransform) Inverse(dst, src []complex64) error {
	if err := checkRows(t.n, dst, src); err != nil {
		return err
	}
	copy(dst, src)
	for o := 0; o < len(dst); o += t.n {
		row := dst[o : o+t.n]
		for s := t.stages - 1; s >= 0; s-- {
			t.passBack(row, s)
		}
		for i, r := range t.order {
			if i < int(r) {
				row[i], row[r] = row[r], row[i]
			}
		}
	}
	return nil
}

// pass is stage s, in place.
func (t *unitaryTransform) pass(row []complex64, s int) {
	h, matrices := 1<<s, t.matrices[s*t.n/2:][:t.n/2]
	for o := 0; o < t.n; o += 2 * h {
		low, high := row[o:o+h], row[o+h:o+2*h]
		high = high[:len(low)]
		block := matrices[o/2:][:len(low)]
		for j := range block {
			m, a, b := &block[j], low[j], high[j]
			low[j], high[j] = m[0]*a+m[1]*b, m[2]*a+m[3]*b
		}
	}
}

// passBack is the adjoint of stage s, in place.
func (t *unitaryTransform) passBack(row []complex64, s int) {
	h, matrices := 1<<s, t.matrices[s*t.n/2:][:t.n/2]
	for o := 0; o < t.n; o += 2 * h {
		low, high := row[o:o+h], row[o+h:o+2*h]
		high = high[:len(low)]
		block := matrices[o/2:][:len(low)]
		for j := range block {
			m, a, b := &block[j], low[j], high[j]
			low[j], high[j] = conj(m[0])*a+conj(m[2])*b, conj(m[1])*a+conj(m[3])*b
		}
	}
}

func conj(c complex64) complex64 { return complex(real(c), -imag(c)) }

// Footprint implements fft.Transform.
func (t *unitaryTransform) Footprint() fft.Footprint { return t.unitaryParts() }

// unitaryParts has four complex numbers a butterfly, which are the four angles.
func (w shape) unitaryParts() fft.Footprint {
	return fft.Footprint{
		part[complex64]("matrices", fft.Parameter, 4*w.butterflies()),
		part[int32]("bit reversal", fft.Table, w.n),
	}
}

func (w shape) unitaryAnatomy() *fft.Anatomy {
	const matrices, reversal = 0, 1
	permute := fft.Stage{Name: "permute", Kind: "bit reversal", Block: "unitary", Reads: []int{reversal}, To: []int{fft.OutputRow}}
	first, last := permute, permute
	first.From, last.From = []int{fft.InputRow}, []int{fft.OutputRow}
	forward := append([]fft.Stage{first}, w.passes("unitary", "unitary", matrices)...)
	inverse := append([]fft.Stage{{Name: "copy", Kind: "copy", Block: "unitary",
		From: []int{fft.InputRow}, To: []int{fft.OutputRow}}}, w.passes("unitary", "unitary", matrices)...)
	return anatomy(forward, append(inverse, last), w.unitaryParts()...)
}
