// Calls through the tables of shim.h, one crossing from Go each.
//
// A context is current for an OS thread and a goroutine may run on any, so
// whatever needs a context makes it current in the same call: within one cgo
// call the thread cannot change. Where that already fails the result is
// negated, so that Go can name the function that failed.
#ifndef FFTBENCH_CUDA_CALLS_H
#define FFTBENCH_CUDA_CALLS_H

#include "shim.h"

// Without a context.
#define PLAIN_CALL(name, parameters, arguments) \
  static inline int call_##name parameters { return t->name arguments; }

// With one; parameters begin with (driver_table *t, handle context, …).
#define CONTEXT_CALL(name, parameters, arguments)   \
  static inline int call_##name parameters {        \
    int failed = t->cuCtxSetCurrent(context);       \
    return failed ? -failed : t->name arguments;    \
  }

PLAIN_CALL(cuDriverGetVersion, (driver_table *t, int *version), (version))
PLAIN_CALL(cuInit, (driver_table *t), (0))
PLAIN_CALL(cuGetErrorName, (driver_table *t, int code, const char **name), (code, name))
PLAIN_CALL(cuGetErrorString, (driver_table *t, int code, const char **text), (code, text))
PLAIN_CALL(cuDeviceGetCount, (driver_table *t, int *count), (count))
PLAIN_CALL(cuDeviceGet, (driver_table *t, int *device, int ordinal), (device, ordinal))
PLAIN_CALL(cuDeviceGetName, (driver_table *t, char *name, int len, int device), (name, len, device))
PLAIN_CALL(cuDeviceTotalMem_v2, (driver_table *t, size_t *bytes, int device), (bytes, device))
PLAIN_CALL(cuDeviceGetAttribute, (driver_table *t, int *value, int attribute, int device),
           (value, attribute, device))
PLAIN_CALL(cuDevicePrimaryCtxRetain, (driver_table *t, handle *context, int device),
           (context, device))
PLAIN_CALL(cuDevicePrimaryCtxRelease_v2, (driver_table *t, int device), (device))

CONTEXT_CALL(cuCtxSynchronize, (driver_table *t, handle context), ())
CONTEXT_CALL(cuMemGetInfo_v2, (driver_table *t, handle context, size_t *free_bytes, size_t *total),
             (free_bytes, total))
CONTEXT_CALL(cuMemAlloc_v2, (driver_table *t, handle context, deviceptr *address, size_t bytes),
             (address, bytes))
CONTEXT_CALL(cuMemFree_v2, (driver_table *t, handle context, deviceptr address), (address))
CONTEXT_CALL(cuMemHostAlloc, (driver_table *t, handle context, void **address, size_t bytes),
             (address, bytes, 0))
CONTEXT_CALL(cuMemFreeHost, (driver_table *t, handle context, void *address), (address))
CONTEXT_CALL(cuMemcpyHtoDAsync_v2,
             (driver_table *t, handle context, deviceptr to, const void *from, size_t bytes,
              handle stream),
             (to, from, bytes, stream))
CONTEXT_CALL(cuMemcpyDtoHAsync_v2,
             (driver_table *t, handle context, void *to, deviceptr from, size_t bytes,
              handle stream),
             (to, from, bytes, stream))
CONTEXT_CALL(cuMemcpyDtoDAsync_v2,
             (driver_table *t, handle context, deviceptr to, deviceptr from, size_t bytes,
              handle stream),
             (to, from, bytes, stream))
CONTEXT_CALL(cuMemsetD8Async,
             (driver_table *t, handle context, deviceptr to, unsigned char value, size_t bytes,
              handle stream),
             (to, value, bytes, stream))

CONTEXT_CALL(cuStreamCreate, (driver_table *t, handle context, handle *stream, unsigned flags),
             (stream, flags))
