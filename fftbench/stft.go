package fftbench

import (
	"unsafe"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// frameOp is an operation on the frames of one signal: a batch is so many
// frames of n samples that overlap by three quarters.
type frameOp[R spectral.Real] struct {
	width     int // values of a frame
	apply     func(dst, signal []R) error
	footprint fft.Footprint
}

// frames is an implementation of a direction whose batches are the frames of
// one signal.
type frames struct {
	dir    string
	single func(n, hop int) (frameOp[float32], error)
	double func(n, hop int) (frameOp[float64], error) // nil: no f64
	note   string
}

func (f frames) directions() []string    { return []string{f.dir} }
func (f frames) precisions() []Precision { return precisionsOf(f.double != nil) }

func (f frames) plan(_ string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planFrames(f, n, f.double, tolerance64)
	}
	return planFrames(f, n, f.single, tolerance32)
}

func planFrames[R spectral.Real](f frames, n int, construct func(n, hop int) (frameOp[R], error), tolerance float64) (Plan, error) {
	hop := max(1, n/4)
	op, err := construct(n, hop)
	if err != nil {
		return nil, err
	}
	return rowOp[R]{
		dir: f.dir, n: n, in: n, out: op.width, hop: hop,
		apply:     op.apply,
		footprint: op.footprint,
		tolerance: tolerance,
		note:      f.note,
	}, nil
}

// stftOpFFT is the project's best short-time transform.
func stftOpFFT() frames {
	return frames{dir: wire.DirSTFT, single: bestSTFT[float32, complex64], double: bestSTFT[float64, complex128]}
}

func bestSTFT[R spectral.Real, C fft.Complex](n, hop int) (frameOp[R], error) {
	s, err := spectral.NewSTFT[R, C](spectral.Framing{Len: n, Hop: hop})
	if err != nil {
		return frameOp[R]{}, err
	}
	return frameOp[R]{
		width:     2 * s.Framing().Bins(),
		apply:     func(dst, signal []R) error { return s.Transform(numbers[C](dst), signal) },
		footprint: s.Footprint(),
	}, nil
}

// stft is the textbook's short-time transform over a variant's transforms.
func stft(t transforms) frames {
	return frames{
		dir:    wire.DirSTFT,
		single: func(n, hop int) (frameOp[float32], error) { return textbookSTFT[float32](n, hop, t.single) },
		double: func(n, hop int) (frameOp[float64], error) { return textbookSTFT[float64](n, hop, t.double) },
	}
}

func textbookSTFT[R spectral.Real, C fft.Complex](n, hop int, construct func(int) (fft.Transform[C], error)) (frameOp[R], error) {
	t, err := construct(n)
	if err != nil {
		return frameOp[R]{}, err
	}
	s, err := spectral.NewTextbook[R](t, hop)
	if err != nil {
		return frameOp[R]{}, err
	}
	return frameOp[R]{
		width:     2 * spectral.WelchBins(n),
		apply:     func(dst, signal []R) error { return s.STFT(numbers[C](dst), signal) },
		footprint: s.Footprint(),
	}, nil
}

func stftGonum() frames {
	return frames{
		dir: wire.DirSTFT,
		single: func(n, hop int) (frameOp[float32], error) {
			g, err := spectral.NewGonumFrames[float32](n, hop)
			if err != nil {
				return frameOp[float32]{}, err
			}
			return frameOp[float32]{width: 2 * spectral.WelchBins(n), apply: g.STFT, footprint: g.Footprint()}, nil
		},
		note: gonumRealNote,
	}
}

// numbers views real and imaginary parts in turn as complex numbers of them.
func numbers[C fft.Complex, R spectral.Real](parts []R) []C {
	return unsafe.Slice((*C)(unsafe.Pointer(unsafe.SliceData(parts))), len(parts)/2)
}
