//go:build fftw && linux && cgo

package peers

// #include <stdlib.h>
// #include "shim.h"
import "C"

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"
)

// KissFFT is an open build of KISS FFT in single precision. Any number of
// goroutines may use it.
type KissFFT struct {
	lib   *C.peers_kiss
	path  string
	mu    sync.Mutex
	plans int // open ones
}

// OpenKissFFT opens the file at path, or Debian's libkissfft-float.so.131 for
// "". It wraps ErrMissing where there is no such library.
func OpenKissFFT(path string) (*KissFFT, error) {
	name, err := libraryName(path, FileKissFFT)
	if err != nil {
		return nil, err
	}
	cname := C.CString(name)
	defer C.free(unsafe.Pointer(cname))
	lib := (*C.peers_kiss)(C.calloc(1, C.sizeof_peers_kiss))
	var wrong C.peers_error
	C.peers_kiss_open(lib, cname, &wrong)
	if err := loaderError(&wrong, "libkissfft-float131"); err != nil {
		C.free(unsafe.Pointer(lib))
		return nil, err
	}
	return &KissFFT{lib: lib, path: C.GoString(C.peers_path(lib.handle))}, nil
}

// Path is the file that the library was loaded from.
func (k *KissFFT) Path() string { return k.path }

// Close unloads the library. All its plans must be closed before.
func (k *KissFFT) Close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.lib == nil {
		return nil
	}
	if k.plans > 0 {
		return fmt.Errorf("peers: %d plans of %s are still open", k.plans, k.path)
	}
	var wrong C.peers_error
	C.peers_close(k.lib.handle, &wrong)
	C.free(unsafe.Pointer(k.lib))
	k.lib = nil
	return loaderError(&wrong, "")
}

// Complex plans transforms of the rows of n elements of src into those of dst,
// which must not share memory. The plan keeps the buffers and runs on them.
func (k *KissFFT) Complex(dst, src []complex64, n int, dir Direction) (*KissPlan, error) {
	rows, err := rowsOf(n, len(dst), n, len(src), n)
	if err != nil {
		return nil, err
	}
	inverse := C.int(0)
	if dir == Backward {
		inverse = 1
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	p := &KissPlan{kiss: k, n: n, rows: rows, dst: address(dst), src: address(src)}
	if p.config = C.peers_kiss_alloc(k.lib, C.int(n), inverse); p.config == nil {
		return nil, fmt.Errorf("peers: %s plans no transform of %d: %w", k.path, n, ErrPlan)
	}
	p.pins.Pin(p.dst)
	p.pins.Pin(p.src)
	k.plans++
	return p, nil
}

// Apply runs a plan on other rows, any number of them. dst and src must not
// share memory.
func (k *KissFFT) Apply(p *KissPlan, dst, src []complex64) error {
	rows, err := rowsOf(p.n, len(dst), p.n, len(src), p.n)
	if err != nil {
		return err
	}
	C.peers_kiss_run(k.lib, p.config, C.int(p.n), C.int(rows), address(src), address(dst), 1)
	return nil
}

// KissPlan is a planned transform with its buffers. One goroutine at a time
// may run it.
type KissPlan struct {
	kiss     *KissFFT
	config   unsafe.Pointer
	n, rows  int
	dst, src unsafe.Pointer
	pins     runtime.Pinner
}

// Run does the transform of all rows so many times, in one cgo call.
func (p *KissPlan) Run(times int) {
	C.peers_kiss_run(p.kiss.lib, p.config, C.int(p.n), C.int(p.rows), p.src, p.dst, C.long(times))
}

// Detach lets go of the buffers that the plan was made with. Only Apply may run
// it from then on.
func (p *KissPlan) Detach() {
	p.pins.Unpin()
	p.dst, p.src = nil, nil
}

// Bytes returns the memory of the plan, as KISS FFT tells it.
func (p *KissPlan) Bytes() int64 { return int64(C.peers_kiss_bytes(p.kiss.lib, C.int(p.n))) }

// Close frees the plan and lets go of its buffers.
func (p *KissPlan) Close() {
	if p.config == nil {
		return
	}
	C.free(p.config)
	p.config = nil
	p.pins.Unpin()
	p.kiss.mu.Lock()
	p.kiss.plans--
	p.kiss.mu.Unlock()
}
