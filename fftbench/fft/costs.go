package fft

import "github.com/fftstudy/fftstudy/fftbench/fft/kernels"

// costs is a cost model, in nanoseconds on one core of a 2021 server, complex64
// and complex128 taken together. Only ratios matter, and only where ways
// compete: at primes and their multiples.
type costs struct {
	call     float64     // of a plan
	stage    float64     // of a radix-2 stage of a power of two, for each element
	short    float64     // of one in a codelet
	multiply float64     // of a product of spectra
	gather   float64     // of a permuted copy
	unsorted float64     // more in a first pass that works element by element
	radix    [17]float64 // of an autosorting pass for each element
	column   [9]float64  // of a pass over columns for each element
	joining  float64     // of the last pass of a transform in columns
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
		call: 30, stage: 0.2, short: 0.1, multiply: 0.4, gather: 1.5, unsorted: 1.8,
		column: [9]float64{2: 0.2, 3: 0.25, 4: 0.25, 5: 0.4, 7: 0.6, 8: 0.33}, joining: 0.4,
		radix: [17]float64{2: 0.3, 3: 0.55, 4: 0.35, 5: 0.85, 7: 1.1, 8: 1, 16: 1},
		prime: [2]float64{5.5, 0.33},
	}
)

// machineCosts are those of this machine.
func machineCosts() *costs {
	if kernels.ISA() == "Go" {
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
		return c.call + n*(c.joining+c.inColumns(r.radices[0], r.radices[1:]))
	case inGrid:
		lanes, a, b := r.radices[0], r.radices[1], r.radices[2]
		return c.call + c.side(lanes, a, b) + c.side(lanes, b, a)
	case raderPrime:
		return c.call + 2*c.of(r.inner) + n*(c.multiply+2*c.gather)
	case bluesteinChirp:
		return c.call + 2*c.of(r.inner) + float64(r.inner.n+2*r.n)*c.multiply
	case splitFactors:
		columns, rows := float64(r.rows.n)*c.of(r.inner), float64(r.inner.n)*c.of(r.rows)
		return c.call + columns + rows + n*(c.multiply+3*c.gather)
	case oneKernel:
		return c.call + n*c.short*float64(log2(r.n))
	default:
		return c.call + n*c.stage*float64(log2(r.n))
	}
}

// side is the time of so many columns of length m.
func (c *costs) side(lanes, m, columns int) float64 {
	each := c.joining + c.inColumns(lanes, columnRadices(m))
	if m > longColumn {
		each *= 1.3
	}
	vectors := (columns + lanes - 1) / lanes
	return each * float64(m*vectors*lanes)
}

// inColumns is the time of passes over columns for each element; the model knows
// vectors of eight lanes.
func (c *costs) inColumns(lanes int, radices []int) float64 {
	sum := 0.0
	for _, radix := range radices {
		sum += c.column[radix]
	}
	return sum * max(1, 6/float64(lanes))
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
