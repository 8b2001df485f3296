package fftbench

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// studyMels are the mel bands of the study.
const studyMels = 40

// studyBank is what all variants of the mel direction do to powers; levels are
// decimal logarithms.
func studyBank() spectral.MelBank { return spectral.MelBank{Rate: sampleRate, Bands: studyMels} }

func studyMel(n int) spectral.MelConfig {
	return spectral.MelConfig{Framing: studyFraming(n), Bank: studyBank(), Unit: spectral.Log10}
}

// melOpFFT is the project's best log-mel spectrogram.
func melOpFFT() frames {
	return frames{dir: wire.DirMel, single: bestMel[float32](), double: bestMel[float64]()}
}

func bestMel[R spectral.Real]() maker[frameOp[R]] {
	return maker[frameOp[R]]{
		build: func(n int) (frameOp[R], error) {
			m, err := spectral.NewLogMel[R](studyMel(n))
			if err != nil {
				return frameOp[R]{}, err
			}
			return frameOp[R]{apply: m.Spectrogram, footprint: m.Footprint()}, nil
		},
		describe: func(n int, options ...fft.Option) (*fft.Anatomy, error) {
			return spectral.DescribeLogMel[R](studyMel(n), options...)
		},
	}
}

// mel is the textbook's log-mel spectrogram over a variant's transforms.
func mel(t transforms) frames {
	return frames{dir: wire.DirMel, single: textbookMel[float32](t.single), double: textbookMel[float64](t.double)}
}

func textbookMel[R spectral.Real, C fft.Complex](transform maker[fft.Transform[C]]) maker[frameOp[R]] {
	return over(transform,
		func(t fft.Transform[C], n int) (frameOp[R], error) {
			m, err := spectral.NewTextbookMel[R](t, studyFraming(n).Hop, studyBank(), spectral.Log10)
			if err != nil {
				return frameOp[R]{}, err
			}
			return frameOp[R]{apply: m.Spectrogram, footprint: m.Footprint()}, nil
		},
		func(n int, t *fft.Anatomy) (*fft.Anatomy, error) {
			return spectral.DescribeTextbookMel[R, C](n, t, studyFraming(n).Hop, studyBank(), spectral.Log10)
		})
}

func melGonum() frames {
	return frames{
		dir: wire.DirMel,
		single: maker[frameOp[float32]]{
			build: func(n int) (frameOp[float32], error) {
				g, err := spectral.NewGonumMel[float32](n, studyFraming(n).Hop, studyBank(), spectral.Log10)
				if err != nil {
					return frameOp[float32]{}, err
				}
				return frameOp[float32]{apply: g.Spectrogram, footprint: g.Footprint()}, nil
			},
			describe: everywhere(func(n int) (*fft.Anatomy, error) {
				return spectral.DescribeGonumMel(n, studyFraming(n).Hop, studyBank(), spectral.Log10)
			}),
		},
		note: gonumRealNote,
	}
}
