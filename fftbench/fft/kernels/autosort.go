package kernels

import "unsafe"

// Stockham's autosort by vectors of numbers as they lie in memory, decimation in
// frequency as in stockham.go, for any length of the radices below. A pass goes
// over runs of numbers that it treats alike: the first one over the groups, the
// others over the sequences that the passes before have made. Where a run is no
// whole number of vectors its last vector overlaps the one before, so all that
// vectors need is runs of Lanes numbers or more. An inverse transform exchanges
// real and imaginary parts in the first and in the last pass.

// Autosort are the kernels of such passes.
type Autosort[F Float] struct {
	Lanes  int // numbers of a vector
	passes map[int]autosortPasses
}

// AutosortRadices are the radices that there are passes of, on machines that have
// any, in ascending order.
func AutosortRadices() []int {
	return []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24}
}

// autosortPasses are the passes of a radix:
//
//	first  func(y, x *F, part int, twiddles *F)
//	pass   func(y, x *F, part, run, groups int, twiddles *F)
//	last   func(y, x *F, run int)
type autosortPasses struct {
	first directed[entry]
	pass  entry
	last  directed[entry]
}

// Calls joins passes of these radices, of which the first one has Lanes groups or
// more and is Lanes or more. Each but the last one has twiddles: the first, for
// 1 ≤ j < R, the factors w^(jp) of all m groups p, w = e^(−2πi/(R·m)); others,
// for each group, the factors of all j.
func (a *Autosort[F]) Calls(radices []int, twiddles [][]F) *Calls[F] {
	n := 1
	for _, radix := range radices {
		n *= radix
	}
	c := &Calls[F]{n: n, work: 2 * n}
	if len(radices)%2 == 1 {
		c.work *= 2
	}
	c.calls.forward = a.calls(n, radices, twiddles, false)
	c.calls.inverse = a.calls(n, radices, twiddles, true)
	return c
}

// calls alternate between the work and dst, or two rows of the work where the
// first pass would else write to dst, which may be src.
func (a *Autosort[F]) calls(n int, radices []int, twiddles [][]F, inverse bool) []kernelCall {
	number, last := 2*PartBytes[F](), len(radices)-1
	output := func(i int) (place, int) {
		switch {
		case i == last || last%2 == 1 && i%2 == 1:
			return inDst, 0
		case last%2 == 0 && i%2 == 0:
			return inWork, n * number
		}
		return inWork, 0
	}
	var all []kernelCall
	run, from, begin := 1, inSrc, 0
	for i, radix := range radices {
		to, end := output(i)
		passes := a.passes[radix]
		part := n / radix * number
		call := kernelCall{to: to, from: from}
		switch i {
		case 0:
			call.kernel, call.words = passes.first.of(inverse), words(end, begin, part)
			call = call.tableAt(3, unsafe.Pointer(&twiddles[0][:2*(n-n/radix)][0]))
		case last:
			call.kernel, call.words = passes.last.of(inverse), words(end, begin, part)
		default:
			groups := n / radix / run
			call.kernel, call.words = passes.pass, words(end, begin, part, run*number, groups)
			call = call.tableAt(5, unsafe.Pointer(&twiddles[i][:2*(radix-1)*groups][0]))
		}
		all = append(all, call)
		run, from, begin = run*radix, to, end
	}
	return all
}
