package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// chooser chooses recipes.
type chooser struct {
	costs   *costs
	known   func(n int) *recipe // what wisdom says of a length, or nil
	lanes   []int               // of transforms in columns, the widest first
	sixteen int                 // lanes of those that have passes of radix 16
	wide    int                 // lanes of autosorts by vectors, 0 without them
	short   func(n int) bool    // whether there is a codelet
	made    map[int]*recipe     // what choose said before
}

// newChooser chooses among plans of plain Go and of passes that every machine
// has in one form or another.
func newChooser(c *costs) *chooser {
	return &chooser{
		costs: c,
		known: func(int) *recipe { return nil },
		short: func(int) bool { return false },
		made:  map[int]*recipe{},
	}
}

// machineChooser chooses among all that machines of an instruction set have for
// a precision.
func machineChooser[F kernels.Float](isa string) *chooser {
	c := newChooser(costsOf(isa))
	if has, known := kernels.InventoryOf[F](isa); known {
		c.lanes, c.sixteen, c.wide = has.Columns, has.Sixteen, has.Vectors
		c.short = func(n int) bool {
			_, short := has.Codelet(n)
			return short
		}
	}
	return c
}

// choose is the known way to transform n elements, or else the one that costs
// least by the model.
func (c *chooser) choose(n int) *recipe {
	if r := c.known(n); r != nil {
		return r
	}
	if n&(n-1) == 0 {
		return c.power(n)
	}
	r, made := c.made[n]
	if !made {
		r = c.cheapest(c.ways(n))
		c.made[n] = r
	}
	return r
}

// cheapest is the first of the recipes of least cost.
func (c *chooser) cheapest(list []*recipe) *recipe {
	best, least := list[0], c.costs.of(list[0])
	for _, r := range list[1:] {
		if cost := c.costs.of(r); cost < least {
			best, least = r, cost
		}
	}
	return best
}

// ways are the algorithms that compete for a length, each in its best form by
// the model.
func (c *chooser) ways(n int) []*recipe {
	if n&(n-1) == 0 {
		return []*recipe{c.power(n)}
	}
	primes := primeFactors(n)
	largest := primes[len(primes)-1]
	var list []*recipe
	if largest <= 7 {
		if r := recipeInColumns(n, c.lanes, c.sixteen); r != nil {
			list = append(list, r)
		}
	}
	if largest <= 13 {
		if r := c.inVectors(n); r != nil {
			list = append(list, r)
		}
	}
	switch {
	case list != nil || largest <= 7: // no convolution is as fast
		return append(list, mixed(n, radices(primes)))
	case largest <= kernels.MaxRadix:
		return []*recipe{mixed(n, radices(primes)), c.bluestein(n)}
	case largest == n:
		return []*recipe{c.rader(n), c.bluestein(n)}
	default:
		return []*recipe{c.split(n/largest, largest), c.bluestein(n)}
	}
}

// moreWays are ways first, then other forms of them, whose times the model does
// not tell apart.
func (c *chooser) moreWays(n int) []*recipe {
	list := c.ways(n)
	add := func(r *recipe) {
		is := func(other *recipe) bool { return other.String() == r.String() }
		if !slices.ContainsFunc(list, is) {
			list = append(list, r)
		}
	}
	if n < 2 {
		return list
	}
	primes := primeFactors(n)
	largest := primes[len(primes)-1]
	if largest <= 7 {
		for _, r := range ordersInColumns(n, c.lanes, c.sixteen) {
			add(r)
		}
	}
	for _, r := range c.ordersInVectors(n) {
		add(r)
	}
	if largest == 2 {
		add(dit(n))
		if n > 16 {
			add(&recipe{n: n, kind: autosorted})
		}
	}
	if largest <= kernels.MaxRadix {
		for _, order := range orders(primes) {
			add(mixed(n, order))
		}
	}
	if largest > 7 {
		for _, inner := range c.comfortable(2*n - 1) {
			add(&recipe{n: n, kind: bluesteinChirp, inner: inner})
		}
	}
	if b := divisorNear(n, primes); b > 1 {
		add(c.split(n/b, b))
		add(c.split(b, n/b))
	}
	return list
}

// power transforms a power of two.
func (c *chooser) power(n int) *recipe {
	if c.short(n) {
		return &recipe{n: n, kind: oneKernel}
	}
	if r := recipeInColumns(n, c.lanes, c.sixteen); r != nil {
		return r
	}
	if r := c.inVectors(n); r != nil {
		return r
	}
	return dit(n)
}

func dit(n int) *recipe { return &recipe{n: n, kind: powerOfTwo} }

func mixed(n int, radices []int) *recipe { return &recipe{n: n, kind: mixedRadix, radices: radices} }

func (c *chooser) rader(prime int) *recipe {
	return &recipe{n: prime, kind: raderPrime, inner: c.choose(prime - 1)}
}

func (c *chooser) bluestein(n int) *recipe {
	return &recipe{n: n, kind: bluesteinChirp, inner: c.cheapest(c.comfortable(2*n - 1))}
}

func (c *chooser) split(a, b int) *recipe {
	return &recipe{n: a * b, kind: splitFactors, inner: c.choose(a), rows: c.choose(b)}
}

// comfortable are recipes for the least lengths 2^a, 3·2^a, 5·2^a, 9·2^a and
// 15·2^a that are at least n.
func (c *chooser) comfortable(n int) []*recipe {
	var list []*recipe
	for _, odd := range []int{1, 3, 5, 9, 15} {
		length := odd
		for length < n {
			length *= 2
		}
		list = append(list, c.choose(length))
	}
	return list
}

// radices are those of the passes for these primes: first the largest of 16, 8
// and 4 that leaves a power of four of the twos, which become passes of radix
// 4, then the other primes.
func radices(primes []int) []int {
	first, fours, odd := twosFirst(primes)
	return slices.Concat(first, fours, odd)
}

// twosFirst splits primes into a first radix of all twos but a power of four,
// the fours, and the other primes.
func twosFirst(primes []int) (first, fours, odd []int) {
	twos := 0
	for twos < len(primes) && primes[twos] == 2 {
		twos++
	}
	bits := min(twos, 3+(twos+1)%2) // 3 of an odd number, 4 of an even one
	if bits > 0 {
		first = []int{1 << bits}
	}
	return first, slices.Repeat([]int{4}, (twos-bits)/2), primes[twos:]
}

// orders are other orders of the passes for these primes.
func orders(primes []int) [][]int {
	first, fours, odd := twosFirst(primes)
	falling := slices.Clone(odd)
	slices.Reverse(falling)
	list := [][]int{
		slices.Concat(first, odd, fours),
		slices.Concat(first, fours, falling),
		slices.Concat(first, falling, fours),
	}
	if len(first) > 0 && first[0] == 16 {
		list = append(list, slices.Concat([]int{4, 4}, odd, fours), slices.Concat([]int{4, 4}, fours, falling))
	}
	return list
}

// divisorNear is the largest product of the leading primes that is at most √n.
func divisorNear(n int, primes []int) int {
	b := 1
	for _, p := range primes {
		if b*p > n/(b*p) {
			break
		}
		b *= p
	}
	return b
}
