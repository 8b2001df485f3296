//go:build cuda && linux && cgo

package cuda

/*
#include <stdlib.h>
#include "calls.h"

// No CUDA function calls back into Go or keeps a Go pointer.
#cgo nocallback call_cuLaunchKernel
#cgo noescape call_cuLaunchKernel
#cgo nocallback call_cuGraphLaunch
#cgo nocallback call_cuStreamSynchronize
#cgo nocallback call_cuEventRecord
#cgo nocallback call_cuEventSynchronize
#cgo nocallback call_cuEventElapsedTime
#cgo noescape call_cuEventElapsedTime
#cgo nocallback call_cuMemcpyHtoDAsync_v2
#cgo noescape call_cuMemcpyHtoDAsync_v2
#cgo nocallback call_cuMemcpyDtoHAsync_v2
#cgo noescape call_cuMemcpyDtoHAsync_v2
#cgo nocallback call_cuMemcpyDtoDAsync_v2
*/
import "C"

import "unsafe"

type nativeDriver struct {
	t      *C.driver_table
	loaded unsafe.Pointer
	file   string
	search search
}

func openDriverLibrary(s search) (driverLibrary, error) {
	library, path, err := openLibrary(s)
	if err != nil {
		return nil, err
	}
	p, err := newTable(C.sizeof_driver_table)
	if err != nil {
		return nil, err
	}
	d := &nativeDriver{t: (*C.driver_table)(p), loaded: library, file: path, search: s}
	if err := missingSymbol(C.load_driver_version(library, d.t), s, path); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *nativeDriver) path() string { return d.file }

func (d *nativeDriver) version() (int, code) {
	var v C.int
	c := C.call_cuDriverGetVersion(d.t, &v)
	return int(v), code(c)
}

func (d *nativeDriver) load() error {
	return missingSymbol(C.load_driver(d.loaded, d.t), d.search, d.file)
}

func (d *nativeDriver) errorName(c code) string {
	var s *C.char
	if C.call_cuGetErrorName(d.t, C.int(c), &s) != 0 || s == nil {
		return ""
	}
	return C.GoString(s)
}

func (d *nativeDriver) errorString(c code) string {
	var s *C.char
	if C.call_cuGetErrorString(d.t, C.int(c), &s) != 0 || s == nil {
		return ""
	}
	return C.GoString(s)
}

func (d *nativeDriver) initialize() code { return code(C.call_cuInit(d.t)) }

func (d *nativeDriver) deviceCount() (int, code) {
	var n C.int
	c := C.call_cuDeviceGetCount(d.t, &n)
	return int(n), code(c)
}

func (d *nativeDriver) deviceGet(ordinal int) (int32, code) {
	var device C.int
	c := C.call_cuDeviceGet(d.t, &device, C.int(ordinal))
	return int32(device), code(c)
}

func (d *nativeDriver) deviceName(device int32) (string, code) {
	const room = 256
	name := (*C.char)(C.calloc(1, room))
	defer C.free(unsafe.Pointer(name))
	c := C.call_cuDeviceGetName(d.t, name, room-1, C.int(device))
	return C.GoString(name), code(c)
}

func (d *nativeDriver) deviceTotalMem(device int32) (uint64, code) {
	var bytes C.size_t
	c := C.call_cuDeviceTotalMem_v2(d.t, &bytes, C.int(device))
	return uint64(bytes), code(c)
}

func (d *nativeDriver) deviceAttribute(attribute, device int32) (int, code) {
	var value C.int
	c := C.call_cuDeviceGetAttribute(d.t, &value, C.int(attribute), C.int(device))
	return int(value), code(c)
}

func (d *nativeDriver) primaryCtxRetain(device int32) (handle, code) {
	var ctx C.handle
	c := C.call_cuDevicePrimaryCtxRetain(d.t, &ctx, C.int(device))
	return handle(ctx), code(c)
}

func (d *nativeDriver) primaryCtxRelease(device int32) code {
	return code(C.call_cuDevicePrimaryCtxRelease_v2(d.t, C.int(device)))
}

func (d *nativeDriver) ctxSynchronize(ctx handle) code {
	return code(C.call_cuCtxSynchronize(d.t, C.handle(ctx)))
}
