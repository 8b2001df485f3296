package main

import "slices"

// powersOfTwo are the lengths of the main tables.
func powersOfTwo() []int {
	var sizes []int
	for n := 64; n <= 131072; n *= 2 {
		sizes = append(sizes, n)
	}
	return sizes
}

// otherLengths is the fixed list of those that are no powers of two: 3·2^k,
// products of 2, 3 and 5, of 2, 3, 5 and 7, and primes.
func otherLengths() []int {
	list := slices.Concat(
		[]int{96, 192, 384, 768, 1536, 3072, 12288, 98304},
		[]int{60, 100, 240, 360, 1000, 3600, 10000, 100000},
		[]int{84, 210, 420, 1260, 2520, 5040, 13720, 44100},
		[]int{101, 257, 509, 1009, 4099, 10007, 32771, 65537},
	)
	slices.Sort(list)
	return list
}

// everySecond thins a list out from its first element on.
func everySecond(list []int) []int {
	var half []int
	for i := 0; i < len(list); i += 2 {
		half = append(half, list[i])
	}
	return half
}

// maxElements bounds n·batch: beyond it all entrants wait for memory.
const maxElements = 1 << 21
