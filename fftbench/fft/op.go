package fft

import (
	"math"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// Plan is the planned transform of New.
type Plan[C Complex] struct{ rows[C] }

// New plans transforms of n elements, 1 ≤ n ≤ MaxLen, with the algorithm that
// costs least by the package's measured cost model: decimation in time for
// powers of two, mixed radix for smooth lengths, Rader's or Bluestein's
// convolution where a large prime is left.
func New[C Complex](n int) (*Plan[C], error) {
	if err := checkLen(n); err != nil {
		return nil, err
	}
	r := machineCosts().recipeFor(n)
	return &Plan[C]{newRows[C](n,
		func(int) rowPlan[float32] { return build[float32](r) },
		func(int) rowPlan[float64] { return build[float64](r) },
	)}, nil
}

// recipe is the decision how to transform a length; build turns it into a plan
// of one precision.
type recipe struct {
	n       int
	kind    recipeKind
	radices []int   // of a mixed plan
	inner   *recipe // of a convolution, or the columns of a split
	rows    *recipe // of a split
	cost    float64 // nanoseconds, roughly
}

type recipeKind int

const (
	powerOfTwo recipeKind = iota
	mixedRadix
	raderPrime
	bluesteinChirp
	splitFactors
)

// build plans a recipe in one precision.
func build[F kernels.Float](r *recipe) rowPlan[F] {
	switch r.kind {
	case mixedRadix:
		return planAutosort[F](r.n, r.radices)
	case raderPrime:
		return planRader[F](r.n, r.inner)
	case bluesteinChirp:
		return planBluestein[F](r.n, r.inner)
	case splitFactors:
		return planSplit[F](r.inner, r.rows)
	default:
		return planButterfly[F](r.n)
	}
}

// recipeFor chooses the cheapest way to transform n elements.
func (c *costs) recipeFor(n int) *recipe {
	if n&(n-1) == 0 {
		return c.power(n)
	}
	primes := primeFactors(n)
	if largest := primes[len(primes)-1]; largest <= kernels.MaxRadix {
		return cheapest(c.mixed(n, primes), c.bluestein(n))
	} else if largest == n {
		return cheapest(c.rader(n), c.bluestein(n))
	} else {
		return cheapest(c.split(n/largest, largest), c.bluestein(n))
	}
}

func cheapest(a, b *recipe) *recipe {
	if b.cost < a.cost {
		return b
	}
	return a
}

// costs is a cost model, in nanoseconds on one core of a 2021 server, complex64
// and complex128 taken together. Only ratios matter, and only where ways
// compete: at primes and their multiples.
type costs struct {
	call     float64     // of a plan
	stage    float64     // of a radix-2 stage of a power of two, for each element
	multiply float64     // of a product of spectra
	gather   float64     // of a permuted copy
	unsorted float64     // more in a first pass that works element by element
	radix    [17]float64 // of an autosorting pass for each element
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
		call: 60, stage: 0.2, multiply: 0.4, gather: 1.5, unsorted: 1.8,
		radix: [17]float64{2: 0.25, 3: 0.35, 4: 0.3, 5: 0.45, 7: 0.7, 8: 1.5, 16: 1.5},
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

func (c *costs) pass(radix int) float64 {
	if radix < len(c.radix) && c.radix[radix] > 0 {
		return c.radix[radix]
	}
	return c.prime[0] + c.prime[1]*float64(radix)
}

func (c *costs) power(n int) *recipe {
	return &recipe{n: n, kind: powerOfTwo, cost: c.call + float64(n)*c.stage*float64(log2(n))}
}

// mixed starts with the largest of the radices 16, 8 and 4 that leaves a power
// of four of the twos, which become passes of radix 4, and keeps the other
// primes.
func (c *costs) mixed(n int, primes []int) *recipe {
	r := &recipe{n: n, kind: mixedRadix}
	twos := 0
	for twos < len(primes) && primes[twos] == 2 {
		twos++
	}
	first := min(twos, 3+(twos+1)%2) // 3 of an odd number, 4 of an even one
	if first > 0 {
		r.radices = append(r.radices, 1<<first)
	}
	for k := first; k < twos; k += 2 {
		r.radices = append(r.radices, 4)
	}
	r.radices = append(r.radices, primes[twos:]...)
	of := c
	if first < 2 {
		of = &plainCosts // sequences that are no whole vectors apart
	}
	r.cost = c.call
	if first == 0 {
		r.cost += float64(n) * c.unsorted
	}
	for _, radix := range r.radices {
		r.cost += float64(n) * of.pass(radix)
	}
	return r
}

func (c *costs) rader(prime int) *recipe {
	inner := c.recipeFor(prime - 1)
	cost := c.call + 2*inner.cost + float64(prime)*(c.multiply+2*c.gather)
	return &recipe{n: prime, kind: raderPrime, inner: inner, cost: cost}
}

func (c *costs) bluestein(n int) *recipe {
	inner := c.smooth(2*n - 1)
	cost := c.call + 2*inner.cost + float64(inner.n+2*n)*c.multiply
	return &recipe{n: n, kind: bluesteinChirp, inner: inner, cost: cost}
}

func (c *costs) split(a, b int) *recipe {
	columns, rows := c.recipeFor(a), c.recipeFor(b)
	cost := c.call + float64(b)*columns.cost + float64(a)*rows.cost + float64(a*b)*(c.multiply+3*c.gather)
	return &recipe{n: a * b, kind: splitFactors, inner: columns, rows: rows, cost: cost}
}

// smooth is the cheapest of the lengths 2^a, 3·2^a, 5·2^a, 9·2^a and 15·2^a
// that are at least n.
func (c *costs) smooth(n int) *recipe {
	best := &recipe{cost: math.Inf(1)}
	for _, odd := range []int{1, 3, 5, 9, 15} {
		length := odd
		for length < n {
			length *= 2
		}
		candidate := c.power(length)
		if odd > 1 {
			candidate = c.mixed(length, primeFactors(length))
		}
		best = cheapest(best, candidate)
	}
	return best
}

// primeFactors are the primes whose product is n ≥ 2, in ascending order.
func primeFactors(n int) []int {
	var primes []int
	for p := 2; p*p <= n; p++ {
		for n%p == 0 {
			primes = append(primes, p)
			n /= p
		}
	}
	if n > 1 {
		primes = append(primes, n)
	}
	return primes
}
