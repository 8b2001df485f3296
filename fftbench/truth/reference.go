package truth

import (
	"fmt"
	"unsafe"
)

// Limits of a Reference's effort.
const (
	// MaxRows is the largest number of rows that are checked: the first, the
	// last and others between.
	MaxRows = 4
	// wholeAny and wholePower are the longest rows whose double-double
	// spectrum is computed whole, for any length and for powers of two;
	// longer ones are checked at sampledBins bins.
	wholeAny, wholePower = 4096, 1 << 17
	sampledBins          = 16
)

// Reference is what the checked rows of one batch must come to.
type Reference[C Complex] struct {
	n, length int
	rows      []row
}

// row is the spectrum of one row: all bins, or those listed.
type row struct {
	index  int   // of the row in its batch
	bins   []int // nil for all
	hi, lo []complex128
}

// New computes the reference of a batch of rows of n elements, the input of
// the transform. The rows of complex64 data are transformed in float64, those
// of complex128 data in double-double: whole to n = 4096 and for powers of two
// to 131072, at sampled bins above.
func New[C Complex](src []C, n int, dir Direction) (*Reference[C], error) {
	if n < 1 || len(src) == 0 || len(src)%n != 0 {
		return nil, fmt.Errorf("truth: %d elements are not rows of %d", len(src), n)
	}
	if dir != Forward && dir != Inverse {
		return nil, fmt.Errorf("truth: direction %d is neither Forward nor Inverse", dir)
	}
	r := &Reference[C]{n: n, length: len(src)}
	for _, i := range chosenRows(len(src) / n) {
		r.rows = append(r.rows, spectrumOf(src[i*n:(i+1)*n], i, dir))
	}
	return r, nil
}

// chosenRows spreads at most MaxRows rows evenly from the first to the last.
func chosenRows(batch int) []int {
	count := min(batch, MaxRows)
	rows := make([]int, count)
	for i := range rows {
		rows[i] = i * (batch - 1) / max(count-1, 1)
	}
	return rows
}

func spectrumOf[C Complex](x []C, index int, dir Direction) row {
	n := len(x)
	r := row{index: index}
	switch {
	case isSingle[C]():
		r.hi = DFT(widen(x), dir)
	case n <= wholeAny || n <= wholePower && n&(n-1) == 0:
		r.hi, r.lo = parts(transform(quads(x), dir))
	default:
		r.bins = chosenBins(n)
		c, q := newCircle(n), quads(x)
		sampled := make([]quad, len(r.bins))
		for i, k := range r.bins {
			sampled[i] = bin(q, c.at(int(dir)*k))
		}
		r.hi, r.lo = parts(sampled)
	}
	return r
}

// chosenBins are the bins 0, 1, n/2 and n−1 and others all over the spectrum,
// spread by the golden ratio.
func chosenBins(n int) []int {
	bins := []int{0, 1, n / 2, n - 1}
	const golden = 0.6180339887498949
	for i := 1; len(bins) < sampledBins; i++ {
		place := golden * float64(i)
		bins = append(bins, int((place-float64(int(place)))*float64(n)))
	}
	return bins
}

func isSingle[C Complex]() bool {
	var c C
	return unsafe.Sizeof(c) == unsafe.Sizeof(complex64(0))
}

func widen[C Complex](x []C) []complex128 {
	out := make([]complex128, len(x))
	for j, v := range x {
		out[j] = complex128(v)
	}
	return out
}

// Compare returns the errors of a batch of results, as the function Compare
// defines them: those of the worst of the checked rows. A NaN or an infinity in
// a checked place makes both NaN.
func (r *Reference[C]) Compare(got []C) (relL2, maxErr float64, err error) {
	if len(got) != r.length {
		return 0, 0, fmt.Errorf("truth: result has %d elements, its input had %d", len(got), r.length)
	}
	for _, row := range r.rows {
		rel, abs := row.compare(widen(got[row.index*r.n : (row.index+1)*r.n]))
		relL2, maxErr = max(relL2, rel), max(maxErr, abs) // max keeps a NaN
	}
	return relL2, maxErr, nil
}

func (r *row) compare(got []complex128) (relL2, maxErr float64) {
	var d deviation
	for i, want := range r.hi {
		k := i
		if r.bins != nil {
			k = r.bins[i]
		}
		diff := got[k] - want
		if r.lo != nil {
			diff -= r.lo[i]
		}
		d.add(diff, want)
	}
	return d.result()
}
