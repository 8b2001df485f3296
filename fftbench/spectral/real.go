package spectral

import (
	"fmt"
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Real is the sample type of a real signal.
type Real interface{ float32 | float64 }

// parts views complex values as interleaved real and imaginary parts. The
// built-in real and imag do not work on type parameters. R must be the part
// type of C, which samePrecision checks once per plan.
func parts[R Real, C fft.Complex](c []C) []R {
	return unsafe.Slice((*R)(unsafe.Pointer(unsafe.SliceData(c))), 2*len(c))
}

// samePrecision reports an error unless R is the part type of C.
func samePrecision[R Real, C fft.Complex]() error {
	var r R
	var c C
	if 2*unsafe.Sizeof(r) != unsafe.Sizeof(c) {
		return fmt.Errorf("spectral: samples of type %T do not go with transforms of type %T", r, c)
	}
	return nil
}

// partSize returns how many bytes an R takes.
func partSize[R Real]() int64 {
	var r R
	return int64(unsafe.Sizeof(r))
}

// rowsOf returns how many rows a call covers: src holds whole rows of in
// values, dst the same number of rows of out values.
func rowsOf(what string, dst, src, out, in int) (int, error) {
	rows := src / in
	switch {
	case src%in != 0:
		return 0, fmt.Errorf("spectral: %s input of %d values is no whole number of rows of %d", what, src, in)
	case dst != rows*out:
		return 0, fmt.Errorf("spectral: %s output holds %d values, want %d (%d rows of %d)", what, dst, rows*out, rows, out)
	}
	return rows, nil
}

// numbers is the inverse of parts.
func numbers[C fft.Complex, R Real](parts []R) []C {
	return unsafe.Slice((*C)(unsafe.Pointer(unsafe.SliceData(parts))), len(parts)/2)
}

// footprintOf is the memory of a slice.
func footprintOf[T any](name string, kind fft.PartKind, s []T) fft.Part {
	var t T
	return fft.Part{Name: name, Kind: kind, Count: len(s), Bytes: int64(len(s)) * int64(unsafe.Sizeof(t))}
}

// prefixed says in the name of each part of a plan's second block that it is of
// that one.
func prefixed(prefix string, f fft.Footprint) fft.Footprint {
	for i := range f {
		f[i].Name = prefix + f[i].Name
	}
	return f
}
