package cuda

import "unsafe"

// A handle is an opaque pointer of a library: CUcontext, CUstream and so on.
type handle uintptr

// A code is what a call into a library returns: 0 is success. The negative of
// a code says that cuCtxSetCurrent, which precedes the call, has failed.
type code int32

// What follows is the whole of the C side as the rest of the package sees it.
// Methods carry the names of the functions that they call, without prefix and
// suffix; those that take a context make it current first, in the same cgo
// call. Everything else in this package is Go that builds everywhere.

type driverLibrary interface {
	path() string
	version() (cuda int, c code)
	load() error // the functions after version
	errorName(c code) string
	errorString(c code) string

	initialize() code
	deviceCount() (int, code)
	deviceGet(ordinal int) (device int32, c code)
	deviceName(device int32) (string, code)
	deviceTotalMem(device int32) (uint64, code)
	deviceAttribute(attribute int32, device int32) (int, code)

	primaryCtxRetain(device int32) (handle, code)
	primaryCtxRelease(device int32) code
	ctxSynchronize(ctx handle) code

	memGetInfo(ctx handle) (free, total uint64, c code)
	memAlloc(ctx handle, bytes uint64) (address uint64, c code)
	memFree(ctx handle, address uint64) code
	memHostAlloc(ctx handle, bytes uint64) (unsafe.Pointer, code)
	memFreeHost(ctx handle, p unsafe.Pointer) code
	memcpyHtoDAsync(ctx handle, to uint64, from unsafe.Pointer, bytes uint64, stream handle) code
	memcpyDtoHAsync(ctx handle, to unsafe.Pointer, from uint64, bytes uint64, stream handle) code
	memcpyDtoDAsync(ctx handle, to, from uint64, bytes uint64, stream handle) code
	memsetD8Async(ctx handle, to uint64, value byte, bytes uint64, stream handle) code

	streamCreate(ctx handle, flags uint32) (handle, code)
	streamDestroy(ctx, stream handle) code
	streamSynchronize(ctx, stream handle) code
	streamWaitEvent(ctx, stream, event handle) code
	streamBeginCapture(ctx, stream handle, mode int32) code
	streamEndCapture(ctx, stream handle) (graph handle, c code)

	eventCreate(ctx handle, flags uint32) (handle, code)
	eventDestroy(ctx, event handle) code
	eventRecord(ctx, event, stream handle) code
	eventSynchronize(ctx, event handle) code
	eventElapsedTime(ctx, start, end handle) (milliseconds float32, c code)

	graphNodes(ctx, graph handle) (int, code)
	graphInstantiate(ctx, graph handle) (exec handle, c code)
	graphLaunch(ctx, exec, stream handle) code
	graphExecDestroy(ctx, exec handle) code
	graphDestroy(ctx, graph handle) code

	moduleLoadData(ctx handle, image []byte) (handle, code)
	moduleUnload(ctx, module handle) code
	moduleGetFunction(ctx, module handle, name string) (handle, code)
	funcAttribute(ctx handle, attribute int32, function handle) (int, code)
	funcSetAttribute(ctx, function handle, attribute int32, value int) code
	funcParamBytes(ctx, function handle, index int) (int, code)
	occupancy(ctx, function handle, threads, shared int) (blocks int, c code)
	launch(ctx, function handle, grid, block Dim, shared uint32, stream handle, params []byte) code
}

type fftLibrary interface {
	path() string
	version() (int, code)
	create(ctx handle) (plan int32, c code)
	manualAllocation(ctx handle, plan int32) code
	makePlan(ctx handle, plan int32, t *Transform) (work uint64, c code)
	setWorkArea(ctx handle, plan int32, address uint64) code
	setStream(ctx handle, plan int32, stream handle) code
	exec(ctx handle, plan int32, kind Kind, in, out uint64, dir Direction) code
	destroy(ctx handle, plan int32) code
}

type compilerLibrary interface {
	path() string
	errorString(c code) string
	version() (major, minor int, c code)
	archs() ([]int, code) // compute capabilities as 90 for 9.0, in ascending order
	createProgram(source, name string) (handle, code)
	destroyProgram(program handle) code
	compileProgram(program handle, options []string) code
	programLog(program handle) (string, code)
	cubin(program handle) ([]byte, code)
	ptx(program handle) ([]byte, code)
}
