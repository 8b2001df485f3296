// Modules and kernels. An image is what the fake NVRTC makes: a line of text that
// names the architecture, and a shared library whose shim_launch runs kernels.
// As PTX the library is written in hexadecimal digits.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fake.h"

static int load(struct module *m, const unsigned char *bytes, size_t n) {
  int fd = memfd_create("module", MFD_CLOEXEC);
  if (fd < 0) return OUT_OF_MEMORY;
  for (size_t done = 0; done < n;) {
    ssize_t k = write(fd, bytes + done, n - done);
    if (k <= 0) {
      close(fd);
      return OUT_OF_MEMORY;
    }
    done += k;
  }
  // The loader knows libraries by their names: the file stays open, so that no
  // other module gets its number.
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  m->file = fd;
  m->code = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!m->code) {
    close(fd);
    fault("cuModuleLoadData: %s", dlerror());
    return INVALID_IMAGE;
  }
  m->launch = (int (*)(const char *, const unsigned *, const unsigned *, unsigned long, void **))dlsym(m->code, "shim_launch");
  m->error = (const char *(*)(void))dlsym(m->code, "shim_error");
  m->has = (int (*)(const char *))dlsym(m->code, "shim_has");
  m->arg_bytes = (long (*)(const char *))dlsym(m->code, "shim_arg_bytes");
  if (m->launch && m->error && m->has && m->arg_bytes) return SUCCESS;
  dlclose(m->code);
  close(fd);
  return INVALID_IMAGE;
}

static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static int load_text(struct module *m, const char *hex) {
  size_t n = strlen(hex) / 2;
  unsigned char *bytes = malloc(n + 1);
  for (size_t i = 0; i < n; i++) bytes[i] = digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]);
  int code = load(m, bytes, n);
  free(bytes);
  return code;
}

EXPORT int cuModuleLoadData(handle *module, const void *image) {
  ENTER(cuModuleLoadData)
  int arch, at = 0;
  size_t bytes;
  int have = 10 * (int)ctl->major + (int)ctl->minor;
  struct module m = {0};
  if (sscanf(image, "FAKE CUBIN sm_%d %zu\n%n", &arch, &bytes, &at) == 2 && at) {
    // Machine code runs on the same major version, from its minor one on.
    if (arch / 10 != have / 10 || arch > have) LEAVE(NO_BINARY_FOR_GPU);
    code = load(&m, (const unsigned char *)image + at, bytes);
  } else if (sscanf(image, "// FAKE PTX compute_%d\n%n", &arch, &at) == 1 && at) {
    if (arch > have) LEAVE(NO_BINARY_FOR_GPU);
    code = load_text(&m, (const char *)image + at);
  } else {
    code = INVALID_IMAGE;
  }
  if (code) LEAVE(code);
  struct object *o;
  *module = add(MODULE, c, &o);
  o->as.module = m;
  count(MODULES, 1);
  LEAVE(SUCCESS);
}

EXPORT int cuModuleUnload(handle module) {
  lock();
  int code = gate("cuModuleUnload");
  struct object *c = current("cuModuleUnload");
  if (!c) LEAVE(INVALID_CONTEXT);
  struct object *m = find("cuModuleUnload", module, MODULE);
  if (!m) LEAVE(INVALID_HANDLE);
  drain_all(c);
  dlclose(m->as.module.code);
  close(m->as.module.file);
  m->dead = true;
  count(MODULES, -1);
  LEAVE(code);
}

EXPORT int cuModuleGetFunction(handle *function, handle module, const char *name) {
  ENTER(cuModuleGetFunction)
  struct object *m = find("cuModuleGetFunction", module, MODULE), *o;
  if (!m) LEAVE(INVALID_HANDLE);
  if (!m->as.module.has(name) || strlen(name) >= sizeof o->as.function.name) LEAVE(NOT_FOUND);
  *function = add(FUNCTION, c, &o);
  o->as.function.module = m;
  strcpy(o->as.function.name, name);
  o->as.function.arg_bytes = m->as.module.arg_bytes(name);
  o->as.function.max_dynamic = 49152;
  LEAVE(SUCCESS);
}

static struct function *live(const char *call, handle h) {
  struct object *f = find(call, h, FUNCTION);
  if (!f) return NULL;
  if (f->as.function.module->dead) {
    fault("%s: a function of a module that has been unloaded", call);
    return NULL;
  }
  return &f->as.function;
}

