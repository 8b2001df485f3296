//go:build fftw && linux && cgo

package peers

// The flags are those of a user who builds for one machine, as FFTW's own
// build is; -ffast-math lets the log-mel peer vectorise its logarithms.

// #cgo CFLAGS: -O3 -march=native -ffast-math
// #cgo LDFLAGS: -ldl
// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"
)

// Built reports whether this program can open libraries at all.
const Built = true

// FFTW is an open build of FFTW in one precision. Any number of goroutines may
// use it: planning is serialised, as FFTW's planner asks for.
type FFTW[F Float, C Complex] struct {
	lib     *C.peers_fftw
	path    string
	planner sync.Mutex
	plans   int // open ones
}

// OpenFFTW32 opens a single-precision build of FFTW: the file at path, or the
// loader's libfftw3f.so.3 for "". The loader takes a library that is already
// open for another file of the same name, so open "" before builds of one's
// own. It wraps ErrMissing where there is no such library.
func OpenFFTW32(path string) (*FFTW[float32, complex64], error) {
	return openFFTW[float32, complex64](path, FileFFTW32, "fftwf_", "libfftw3-single3")
}

// OpenFFTW64 is OpenFFTW32 in double precision: libfftw3.so.3.
func OpenFFTW64(path string) (*FFTW[float64, complex128], error) {
	return openFFTW[float64, complex128](path, FileFFTW64, "fftw_", "libfftw3-double3")
}

func openFFTW[F Float, K Complex](path, file, prefix, pkg string) (*FFTW[F, K], error) {
	name, err := libraryName(path, file)
	if err != nil {
		return nil, err
	}
	cname, symbols := C.CString(name), C.CString(prefix)
	defer C.free(unsafe.Pointer(cname))
	defer C.free(unsafe.Pointer(symbols))
	lib := (*C.peers_fftw)(C.calloc(1, C.sizeof_peers_fftw))
	var wrong C.peers_error
	C.peers_fftw_open(lib, cname, symbols, &wrong)
	if err := loaderError(&wrong, pkg); err != nil {
		C.free(unsafe.Pointer(lib))
		return nil, err
	}
	return &FFTW[F, K]{lib: lib, path: C.GoString(C.peers_path(lib.handle))}, nil
}

// loaderError is nil where nothing is wrong. pkg is Debian's package of the
// library.
func loaderError(wrong *C.peers_error, pkg string) error {
	text := C.GoString(&wrong.text[0])
	switch {
	case text == "":
		return nil
	case wrong.not_found != 0:
		return fmt.Errorf("peers: %s: %w (on Debian: apt-get install %s)", text, ErrMissing, pkg)
	}
	return fmt.Errorf("peers: %s", text)
}

// Path is the file that the library was loaded from.
func (f *FFTW[F, K]) Path() string { return f.path }

// Version is what the library calls itself, e.g. "fftw-3.3.10-sse2-avx".
func (f *FFTW[F, K]) Version() string { return C.GoString(f.lib.version) }

// Forget drops all wisdom, so that the next plan is made from nothing.
func (f *FFTW[F, K]) Forget() {
	f.planner.Lock()
	defer f.planner.Unlock()
	C.peers_fftw_forget(f.lib)
}

// Close unloads the library. All its plans must be closed before.
func (f *FFTW[F, K]) Close() error {
	f.planner.Lock()
	defer f.planner.Unlock()
	if f.lib == nil {
		return nil
	}
	if f.plans > 0 {
		return fmt.Errorf("peers: %d plans of %s are still open", f.plans, f.path)
	}
	var wrong C.peers_error
	C.peers_close(f.lib.handle, &wrong)
	C.free(unsafe.Pointer(f.lib))
	f.lib = nil
	return loaderError(&wrong, "")
}

// Complex plans transforms of the rows of n elements of src into those of dst,
// in place where both are the same slice. Planning with Measure overwrites
// both. The plan keeps the buffers and runs on them.
func (f *FFTW[F, K]) Complex(dst, src []K, n int, dir Direction, rigor Rigor) (*FFTWPlan, error) {
	rows, err := rowsOf(n, len(dst), n, len(src), n)
	if err != nil {
		return nil, err
	}
	p, err := f.plan(n, address(dst), address(src), func(in, out unsafe.Pointer) unsafe.Pointer {
		return C.peers_fftw_plan_dft(f.lib, C.int(n), C.int(rows), in, out, C.int(dir), C.uint(rigor))
	})
	if err == nil {
		p.elements = rows * n
	}
	return p, err
}