CONTEXT_CALL(cuStreamDestroy_v2, (driver_table *t, handle context, handle stream), (stream))
CONTEXT_CALL(cuStreamSynchronize, (driver_table *t, handle context, handle stream), (stream))
CONTEXT_CALL(cuStreamWaitEvent, (driver_table *t, handle context, handle stream, handle event),
             (stream, event, 0))
CONTEXT_CALL(cuStreamBeginCapture_v2, (driver_table *t, handle context, handle stream, int mode),
             (stream, mode))
CONTEXT_CALL(cuStreamEndCapture, (driver_table *t, handle context, handle stream, handle *graph),
             (stream, graph))
CONTEXT_CALL(cuEventCreate, (driver_table *t, handle context, handle *event, unsigned flags),
             (event, flags))
CONTEXT_CALL(cuEventDestroy_v2, (driver_table *t, handle context, handle event), (event))
CONTEXT_CALL(cuEventRecord, (driver_table *t, handle context, handle event, handle stream),
             (event, stream))
CONTEXT_CALL(cuEventSynchronize, (driver_table *t, handle context, handle event), (event))
CONTEXT_CALL(cuEventElapsedTime,
             (driver_table *t, handle context, float *milliseconds, handle start, handle end),
             (milliseconds, start, end))

CONTEXT_CALL(cuGraphGetNodes, (driver_table *t, handle context, handle graph, size_t *count),
             (graph, NULL, count))
CONTEXT_CALL(cuGraphInstantiateWithFlags,
             (driver_table *t, handle context, handle *exec, handle graph), (exec, graph, 0))
CONTEXT_CALL(cuGraphLaunch, (driver_table *t, handle context, handle exec, handle stream),
             (exec, stream))
CONTEXT_CALL(cuGraphExecDestroy, (driver_table *t, handle context, handle exec), (exec))
CONTEXT_CALL(cuGraphDestroy, (driver_table *t, handle context, handle graph), (graph))

CONTEXT_CALL(cuModuleLoadData, (driver_table *t, handle context, handle *module, const void *image),
             (module, image))
CONTEXT_CALL(cuModuleUnload, (driver_table *t, handle context, handle module), (module))
CONTEXT_CALL(cuModuleGetFunction,
             (driver_table *t, handle context, handle *function, handle module, const char *name),
             (function, module, name))
CONTEXT_CALL(cuFuncGetAttribute,
             (driver_table *t, handle context, int *value, int attribute, handle function),
             (value, attribute, function))
CONTEXT_CALL(cuFuncSetAttribute,
             (driver_table *t, handle context, handle function, int attribute, int value),
             (function, attribute, value))
CONTEXT_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor,
             (driver_table *t, handle context, int *blocks, handle function, int threads,
              size_t shared),
             (blocks, function, threads, shared))
// 801 is CUDA_ERROR_NOT_SUPPORTED: the driver is older than the function.
static inline int call_cuFuncGetParamInfo(driver_table *t, handle context, handle function,
                                          size_t index, size_t *bytes) {
  size_t offset;
  if (!t->cuFuncGetParamInfo) return 801;
  int failed = t->cuCtxSetCurrent(context);
  return failed ? -failed : t->cuFuncGetParamInfo(function, index, &offset, bytes);
}

// The one parameter of a kernel is a struct, by value.
CONTEXT_CALL(cuLaunchKernel,
             (driver_table *t, handle context, handle function, const unsigned *grid,
              const unsigned *block, unsigned shared, handle stream, void *params),
             (function, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared, stream,
              (void *[]){params}, NULL))

// A call into cuFFT: it finds the context that is current. d is the driver's
// table.
#define CUFFT_CALL(name, parameters, arguments)  \
  static inline int call_##name parameters {     \
    int failed = d->cuCtxSetCurrent(context);    \
    return failed ? -failed : t->name arguments; \
  }

PLAIN_CALL(cufftGetVersion, (cufft_table *t, int *version), (version))
CUFFT_CALL(cufftCreate, (driver_table *d, cufft_table *t, handle context, int *plan), (plan))
CUFFT_CALL(cufftSetAutoAllocation, (driver_table *d, cufft_table *t, handle context, int plan),
           (plan, 0))
