package truth

import "math"

// Compare returns how far got is from want: the relative L2 error
// ‖got−want‖₂/‖want‖₂ and the largest absolute difference of a real or an
// imaginary part. A NaN anywhere, an infinity, or a different length makes
// both NaN; where want is zero throughout, any difference is +Inf.
func Compare[C Complex](got []C, want []complex128) (relL2, maxErr float64) {
	if len(got) != len(want) {
		return math.NaN(), math.NaN()
	}
	var d deviation
	for k, w := range want {
		d.add(complex128(got[k])-w, w)
	}
	return d.result()
}

// ComparePair is Compare for real numbers and a truth of two parts, hi + lo.
func ComparePair(got, hi, lo []float64) (relL2, maxErr float64) {
	if len(got) != len(hi) || len(lo) != len(hi) {
		return math.NaN(), math.NaN()
	}
	var d deviation
	for i, v := range got {
		d.err.add(v - hi[i] - lo[i])
		d.norm.add(hi[i])
	}
	return d.result()
}

// deviation sums errors and norms. Squares are summed in units of the largest
// part so far, so that nothing overflows or vanishes.
type deviation struct {
	err, norm scaledSquares
}

func (d *deviation) add(err, want complex128) {
	d.err.add(real(err))
	d.err.add(imag(err))
	d.norm.add(real(want))
	d.norm.add(imag(want))
}

func (d *deviation) result() (relL2, maxErr float64) {
	err, norm := d.err.root(), d.norm.root()
	switch {
	case math.IsNaN(err) || math.IsNaN(norm) || math.IsInf(err, 0) || math.IsInf(norm, 0):
		return math.NaN(), math.NaN()
	case err == 0:
		return 0, 0
	}
	return err / norm, d.err.largest
}

// scaledSquares is largest²·sum, the squares of all that was added.
type scaledSquares struct{ largest, sum float64 }

func (s *scaledSquares) add(v float64) {
	v = math.Abs(v)
	switch {
	case v == 0:
	case math.IsInf(v, 0) || math.IsNaN(v):
		s.largest, s.sum = math.NaN(), math.NaN()
	case v > s.largest:
		r := s.largest / v
		s.largest, s.sum = v, s.sum*r*r+1
	default: // also where largest is NaN, and stays it
		r := v / s.largest
		s.sum += r * r
	}
}

func (s *scaledSquares) root() float64 { return s.largest * math.Sqrt(s.sum) }
