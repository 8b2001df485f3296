package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// autosortAnatomy is that of planAutosort.
func autosortAnatomy[F kernels.Float](n int, radices []int) *rowAnatomy {
	const twiddles, roots = 0, 1
	a, c := &rowAnatomy{}, call{block: "mixed"}
	if len(radices) > 1 {
		a.work = 2 * n
	}
	twiddleParts, rootParts, m := 0, 0, n
	alternate(len(radices), workRow, func(i, from, to int) {
		radix := radices[i]
		m /= radix
		switch {
		case radix == 4 && m == 1:
			c.pass(radix, from, to)
			return
		case hasRoots(radix):
			c.pass(radix, from, to, twiddles, roots)
			rootParts += rootsParts(radix)
		default:
			c.pass(radix, from, to, twiddles)
		}
		twiddleParts += fansParts(radix, m)
	})
	a.holdings = []Holding{{Part: complexPart[F]("twiddles", Parameter, twiddleParts)}}
	if rootParts > 0 {
		a.holdings = append(a.holdings, Holding{Part: complexPart[F]("roots of prime radices", Parameter, rootParts)})
	}
	a.forward = slices.Clip(c.stages)
	if first := radices[0]; first != 16 && first != 8 && (first != 4 || n == 4) {
		c.step("reverse", "reverse", OutputRow, OutputRow)
	}
	a.inverse = c.stages
	return a
}

// vectorsAnatomy is that of planVectors.
func vectorsAnatomy[F kernels.Float](n int, radices []int) *rowAnatomy {
	const twiddles = 0
	a, c := &rowAnatomy{alias: true, work: 2 * n}, call{block: "vectors"}
	between := radices[1 : len(radices)-1]
	other := OutputRow
	if len(between)%2 == 1 {
		a.work, other = 4*n, workRow
	}
	m := n / radices[0]
	parts := fansParts(radices[0], m)
	c.pass(radices[0], InputRow, workRow, twiddles)
	from, to := workRow, other
	for _, radix := range between {
		m /= radix
		parts += fansParts(radix, m)
		c.pass(radix, from, to, twiddles)
		from, to = to, from
	}
	c.pass(radices[len(radices)-1], from, OutputRow)
	a.holdings = []Holding{{Part: complexPart[F]("twiddles", Parameter, parts)}}
	a.forward, a.inverse = c.stages, c.stages
	return a
}
