package fftbench

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// kissFactors are the numbers in a plan of KISS FFT beside the roots: its
// length, its direction, and room for 32 pairs of a radix and what remains.
const kissFactors = 2 + 2*32

// kissCoded reports whether KISS FFT has code for a radix. A pass of another one
// allocates a group while it runs.
func kissCoded(radix int) bool { return 2 <= radix && radix <= 5 }

// kissRadices are the radices that KISS FFT splits n into: fours, a two, then
// odd numbers from three on, and the rest once their squares are beyond n.
func kissRadices(n int) []int {
	radix, radices := 4, []int{}
	for rest := n; len(radices) == 0 || rest > 1; {
		for rest%radix != 0 {
			switch radix {
			case 4:
				radix = 2
			case 2:
				radix = 3
			default:
				radix += 2
			}
			if radix*radix > n {
				radix = rest
			}
		}
		rest /= radix
		radices = append(radices, radix)
	}
	return radices
}

func kissScratch(radix int) fft.Part {
	return fft.Part{Name: "group", Kind: fft.Scratch, Count: radix, Bytes: 8 * int64(radix)}
}

// describeKiss takes a plan of KISS FFT apart: it deals the input out to the
// output and transforms it there, smallest groups first.
func describeKiss(n int) (*fft.Anatomy, error) {
	if err := checkPeerLen("kissfft", n); err != nil {
		return nil, err
	}
	const twiddles, factors, group = 0, 1, 2
	a := &fft.Anatomy{Holdings: []fft.Holding{
		{Part: fft.Part{Name: "twiddles", Kind: fft.Parameter, Count: n, Bytes: 8 * int64(n)}},
		{Part: fft.Part{Name: "factors", Kind: fft.Table, Count: kissFactors, Bytes: 4 * kissFactors}},
	}}
	radices := kissRadices(n)
	if radix := slices.Max(radices); !kissCoded(radix) {
		a.Holdings = append(a.Holdings, fft.Holding{Part: kissScratch(radix)})
	}
	out := []int{fft.OutputRow}
	a.Stages = []fft.Stage{{Name: "deal out", Kind: "permutation", Block: "kissfft",
		Reads: []int{factors}, From: []int{fft.InputRow}, To: out}}
	slices.Reverse(radices)
	for i, radix := range radices {
		name, from := fmt.Sprintf("pass %d", i+1), out
		if !kissCoded(radix) {
			a.Stages = append(a.Stages, fft.Stage{Name: name + " group", Kind: "copy", Block: "kissfft",
				From: out, To: []int{group}})
			from = []int{group}
		}
		a.Stages = append(a.Stages, fft.Stage{Name: name, Kind: fmt.Sprintf("radix %d", radix), Block: "kissfft",
			Reads: []int{twiddles, factors}, From: from, To: out})
	}
	a.Inverse = a.Stages
	return a, nil
}
