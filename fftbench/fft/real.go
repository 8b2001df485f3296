package fft

import (
	"fmt"
	"unsafe"
)

// Real is the element type of a real signal.
type Real interface{ float32 | float64 }

// RealPlan is a planned transform of real signals of Len samples to the Bins =
// Len/2+1 bins of their spectrum from 0 to Len/2, and back. The other bins are
// the conjugates of these: X[Len−k] = X[k]*. C is the complex type whose parts
// are F; [NewReal32] and [NewReal64] make the two there are. Like a [Plan], it
// may be used by any number of goroutines at once.
//
// Signals of even length are transformed as half as many complex numbers, with
// which rows of 256 and more get near half the time of a Plan of Len; short ones
// and those of odd length take a Plan's time.
type RealPlan[F Real, C Complex] struct {
	n      int
	recipe *recipe // of the complex transform inside
	run    *runner[F]
}

// NewReal32 plans transforms of n float32 samples; see New for n and options.
func NewReal32(n int, options ...Option) (*RealPlan[float32, complex64], error) {
	return newReal[float32, complex64](n, options)
}

// NewReal64 plans transforms of n float64 samples; see New for n and options.
func NewReal64(n int, options ...Option) (*RealPlan[float64, complex128], error) {
	return newReal[float64, complex128](n, options)
}

// newReal plans in the precision of F, the part of C.
func newReal[F Real, C Complex](n int, options []Option) (*RealPlan[F, C], error) {
	if err := checkLen(n); err != nil {
		return nil, err
	}
	s, err := planSettings(options)
	if err != nil {
		return nil, err
	}
	p := &RealPlan[F, C]{n: n}
	var plan rowPlan[F]
	if n%2 == 0 {
		p.recipe = recipeFor[F](n/2, s)
		plan = planEvenReal[F](p.recipe)
	} else {
		p.recipe = recipeFor[F](n, s)
		plan = planOddReal[F](p.recipe)
	}
	p.run = newRunner(newDriver(side{n, 1}, side{p.Bins(), 2}, plan), share(p.recipe, s))
	return p, nil
}

// Len returns the number of samples of a row.
func (p *RealPlan[F, C]) Len() int { return p.n }

// Bins returns the number of bins of a row, Len/2+1.
func (p *RealPlan[F, C]) Bins() int { return p.n/2 + 1 }

// Forward transforms each row of Len samples of src into one of Bins bins of
// dst, X[k] = Σ x[j]·e^(−2πi·jk/Len), k ≤ Len/2. The imaginary parts of bin 0
// and, for even Len, of bin Len/2 are 0. dst and src must share no memory.
func (p *RealPlan[F, C]) Forward(dst []C, src []F) error {
	if err := p.checkRows(dst, src); err != nil {
		return err
	}
	p.run.call(parts[F](dst), src, false)
	return nil
}

// Inverse transforms each row of Bins bins of src into one of Len samples of
// dst; it does not divide by Len: Inverse(Forward(x)) = Len·x. Of bin 0 and,
// for even Len, of bin Len/2 it takes the real parts and ignores the imaginary
// ones, which no real signal has. dst and src must share no memory; src is not
// changed.
func (p *RealPlan[F, C]) Inverse(dst []F, src []C) error {
	if err := p.checkRows(src, dst); err != nil {
		return err
	}
	p.run.call(dst, parts[F](src), true)
	return nil
}

// ScratchLen is the number of elements that ForwardScratch and InverseScratch
// want.
func (p *RealPlan[F, C]) ScratchLen() int { return p.run.scratchLen() / 2 }

// ForwardScratch is Forward with the caller's scratch; see Plan.ForwardScratch.
func (p *RealPlan[F, C]) ForwardScratch(dst []C, src []F, scratch []C) error {
	if err := p.checkRows(dst, src); err != nil {
		return err
	}
	if err := checkScratch(scratch, p.ScratchLen(), parts[F](dst), src); err != nil {
		return err
	}
	p.run.runWith(parts[F](dst), src, false, p.run.parted(parts[F](scratch)))
	return nil
}

// InverseScratch is Inverse with the caller's scratch; see Plan.ForwardScratch.
func (p *RealPlan[F, C]) InverseScratch(dst []F, src, scratch []C) error {
	if err := p.checkRows(src, dst); err != nil {
		return err
	}
	if err := checkScratch(scratch, p.ScratchLen(), dst, parts[F](src)); err != nil {
		return err
	}
	p.run.runWith(dst, parts[F](src), true, p.run.parted(parts[F](scratch)))
	return nil
}

// ForwardBatch transforms rows whose elements are not neighbours; see
// Plan.ForwardBatch. The layout of src counts samples, that of dst bins. dst
// and src must share no memory, whatever the layouts.
func (p *RealPlan[F, C]) ForwardBatch(dst []C, src []F, b Batch) error {
	b, err := b.fit(p.Bins(), len(dst), p.n, len(src))
	if err != nil || b.Rows == 0 {
		return err
	}
	return p.place(parts[F](dst), src, b, false)
}

// InverseBatch is ForwardBatch from bins to samples; see Inverse.
func (p *RealPlan[F, C]) InverseBatch(dst []F, src []C, b Batch) error {
	b, err := b.fit(p.n, len(dst), p.Bins(), len(src))
	if err != nil || b.Rows == 0 {
		return err
	}
	return p.place(dst, parts[F](src), b, true)
}

func (p *RealPlan[F, C]) place(dst, src []F, b Batch, inverse bool) error {
	to, from := p.run.sides(inverse)
	if overlap(dst[:b.Dst.extent(to, b.Rows)], src[:b.Src.extent(from, b.Rows)]) {
		return fmt.Errorf("fft: give dst its own memory: %w", ErrOverlap)
	}
	p.run.callPlaced(placed[F]{dst, src, b, inverse})
	return nil
}

// isRow reports whether bins and samples are a row each and apart, as checkRows
// would find in the time of a short transform.
func (p *RealPlan[F, C]) isRow(bins []C, samples []F) bool {
	size := unsafe.Sizeof(F(0))
	ahead := uintptr(unsafe.Pointer(unsafe.SliceData(bins))) - uintptr(unsafe.Pointer(unsafe.SliceData(samples)))
	return len(samples) == p.n && len(bins) == p.n/2+1 && ahead >= uintptr(p.n)*size && -ahead >= uintptr(p.n+2)*size
}

// checkRows accepts the same whole number of rows of bins and of samples that
// share no memory.
func (p *RealPlan[F, C]) checkRows(bins []C, samples []F) error {
	if p.isRow(bins, samples) {
		return nil
	}
	if len(samples) != p.n || len(bins) != p.Bins() {
		if err := checkWholeRows(p.n, len(samples)); err != nil {
			return err
		}
		if rows := len(samples) / p.n; len(bins) != rows*p.Bins() {
			return fmt.Errorf("fft: %d bins, want %d for %d rows of %d samples: %w",
				len(bins), rows*p.Bins(), rows, p.n, ErrLength)
		}
	}
	if overlap(parts[F](bins), samples) {
		return fmt.Errorf("fft: give dst its own memory: %w", ErrOverlap)
	}
	return nil
}

// Footprint returns the plan's memory with the scratch of one call in flight.
func (p *RealPlan[F, C]) Footprint() Footprint { return p.run.footprint() }

// String says how the plan works, in the words of wisdom:
//
//	float32 1000 by complex: vectors(4,4,5,5,5)
func (p *RealPlan[F, C]) String() string {
	var f F
	return fmt.Sprintf("%T %d by complex: %s", f, p.n, p.recipe)
}
