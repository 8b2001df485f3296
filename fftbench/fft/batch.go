package fft

import (
	"fmt"
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// Batch places the rows of a call that do not lie one after the other.
type Batch struct {
	Rows     int    // how many transforms
	Dst, Src Layout // where their elements are
}

// Layout says where the elements of a batch lie in a slice: element j of row r
// at index r·Distance + j·Stride. Zeros stand for what is usual, a Stride of 1
// and a Distance of n·Stride: rows one after the other.
//
//	Layout{}                           the rows of a matrix
//	Layout{Stride: width, Distance: 1} its columns, in rows of width elements
//	Layout{Distance: hop}              frames of a signal, which may overlap in Src
//	Layout{Stride: 2}                  the first of two channels in turn
type Layout struct{ Stride, Distance int }

// filled is l with its zeros replaced.
func (l Layout) filled(n int) Layout {
	if l.Stride == 0 {
		l.Stride = 1
	}
	if l.Distance == 0 {
		l.Distance = n * l.Stride
	}
	return l
}

// check returns l filled if rows of n elements fit into length ones.
func (l Layout) check(name string, n, rows, length int) (Layout, error) {
	// Divisions, since products may overflow.
	last := length - 1
	if last < 0 || n-1 > last/max(1, l.Stride) {
		return l, l.tooLong(name, n, rows, length)
	}
	if rows == 1 {
		l.Distance = 0 // whatever it is, it means nothing
	}
	l = l.filled(n)
	if rows-1 > (last-(n-1)*l.Stride)/l.Distance {
		return l, l.tooLong(name, n, rows, length)
	}
	return l, nil
}

func (l Layout) tooLong(name string, n, rows, length int) error {
	return fmt.Errorf("fft: %s has %d elements, too few for %d rows of %d with a stride of %d and a distance of %d: %w",
		name, length, rows, n, l.Stride, l.Distance, ErrLength)
}

// extent is the number of parts from the first to the last one.
func (l Layout) extent(s side, rows int) int {
	return ((rows-1)*l.Distance + (s.count-1)*l.Stride + 1) * s.parts
}

// selfOverlaps reports whether two rows share an element. The least rows and
// elements apart at which they can are those of the least common multiple.
func (l Layout) selfOverlaps(n, rows int) bool {
	divisor, rest := l.Stride, l.Distance
	for rest > 0 {
		divisor, rest = rest, divisor%rest
	}
	return l.Stride/divisor < rows && l.Distance/divisor < n
}

// meets reports whether elements of two batches of this layout, of which one
// begins delta elements after the other, are the same: whether dr·Distance +
// dj·Stride = delta for some |dr| < rows and |dj| < n.
func (l Layout) meets(n, rows, delta int) bool {
	outer, outerStep, inner, innerStep := rows, l.Distance, n, l.Stride
	if n < rows {
		outer, outerStep, inner, innerStep = n, l.Stride, rows, l.Distance
	}
	for d := 1 - outer; d < outer; d++ {
		rest := delta - d*outerStep
		if steps := rest / innerStep; steps*innerStep == rest && max(steps, -steps) < inner {
			return true
		}
	}
	return false
}

// fit returns b with filled layouts if rows of so many elements fit into slices
// of so many and no two rows of dst share one.
func (b Batch) fit(dstCount, dstLen, srcCount, srcLen int) (Batch, error) {
	if min(b.Rows, b.Dst.Stride, b.Dst.Distance, b.Src.Stride, b.Src.Distance) < 0 {
		return b, fmt.Errorf("fft: a negative number in %+v: %w", b, ErrLayout)
	}
	if b.Rows == 0 {
		return b, nil
	}
	var err error
	if b.Dst, err = b.Dst.check("dst", dstCount, b.Rows, dstLen); err != nil {
		return b, err
	}
	if b.Src, err = b.Src.check("src", srcCount, b.Rows, srcLen); err != nil {
		return b, err
	}
	if b.Dst.selfOverlaps(dstCount, b.Rows) {
		return b, fmt.Errorf("fft: rows of dst with a stride of %d and a distance of %d share elements: %w",
			b.Dst.Stride, b.Dst.Distance, ErrOverlap)
	}
	return b, nil
}

// apart reports whether no element of dst is one of src, rows of n complex
// numbers in a batch that fits, or else each is the same one. Of layouts that
// differ, the extents must be apart.
func apart[F kernels.Float](b Batch, n int, dst, src []F) bool {
	row := side{n, 2}
	dst, src = dst[:b.Dst.extent(row, b.Rows)], src[:b.Src.extent(row, b.Rows)]
	if !overlap(dst, src) {
		return true
	}
	if b.Dst != b.Src {
		return false
	}
	at, from := uintptr(unsafe.Pointer(&dst[0])), uintptr(unsafe.Pointer(&src[0]))
	bytes, size := int(at)-int(from), 2*int(unsafe.Sizeof(dst[0]))
	return bytes == 0 || bytes%size == 0 && !b.Dst.meets(n, b.Rows, bytes/size)
}
