//go:build cuda && linux && cgo

package cuda

/*
#include "calls.h"
*/
import "C"

func (d *nativeDriver) streamCreate(ctx handle, flags uint32) (handle, code) {
	var s C.handle
	c := C.call_cuStreamCreate(d.t, C.handle(ctx), &s, C.uint(flags))
	return handle(s), code(c)
}

func (d *nativeDriver) streamDestroy(ctx, stream handle) code {
	return code(C.call_cuStreamDestroy_v2(d.t, C.handle(ctx), C.handle(stream)))
}

func (d *nativeDriver) streamSynchronize(ctx, stream handle) code {
	return code(C.call_cuStreamSynchronize(d.t, C.handle(ctx), C.handle(stream)))
}

func (d *nativeDriver) streamWaitEvent(ctx, stream, event handle) code {
	return code(C.call_cuStreamWaitEvent(d.t, C.handle(ctx), C.handle(stream), C.handle(event)))
}

func (d *nativeDriver) streamBeginCapture(ctx, stream handle, mode int32) code {
	return code(C.call_cuStreamBeginCapture_v2(d.t, C.handle(ctx), C.handle(stream), C.int(mode)))
}

func (d *nativeDriver) streamEndCapture(ctx, stream handle) (handle, code) {
	var g C.handle
	c := C.call_cuStreamEndCapture(d.t, C.handle(ctx), C.handle(stream), &g)
	return handle(g), code(c)
}

func (d *nativeDriver) eventCreate(ctx handle, flags uint32) (handle, code) {
	var e C.handle
	c := C.call_cuEventCreate(d.t, C.handle(ctx), &e, C.uint(flags))
	return handle(e), code(c)
}

func (d *nativeDriver) eventDestroy(ctx, event handle) code {
	return code(C.call_cuEventDestroy_v2(d.t, C.handle(ctx), C.handle(event)))
}

func (d *nativeDriver) eventRecord(ctx, event, stream handle) code {
	return code(C.call_cuEventRecord(d.t, C.handle(ctx), C.handle(event), C.handle(stream)))
}

func (d *nativeDriver) eventSynchronize(ctx, event handle) code {
	return code(C.call_cuEventSynchronize(d.t, C.handle(ctx), C.handle(event)))
}

func (d *nativeDriver) eventElapsedTime(ctx, start, end handle) (float32, code) {
	var ms C.float
	c := C.call_cuEventElapsedTime(d.t, C.handle(ctx), &ms, C.handle(start), C.handle(end))
	return float32(ms), code(c)
}

func (d *nativeDriver) graphNodes(ctx, graph handle) (int, code) {
	var n C.size_t
	c := C.call_cuGraphGetNodes(d.t, C.handle(ctx), C.handle(graph), &n)
	return int(n), code(c)
}

func (d *nativeDriver) graphInstantiate(ctx, graph handle) (handle, code) {
	var exec C.handle
	c := C.call_cuGraphInstantiateWithFlags(d.t, C.handle(ctx), &exec, C.handle(graph))
	return handle(exec), code(c)
}

func (d *nativeDriver) graphLaunch(ctx, exec, stream handle) code {
	return code(C.call_cuGraphLaunch(d.t, C.handle(ctx), C.handle(exec), C.handle(stream)))
}

func (d *nativeDriver) graphExecDestroy(ctx, exec handle) code {
	return code(C.call_cuGraphExecDestroy(d.t, C.handle(ctx), C.handle(exec)))
}

func (d *nativeDriver) graphDestroy(ctx, graph handle) code {
	return code(C.call_cuGraphDestroy(d.t, C.handle(ctx), C.handle(graph)))
}
