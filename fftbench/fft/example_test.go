package fft_test

import (
	"fmt"

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

// A filter needs neither sorting nor a second buffer: the mask is put into the
// order of the spectrum once.
func ExampleInPlace() {
	plan, err := fft.NewInPlace[complex128](8)
	if err != nil {
		fmt.Println(err)
		return
	}
	keep := map[int32]bool{0: true} // the mean
	x := []complex128{1, 2, 3, 4, 5, 6, 7, 8}
	if err := plan.Forward(x); err != nil {
		fmt.Println(err)
		return
	}
	for i, bin := range plan.Order() {
		if !keep[bin] {
			x[i] = 0
		}
	}
	if err := plan.Inverse(x); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(real(x[0])/8, real(x[7])/8)
	// Output: 4.5 4.5
}
