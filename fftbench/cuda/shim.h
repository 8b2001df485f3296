// The part of three C interfaces that this package calls, declared here so
// that building needs no CUDA toolkit: prototypes and constants by the CUDA
// Driver API Reference Manual (13.0; each function is named in its module
// there), the cuFFT API Reference and the NVRTC documentation. Names end in _v2
// where cuda.h maps the plain name to that symbol: the symbol without it is
// the 32-bit interface of CUDA 3.1, or another meaning.
//
// Prototypes, _v2 names and the values of enumerations were compared with what
// bindgen makes of cuda.h, cufft.h and nvrtc.h of CUDA 11.4 to 13.0, as published
// in the Rust crate cudarc, and with the bindings of CUDA.jl for cuFFT: they are
// the same in all of these versions.
//
// Opaque handles (CUcontext, CUstream, CUevent, …) are pointers that nobody
// reads; they are uintptr_t here, which every Linux ABI passes alike, so that
// Go can hold them as integers.
#ifndef FFTBENCH_CUDA_SHIM_H
#define FFTBENCH_CUDA_SHIM_H

#include <stddef.h>
#include <stdint.h>

typedef uintptr_t handle;
typedef unsigned long long deviceptr; // CUdeviceptr_v2

// X(symbol, parameters): all return CUresult, an int-sized enum.
#define DRIVER_FUNCTIONS(X)                                                                \
  /* initialization, version, errors, devices */                                          \
  X(cuInit, (unsigned flags))                                                              \
  X(cuGetErrorName, (int code, const char **name))                                         \
  X(cuGetErrorString, (int code, const char **text))                                       \
  X(cuDeviceGetCount, (int *count))                                                        \
  X(cuDeviceGet, (int *device, int ordinal))                                               \
  X(cuDeviceGetName, (char *name, int len, int device))                                    \
  X(cuDeviceTotalMem_v2, (size_t *bytes, int device))                                      \
  X(cuDeviceGetAttribute, (int *value, int attribute, int device))                         \
  /* contexts */                                                                           \
  X(cuDevicePrimaryCtxRetain, (handle *context, int device))                               \
  X(cuDevicePrimaryCtxRelease_v2, (int device))                                            \
  X(cuCtxSetCurrent, (handle context))                                                     \
  X(cuCtxSynchronize, (void))                                                              \
  /* memory */                                                                             \
  X(cuMemGetInfo_v2, (size_t *free_bytes, size_t *total))                                  \
  X(cuMemAlloc_v2, (deviceptr *address, size_t bytes))                                     \
  X(cuMemFree_v2, (deviceptr address))                                                     \
  X(cuMemHostAlloc, (void **address, size_t bytes, unsigned flags))                        \
  X(cuMemFreeHost, (void *address))                                                        \
  X(cuMemcpyHtoDAsync_v2, (deviceptr to, const void *from, size_t bytes, handle stream))   \
  X(cuMemcpyDtoHAsync_v2, (void *to, deviceptr from, size_t bytes, handle stream))         \
  X(cuMemcpyDtoDAsync_v2, (deviceptr to, deviceptr from, size_t bytes, handle stream))     \
  X(cuMemsetD8Async, (deviceptr to, unsigned char value, size_t bytes, handle stream))     \
  /* streams and events */                                                                 \
  X(cuStreamCreate, (handle *stream, unsigned flags))                                      \
  X(cuStreamDestroy_v2, (handle stream))                                                   \
  X(cuStreamSynchronize, (handle stream))                                                  \
  X(cuStreamWaitEvent, (handle stream, handle event, unsigned flags))                      \
  X(cuStreamBeginCapture_v2, (handle stream, int mode))                                    \
  X(cuStreamEndCapture, (handle stream, handle *graph))                                    \
  X(cuEventCreate, (handle *event, unsigned flags))                                        \
  X(cuEventDestroy_v2, (handle event))                                                     \
  X(cuEventRecord, (handle event, handle stream))                                          \
  X(cuEventSynchronize, (handle event))                                                    \
  X(cuEventElapsedTime, (float *milliseconds, handle start, handle end))                   \
  /* graphs */                                                                             \
  X(cuGraphGetNodes, (handle graph, handle *nodes, size_t *count))                         \
  X(cuGraphInstantiateWithFlags, (handle *exec, handle graph, unsigned long long flags))   \
  X(cuGraphLaunch, (handle exec, handle stream))                                           \
  X(cuGraphExecDestroy, (handle exec))                                                     \
  X(cuGraphDestroy, (handle graph))                                                        \
  /* modules and execution control */                                                      \
  X(cuModuleLoadData, (handle *module, const void *image))                                 \
  X(cuModuleUnload, (handle module))                                                       \
  X(cuModuleGetFunction, (handle *function, handle module, const char *name))              \
  X(cuFuncGetAttribute, (int *value, int attribute, handle function))                      \
  X(cuFuncSetAttribute, (handle function, int attribute, int value))                       \
  X(cuLaunchKernel, (handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,  \
                     unsigned by, unsigned bz, unsigned shared, handle stream,             \
                     void **params, void **extra))                                         \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                           \
    (int *blocks, handle function, int threads, size_t shared))

