package fft

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
	r := newPlanner(machineCosts()).choose(n)
	return &Plan[C]{newRows[C](n,
		func(int) rowPlan[float32] { return build[float32](r) },
		func(int) rowPlan[float64] { return build[float64](r) },
	)}, nil
}
