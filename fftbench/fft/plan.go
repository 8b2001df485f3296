package fft

import (
	"fmt"
	"unsafe"
)

// Plan is a planned transform; see New.
type Plan[C Complex] struct {
	rows[C]
	recipe *recipe
}

// New plans transforms of n elements, 1 ≤ n ≤ MaxLen, and picks the algorithm:
// passes of small radices for powers of two and other smooth lengths, Rader's
// or Bluestein's convolution where a large prime is left. Options say how it
// picks and how calls run.
func New[C Complex](n int, options ...Option) (*Plan[C], error) {
	if err := checkLen(n); err != nil {
		return nil, err
	}
	s, err := settingsOf(options)
	if err != nil {
		return nil, err
	}
	p := &Plan[C]{rows: rows[C]{n: n}}
	var c C
	if unsafe.Sizeof(c) == unsafe.Sizeof(complex64(0)) {
		p.recipe = recipeFor[float32](n, s)
		p.single = newRunner(n, build[float32](p.recipe))
	} else {
		p.recipe = recipeFor[float64](n, s)
		p.double = newRunner(n, build[float64](p.recipe))
	}
	return p, nil
}

// String says how the plan works, in the words of wisdom:
//
//	complex64 1000: mixed(8,5,5,5)
func (p *Plan[C]) String() string {
	var c C
	return fmt.Sprintf("%T %d: %s", c, p.n, p.recipe)
}
