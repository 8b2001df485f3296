//go:build fftw && linux && cgo

package peers

import (
	"fmt"
	"path/filepath"
	"unsafe"
)

// libraryName is what to ask the loader for: the name of a file that it is to
// find, or a path with a slash.
func libraryName(path, file string) (string, error) {
	if path == "" {
		return file, nil
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
