package spectral_test

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// Levels of speech in 80 mel bands, every 10 ms, as the samples come in.
func ExampleLogMelStream() {
	const rate = 16000
	mel, err := spectral.NewLogMel[float32](spectral.MelConfig{
		Framing: spectral.Framing{Len: 400, Hop: 160, Edges: spectral.Mirrored},
		Bank:    spectral.MelBank{Rate: rate, Bands: 80, Area: true},
		Unit:    spectral.Log10,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	stream, levels := mel.Stream(), []float32(nil)
	chunk := make([]float32, 1000)
	for second := range 2 * rate / len(chunk) {
		for i := range chunk {
			chunk[i] = float32(math.Sin(2 * math.Pi * 440 * float64(second*len(chunk)+i) / rate))
		}
		if levels, err = stream.Append(levels, chunk); err != nil {
			fmt.Println(err)
			return
		}
	}
	if levels, err = stream.Close(levels); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(levels)/80, "frames")
	loudest := 0
	for band, level := range levels[100*80 : 101*80] {
		if level > levels[100*80+loudest] {
			loudest = band
		}
	}
	edges := mel.Config().Bank.Edges()
	fmt.Printf("loudest between %.0f and %.0f Hz\n", edges[loudest], edges[loudest+2])
	// Output:
	// 201 frames
	// loudest between 410 and 484 Hz
}

// The density of a tone in noise, and its peaks.
func ExamplePSD() {
	const rate = 8000
	x := make([]float64, 3*rate)
	for i := range x {
		x[i] = math.Sin(2*math.Pi*1000*float64(i)/rate) + 1e-3*math.Sin(float64(i*i))
	}
	psd, err := spectral.NewPSD[float64](spectral.PSDConfig{
		Framing: spectral.Framing{Len: 256, Hop: 128}, Rate: rate, Centred: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	density := make([]float64, psd.Bins())
	if err := psd.Density(density, x); err != nil {
		fmt.Println(err)
		return
	}
	peaks := make([]spectral.Peak[float64], 1)
	if err := spectral.Strongest(peaks, density); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f Hz: %.4f per Hz\n", float64(peaks[0].Bin)*rate/256, peaks[0].Power)
	// Output:
	// 1000 Hz: 0.0107 per Hz
}

// A moving average over chunks.
func ExampleFIR() {
	filter, err := spectral.NewFIR[float64]([]float64{0.25, 0.25, 0.25, 0.25}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var y []float64
	for _, chunk := range [][]float64{{4, 4}, {4, 4, 8}} {
		if y, err = filter.Append(y, chunk); err != nil {
			fmt.Println(err)
			return
		}
	}
	if y, err = filter.Close(y); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.1f\n", y)
	// Output:
	// [1.0 2.0 3.0 4.0 5.0 4.0 3.0 2.0]
}
