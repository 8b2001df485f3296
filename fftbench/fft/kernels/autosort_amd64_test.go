//go:build !purego

package kernels

import (
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The passes of autosorts by vectors against their definition, on slices that
// begin anywhere, with fences against writes beside the output.

func TestAutosortRadices(t *testing.T) {
	needVectors(t)
	assert.Len(t, AutosortOf[float32]().passes, len(AutosortRadices()))
	assert.Len(t, AutosortOf[float64]().passes, len(AutosortRadices()))
	for _, radix := range AutosortRadices() {
		assert.Contains(t, AutosortOf[float32]().passes, radix)
		assert.Contains(t, AutosortOf[float64]().passes, radix)
	}
	assert.True(t, slices.IsSorted(AutosortRadices()))
}

func TestAutosortPasses(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkAutosortPasses[float32]), rapid.MakeCheck(checkAutosortPasses[float64]))
}

func checkAutosortPasses[F Float](t *rapid.T) {
	a := AutosortOf[F]()
	radix := rapid.SampledFrom(AutosortRadices()).Draw(t, "radix")
	run := a.Lanes + rapid.IntRange(0, 2*a.Lanes+1).Draw(t, "more than a vector")
	groups := rapid.IntRange(1, 4).Draw(t, "groups")
	inverse := rapid.Bool().Draw(t, "inverse")
	number0, passes := 2*PartBytes[F](), a.passes[radix]

	_, x := fenced[F](t, 2*radix*run*groups)
	_, w := fenced[F](t, 2*(radix-1)*max(run, groups))
	// output j of the numbers that begin at `at`, `apart` from each other.
	output := func(at, apart, j int, twiddle complex128, inverse bool) complex128 {
		sum := complex128(0)
		for k := range radix {
			sum += swapped(number(x, at+k*apart), inverse) * unit(j*k, radix)
		}
		return sum * twiddle
	}
	run0 := func(what string, count int, pass func(y []F), want func(i int) complex128) {
		all, y := fenced[F](t, 2*count)
		before := slices.Clone(all)
		pass(y)
		untouched(t, all, y, before)
		for i := range count {
			near[F](t, what, number(y, i), want(i), radix)
		}
	}

	call := func(y []F, kernel entry, words [6]uintptr, table int) {
		c := kernelCall{kernel: kernel, to: inDst, from: inSrc, words: words}
		if table > 0 {
			c = c.tableAt(table, unsafe.Pointer(&w[0]))
		}
		runCalls(unsafe.Pointer(&y[0]), unsafe.Pointer(&x[0]), nil, 0, &c, 1)
	}
	run0("first", radix*run, func(y []F) { call(y, passes.first.of(inverse), words(0, 0, run*number0), 3) },
		func(i int) complex128 {
			p, j, twiddle := i/radix, i%radix, complex128(1)
			if j > 0 {
				twiddle = number(w, (j-1)*run+p)
			}
			return output(p, run, j, twiddle, inverse)
		})
	run0("pass", radix*run*groups, func(y []F) {
		call(y, passes.pass, words(0, 0, run*groups*number0, run*number0, groups), 5)
	}, func(i int) complex128 {
		p, j, q, twiddle := i/run/radix, i/run%radix, i%run, complex128(1)
		if j > 0 {
			twiddle = number(w, p*(radix-1)+j-1)
		}
		return output(p*run+q, run*groups, j, twiddle, false)
	})
	run0("last", radix*run, func(y []F) { call(y, passes.last.of(inverse), words(0, 0, run*number0), 0) },
		func(i int) complex128 {
			return swapped(output(i%run, run, i/run, 1, false), inverse)
		})
}

// Chains of any radices transform, in place or not.
func TestAutosortChains(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkAutosortChain[float32]), rapid.MakeCheck(checkAutosortChain[float64]))
}

func checkAutosortChain[F Float](t *rapid.T) {
	a := AutosortOf[F]()
	radices := rapid.SliceOfN(rapid.SampledFrom([]int{2, 3, 4, 5, 6, 7}), 2, 3).Draw(t, "radices")
	n := 1
	for _, radix := range radices {
		n *= radix
	}
	if min(radices[0], n/radices[0]) < a.Lanes {
		t.Skip("too short")
	}
	var twiddles [][]F
	m := n
	for i, radix := range radices[:len(radices)-1] {
		m /= radix
		if i == 0 {
			twiddles = append(twiddles, groupTwiddles[F](radix, m))
		} else {
			twiddles = append(twiddles, fans[F](radix, m))
		}
	}
	chain := a.Calls(radices, twiddles)
	inverse := rapid.Bool().Draw(t, "inverse")
	_, x := fenced[F](t, 2*n)
	_, work := fenced[F](t, chain.WorkLen())
	all, dst := fenced[F](t, 2*n)
	before := slices.Clone(all)
	chain.Run(dst, x, work, inverse)
	untouched(t, all, dst, before)
	for k := range n {
		sum := complex128(0)
		for j := range n {
			sum += swapped(number(x, j), inverse) * unit(j*k, n)
		}
		near[F](t, "chain", number(dst, k), swapped(sum, inverse), n)
	}
	if chain.Short() {
		_, again := fenced[F](t, 2*n)
		chain.Run(again, x, nil, inverse)
		require.Equal(t, dst, again, "with work on the stack")
	}
	chain.Run(x, x, work, inverse)
	require.Equal(t, dst, x, "in place")
}

// groupTwiddles are those of a first pass: for each output, of all groups.
func groupTwiddles[F Float](radix, m int) []F {
	var table []F
	for j := 1; j < radix; j++ {
		for p := range m {
			w := unit(j*p, radix*m)
			table = append(table, F(real(w)), F(imag(w)))
		}
	}
	return table
}
