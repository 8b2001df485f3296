// Package peers calls the FFT libraries of others, so that this project's
// transforms can be measured against them in one process.
//
// In go the path of a shared library and buffers, out come plans that run on
// them. Nothing of FFTW or KISS FFT is needed to build: the libraries are
// opened with dlopen when a program asks for them, by prototypes declared
// here, and several builds of one library live side by side, each with its
// own planner and wisdom.
//
//	lib, err := peers.OpenFFTW32("") // or the path of a build of one's own
//	…
//	plan, err := lib.Complex(dst, src, 1024, peers.Forward, peers.Measure)
//	…
//	plan.Run(1000) // 1000 transforms in one cgo call
//
// A cgo call costs some 50 ns, a transform of 64 points takes less: timing
// loops belong on the C side, and that is what Run does.
//
// The package is empty-handed without the build tag fftw (and cgo, on Linux):
// every Open then answers [ErrNotBuilt]. FFTW is GPL and KISS FFT BSD; neither
// is shipped or linked.
package peers
