package fft_test

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// A plan transforms batches of rows, here two rows of four.
func ExampleNew() {
	plan, err := fft.New[complex128](4)
	if err != nil {
		fmt.Println(err)
		return
	}
	src := []complex128{
		1, 0, 0, 0, // an impulse has all frequencies
		1, 1i, -1, -1i, // a tone has one
	}
	dst := make([]complex128, len(src))
	if err := plan.Forward(dst, src); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(dst[:4])
	fmt.Println(dst[4:])
	// Output:
	// [(1+0i) (1+0i) (1+0i) (1+0i)]
	// [(0+0i) (4+0i) (0+0i) (0+0i)]
}

// In place, and back. Nothing divides by the length but the caller.
func ExamplePlan_Inverse() {
	plan, err := fft.New[complex64](3)
	if err != nil {
		fmt.Println(err)
		return
	}
	x := []complex64{1, 2, 6}
	if err := plan.Forward(x, x); err != nil {
		fmt.Println(err)
		return
	}
	if err := plan.Inverse(x, x); err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range x {
		fmt.Printf("%.4f\n", real(v)/3)
	}
	// Output:
	// 1.0000
	// 2.0000
	// 6.0000
}

// The transform of a picture: its rows, then its columns in place.
func ExamplePlan_ForwardBatch() {
	const rows, columns = 2, 4
	picture := []complex128{
		1, 1, 1, 1,
		1, 1, 1, 1,
	}
	along, err := fft.New[complex128](columns)
	if err != nil {
		fmt.Println(err)
		return
	}
	down, err := fft.New[complex128](rows)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := along.Forward(picture, picture); err != nil {
		fmt.Println(err)
		return
	}
	column := fft.Layout{Stride: columns, Distance: 1}
	if err := down.ForwardBatch(picture, picture, fft.Batch{Rows: columns, Dst: column, Src: column}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(picture)
	// Output: [(8+0i) (0+0i) (0+0i) (0+0i) (0+0i) (0+0i) (0+0i) (0+0i)]
}

// A cosine of three periods in 16 samples is half the samples in bin 3.
func ExampleNewReal64() {
	const n = 16
	plan, err := fft.NewReal64(n)
	if err != nil {
		fmt.Println(err)
		return
	}
	signal := make([]float64, n)
	for j := range signal {
		signal[j] = math.Cos(2 * math.Pi * 3 * float64(j) / n)
	}
	spectrum := make([]complex128, plan.Bins())
	if err := plan.Forward(spectrum, signal); err != nil {
		fmt.Println(err)
		return
	}
	for k, bin := range spectrum {
		fmt.Printf("%d: %.1f\n", k, math.Abs(real(bin)))
	}
	// Output:
	// 0: 0.0
	// 1: 0.0
	// 2: 0.0
	// 3: 8.0
	// 4: 0.0
	// 5: 0.0
	// 6: 0.0
	// 7: 0.0
	// 8: 0.0
}

// Overlapping frames of a signal are rows at a distance of a hop: no copy of
// them is made.
func ExampleRealPlan_ForwardBatch() {
	const n, hop, frames = 8, 4, 3
	plan, err := fft.NewReal32(n)
	if err != nil {
		fmt.Println(err)
		return
	}
	signal := make([]float32, n+hop*(frames-1))
	for j := 8; j < len(signal); j++ {
		signal[j] = 1 // silence, then a step
	}
	spectra := make([]complex64, frames*plan.Bins())
	if err := plan.ForwardBatch(spectra, signal, fft.Batch{Rows: frames, Src: fft.Layout{Distance: hop}}); err != nil {
		fmt.Println(err)
		return
	}
	for r := range frames {
		fmt.Println(real(spectra[r*plan.Bins()]))
	}
	// Output:
	// 0
	// 4
	// 8
}

// Measured choices are kept as text, and a plan made with them measures
// nothing.
func ExampleWisdom() {
	var wisdom fft.Wisdom
	_, err := fft.New[complex64](1000, fft.WithPlanner(fft.Measure), fft.WithWisdom(&wisdom))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := wisdom.MarshalText() // to be written to a file
	if err != nil {
		fmt.Println(err)
		return
	}
	var kept fft.Wisdom
	if err := kept.UnmarshalText(text); err != nil {
		fmt.Println(err)
		return
	}
	_, err = fft.New[complex64](1000, fft.WithPlanner(fft.Measure), fft.WithWisdom(&kept))
	fmt.Println(err)
	// Output: <nil>
}

// What a plan would take, on any machine, for more numbers than any has room for.
func ExampleDescribe() {
	a, err := fft.Describe[complex64](1<<40, fft.ForISA("AVX2+FMA"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range a.Holdings {
		fmt.Printf("%s (%s): %.1f TiB\n", h.Name, h.Kind, float64(h.Bytes)/(1<<40))
	}
	first, last := a.Stages[0], a.Stages[len(a.Stages)-1]
	fmt.Printf("%d stages, from %s of %s to %s\n", len(a.Stages), first.Kind, first.Block, last.Kind)
	// Output:
	// twiddles (parameter): 9.0 TiB
	// row order (table): 0.1 TiB
	// scratch (scratch): 8.0 TiB
	// 14 stages, from radix 4 of columns to radix 8 across
}
