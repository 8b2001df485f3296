package fftbench

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// Errors say how far a result is from the truth.
type Errors struct {
	RelL2  float64 // ‖X−T‖₂ / ‖T‖₂
	MaxErr float64 // max |Δ| over real and imaginary parts
}

// worst is the larger of two errors, NaN if either is.
func worst(a, b Errors) Errors {
	return Errors{max(a.RelL2, b.RelL2), max(a.MaxErr, b.MaxErr)}
}

// within refuses errors above a tolerance, and NaN.
func (e Errors) within(tolerance float64) error {
	if !(e.RelL2 <= tolerance) {
		return fmt.Errorf("wrong result: relative L2 error %.2e, want at most %.0e", e.RelL2, tolerance)
	}
	return nil
}

// A judge holds one row of output against the truth, which is float64 for
// single and double-double for double precision.
type judge[T element] func(got []T) (Errors, error)

// judgeComplex works out what a transform or a filter must make of a row.
func judgeComplex[C complex64 | complex128](row []C, dir string, n int, p Precision) (judge[C], error) {
	switch dir {
	case wire.DirForward:
		return judgeTransform(row, n, truth.Forward)
	case wire.DirInverse:
		return judgeTransform(row, n, truth.Inverse)
	case wire.DirFused:
		hi, lo := filtered(widened(row), mask(n), p)
		return func(got []C) (Errors, error) {
			return compare(complexParts(got), complexParts(hi), complexParts(lo))
		}, nil
	}
	return nil, fmt.Errorf("no truth for direction %s", dir)
}

func judgeTransform[C complex64 | complex128](row []C, n int, dir truth.Direction) (judge[C], error) {
	reference, err := truth.New(row, n, dir)
	if err != nil {
		return nil, err
	}
	return func(got []C) (Errors, error) {
		rel, abs, err := reference.Compare(got)
		return Errors{rel, abs}, err
	}, nil
}

// judgeReal works out what a density, a spectrum or mel levels must make of a
// frame.
func judgeReal[R float32 | float64](frame []R, dir string, n int, p Precision) (judge[R], error) {
	var hi, lo []float64
	switch dir {
	case wire.DirWelch:
		hi, lo = density(realParts(frame), n, p)
	case wire.DirSTFT:
		hi, lo = frameSpectrum(realParts(frame), p)
	case wire.DirMel:
		hi, lo = levels(realParts(frame), p)
	default:
		return nil, fmt.Errorf("no truth for direction %s", dir)
	}
	return func(got []R) (Errors, error) { return compare(realParts(got), hi, lo) }, nil
}

// spectrum is the transform of x as hi + lo; lo is zero for single precision.
func spectrum(x []complex128, dir truth.Direction, p Precision) (hi, lo []complex128) {
	if p == F64 {
		return truth.DFT2(x, dir)
	}
	return truth.DFT(x, dir), make([]complex128, len(x))
}

// filtered is inverse(mask · forward(x)). The transform is linear, so the
// product's rounding errors are transformed by themselves and added.
func filtered(x []complex128, mask []float64, p Precision) (hi, lo []complex128) {
	hi, lo = spectrum(x, truth.Forward, p)
	for k, gain := range mask {
		product := complex(real(hi[k])*gain, imag(hi[k])*gain)
		lo[k] = complex(
			math.FMA(real(hi[k]), gain, -real(product))+real(lo[k])*gain,
			math.FMA(imag(hi[k]), gain, -imag(product))+imag(lo[k])*gain)
		hi[k] = product
	}
	rest := truth.DFT(lo, truth.Inverse)
	hi, lo = spectrum(hi, truth.Inverse, p)
	for i := range lo {
		lo[i] += rest[i]
	}
	return hi, lo
}

// density is Welch's estimate of one frame by another road than that of
// package spectral: the periodic Hann window as a convolution in frequency,
//
//	windowed[k] = X[k]/2 − (X[k−1] + X[k+1])/4
//
// whose window has the energy 3n/8 (1 for n = 2, where both neighbours are the
// same bin).
func density(frame []float64, n int, p Precision) (hi, lo []float64) {
	bins := spectral.WelchBins(n)
	power := make([]pairSum, bins)
	hop := n - n/2
	for s := range spectral.Segments {
		segment := make([]complex128, n)
		for i := range segment {
			segment[i] = complex(frame[s*hop+i], 0)
		}
		xh, xl := spectrum(segment, truth.Forward, p)
		high, low := complexParts(xh), complexParts(xl)
		for k := range power {
			power[k].addSquare(windowed(high, low, 2*k, n))
			power[k].addSquare(windowed(high, low, 2*k+1, n))
		}
	}
	energy := 3 * float64(n) / 8
	if n == 2 {
		energy = 1
	}
	hi, lo = make([]float64, bins), make([]float64, bins)
	for k := range power {
		scale := sampleRate * energy * spectral.Segments
		if k > 0 && 2*k < n {
			scale /= 2 // the mirror image counts too
		}
		hi[k], lo[k] = power[k].over(scale)
	}
	return hi, lo
}

// windowed returns one part, at index 2k or 2k+1, of a windowed spectrum.
func windowed(hi, lo []float64, at, n int) pairSum {
	before, after := (at-2+2*n)%(2*n), (at+2)%(2*n)
	var s pairSum
	for _, part := range [][]float64{hi, lo} {
		s.add(part[at] / 2)
		s.add(-part[before] / 4)
		s.add(-part[after] / 4)
	}
	return s
}

// pairSum is a sum that keeps its rounding errors beside it (Neumaier 1974).
type pairSum struct{ hi, lo float64 }

func (s *pairSum) add(v float64) {
	sum := s.hi + v
	if math.Abs(s.hi) >= math.Abs(v) {
		s.lo += (s.hi - sum) + v
	} else {
		s.lo += (v - sum) + s.hi
	}
	s.hi = sum
}

// addSquare adds v².
func (s *pairSum) addSquare(v pairSum) {
	square := v.hi * v.hi
	s.add(square)
	s.lo += math.FMA(v.hi, v.hi, -square) + 2*v.hi*v.lo
}

// over returns the sum divided by d.
func (s *pairSum) over(d float64) (hi, lo float64) {
	hi = s.hi / d
	return hi, (math.FMA(-hi, d, s.hi) + s.lo) / d
}

// compare returns the errors of got against hi + lo; a NaN makes them NaN.
func compare(got, hi, lo []float64) (Errors, error) {
	if len(got) != len(hi) {
		return Errors{}, fmt.Errorf("a row of %d numbers, want %d", len(got), len(hi))
	}
	rel, abs := truth.ComparePair(got, hi, lo)
	return Errors{rel, abs}, nil
}

func widened[C complex64 | complex128](row []C) []complex128 {
	wide := make([]complex128, len(row))
	for i, v := range row {
		wide[i] = complex128(v)
	}
	return wide
}
