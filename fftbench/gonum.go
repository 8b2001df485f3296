package fftbench

import (
	"fmt"

	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// gonumNote is what a reader must know of the gonum rows.
const gonumNote = "computes in complex128; the f32 data are converted inside the op"

// gonumRealNote is the same of the rows over gonum's real transform.
const gonumRealNote = "computes in float64; the f32 data are converted inside the op"

func gonumTransforms() transforms {
	return transforms{single: planned(newGonumTransform[complex64], everywhere(describeGonumTransform)), note: gonumNote}
}

func fusedGonum() filters {
	return filters{
		single: maker[spectral.Filter[complex64]]{
			build:    func(n int) (spectral.Filter[complex64], error) { return newGonumFilter[complex64](n) },
			describe: everywhere(describeGonumFilter),
		},
		note: gonumNote,
	}
}

func welchGonum() densities {
	return densities{
		single: maker[spectral.Density[float32]]{
			build: func(n int) (spectral.Density[float32], error) {
				return spectral.NewGonumWelch[float32](n, sampleRate)
			},
			describe: everywhere(func(n int) (*fft.Anatomy, error) {
				return spectral.DescribeGonumWelch(n, sampleRate)
			}),
		},
		note: gonumRealNote,
	}
}

// gonumRow runs gonum's transform on one row after another the way a careful
// user writes it: planned once, buffers reused, rows converted to complex128
// and back. It serves one goroutine.
type gonumRow[C fft.Complex] struct {
	plan           *fourier.CmplxFFT
	time, spectrum []complex128
}

func newGonumRow[C fft.Complex](n int) (gonumRow[C], error) {
	if err := checkGonum(n); err != nil {
		return gonumRow[C]{}, err
	}
	return gonumRow[C]{
		plan:     fourier.NewCmplxFFT(n),
		time:     make([]complex128, n),
		spectrum: make([]complex128, n),
	}, nil
}

func checkGonum(n int) error {
	if n < 1 {
		return fmt.Errorf("gonum: length %d: %w", n, fft.ErrSize)
	}
	return nil
}

func (g gonumRow[C]) Len() int { return len(g.time) }

// each calls row for every row of a batch.
func (g gonumRow[C]) each(dst, src []C, row func(dst, src []C)) error {
	n := g.Len()
	if len(dst) != len(src) || len(src)%n != 0 {
		return fmt.Errorf("gonum: rows of %d do not fit %d and %d elements: %w", n, len(dst), len(src), fft.ErrLength)
	}
	for at := 0; at < len(src); at += n {
		row(dst[at:at+n], src[at:at+n])
	}
	return nil
}

func (g gonumRow[C]) footprint() fft.Footprint { return gonumRowFootprint(g.Len()) }

// gonumRowFootprint counts what gonum holds too: a root of unity for each
// number, a row, and a second one in turn with it.
func gonumRowFootprint(n int) fft.Footprint {
	return fft.Footprint{
		{Name: "twiddles", Kind: fft.Parameter, Count: n, Bytes: 16 * int64(n)},
		{Name: "transform work", Kind: fft.Scratch, Count: 2 * n, Bytes: 32 * int64(n)},
		{Name: "time", Kind: fft.Scratch, Count: n, Bytes: 16 * int64(n)},
		{Name: "spectrum", Kind: fft.Scratch, Count: n, Bytes: 16 * int64(n)},
	}
}

func convert[D, S fft.Complex](dst []D, src []S) {
	for i, v := range src {
		dst[i] = D(complex128(v))
	}
}

// gonumTransform is gonum as a transform.
type gonumTransform[C fft.Complex] struct{ gonumRow[C] }

func newGonumTransform[C fft.Complex](n int) (gonumTransform[C], error) {
	row, err := newGonumRow[C](n)
	return gonumTransform[C]{row}, err
}

// Forward implements fft.Transform.
func (g gonumTransform[C]) Forward(dst, src []C) error {
	return g.each(dst, src, func(dst, src []C) {
		convert(g.time, src)
		convert(dst, g.plan.Coefficients(g.spectrum, g.time))
	})
}

// Inverse implements fft.Transform.
func (g gonumTransform[C]) Inverse(dst, src []C) error {
	return g.each(dst, src, func(dst, src []C) {
		convert(g.spectrum, src)
		convert(dst, g.plan.Sequence(g.time, g.spectrum))
	})
}

// Footprint implements fft.Transform.
func (g gonumTransform[C]) Footprint() fft.Footprint { return g.footprint() }

// gonumFilter is the frequency filter over gonum's transform, with one
// conversion each way.
type gonumFilter[C fft.Complex] struct {
	gonumRow[C]
	mask []float64
}

func newGonumFilter[C fft.Complex](n int) (gonumFilter[C], error) {
	row, err := newGonumRow[C](n)
	return gonumFilter[C]{row, mask(n)}, err
}

// Apply implements spectral.Filter.
func (g gonumFilter[C]) Apply(dst, src []C) error {
	return g.each(dst, src, func(dst, src []C) {
		convert(g.time, src)
		g.plan.Coefficients(g.spectrum, g.time)
		for k, gain := range g.mask {
			g.spectrum[k] *= complex(gain, 0)
		}
		convert(dst, g.plan.Sequence(g.time, g.spectrum))
	})
}

// Footprint implements spectral.Filter.
func (g gonumFilter[C]) Footprint() fft.Footprint {
	return append(g.footprint(), gonumMaskPart(len(g.mask)))
}

func gonumMaskPart(n int) fft.Part {
	return fft.Part{Name: "mask", Kind: fft.Parameter, Count: n, Bytes: 8 * int64(n)}
}
