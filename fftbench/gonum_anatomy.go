package fftbench

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// gonumHoldings are the parts of a gonumRow, in its footprint's order.
const (
	gonumTwiddles = iota
	gonumWork
	gonumTime
	gonumSpectrum
	gonumMask // of a filter
)

// describeGonumRow tells the parts of a row of n numbers.
func describeGonumRow(n int) (*fft.Anatomy, error) {
	if err := checkGonum(n); err != nil {
		return nil, err
	}
	if n > fft.MaxDescribed {
		return nil, fmt.Errorf("gonum: length %d, of which at most %d are described: %w", n, fft.MaxDescribed, fft.ErrSize)
	}
	a := &fft.Anatomy{}
	for _, part := range gonumRowFootprint(n) {
		a.Holdings = append(a.Holdings, fft.Holding{Part: part})
	}
	return a, nil
}

// gonumCall is the stages of gonum's transform of one converted row to the
// other: by way of a row of its own, and a second one in turn with that.
func gonumCall(prefix string, from, to int) []fft.Stage {
	stages := []fft.Stage{
		{Name: "copy", Kind: "copy", From: []int{from}, To: []int{gonumWork}},
		{Name: "passes", Kind: "passes", Reads: []int{gonumTwiddles}, From: []int{gonumWork}, To: []int{gonumWork}},
		{Name: "copy back", Kind: "copy", From: []int{gonumWork}, To: []int{to}},
	}
	for i := range stages {
		stages[i].Name, stages[i].Block = prefix+stages[i].Name, "gonum"
	}
	return stages
}

// converted are the stages of a call between conversions from the type of the
// data and to it.
func converted(first, last int, between ...fft.Stage) []fft.Stage {
	stages := []fft.Stage{{Name: "convert", Kind: "convert", Block: "gonum", From: []int{fft.InputRow}, To: []int{first}}}
	stages = append(stages, between...)
	return append(stages, fft.Stage{
		Name: "convert back", Kind: "convert", Block: "gonum", From: []int{last}, To: []int{fft.OutputRow},
	})
}

// describeGonumTransform takes a gonumTransform apart.
func describeGonumTransform(n int) (*fft.Anatomy, error) {
	a, err := describeGonumRow(n)
	if err != nil {
		return nil, err
	}
	a.Stages = converted(gonumTime, gonumSpectrum, gonumCall("", gonumTime, gonumSpectrum)...)
	a.Inverse = converted(gonumSpectrum, gonumTime, gonumCall("", gonumSpectrum, gonumTime)...)
	return a, nil
}

// describeGonumFilter takes a gonumFilter apart.
func describeGonumFilter(n int) (*fft.Anatomy, error) {
	a, err := describeGonumRow(n)
	if err != nil {
		return nil, err
	}
	a.Holdings = append(a.Holdings, fft.Holding{Part: gonumMaskPart(n)})
	stages := gonumCall("forward.", gonumTime, gonumSpectrum)
	stages = append(stages, fft.Stage{Name: "mask", Kind: "mask", Block: "gonum",
		Reads: []int{gonumMask}, From: []int{gonumSpectrum}, To: []int{gonumSpectrum}})
	stages = append(stages, gonumCall("inverse.", gonumSpectrum, gonumTime)...)
	a.Stages = converted(gonumTime, gonumTime, stages...)
	return a, nil
}
