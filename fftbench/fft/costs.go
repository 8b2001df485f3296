package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// costs is a cost model, in nanoseconds on one core of a 2021 server, complex64
// and complex128 taken together. Only ratios matter, and only where ways
// compete: at primes and their multiples.
type costs struct {
	call     float64     // of a plan
	stage    float64     // of a radix-2 stage of a power of two, for each element
	short    float64     // of one in a codelet of up to 256 numbers
	kernel   float64     // of one in a longer codelet
	multiply float64     // of a product of spectra
	gather   float64     // of a permuted copy
	unsorted float64     // more in a first pass that works element by element
	radix    [17]float64 // of an autosorting pass for each element
	column   [17]float64 // of a pass over columns of 8 lanes for each element
	joining  float64     // of the last pass of a transform in columns
	vector   [25]float64 // of an autosorting pass by vectors of 4 lanes for each element
	prime    [2]float64  // of one of a large prime, and more for each unit of it
}

// plainCosts are of plain Go, vectorCosts of AVX2.
var (
	plainCosts = costs{
		call: 30, stage: 0.56, multiply: 1.2, gather: 1.5, unsorted: 1.8,
		radix: [17]float64{2: 1.3, 3: 1.5, 4: 1.3, 5: 2, 7: 3, 8: 2.4, 16: 2.9},
		prime: [2]float64{5.5, 0.33},
	}
	vectorCosts = costs{
		call: 25, stage: 0.2, short: 0.1, kernel: 0.15, multiply: 0.4, gather: 1.5, unsorted: 1.8,
		column: [17]float64{2: 0.19, 3: 0.22, 4: 0.22, 5: 0.35, 7: 0.48, 8: 0.31, 16: 0.42}, joining: 0.41,
		vector: [25]float64{
			2: 0.34, 3: 0.36, 4: 0.33, 5: 0.43, 6: 0.38, 7: 0.48, 8: 0.49, 9: 0.55, 10: 0.5, 11: 0.65,
			12: 0.47, 13: 0.92, 14: 0.55, 15: 0.57, 16: 0.59, 20: 0.59, 24: 0.6,
		},
		radix: [17]float64{2: 1.3, 3: 1.5, 4: 0.5, 5: 2, 7: 3, 8: 1, 16: 1},
		prime: [2]float64{5.5, 0.33},
	}
)

// costsOf are those of machines of an instruction set.
func costsOf(isa string) *costs {
	if isa == kernels.Plain {
		return &plainCosts
	}
	return &vectorCosts
}

// of is the time of a recipe.
func (c *costs) of(r *recipe) float64 {
	n := float64(r.n)
	switch r.kind {
	case autosorted:
		return c.call + 1.05*n*c.stage*float64(log2(r.n))
	case mixedRadix:
		return c.call + n*c.passes(r.radices)
	case inColumns:
		return c.call + c.inColumns(r.n, r.radices[0], r.radices[1:])
	case inVectors:
		return c.call + c.inVectors(r.n, r.radices[0], r.radices[1:])
	case raderPrime:
		return c.call + 2*c.of(r.inner) + n*(c.multiply+2*c.gather)
	case bluesteinChirp:
		return c.call + 2*c.of(r.inner) + float64(r.inner.n+2*r.n)*c.multiply
	case splitFactors:
		columns, rows := float64(r.rows.n)*c.of(r.inner), float64(r.inner.n)*c.of(r.rows)
		return c.call + columns + rows + n*(c.multiply+3*c.gather)
	case oneKernel:
		stage := c.short
		if r.n > 256 {
			stage = c.kernel
		}
		return c.call + n*stage*float64(log2(r.n))
	default:
		return c.call + n*c.stage*float64(log2(r.n))
	}
}

// inColumns is the time of a transform in columns. Rows that are no whole number
// of groups take a kernel more.
func (c *costs) inColumns(n, lanes int, radices []int) float64 {
	rows, tail := n/lanes, 0.0
	if rows%lanes > 0 {
		tail = 10
	}
	each := c.joining * float64(wholeVectors(rows, lanes)) / float64(rows)
	for _, radix := range radices {
		each += c.column[radix]
	}
	return float64(n)*each*narrow(8, lanes) + tail
}

// inVectors is the time of an autosort by vectors.
func (c *costs) inVectors(n, lanes int, radices []int) float64 {
	sum, run := 0.0, 1
	for _, radix := range radices {
		sum += c.vectors(n, lanes, run, radix)
		run *= radix
	}
	return sum
}

// vectors is the time of one of its passes, over sequences of which run lie
// interleaved: the first pass turns squares of numbers, the last one has no
// twiddles.
func (c *costs) vectors(n, lanes, run, radix int) float64 {
	each, along := c.vector[radix], run
	switch {
	case run == 1 && radix <= 5:
		each, along = each+0.1, n/radix
	case run == 1:
		each, along = each+0.2, n/radix
	case run*radix == n:
		each -= 0.17
	}
	groups := n / radix / along
	each *= float64(wholeVectors(along, lanes)) / float64(along)
	return float64(n)*each*narrow(4, lanes) + 0.75*float64(groups)
}

// wholeVectors is n rounded up to whole vectors.
func wholeVectors(n, lanes int) int { return (n + lanes - 1) / lanes * lanes }

// narrow is the time by lanes in parts of that by others, of which there are as
// many, twice or half as many. Half the lanes take less than twice the time: what
// waits for results waits for fewer.
func narrow(others, lanes int) float64 {
	switch {
	case lanes < others:
		return 1.72
	case lanes > others:
		return 1 / 1.72
	}
	return 1
}

// passes is the time of autosorting passes for each element.
func (c *costs) passes(radices []int) float64 {
	sum, of := 0.0, c
	if len(radices) > 0 && radices[0]%4 != 0 {
		of = &plainCosts // sequences that are no whole vectors apart
		if radices[0] > 2 {
			sum = c.unsorted
		}
	}
	for _, radix := range radices {
		sum += of.pass(radix)
	}
	return sum
}

func (c *costs) pass(radix int) float64 {
	if radix < len(c.radix) && c.radix[radix] > 0 {
		return c.radix[radix]
	}
	return c.prime[0] + c.prime[1]*float64(radix)
}
