package fft

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// DescribeButterflyQ8 is the anatomy of what NewButterflyQ8 makes.
func DescribeButterflyQ8(n int) (*Anatomy, error) {
	if err := checkDescribedPower(n); err != nil {
		return nil, err
	}
	if n < shortestLongQ8 {
		return shortQ8Anatomy(n), nil
	}
	return longQ8Anatomy(n), nil
}

// shortQ8Anatomy is that of newShortQ8. A row is on the stack between its stages,
// which are therefore one.
func shortQ8Anatomy(n int) *Anatomy {
	const twiddles, scales = 0, 1
	c := call{block: "q8"}
	if stages := log2(n); stages > 0 {
		c.step("passes", fmt.Sprintf("radix 2, %d times", stages), InputRow, OutputRow, twiddles, scales)
	} else {
		c.step("round", "round", InputRow, OutputRow)
	}
	return &Anatomy{
		Holdings: []Holding{
			{Part: part[[2]int8]("twiddles", Parameter, n-1)},
			{Part: part[int32]("pass scales", Parameter, log2(n))},
		},
		Stages: c.stages, Inverse: c.stages,
	}
}

// longQ8Anatomy is that of newLongQ8.
func longQ8Anatomy(n int) *Anatomy {
	const twiddles, scales, permutation, scratch = 0, 1, 2, 3
	m := n / kernels.Q8Lanes
	first, block := firstRadixQ8(m), blockLengthQ8(m)
	count, bytes := kernels.Q8TwiddlesOf(m)
	passes := 2
	c := call{block: "q8"}
	c.step("pass 1", fmt.Sprintf("round, radix %d", first), InputRow, scratch, permutation)
	c.passes++
	for h := first; h < m; h *= 4 {
		count += 3 * h
		bytes += len(kernels.Q8Fan{}) * h
		passes++
		if h < block {
			c.pass(4, scratch, scratch, twiddles, scales)
		} else {
			c.step(fmt.Sprintf("join %d", log2(h/block)/2+1), "radix 4", scratch, scratch, twiddles, scales)
		}
	}
	c.across(kernels.Q8Lanes, scratch, OutputRow, twiddles, scales)
	return &Anatomy{
		Holdings: []Holding{
			{Part: Part{Name: "twiddles", Kind: Parameter, Count: count, Bytes: int64(bytes)}},
			{Part: part[int32]("pass scales", Parameter, passes)},
			{Part: part[int32]("permutation", Table, block/first)},
			{Part: part[kernels.Q8Row]("scratch", Scratch, workLenQ8(m))},
		},
		Stages: c.stages, Inverse: c.stages,
	}
}
