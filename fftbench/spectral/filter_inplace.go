package spectral

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// OnePlace is the filter that works in its output and nowhere else: forward by
// decimation in frequency, the mask in the permuted order which that leaves,
// inverse by decimation in time from it. Nothing is reordered and there is no
// second buffer.
type OnePlace[R Real, C fft.Complex] struct {
	transform *fft.InPlace[C]
	mask      []R // in the transform's order
}

// NewOnePlace plans a filter with the given gains, one per bin in natural
// order. R must be the part type of C.
func NewOnePlace[R Real, C fft.Complex](t *fft.InPlace[C], mask []float64) (*OnePlace[R, C], error) {
	if err := samePrecision[R, C](); err != nil {
		return nil, err
	}
	if err := checkMask(t.Len(), mask); err != nil {
		return nil, err
	}
	permuted := make([]R, len(mask))
	for i, bin := range t.Order() {
		permuted[i] = R(mask[bin])
	}
	return &OnePlace[R, C]{transform: t, mask: permuted}, nil
}

// Len implements [Filter].
func (f *OnePlace[R, C]) Len() int { return len(f.mask) }

// Apply implements [Filter]. Rows are finished one by one while they are in
// the cache. dst may be src itself.
func (f *OnePlace[R, C]) Apply(dst, src []C) error {
	n := f.Len()
	rows, err := rowsOf("filter", len(dst), len(src), n, n)
	if err != nil {
		return err
	}
	for r := range rows {
		row := dst[r*n : (r+1)*n]
		copy(row, src[r*n:(r+1)*n])
		if err := f.transform.Forward(row); err != nil {
			return err
		}
		weigh(parts[R](row), f.mask)
		if err := f.transform.Inverse(row); err != nil {
			return err
		}
	}
	return nil
}

// Footprint implements [Filter].
func (f *OnePlace[R, C]) Footprint() fft.Footprint {
	n := f.Len()
	return append(slices.Clip(f.transform.Footprint()),
		fft.Part{Name: "mask", Kind: fft.Parameter, Count: n, Bytes: int64(n) * partBytes[C]()})
}
