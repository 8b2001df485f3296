package fft

import (
	"fmt"
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
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
		p.single = newComplexRunner(n, build[float32](p.recipe), share(p.recipe, s))
	} else {
		p.recipe = recipeFor[float64](n, s)
		p.double = newComplexRunner(n, build[float64](p.recipe), share(p.recipe, s))
	}
	return p, nil
}

// share is how calls of a plan of this recipe are shared.
func share(r *recipe, s *settings) sharing {
	return sharing{goroutines: s.goroutines, rowTime: machineCosts().of(r)}
}

// String says how the plan works, in the words of wisdom:
//
//	complex64 1000: mixed(8,5,5,5)
func (p *Plan[C]) String() string {
	var c C
	return fmt.Sprintf("%T %d: %s", c, p.n, p.recipe)
}

// ScratchLen is the number of elements that ForwardScratch and InverseScratch
// want.
func (p *Plan[C]) ScratchLen() int {
	if p.single != nil {
		return p.single.scratchLen() / 2
	}
	return p.double.scratchLen() / 2
}

// ForwardScratch is Forward with the caller's scratch, of ScratchLen elements
// or more of any content, which shares no memory with dst and src. It runs on
// the caller's goroutine alone and leaves the plan's memory untouched.
func (p *Plan[C]) ForwardScratch(dst, src, scratch []C) error {
	return p.runWith(dst, src, scratch, false)
}

// InverseScratch is Inverse with the caller's scratch; see ForwardScratch.
func (p *Plan[C]) InverseScratch(dst, src, scratch []C) error {
	return p.runWith(dst, src, scratch, true)
}

func (p *Plan[C]) runWith(dst, src, scratch []C, inverse bool) error {
	if err := checkRowsOrSame(p.n, dst, src); err != nil {
		return err
	}
	if p.single != nil {
		return runWith(p.single, dst, src, scratch, inverse)
	}
	return runWith(p.double, dst, src, scratch, inverse)
}

func runWith[F kernels.Float, C Complex](r *runner[F], dst, src, scratch []C, inverse bool) error {
	to, from := parts[F](dst), parts[F](src)
	if err := checkScratch(scratch, r.scratchLen()/2, to, from); err != nil {
		return err
	}
	r.runWith(to, from, inverse, r.parted(parts[F](scratch)))
	return nil
}

// ForwardBatch transforms rows whose elements are not neighbours, such as the
// columns of a matrix. dst and src may be longer than the batch. They may be
// the same memory if their layouts are; else no element of one may be of the
// other, and where their layouts differ nor may one lie among those of the
// other.
func (p *Plan[C]) ForwardBatch(dst, src []C, b Batch) error { return p.place(dst, src, b, false) }

// InverseBatch is ForwardBatch with the conjugate roots; it does not divide by
// Len.
func (p *Plan[C]) InverseBatch(dst, src []C, b Batch) error { return p.place(dst, src, b, true) }

func (p *Plan[C]) place(dst, src []C, b Batch, inverse bool) error {
	b, err := b.fit(p.n, len(dst), p.n, len(src))
	if err != nil || b.Rows == 0 {
		return err
	}
	if p.single != nil {
		return place(p.single, dst, src, b, inverse)
	}
	return place(p.double, dst, src, b, inverse)
}

func place[F kernels.Float, C Complex](r *runner[F], dst, src []C, b Batch, inverse bool) error {
	c := placed[F]{parts[F](dst), parts[F](src), b, inverse}
	if !apart(b, r.signal.count, c.dst, c.src) {
		return fmt.Errorf("fft: elements of dst are other elements of src: %w", ErrOverlap)
	}
	r.callPlaced(c)
	return nil
}
