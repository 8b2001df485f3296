package spectral

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

const blockFilter = "filter"

// DescribeTwoPass takes the plan of [NewTwoPass] apart, over a transform of n
// samples whose anatomy is t.
func DescribeTwoPass[R Real, C fft.Complex](n int, t *fft.Anatomy) (*fft.Anatomy, error) {
	if err := samePrecision[R, C](); err != nil {
		return nil, err
	}
	s := &sketch{}
	inner := s.holdAll(t)
	mask := hold[R](s, "mask", fft.Parameter, n)
	spectrum := hold[C](s, "spectrum", fft.Scratch, n)
	s.add(fft.Embedded(t.Stages, "forward.", inner, fft.InputRow, spectrum)...)
	s.add(fft.Stage{Name: "mask", Kind: "mask", Block: blockFilter,
		Reads: []int{mask}, From: []int{spectrum}, To: []int{spectrum}})
	s.add(fft.Embedded(t.Inverse, "inverse.", inner, spectrum, fft.OutputRow)...)
	return &s.Anatomy, nil
}

// DescribeFIR takes a filter of [NewFIR] with so many taps apart without
// building it.
func DescribeFIR[R Real](taps, n int, options ...fft.Option) (*fft.Anatomy, error) {
	n, err := firLen(taps, n, longest)
	if err != nil {
		return nil, err
	}
	row, err := fft.DescribeReal[R](n, options...)
	if err != nil {
		return nil, err
	}
	s := &sketch{}
	inner := s.holdAll(row)
	response := hold[R](s, "response", fft.Parameter, 2*(n/2+1))
	s.Holdings[response].Derived = true // from the taps
	block := hold[R](s, "block", fft.Scratch, n)
	spectrum := hold[R](s, "spectrum", fft.Scratch, 2*(n/2+1))
	zeros := hold[R](s, "zeros", fft.Table, n)
	feed := holdFeed[R](s, Framing{Len: n, Hop: n - taps + 1}, 1, fft.State)

	s.add(fft.Stage{Name: "pad", Kind: "copy", Block: blockCut, Reads: []int{zeros}, To: []int{feed.kept}})
	feed.addKeep(s)
	s.add(fft.Embedded(row.Stages, "forward.", inner, feed.kept, spectrum)...)
	s.add(fft.Stage{Name: "multiply", Kind: "multiply", Block: blockFilter,
		Reads: []int{response}, From: []int{spectrum}, To: []int{spectrum}})
	s.add(fft.Embedded(row.Inverse, "inverse.", inner, spectrum, block)...)
	s.add(fft.Stage{Name: "emit", Kind: "copy", Block: blockCut, From: []int{block}, To: []int{fft.OutputRow}})
	return &s.Anatomy, nil
}
