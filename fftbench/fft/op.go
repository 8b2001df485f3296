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
	r := recipeFor(n)
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
func recipeFor(n int) *recipe {
	if n&(n-1) == 0 {
		return powerRecipe(n)
	}
	primes := primeFactors(n)
	if largest := primes[len(primes)-1]; largest <= kernels.MaxRadix {
		return cheapest(mixedRecipe(n, primes), bluesteinRecipe(n))
	} else if largest == n {
		return cheapest(raderRecipe(n), bluesteinRecipe(n))
	} else {
		return cheapest(splitRecipe(n/largest, largest), bluesteinRecipe(n))
	}
}

func cheapest(a, b *recipe) *recipe {
	if b.cost < a.cost {
		return b
	}
	return a
}

// The cost model, in nanoseconds on one core of a 2021 server in plain Go. Only
// ratios matter, and only where ways compete: at primes and their multiples.
const (
	costCall     = 30   // of a plan
	costStage    = 0.56 // of a radix-2 stage of a power of two, for each element
	costMultiply = 1.2  // of a product of spectra
	costGather   = 1.5  // of a permuted copy
	costUnsorted = 1.8  // more in a first pass that works element by element
)

// costRadix is the cost of an autosorting pass for each element.
func costRadix(r int) float64 {
	switch r {
	case 2, 4:
		return 1.3
	case 3:
		return 1.5
	case 5:
		return 2
	case 7:
		return 3
	case 8:
		return 2.4
	case 16:
		return 2.9
	default:
		return 5.5 + 0.33*float64(r)
	}
}

func powerRecipe(n int) *recipe {
	return &recipe{n: n, kind: powerOfTwo, cost: costCall + float64(n)*costStage*float64(log2(n))}
}

// mixedRecipe starts with the largest of the radices 16, 8 and 4 that leaves a
// power of four of the twos, which become passes of radix 4, and keeps the
// other primes.
func mixedRecipe(n int, primes []int) *recipe {
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
	r.cost = costCall
	if first == 0 {
		r.cost += float64(n) * costUnsorted
	}
	for _, radix := range r.radices {
		r.cost += float64(n) * costRadix(radix)
	}
	return r
}

func raderRecipe(prime int) *recipe {
	inner := recipeFor(prime - 1)
	cost := costCall + 2*inner.cost + float64(prime)*(costMultiply+2*costGather)
	return &recipe{n: prime, kind: raderPrime, inner: inner, cost: cost}
}

func bluesteinRecipe(n int) *recipe {
	inner := smoothRecipe(2*n - 1)
	cost := costCall + 2*inner.cost + float64(inner.n+2*n)*costMultiply
	return &recipe{n: n, kind: bluesteinChirp, inner: inner, cost: cost}
}

func splitRecipe(a, b int) *recipe {
	columns, rows := recipeFor(a), recipeFor(b)
	cost := costCall + float64(b)*columns.cost + float64(a)*rows.cost + float64(a*b)*(costMultiply+3*costGather)
	return &recipe{n: a * b, kind: splitFactors, inner: columns, rows: rows, cost: cost}
}

// smoothRecipe is the cheapest of the lengths 2^a, 3·2^a, 5·2^a, 9·2^a and
// 15·2^a that are at least n.
func smoothRecipe(n int) *recipe {
	best := &recipe{cost: math.Inf(1)}
	for _, odd := range []int{1, 3, 5, 9, 15} {
		length := odd
		for length < n {
			length *= 2
		}
		candidate := powerRecipe(length)
		if odd > 1 {
			candidate = mixedRecipe(length, primeFactors(length))
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