// cuDriverGetVersion is asked before the others are looked up, so that an old
// driver is told as that and not as one that lacks a symbol;
// cuFuncGetParamInfo is there from CUDA 12.4 on, and done without before.
#define DRIVER_VERSION(X) X(cuDriverGetVersion, (int *version))
#define DRIVER_OPTIONAL(X) \
  X(cuFuncGetParamInfo, (handle function, size_t index, size_t *offset, size_t *bytes))

// All return cufftResult; a cufftHandle is an int.
#define CUFFT_FUNCTIONS(X)                                                                 \
  X(cufftGetVersion, (int *version))                                                       \
  X(cufftCreate, (int *plan))                                                              \
  X(cufftSetAutoAllocation, (int plan, int on))                                            \
  X(cufftMakePlanMany64, (int plan, int rank, long long *n, long long *inembed,            \
                          long long istride, long long idist, long long *onembed,          \
                          long long ostride, long long odist, int type, long long batch,   \
                          size_t *work))                                                   \
  X(cufftSetWorkArea, (int plan, void *work))                                              \
  X(cufftSetStream, (int plan, handle stream))                                             \
  X(cufftExecC2C, (int plan, void *in, void *out, int direction))                          \
  X(cufftExecR2C, (int plan, void *in, void *out))                                         \
  X(cufftExecC2R, (int plan, void *in, void *out))                                         \
  X(cufftExecZ2Z, (int plan, void *in, void *out, int direction))                          \
  X(cufftExecD2Z, (int plan, void *in, void *out))                                         \
  X(cufftExecZ2D, (int plan, void *in, void *out))                                         \
  X(cufftDestroy, (int plan))

// All return nvrtcResult. nvrtcGetErrorString, which returns text, is apart.
// nvrtcGetCUBIN is there from CUDA 11.1 on, nvrtcGetSupportedArchs from 11.2.
#define NVRTC_FUNCTIONS(X)                                                                 \
  X(nvrtcVersion, (int *major, int *minor))                                                \
  X(nvrtcGetNumSupportedArchs, (int *count))                                               \
  X(nvrtcGetSupportedArchs, (int *archs))                                                  \
  X(nvrtcCreateProgram, (handle *program, const char *source, const char *name,            \
                         int headers, const char *const *texts, const char *const *names)) \
  X(nvrtcDestroyProgram, (handle *program))                                                \
  X(nvrtcCompileProgram, (handle program, int count, const char *const *options))          \
  X(nvrtcGetProgramLogSize, (handle program, size_t *bytes))                               \
  X(nvrtcGetProgramLog, (handle program, char *log))                                       \
  X(nvrtcGetCUBINSize, (handle program, size_t *bytes))                                    \
  X(nvrtcGetCUBIN, (handle program, char *image))                                          \
  X(nvrtcGetPTXSize, (handle program, size_t *bytes))                                      \
  X(nvrtcGetPTX, (handle program, char *image))

#define POINTER(name, parameters) int(*name) parameters;
typedef struct {
  DRIVER_VERSION(POINTER)
  DRIVER_FUNCTIONS(POINTER)
  DRIVER_OPTIONAL(POINTER)
} driver_table;

typedef struct {
  CUFFT_FUNCTIONS(POINTER)
} cufft_table;

typedef struct {
  NVRTC_FUNCTIONS(POINTER)
  const char *(*nvrtcGetErrorString)(int code);
} nvrtc_table;
#undef POINTER

// Where the loader found a library; NULL if it does not tell.
const char *path_of(void *library);

// Each fills its table from an open library and returns the first symbol that
// is missing, NULL where none is.
const char *load_driver_version(void *library, driver_table *t);
const char *load_driver(void *library, driver_table *t);
const char *load_cufft(void *library, cufft_table *t);
const char *load_nvrtc(void *library, nvrtc_table *t);

#endif