// Apply runs a plan of Complex on other buffers. They must be as long as those
// that it was made for, as well aligned, and in place if those were.
func (f *FFTW[F, K]) Apply(p *FFTWPlan, dst, src []K) error {
	in, out := address(src), address(dst)
	switch {
	case p.lib != f.lib:
		return fmt.Errorf("peers: the plan is not of %s: %w", f.path, ErrPlan)
	case len(dst) != p.elements || len(src) != p.elements:
		return fmt.Errorf("peers: dst has %d elements and src %d, the plan is for %d: %w",
			len(dst), len(src), p.elements, ErrLength)
	case (in == out) != p.inPlace:
		return fmt.Errorf("peers: dst is src in the plan or in the call, not in both: %w", ErrLength)
	case f.alignment(in, out) != p.alignment:
		return fmt.Errorf("peers: buffers are not as aligned as those of the plan: %w", ErrLength)
	}
	C.peers_fftw_apply(f.lib, p.plan, in, out)
	return nil
}

func (f *FFTW[F, K]) alignment(in, out unsafe.Pointer) [2]C.int {
	return [2]C.int{C.peers_fftw_alignment(f.lib, in), C.peers_fftw_alignment(f.lib, out)}
}

// Real plans forward transforms of the rows of n real elements of src into
// rows of n/2+1 bins of dst.
func (f *FFTW[F, K]) Real(dst []K, src []F, n int, rigor Rigor) (*FFTWPlan, error) {
	rows, err := rowsOf(n, len(dst), n/2+1, len(src), n)
	if err != nil {
		return nil, err
	}
	return f.plan(n, address(dst), address(src), func(in, out unsafe.Pointer) unsafe.Pointer {
		return C.peers_fftw_plan_r2c(f.lib, C.int(n), C.int(rows), in, out, C.uint(rigor))
	})
}

// RealInverse plans the way back: rows of n/2+1 bins of src into rows of n
// real elements of dst. Running it overwrites src, as FFTW's default is.
func (f *FFTW[F, K]) RealInverse(dst []F, src []K, n int, rigor Rigor) (*FFTWPlan, error) {
	rows, err := rowsOf(n, len(dst), n, len(src), n/2+1)
	if err != nil {
		return nil, err
	}
	return f.plan(n, address(dst), address(src), func(in, out unsafe.Pointer) unsafe.Pointer {
		return C.peers_fftw_plan_c2r(f.lib, C.int(n), C.int(rows), in, out, C.uint(rigor))
	})
}

func (f *FFTW[F, K]) plan(n int, dst, src unsafe.Pointer, make func(in, out unsafe.Pointer) unsafe.Pointer) (*FFTWPlan, error) {
	f.planner.Lock()
	defer f.planner.Unlock()
	p := &FFTWPlan{lib: f.lib, inPlace: src == dst, alignment: f.alignment(src, dst), release: f.release}
	p.pins.Pin(dst)
	p.pins.Pin(src)
	if p.plan = make(src, dst); p.plan == nil {
		p.pins.Unpin()
		return nil, fmt.Errorf("peers: %s plans no transform of %d: %w", f.path, n, ErrPlan)
	}
	f.plans++
	return p, nil
}

func (f *FFTW[F, K]) release(plan unsafe.Pointer) {
	f.planner.Lock()
	defer f.planner.Unlock()
	C.peers_fftw_destroy(f.lib, plan)
	f.plans--
}

// FFTWPlan is a planned transform with its buffers. One goroutine at a time
// may run it.
type FFTWPlan struct {
	lib       *C.peers_fftw
	plan      unsafe.Pointer
	elements  int // of dst and of src, in a complex plan
	inPlace   bool
	alignment [2]C.int // of source and destination
	pins      runtime.Pinner
	release   func(plan unsafe.Pointer)
}

// Run does the transform of all rows so many times, in one cgo call.
func (p *FFTWPlan) Run(times int) { C.peers_fftw_run(p.lib, p.plan, C.long(times)) }

// Detach lets go of the buffers that the plan was made in. Only Apply may run
// it from then on.
func (p *FFTWPlan) Detach() { p.pins.Unpin() }

// Close frees the plan and lets go of its buffers.
func (p *FFTWPlan) Close() {
	if p.plan == nil {
		return
	}
	p.release(p.plan)
	p.plan = nil
	p.pins.Unpin()
}
