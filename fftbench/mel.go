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

// melOpFFT is the project's best log-mel spectrogram.
func melOpFFT() frames {
	return frames{dir: wire.DirMel, single: bestMel[float32], double: bestMel[float64]}
}

func bestMel[R spectral.Real](n, hop int) (frameOp[R], error) {
	m, err := spectral.NewLogMel[R](spectral.MelConfig{
		Framing: spectral.Framing{Len: n, Hop: hop}, Bank: studyBank(), Unit: spectral.Log10,
	})
	if err != nil {
		return frameOp[R]{}, err
	}
	return frameOp[R]{width: studyMels, apply: m.Spectrogram, footprint: m.Footprint()}, nil
}

// mel is the textbook's log-mel spectrogram over a variant's transforms.
func mel(t transforms) frames {
	return frames{
		dir:    wire.DirMel,
		single: func(n, hop int) (frameOp[float32], error) { return textbookMel[float32](n, hop, t.single) },
		double: func(n, hop int) (frameOp[float64], error) { return textbookMel[float64](n, hop, t.double) },
	}
}

func textbookMel[R spectral.Real, C fft.Complex](n, hop int, construct func(int) (fft.Transform[C], error)) (frameOp[R], error) {
	t, err := construct(n)
	if err != nil {
		return frameOp[R]{}, err
	}
	m, err := spectral.NewTextbookMel[R](t, hop, studyBank(), spectral.Log10)
	if err != nil {
		return frameOp[R]{}, err
	}
	return frameOp[R]{width: studyMels, apply: m.Spectrogram, footprint: m.Footprint()}, nil
}

func melGonum() frames {
	return frames{
		dir: wire.DirMel,
		single: func(n, hop int) (frameOp[float32], error) {
			g, err := spectral.NewGonumMel[float32](n, hop, studyBank(), spectral.Log10)
			if err != nil {
				return frameOp[float32]{}, err
			}
			return frameOp[float32]{width: studyMels, apply: g.Spectrogram, footprint: g.Footprint()}, nil
		},
		note: gonumRealNote,
	}
}