// One dimension. Without an embedding cuFFT takes rows as lying one after the
// other, which is what most programs ask for and what it is made for; with one,
// strides and distances count, and the embedding's own value does not before two
// dimensions.
CUFFT_CALL(cufftMakePlanMany64,
           (driver_table *d, cufft_table *t, handle context, int plan, long long n, int packed,
            long long istride, long long idist, long long ostride, long long odist, int type,
            long long batch, size_t *work),
           (plan, 1, &(long long){n}, packed ? NULL : &(long long){n}, istride, idist,
            packed ? NULL : &(long long){n}, ostride, odist, type, batch, work))
CUFFT_CALL(cufftSetWorkArea,
           (driver_table *d, cufft_table *t, handle context, int plan, deviceptr work),
           (plan, (void *)(uintptr_t)work))
CUFFT_CALL(cufftSetStream,
           (driver_table *d, cufft_table *t, handle context, int plan, handle stream),
           (plan, stream))
CUFFT_CALL(cufftDestroy, (driver_table *d, cufft_table *t, handle context, int plan), (plan))

// Values of cufftType.
enum { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };

static inline int exec_plan(cufft_table *t, int type, int plan, void *in, void *out,
                            int direction) {
  switch (type) {
    case C2C: return t->cufftExecC2C(plan, in, out, direction);
    case Z2Z: return t->cufftExecZ2Z(plan, in, out, direction);
    case R2C: return t->cufftExecR2C(plan, in, out);
    case C2R: return t->cufftExecC2R(plan, in, out);
    case D2Z: return t->cufftExecD2Z(plan, in, out);
    case Z2D: return t->cufftExecZ2D(plan, in, out);
  }
  return 3;  // CUFFT_INVALID_TYPE
}

static inline int call_cufftExec(driver_table *d, cufft_table *t, handle context, int plan,
                                 int type, deviceptr in, deviceptr out, int direction) {
  int failed = d->cuCtxSetCurrent(context);
  if (failed) return -failed;
  return exec_plan(t, type, plan, (void *)(uintptr_t)in, (void *)(uintptr_t)out, direction);
}

PLAIN_CALL(nvrtcVersion, (nvrtc_table *t, int *major, int *minor), (major, minor))
PLAIN_CALL(nvrtcGetNumSupportedArchs, (nvrtc_table *t, int *count), (count))
PLAIN_CALL(nvrtcGetSupportedArchs, (nvrtc_table *t, int *archs), (archs))
PLAIN_CALL(nvrtcCreateProgram,
           (nvrtc_table *t, handle *program, const char *source, const char *name),
           (program, source, name, 0, NULL, NULL))
PLAIN_CALL(nvrtcDestroyProgram, (nvrtc_table *t, handle program), (&program))
PLAIN_CALL(nvrtcCompileProgram, (nvrtc_table *t, handle program, int count, char **options),
           (program, count, (const char *const *)options))
PLAIN_CALL(nvrtcGetProgramLogSize, (nvrtc_table *t, handle program, size_t *bytes),
           (program, bytes))
PLAIN_CALL(nvrtcGetProgramLog, (nvrtc_table *t, handle program, void *text), (program, text))
PLAIN_CALL(nvrtcGetCUBINSize, (nvrtc_table *t, handle program, size_t *bytes), (program, bytes))
PLAIN_CALL(nvrtcGetCUBIN, (nvrtc_table *t, handle program, void *image), (program, image))
PLAIN_CALL(nvrtcGetPTXSize, (nvrtc_table *t, handle program, size_t *bytes), (program, bytes))
PLAIN_CALL(nvrtcGetPTX, (nvrtc_table *t, handle program, void *image), (program, image))

static inline const char *call_nvrtcGetErrorString(nvrtc_table *t, int code) {
  return t->nvrtcGetErrorString(code);
}

#endif