EXPORT int cuFuncGetAttribute(int *value, int attribute, handle function) {
  ENTER(cuFuncGetAttribute)
  struct function *f = live("cuFuncGetAttribute", function);
  if (!f) LEAVE(INVALID_HANDLE);
  switch (attribute) {
    case 0: *value = 1024; break; // threads of a block
    case 1: *value = 0; break;    // static shared memory
    case 3: *value = 0; break;    // local memory
    case 4: *value = 32; break;   // registers
    case 8: *value = f->max_dynamic; break;
    default: LEAVE(INVALID_VALUE);
  }
  LEAVE(SUCCESS);
}

EXPORT int cuFuncSetAttribute(handle function, int attribute, int value) {
  ENTER(cuFuncSetAttribute)
  struct function *f = live("cuFuncSetAttribute", function);
  if (!f) LEAVE(INVALID_HANDLE);
  if (attribute == 9) LEAVE(value < -1 || value > 100 ? INVALID_VALUE : SUCCESS); // share of a multiprocessor's memory
  if (attribute != 8 || value < 0 || value > 232448) LEAVE(INVALID_VALUE);
  f->max_dynamic = value;
  LEAVE(SUCCESS);
}

EXPORT int cuFuncGetParamInfo(handle function, size_t index, size_t *offset, size_t *bytes) {
  ENTER(cuFuncGetParamInfo)
  struct function *f = live("cuFuncGetParamInfo", function);
  if (!f) LEAVE(INVALID_HANDLE);
  if (index) LEAVE(INVALID_VALUE);
  *offset = 0;
  *bytes = f->arg_bytes;
  LEAVE(SUCCESS);
}

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, handle function, int threads, size_t shared) {
  ENTER(cuOccupancyMaxActiveBlocksPerMultiprocessor)
  struct function *f = live("cuOccupancyMaxActiveBlocksPerMultiprocessor", function);
  if (!f || threads < 1) LEAVE(INVALID_VALUE);
  int by_threads = 2048 / ((threads + 31) / 32 * 32), by_shared = (int)(233472 / (shared + 1024));
  *blocks = by_threads < by_shared ? by_threads : by_shared;
  if (*blocks > 32) *blocks = 32;
  LEAVE(SUCCESS);
}

EXPORT int cuLaunchKernel(handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, handle stream, void **params, void **extra) {
  ENTER(cuLaunchKernel)
  struct function *f = live("cuLaunchKernel", function);
  struct object *s = find("cuLaunchKernel", stream, STREAM);
  if (!f || !s) LEAVE(INVALID_HANDLE);
  if (extra || !params) LEAVE(INVALID_VALUE);
  uint64_t threads = (uint64_t)bx * by * bz;
  if (!gx || !gy || !gz || !threads || threads > 1024 || bz > 64 || gx > 2147483647 || gy > 65535 || gz > 65535) {
    fault("cuLaunchKernel: %s: grid %u %u %u, block %u %u %u", f->name, gx, gy, gz, bx, by, bz);
    LEAVE(INVALID_VALUE);
  }
  if ((int)shared > f->max_dynamic) {
    fault("cuLaunchKernel: %s: %u bytes of shared memory, %d allowed", f->name, shared, f->max_dynamic);
    LEAVE(INVALID_VALUE);
  }
  struct op op = {.kind = LAUNCH, .object = find("cuLaunchKernel", function, FUNCTION), .grid = {gx, gy, gz},
                  .block = {bx, by, bz}, .shared = shared, .bytes = f->arg_bytes,
                  .cost = 3000 + (int64_t)(threads * gx * gy * gz / 1000)};
  op.data = memcpy(malloc(f->arg_bytes), params[0], f->arg_bytes);
  LEAVE(put(s, &op));
}

int run_kernel(struct op *op) {
  struct function *f = &op->object->as.function;
  if (f->module->dead) {
    fault("a kernel of a module that has been unloaded");
    return ILLEGAL_ADDRESS;
  }
  struct module *m = &f->module->as.module;
  ctl->launches++;
  if (!m->launch(f->name, op->grid, op->block, op->shared, (void *[]){op->data})) return SUCCESS;
  fault("kernel %s: %s", f->name, m->error());
  return LAUNCH_FAILED;
}
