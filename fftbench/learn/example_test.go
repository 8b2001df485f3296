package learn_test

import (
	"context"
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/learn"
)

// A unitary network begins with angles that are off by 0.3 rad, and is the DFT
// after 400 steps.
func ExampleTrain() {
	m, err := learn.Train(context.Background(), learn.Config{Variant: learn.ButterflyUnitary, N: 32, Landscape: -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.ID, "after", m.Steps, "steps")
	for _, score := range m.Scores.Rows[:2] {
		fmt.Printf("%s: below 1e-6 is %v\n", score.Name, score.Values[0] < 1e-6)
	}
	// Output:
	// butterfly_unitary_n32 after 400 steps
	// trained: below 1e-6 is true
	// start: below 1e-6 is false
}

// Eight bits a twiddle, and a transform as any other.
func ExampleFitted_Transform() {
	f, err := learn.Fit(context.Background(), learn.Config{Variant: learn.DomainTwiddle, N: 64})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := f.Transform()
	if err != nil {
		fmt.Println(err)
		return
	}
	impulse, spectrum := make([]complex64, 64), make([]complex64, 64)
	impulse[0] = 1
	fmt.Println(t.Forward(spectrum, impulse), spectrum[0], spectrum[63])
	for _, part := range t.Footprint() {
		fmt.Println(part.Name, part.Count, part.Bytes)
	}
	// Output:
	// <nil> (1+0i) (1+0i)
	// twiddles 63 126
	// pass scales 6 24
	// bit reversal 64 256
}
