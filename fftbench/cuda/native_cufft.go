//go:build cuda && linux && cgo

package cuda

/*
#include "calls.h"
#cgo nocallback call_cufftExec
*/
import "C"

import "fmt"

// nativeFFT holds the driver's table too: cuFFT finds the current context.
type nativeFFT struct {
	d    *C.driver_table
	t    *C.cufft_table
	file string
}

func openFFTLibrary(s search, driver driverLibrary) (fftLibrary, error) {
	d, ok := driver.(*nativeDriver)
	if !ok {
		return nil, fmt.Errorf("cuda: cuFFT needs the driver of this process, not a %T", driver)
	}
	library, path, err := openLibrary(s)
	if err != nil {
		return nil, err
	}
	p, err := newTable(C.sizeof_cufft_table)
	if err != nil {
		return nil, err
	}
	f := &nativeFFT{d: d.t, t: (*C.cufft_table)(p), file: path}
	if err := missingSymbol(C.load_cufft(library, f.t), s, path); err != nil {
		return nil, err
	}
	if v, c := f.version(); c == 0 { // cuFFT 11 is CUDA 12's, 12 is CUDA 13's
		preload(s, path, fmt.Sprintf("libnvJitLink.so.%d", v/1000+1))
	}
	return f, nil
}

func (f *nativeFFT) path() string { return f.file }

func (f *nativeFFT) version() (int, code) {
	var v C.int
	c := C.call_cufftGetVersion(f.t, &v)
	return int(v), code(c)
}

func (f *nativeFFT) create(ctx handle) (int32, code) {
	var plan C.int
	c := C.call_cufftCreate(f.d, f.t, C.handle(ctx), &plan)
	return int32(plan), code(c)
}

func (f *nativeFFT) manualAllocation(ctx handle, plan int32) code {
	return code(C.call_cufftSetAutoAllocation(f.d, f.t, C.handle(ctx), C.int(plan)))
}

func (f *nativeFFT) makePlan(ctx handle, plan int32, t *Transform) (uint64, code) {
	var work C.size_t
	packed := C.int(0)
	if t.packed() {
		packed = 1
	}
	c := C.call_cufftMakePlanMany64(f.d, f.t, C.handle(ctx), C.int(plan), C.longlong(t.N), packed,
		C.longlong(t.In.Stride), C.longlong(t.In.Dist), C.longlong(t.Out.Stride), C.longlong(t.Out.Dist),
		C.int(t.Kind), C.longlong(t.Batch), &work)
	return uint64(work), code(c)
}

func (f *nativeFFT) setWorkArea(ctx handle, plan int32, address uint64) code {
	return code(C.call_cufftSetWorkArea(f.d, f.t, C.handle(ctx), C.int(plan), C.deviceptr(address)))
}

func (f *nativeFFT) setStream(ctx handle, plan int32, stream handle) code {
	return code(C.call_cufftSetStream(f.d, f.t, C.handle(ctx), C.int(plan), C.handle(stream)))
}

func (f *nativeFFT) exec(ctx handle, plan int32, kind Kind, in, out uint64, dir Direction) code {
	return code(C.call_cufftExec(f.d, f.t, C.handle(ctx), C.int(plan), C.int(kind), C.deviceptr(in), C.deviceptr(out), C.int(dir)))
}

func (f *nativeFFT) destroy(ctx handle, plan int32) code {
	return code(C.call_cufftDestroy(f.d, f.t, C.handle(ctx), C.int(plan)))
}
