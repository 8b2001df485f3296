package fftbench

import (
	"unsafe"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// studyFraming cuts signals into frames of n samples that overlap by three
// quarters.
func studyFraming(n int) spectral.Framing { return spectral.Framing{Len: n, Hop: max(1, n/4)} }

// frameOp is an operation on the frames of one signal: a batch is so many.
type frameOp[R spectral.Real] struct {
	apply     func(dst, signal []R) error
	footprint fft.Footprint
}

// frames is an implementation of a direction whose batches are the frames of
// one signal.
type frames struct {
	dir    string
	single maker[frameOp[float32]]
	double maker[frameOp[float64]]
	note   string
}

func (f frames) directions() []string    { return []string{f.dir} }
func (f frames) precisions() []Precision { return precisionsOf(f.double.exists()) }

func (f frames) plan(_ string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planFrames(f, n, f.double.build, tolerance64)
	}
	return planFrames(f, n, f.single.build, tolerance32)
}

func planFrames[R spectral.Real](f frames, n int, construct func(n int) (frameOp[R], error), tolerance float64) (Plan, error) {
	op, err := construct(n)
	if err != nil {
		return nil, err
	}
	return rowOp[R]{
		dir: f.dir, n: n, in: n, out: f.width(n), hop: studyFraming(n).Hop,
		apply:     op.apply,
		footprint: op.footprint,
		tolerance: tolerance,
		note:      f.note,
	}, nil
}

// width is how many numbers come out for a frame.
func (f frames) width(n int) int {
	if f.dir == wire.DirMel {
		return studyMels
	}
	return 2 * studyFraming(n).Bins() // real and imaginary parts
}

func (f frames) describe(c Cell, options []fft.Option) (*Description, error) {
	if c.Precision == F64 {
		return describeFrames[float64, complex128](f, f.double, c, options)
	}
	return describeFrames[float32, complex64](f, f.single, c, options)
}

func describeFrames[R spectral.Real, C fft.Complex](f frames, m maker[frameOp[R]], c Cell, options []fft.Option) (*Description, error) {
	a, err := m.describe(c.N, options...)
	if err != nil {
		return nil, err
	}
	framing := studyFraming(c.N)
	if f.dir == wire.DirMel {
		return describeRows[R, R](c, a, rows{in: c.N, out: studyMels, hop: framing.Hop}, f.note)
	}
	return describeRows[R, C](c, a, rows{in: c.N, out: framing.Bins(), hop: framing.Hop}, f.note)
}

// stftOpFFT is the project's best short-time transform.
func stftOpFFT() frames {
	return frames{dir: wire.DirSTFT, single: bestSTFT[float32, complex64](), double: bestSTFT[float64, complex128]()}
}

func bestSTFT[R spectral.Real, C fft.Complex]() maker[frameOp[R]] {
	return maker[frameOp[R]]{
		build: func(n int) (frameOp[R], error) {
			s, err := spectral.NewSTFT[R, C](studyFraming(n))
			if err != nil {
				return frameOp[R]{}, err
			}
			return frameOp[R]{
				apply:     func(dst, signal []R) error { return s.Transform(numbers[C](dst), signal) },
				footprint: s.Footprint(),
			}, nil
		},
		describe: func(n int, options ...fft.Option) (*fft.Anatomy, error) {
			return spectral.DescribeSTFT[R, C](studyFraming(n), options...)
		},
	}
}

// stft is the textbook's short-time transform over a variant's transforms.
func stft(t transforms) frames {
	return frames{dir: wire.DirSTFT, single: textbookSTFT[float32](t.single), double: textbookSTFT[float64](t.double)}
}

func textbookSTFT[R spectral.Real, C fft.Complex](transform maker[fft.Transform[C]]) maker[frameOp[R]] {
	return over(transform,
		func(t fft.Transform[C], n int) (frameOp[R], error) {
			s, err := spectral.NewTextbook[R](t, studyFraming(n).Hop)
			if err != nil {
				return frameOp[R]{}, err
			}
			return frameOp[R]{
				apply:     func(dst, signal []R) error { return s.STFT(numbers[C](dst), signal) },
				footprint: s.Footprint(),
			}, nil
		},
		func(n int, t *fft.Anatomy) (*fft.Anatomy, error) {
			return spectral.DescribeTextbook[R, C](n, t, studyFraming(n).Hop)
		})
}

func stftGonum() frames {
	return frames{
		dir: wire.DirSTFT,
		single: maker[frameOp[float32]]{
			build: func(n int) (frameOp[float32], error) {
				g, err := spectral.NewGonumFrames[float32](n, studyFraming(n).Hop)
				if err != nil {
					return frameOp[float32]{}, err
				}
				return frameOp[float32]{apply: g.STFT, footprint: g.Footprint()}, nil
			},
			describe: everywhere(func(n int) (*fft.Anatomy, error) {
				return spectral.DescribeGonumFrames(n, studyFraming(n).Hop)
			}),
		},
		note: gonumRealNote,
	}
}

// numbers views real and imaginary parts in turn as complex numbers of them.
func numbers[C fft.Complex, R spectral.Real](parts []R) []C {
	return unsafe.Slice((*C)(unsafe.Pointer(unsafe.SliceData(parts))), len(parts)/2)
}
