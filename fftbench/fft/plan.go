package fft

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// Plan is a planned transform of rows of Len complex numbers. It may be used by
// any number of goroutines at once and allocates nothing, but for scratch when
// more calls are in flight than ever before.
//
// Forward and Inverse take rows one after the other, apart or in place.
// ForwardBatch and InverseBatch take rows that lie otherwise, ForwardScratch
// and InverseScratch keep to memory of the caller's.
type Plan[C Complex] struct {
	rows   rows[C]
	recipe *recipe
}

// New plans transforms of n elements, 1 ≤ n ≤ MaxLen, and picks the algorithm:
// passes of small radices where the prime factors of n are small, else Rader's
// or Bluestein's convolution. Options say how it picks, and whether calls may
// share their rows among goroutines.
func New[C Complex](n int, options ...Option) (*Plan[C], error) {
	if err := checkLen(n); err != nil {
		return nil, err
	}
	s, err := planSettings(options)
	if err != nil {
		return nil, err
	}
	p := &Plan[C]{rows: rows[C]{n: n}}
	if isSingle[C]() {
		p.recipe = recipeFor[float32](n, s)
		p.rows.single = newComplexRunner(n, build[float32](p.recipe), share(p.recipe, s))
	} else {
		p.recipe = recipeFor[float64](n, s)
		p.rows.double = newComplexRunner(n, build[float64](p.recipe), share(p.recipe, s))
	}
	return p, nil
}

// share is how calls of a plan of this recipe are shared.
func share(r *recipe, s *settings) sharing {
	if s.goroutines == 1 {
		return sharing{goroutines: 1}
	}
	return sharing{goroutines: s.goroutines, rowTime: costsOf(s.isa).of(r)}
}

// Len returns the number of elements of a row.
func (p *Plan[C]) Len() int { return p.rows.n }

// String says how the plan works, in the words of wisdom:
//
//	complex64 1000: columns(8,5,5,5)
func (p *Plan[C]) String() string {
	var c C
	return fmt.Sprintf("%T %d: %s", c, p.rows.n, p.recipe)
}

// Footprint returns the plan's memory with the scratch of one call in flight.
// Calls in place and those of a [Batch] may need more, which the plan keeps.
func (p *Plan[C]) Footprint() Footprint { return p.rows.Footprint() }

// Forward transforms each row of src into the same row of dst: X[k] =
// Σ x[j]·e^(−2πi·jk/Len). dst and src have the same whole number of rows; they
// either share no memory, and src is not changed, or are the same slice.
func (p *Plan[C]) Forward(dst, src []C) error { return p.rows.run(dst, src, false) }

// Inverse is Forward with the conjugate roots. It does not divide by Len:
// Inverse(Forward(x)) = Len·x.
func (p *Plan[C]) Inverse(dst, src []C) error { return p.rows.run(dst, src, true) }

// ScratchLen returns the number of elements that ForwardScratch and
// InverseScratch want.
func (p *Plan[C]) ScratchLen() int {
	if p.rows.single != nil {
		return p.rows.single.scratchLen() / 2
	}
	return p.rows.double.scratchLen() / 2
}

// ForwardScratch is Forward with the caller's scratch: ScratchLen elements or
// more, of any content, that share no memory with dst and src. It runs on the
// caller's goroutine alone and leaves the plan's own scratch alone.
func (p *Plan[C]) ForwardScratch(dst, src, scratch []C) error {
	return p.runWith(dst, src, scratch, false)
}

// InverseScratch is Inverse with the caller's scratch; see ForwardScratch.
func (p *Plan[C]) InverseScratch(dst, src, scratch []C) error {
	return p.runWith(dst, src, scratch, true)
}

func (p *Plan[C]) runWith(dst, src, scratch []C, inverse bool) error {
	if err := checkRowsOrSame(p.rows.n, dst, src); err != nil {
		return err
	}
	if p.rows.single != nil {
		return runWith(p.rows.single, dst, src, scratch, inverse)
	}
	return runWith(p.rows.double, dst, src, scratch, inverse)
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
// columns of a matrix; dst and src may be longer than the batch. In place, dst
// and src are the same memory in the same layout. Else no element of one may be
// one of the other, and if the layouts differ, the memory from the first to the
// last element of one must be apart from that of the other.
func (p *Plan[C]) ForwardBatch(dst, src []C, b Batch) error { return p.place(dst, src, b, false) }

// InverseBatch is ForwardBatch with the conjugate roots; it does not divide by
// Len.
func (p *Plan[C]) InverseBatch(dst, src []C, b Batch) error { return p.place(dst, src, b, true) }

func (p *Plan[C]) place(dst, src []C, b Batch, inverse bool) error {
	b, err := b.fit(p.rows.n, len(dst), p.rows.n, len(src))
	if err != nil || b.Rows == 0 {
		return err
	}
	if p.rows.single != nil {
		return place(p.rows.single, dst, src, b, inverse)
	}
	return place(p.rows.double, dst, src, b, inverse)
}

func place[F kernels.Float, C Complex](r *runner[F], dst, src []C, b Batch, inverse bool) error {
	c := placed[F]{parts[F](dst), parts[F](src), b, inverse}
	if !apart(b, r.signal.count, c.dst, c.src) {
		return fmt.Errorf("fft: elements of dst are other elements of src: %w", ErrOverlap)
	}
	r.callPlaced(c)
	return nil
}
