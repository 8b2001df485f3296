package learn

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// The shortest and the longest network that can be trained.
const (
	MinLen = 4
	MaxLen = 1 << 12
)

// shape is what the length alone says of a network.
type shape struct{ n, stages int }

func newShape(n int) (shape, error) {
	if err := checkLen(n); err != nil {
		return shape{}, err
	}
	return shape{n, bits.Len(uint(n)) - 1}, nil
}

// butterflies is how many a network has.
func (s shape) butterflies() int { return s.stages * s.n / 2 }

// wiring is what all networks of n points have in common: the input in
// bit-reversed order, then log2 n stages of n/2 butterflies. A butterfly of
// stage s takes two rows that lie h = 2^s apart; number b of a stage is number
// b mod h of block b/h.
type wiring struct {
	shape
	order []int32 // bit reversal
}

func newWiring(n int) (wiring, error) {
	s, err := newShape(n)
	if err != nil {
		return wiring{}, err
	}
	w := wiring{shape: s, order: make([]int32, n)}
	for i := range w.order {
		w.order[i] = int32(bits.Reverse64(uint64(i)) >> (64 - w.stages))
	}
	return w, nil
}

// copy has tables of its own, for what outlives the training.
func (w wiring) copy() wiring {
	w.order = slices.Clone(w.order)
	return w
}

func checkLen(n int) error {
	if n < MinLen || n > MaxLen || n&(n-1) != 0 {
		return fmt.Errorf("learn: networks of %d points: %w, want a power of two from %d to %d",
			n, fft.ErrSize, MinLen, MaxLen)
	}
	return nil
}

// rows returns the two rows of butterfly b of stage s, and its number in its
// block, which is that of its twiddle.
func rows(s, b int) (low, high, twiddle int) {
	h := 1 << s
	twiddle = b & (h - 1)
	low = 2*b - twiddle
	return low, low + h, twiddle
}

// tape is what a call leaves for the way back: the data before each stage and
// after the last, level by level. Each level is n rows, one number of every
// example in each, so that inner loops run over examples, one after the other in
// memory.
type tape struct {
	examples int
	levels   [][]complex128
	gradient []complex128 // of the level that the way back has come to
}

func newTape(w wiring, examples int) *tape {
	t := &tape{examples: examples, levels: make([][]complex128, w.stages+1), gradient: make([]complex128, w.n*examples)}
	for i := range t.levels {
		t.levels[i] = make([]complex128, w.n*examples)
	}
	return t
}

// row returns one row of a level.
func (t *tape) row(level []complex128, i int) []complex128 {
	return level[i*t.examples:][:t.examples:t.examples]
}

// result is the last level: the output.
func (t *tape) result() []complex128 { return t.levels[len(t.levels)-1] }

// load takes rows in natural order as the input.
func (t *tape) load(w wiring, rows []complex128) {
	for i, from := range w.order {
		copy(t.row(t.levels[0], i), t.row(rows, int(from)))
	}
}

// unload gives the gradient of the input in natural order.
func (t *tape) unload(w wiring, rows []complex128) {
	for i, to := range w.order {
		copy(t.row(rows, int(to)), t.row(t.gradient, i))
	}
}

// tapes are those of the numbers of examples that were asked for.
type tapes map[int]*tape

func (t tapes) of(w wiring, examples int) *tape {
	if t[examples] == nil {
		t[examples] = newTape(w, examples)
	}
	return t[examples]
}
