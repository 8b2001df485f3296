package peers

import "errors"

// The reasons for which a peer is not to be had. They arrive wrapped with the
// details; compare with errors.Is.
var (
	// ErrNotBuilt: this program was built without the peers.
	ErrNotBuilt = errors.New("built without peers; build with -tags fftw and cgo on Linux")
	// ErrMissing: the library is not on this machine.
	ErrMissing = errors.New("library not found")
	// ErrPlan: the library refuses to plan the transform.
	ErrPlan = errors.New("no plan")
	// ErrLength: buffers do not fit the transform.
	ErrLength = errors.New("buffers do not fit")
)

// Float is the type of real data.
type Float interface{ float32 | float64 }

// Complex is the type of complex data.
type Complex interface{ complex64 | complex128 }

// Direction is the sign of the exponent.
type Direction int32

// The directions, with the values that FFTW gives them. Both are without a
// factor.
const (
	Forward  Direction = -1
	Backward Direction = +1
)

// Rigor is how long FFTW's planner tries.
type Rigor uint32

// FFTW's planner flags.
const (
	Measure  Rigor = 0
	Patient  Rigor = 1 << 5
	Estimate Rigor = 1 << 6
)

// The names of the libraries' files, by which the loader finds Debian's.
const (
	FileFFTW32  = "libfftw3f.so.3"
	FileFFTW64  = "libfftw3.so.3"
	FileKissFFT = "libkissfft-float.so.131"
)
