//go:build cuda && linux && cgo

package cuda

/*
#include <stdlib.h>
#include "calls.h"
*/
import "C"

import "unsafe"

// moduleLoadData takes an image that ends in a zero byte where it is PTX.
func (d *nativeDriver) moduleLoadData(ctx handle, image []byte) (handle, code) {
	var m C.handle
	c := C.call_cuModuleLoadData(d.t, C.handle(ctx), &m, unsafe.Pointer(unsafe.SliceData(image)))
	return handle(m), code(c)
}

func (d *nativeDriver) moduleUnload(ctx, module handle) code {
	return code(C.call_cuModuleUnload(d.t, C.handle(ctx), C.handle(module)))
}

func (d *nativeDriver) moduleGetFunction(ctx, module handle, name string) (handle, code) {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	var f C.handle
	c := C.call_cuModuleGetFunction(d.t, C.handle(ctx), &f, C.handle(module), s)
	return handle(f), code(c)
}

func (d *nativeDriver) funcAttribute(ctx handle, attribute int32, function handle) (int, code) {
	var value C.int
	c := C.call_cuFuncGetAttribute(d.t, C.handle(ctx), &value, C.int(attribute), C.handle(function))
	return int(value), code(c)
}

func (d *nativeDriver) funcSetAttribute(ctx, function handle, attribute int32, value int) code {
	return code(C.call_cuFuncSetAttribute(d.t, C.handle(ctx), C.handle(function), C.int(attribute), C.int(value)))
}

func (d *nativeDriver) funcParamBytes(ctx, function handle, index int) (int, code) {
	var bytes C.size_t
	c := C.call_cuFuncGetParamInfo(d.t, C.handle(ctx), C.handle(function), C.size_t(index), &bytes)
	return int(bytes), code(c)
}

func (d *nativeDriver) occupancy(ctx, function handle, threads, shared int) (int, code) {
	var blocks C.int
	c := C.call_cuOccupancyMaxActiveBlocksPerMultiprocessor(d.t, C.handle(ctx), &blocks,
		C.handle(function), C.int(threads), C.size_t(shared))
	return int(blocks), code(c)
}

func (d *nativeDriver) launch(ctx, function handle, grid, block Dim, shared uint32, stream handle, params []byte) code {
	return code(C.call_cuLaunchKernel(d.t, C.handle(ctx), C.handle(function),
		(*C.uint)(unsafe.Pointer(&grid)), (*C.uint)(unsafe.Pointer(&block)),
		C.uint(shared), C.handle(stream), unsafe.Pointer(unsafe.SliceData(params))))
}
