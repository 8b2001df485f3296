//go:build cuda && linux && cgo

package cuda

/*
#include "calls.h"
*/
import "C"

import "unsafe"

func (d *nativeDriver) memGetInfo(ctx handle) (free, total uint64, c code) {
	var f, t C.size_t
	r := C.call_cuMemGetInfo_v2(d.t, C.handle(ctx), &f, &t)
	return uint64(f), uint64(t), code(r)
}

func (d *nativeDriver) memAlloc(ctx handle, bytes uint64) (uint64, code) {
	var address C.deviceptr
	c := C.call_cuMemAlloc_v2(d.t, C.handle(ctx), &address, C.size_t(bytes))
	return uint64(address), code(c)
}

func (d *nativeDriver) memFree(ctx handle, address uint64) code {
	return code(C.call_cuMemFree_v2(d.t, C.handle(ctx), C.deviceptr(address)))
}

func (d *nativeDriver) memHostAlloc(ctx handle, bytes uint64) (unsafe.Pointer, code) {
	var p unsafe.Pointer
	c := C.call_cuMemHostAlloc(d.t, C.handle(ctx), &p, C.size_t(bytes))
	return p, code(c)
}

func (d *nativeDriver) memFreeHost(ctx handle, p unsafe.Pointer) code {
	return code(C.call_cuMemFreeHost(d.t, C.handle(ctx), p))
}

func (d *nativeDriver) memcpyHtoDAsync(ctx handle, to uint64, from unsafe.Pointer, bytes uint64, stream handle) code {
	return code(C.call_cuMemcpyHtoDAsync_v2(d.t, C.handle(ctx), C.deviceptr(to), from, C.size_t(bytes), C.handle(stream)))
}

func (d *nativeDriver) memcpyDtoHAsync(ctx handle, to unsafe.Pointer, from uint64, bytes uint64, stream handle) code {
	return code(C.call_cuMemcpyDtoHAsync_v2(d.t, C.handle(ctx), to, C.deviceptr(from), C.size_t(bytes), C.handle(stream)))
}

func (d *nativeDriver) memcpyDtoDAsync(ctx handle, to, from uint64, bytes uint64, stream handle) code {
	return code(C.call_cuMemcpyDtoDAsync_v2(d.t, C.handle(ctx), C.deviceptr(to), C.deviceptr(from), C.size_t(bytes), C.handle(stream)))
}

func (d *nativeDriver) memsetD8Async(ctx handle, to uint64, value byte, bytes uint64, stream handle) code {
	return code(C.call_cuMemsetD8Async(d.t, C.handle(ctx), C.deviceptr(to), C.uchar(value), C.size_t(bytes), C.handle(stream)))
}
