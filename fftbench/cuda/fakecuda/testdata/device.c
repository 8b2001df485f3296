// Initialization, errors, devices and contexts.
#include <stdio.h>
#include <string.h>

#include "fake.h"

enum { MAX_DEVICES = 8 };

static bool initialized;
static struct object *primary[MAX_DEVICES];
static handle primary_handle[MAX_DEVICES];
static __thread struct object *now; // the context that is current for a thread

EXPORT int cuDriverGetVersion(int *version) {
  lock();
  *version = (int)ctl->driver_version;
  LEAVE(SUCCESS);
}

EXPORT int cuInit(unsigned flags) {
  lock();
  if (flags) fault("cuInit: flags %u", flags);
  int code = gate("cuInit");
  if (!code) code = (int)ctl->init_code;
  if (!code && ctl->devices == 0) code = NO_DEVICE;
  initialized = !code;
  LEAVE(code);
}

// Two devices are enough to tell one from another, and no error of a call is
// told by these two.
static const struct {
  int code;
  const char *name, *text;
} errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
    {400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "operation not permitted when stream is capturing"},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "operation failed due to a previous error during capture"},
    {903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "capture was not ended in the same stream as it began"},
    {908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", "attempt to terminate a thread-local capture sequence from another thread"},
};

static int look_up(int code, const char **to, bool name) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    if (errors[i].code == code) {
      *to = name ? errors[i].name : errors[i].text;
      return SUCCESS;
    }
  }
  *to = NULL;
  return INVALID_VALUE;
}

EXPORT int cuGetErrorName(int code, const char **name) { return look_up(code, name, true); }
EXPORT int cuGetErrorString(int code, const char **text) { return look_up(code, text, false); }

static int device_call(const char *function, int device) {
  int code = gate(function);
  if (code) return code;
  if (!initialized) {
    fault("%s before cuInit", function);
    return NOT_INITIALIZED;
  }
  return device >= 0 && device < ctl->devices && device < MAX_DEVICES ? SUCCESS : INVALID_DEVICE;
}

EXPORT int cuDeviceGetCount(int *count) {
  lock();
  int code = gate("cuDeviceGetCount");
  *count = (int)ctl->devices;
  LEAVE(code ? code : initialized ? SUCCESS : NOT_INITIALIZED);
}

EXPORT int cuDeviceGet(int *device, int ordinal) {
  lock();
  int code = device_call("cuDeviceGet", ordinal);
  *device = code ? -1 : ordinal;
  LEAVE(code);
}

EXPORT int cuDeviceGetName(char *name, int len, int device) {
  lock();
  int code = device_call("cuDeviceGetName", device);
  if (!code) snprintf(name, len, "Fake GPU %d", device);
  LEAVE(code);
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  lock();
  int code = device_call("cuDeviceTotalMem_v2", device);
  if (!code) *bytes = ctl->total_bytes;
  LEAVE(code);
}

// As of an H100, by its data sheet and deviceQuery.
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
  lock();
  int code = device_call("cuDeviceGetAttribute", device);
  if (code) LEAVE(code);
  switch (attribute) {
    case 1: *value = 1024; break;        // threads of a block
    case 2: *value = 1024; break;        // in x
    case 3: *value = 1024; break;        // in y
    case 4: *value = 64; break;          // in z
    case 5: *value = 2147483647; break;  // blocks in x
    case 6: *value = 65535; break;       // in y
    case 7: *value = 65535; break;       // in z
    case 8: *value = 49152; break;       // shared memory of a block
    case 10: *value = 32; break;         // threads of a warp
    case 12: *value = 65536; break;      // registers of a block
    case 16: *value = 132; break;        // multiprocessors
    case 18: *value = 0; break;          // integrated
    case 32: *value = 1; break;          // ECC
    case 36: *value = 2619000; break;    // memory clock, kHz
    case 37: *value = 5120; break;       // memory bus, bits
    case 38: *value = (int)ctl->l2_bytes; break;
    case 39: *value = 2048; break;       // threads of a multiprocessor
    case 75: *value = (int)ctl->major; break;
    case 76: *value = (int)ctl->minor; break;
    case 81: *value = 233472; break;     // shared memory of a multiprocessor
    case 82: *value = 65536; break;      // registers of a multiprocessor
    case 97: *value = 232448; break;     // shared memory that a block may ask for
    case 106: *value = 32; break;        // blocks of a multiprocessor
    default: LEAVE(INVALID_VALUE);
  }
  LEAVE(SUCCESS);
}

EXPORT int cuDevicePrimaryCtxRetain(handle *context, int device) {
  lock();
  int code = device_call("cuDevicePrimaryCtxRetain", device);
  if (code) LEAVE(code);
  if (!primary[device]) {
    primary_handle[device] = add(CONTEXT, NULL, &primary[device]);
    primary[device]->as.context.device = device;
  }
  primary[device]->as.context.retained++;
  count(CONTEXTS, 1);
  *context = primary_handle[device];
  LEAVE(SUCCESS);
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  lock();
  int code = gate("cuDevicePrimaryCtxRelease_v2");
  if (device < 0 || device >= MAX_DEVICES || !primary[device]) {
    fault("cuDevicePrimaryCtxRelease: device %d was not retained", device);
    LEAVE(INVALID_CONTEXT);
  }
  count(CONTEXTS, -1);
  if (--primary[device]->as.context.retained == 0) {
    drain_all(primary[device]);
    primary[device]->dead = true;
    primary[device] = NULL;
  }
  LEAVE(code);
}

EXPORT int cuCtxSetCurrent(handle context) {
  lock();
  int code = gate("cuCtxSetCurrent");
  struct object *o = find("cuCtxSetCurrent", context, CONTEXT);
  if (!o) LEAVE(INVALID_CONTEXT);
  if (ctl->lost || !code) {
    now = o; // that much a lost device still does
    code = SUCCESS;
  }
  LEAVE(code);
}

struct object *current(const char *function) {
  if (now && !now->dead) return now;
  fault("%s without a current context", function);
  return NULL;
}

EXPORT int fakecuda_current(void) {
  lock();
  LEAVE(now && !now->dead);
}

EXPORT int cuCtxSynchronize(void) {
  ENTER(cuCtxSynchronize)
  if (capturing(c)) LEAVE(CAPTURE_UNSUPPORTED);
  LEAVE(drain_all(c));
}
