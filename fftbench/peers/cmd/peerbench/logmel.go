package main

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// The signal of the pipelines: 30 s of speech, in length.
const (
	signalRate    = 16000
	signalSamples = 30 * signalRate
)

// melConfig is the log-mel spectrogram of the table.
func melConfig() spectral.MelConfig {
	return spectral.MelConfig{
		Framing: spectral.Framing{Len: 512, Hop: 160},
		Bank:    spectral.MelBank{Rate: signalRate, Bands: 80, Area: true},
		Floor:   1e-10,
	}
}

// melSignal is what the spectrogram is made of. It is noise: logarithms of
// nothing but zeros might be faster than others.
func melSignal() []float32 { return randomReal[float32](signalSamples) }

// torchMel is the same for torchaudio.
func torchMel(c spectral.MelConfig) peers.TorchMel {
	return peers.TorchMel{Len: c.Framing.Len, Hop: c.Framing.Hop, Bands: c.Bank.Bands, Rate: c.Bank.Rate, Floor: c.Floor}
}

// melSpec is the same for the pipeline in C.
func melSpec(c spectral.MelConfig) peers.MelSpec {
	spec := peers.MelSpec{Len: c.Framing.Len, Hop: c.Framing.Hop, Floor: float32(c.Floor)}
	for _, w := range spectral.Hann(spec.Len) {
		spec.Window = append(spec.Window, float32(w))
	}
	bins, weights := spec.Len/2+1, c.Bank.Weights(spec.Len)
	for b := range c.Bank.Bands {
		spec.Bands = append(spec.Bands, melBand(weights[b*bins:(b+1)*bins]))
	}
	return spec
}

// melBand leaves out the zeros on both sides.
func melBand(row []float64) peers.MelBand {
	var band peers.MelBand
	for k, w := range row {
		if w == 0 {
			continue
		}
		if band.Weights == nil {
			band.First = k
		}
		for len(band.Weights) < k-band.First {
			band.Weights = append(band.Weights, 0)
		}
		band.Weights = append(band.Weights, float32(w))
	}
	return band
}

// logMel is the spectrogram in float32, ours against the pipeline in C over
// every build of FFTW and against torchaudio, which is nil where there is none.
func logMel(b *bed[float32, complex64], torch *peers.TorchAudio) work {
	return work{
		key:   results.Key{Bench: results.LogMel, Precision: results.F32, N: melConfig().Framing.Len, Batch: 1},
		clock: contest.CPUClock,
		prepare: func(a *arena) ([]entrant, error) {
			config := melConfig()
			w := &melWork{
				signal: take[float32](a, signalSamples),
				out:    take[float32](a, config.Framing.Frames(signalSamples)*config.Bank.Bands),
			}
			copy(w.signal, melSignal())
			return w.entrants(b, torch, config)
		},
	}
}

// melWork is the buffers of all entrants.
type melWork struct {
	signal, out []float32
	want        []float32 // made by ours
}

func (w *melWork) entrants(b *bed[float32, complex64], torch *peers.TorchAudio, config spectral.MelConfig) ([]entrant, error) {
	mel, err := spectral.NewLogMel[float32](config)
	if err != nil {
		return nil, err
	}
	w.want = make([]float32, len(w.out))
	if err := mel.Spectrogram(w.want, w.signal); err != nil {
		return nil, err
	}
	var entrants []entrant
	if b.choose(results.Ours) {
		entrants = append(entrants, w.entrant(results.Ours, func(times int) error {
			for range times {
				if err := mel.Spectrogram(w.out, w.signal); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	for _, build := range b.fftw {
		theirs, err := peers.NewLogMel(build.lib, melSpec(config))
		if err != nil {
			closeAll(entrants)
			return nil, err
		}
		e := w.entrant(build.name, func(times int) error { return theirs.Run(w.out, w.signal, times) })
		e.close = theirs.Close
		entrants = append(entrants, e)
	}
	if torch != nil {
		entrants = append(entrants, entrant{
			Entrant: results.Entrant{Lib: results.TorchAudio, Goroutines: 1},
			time:    torch.Run,
			check: func() error {
				theirs, err := torch.Spectrogram()
				if err != nil {
					return err
				}
				return agree(theirs, w.want, 1e-4)
			},
		})
	}
	return entrants, nil
}

func (w *melWork) entrant(lib string, run func(times int) error) entrant {
	return entrant{
		Entrant: results.Entrant{Lib: lib, Goroutines: 1},
		run:     run,
		check: func() error {
			clear(w.out)
			if err := run(1); err != nil {
				return err
			}
			return agree(w.out, w.want, 1e-4)
		},
	}
}

// agree compares two results that were computed independently.
func agree[R spectral.Real](got, want []R, tolerance float64) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d values against %d", len(got), len(want))
	}
	for i, v := range got {
		if d := math.Abs(float64(v - want[i])); !(d <= tolerance) {
			return fmt.Errorf("wrong result: value %d is %g against %g", i, v, want[i])
		}
	}
	return nil
}
