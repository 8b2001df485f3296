//go:build fftw && linux

package peers

import (
	"fmt"
	"path/filepath"
	"unsafe"
)

// The names by which the loader finds Debian's libraries.
const (
	sonameFFTW32  = "libfftw3f.so.3"
	sonameFFTW64  = "libfftw3.so.3"
	sonameKissFFT = "libkissfft-float.so.131"
)

// libraryName is what to ask the loader for: a soname, or a path with a slash,
// without which it would search for it.
func libraryName(path, soname string) (string, error) {
	if path == "" {
		return soname, nil
	}
	return filepath.Abs(path)
}

// rowsOf returns how many rows dst and src are, given how many elements one
// row is in each.
func rowsOf(n, dst, perDst, src, perSrc int) (int, error) {
	if n < 1 || src == 0 || src%perSrc != 0 || dst%perDst != 0 || dst/perDst != src/perSrc {
		return 0, fmt.Errorf("peers: dst has %d elements and src %d, want the same number of rows of %d and %d: %w",
			dst, src, perDst, perSrc, ErrLength)
	}
	return src / perSrc, nil
}

// address is where a slice begins.
func address[T any](s []T) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }
