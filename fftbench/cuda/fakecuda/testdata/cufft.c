// A libcufft for tests: right, slow, and strict about its work area. It finds the
// fake driver beside itself.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "dft.h"

#define EXPORT __attribute__((visibility("default")))

enum {
  OK,
  INVALID_PLAN = 1,
  ALLOC_FAILED = 2,
  INVALID_TYPE = 3,
  INVALID_VALUE = 4,
  INTERNAL_ERROR = 5,
  EXEC_FAILED = 6,
  SETUP_FAILED = 7,
  INVALID_SIZE = 8,
  NO_WORKSPACE = 13,
  NOT_SUPPORTED = 16
};

enum { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69 };

static struct {
  struct control *(*control)(void);
  int (*gate)(const char *);
  void (*count)(int, int64_t);
  void (*fault)(const char *);
  int (*inside)(unsigned long long, size_t);
  int (*current)(void);
  int (*put)(uintptr_t, int (*)(void *), const void *, size_t, int64_t);
} driver;
static bool found;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void look(void) {
  Dl_info here;
  char path[4096];
  if (!dladdr(&once, &here)) return;
  snprintf(path, sizeof path, "%.*slibcuda.so.1", (int)(strrchr(here.dli_fname, '/') + 1 - here.dli_fname), here.dli_fname);
  void *d = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!d) return;
#define FIND(name) *(void **)&driver.name = dlsym(d, "fakecuda_" #name)
  FIND(control);
  FIND(gate);
  FIND(count);
  FIND(fault);
  FIND(inside);
  FIND(current);
  FIND(put);
  found = true;
}

struct plan {
  bool live, made, manual;
  long long n, istride, idist, ostride, odist, batch;
  int type;
  size_t work;
  unsigned long long area;
  uintptr_t stream;
};

enum { MAX_PLANS = 4096 };
static struct plan plans[MAX_PLANS];
static int used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// An injected code is the driver's; these are what cuFFT makes of it.
static int enter(const char *function) {
  pthread_once(&once, look);
  if (!found) return SETUP_FAILED;
  int code = driver.gate(function);
  if (code) return code == 2 ? ALLOC_FAILED : EXEC_FAILED;
  if (!driver.current()) {
    driver.fault("cuFFT without a current context");
    return INTERNAL_ERROR;
  }
  return OK;
}

static struct plan *plan_of(const char *function, int handle) {
  pthread_mutex_lock(&mutex);
  struct plan *p = handle >= 0 && handle < used && plans[handle].live ? &plans[handle] : NULL;
  pthread_mutex_unlock(&mutex);
  if (p) return p;
  char text[128];
  snprintf(text, sizeof text, "%s: there is no plan %d", function, handle);
  driver.fault(text);
  return NULL;
}

#define BEGIN(name)                                       \
  int code = enter(#name);                                \
  if (code) return code;                                  \
  struct plan *p = plan_of(#name, plan);                  \
  if (!p) return INVALID_PLAN;

EXPORT int cufftGetVersion(int *version) {
  pthread_once(&once, look);
  if (!found) return SETUP_FAILED;
  int code = driver.gate("cufftGetVersion");
  *version = (int)driver.control()->cufft_version;
  return code ? INTERNAL_ERROR : OK;
}

EXPORT int cufftCreate(int *plan) {
  int code = enter("cufftCreate");
  if (code) return code;
  pthread_mutex_lock(&mutex);
  code = used < MAX_PLANS ? OK : ALLOC_FAILED;
  if (!code) {
    plans[used].live = true;
    *plan = used++;
  }
  pthread_mutex_unlock(&mutex);
  if (!code) driver.count(PLANS, 1);
  return code;
}

EXPORT int cufftSetAutoAllocation(int plan, int on) {
  BEGIN(cufftSetAutoAllocation)
  if (p->made) return INVALID_PLAN;
  p->manual = !on;
  return OK;
}

static bool known(int type) {
  return type == C2C || type == R2C || type == C2R || type == Z2Z || type == D2Z || type == Z2D;
}

static size_t size_of(int type) { return type >= Z2Z ? 8 : 4; } // of a real number

EXPORT int cufftMakePlanMany64(int plan, int rank, long long *n, long long *inembed, long long istride, long long idist,
                               long long *onembed, long long ostride, long long odist, int type, long long batch,
                               size_t *work) {
  BEGIN(cufftMakePlanMany64)
  if (p->made) return INVALID_PLAN;
  if (!known(type)) return INVALID_TYPE;
  if (rank != 1) return NOT_SUPPORTED;
  if (*n < 1 || batch < 1) return INVALID_SIZE;
  if (!inembed || !onembed) { // then strides do not count
    long long half = *n / 2 + 1;
    istride = ostride = 1;
    idist = type == C2R || type == Z2D ? half : *n;
    odist = type == R2C || type == D2Z ? half : *n;
  }
  if (istride < 1 || ostride < 1 || idist < 0 || odist < 0) return INVALID_VALUE;
  // As the real one: none for short powers of two, else as much as the data.
  bool shortish = (*n & (*n - 1)) == 0 && *n <= 4096;
  *work = shortish ? 0 : 2 * size_of(type) * (size_t)*n * (size_t)batch;
  bool manual = p->manual;
  *p = (struct plan){true, true, manual, *n, istride, idist, ostride, odist, batch, type, *work, 0, 0};
  if (!manual) driver.fault("cufftMakePlanMany64: cuFFT would allocate the work area");
  return OK;
}

EXPORT int cufftSetWorkArea(int plan, void *work) {
  BEGIN(cufftSetWorkArea)
  if (!p->made) return INVALID_PLAN;
  if (!driver.inside((uintptr_t)work, p->work)) {
    driver.fault("cufftSetWorkArea: the area is too small or none");
    return INVALID_VALUE;
  }
  p->area = (uintptr_t)work;
  return OK;
}

EXPORT int cufftSetStream(int plan, uintptr_t stream) {
  BEGIN(cufftSetStream)
  p->stream = stream;
  return OK;
}

EXPORT int cufftDestroy(int plan) {
  int code = enter("cufftDestroy");
  if (!found) return code;
  struct plan *p = plan_of("cufftDestroy", plan);
  if (!p) return INVALID_PLAN;
  p->live = false;
  driver.count(PLANS, -1);
  return code;
}

struct job {
  struct plan p;
  unsigned long long in, out;
  int sign;
};

static number get(const void *base, long long i, bool wide, bool real) {
  if (real) return (number){wide ? ((const double *)base)[i] : ((const float *)base)[i], 0};
  return wide ? (number){((const double *)base)[2 * i], ((const double *)base)[2 * i + 1]}
              : (number){((const float *)base)[2 * i], ((const float *)base)[2 * i + 1]};
}

static void set(void *base, long long i, bool wide, bool real, number x) {
  if (!real) i *= 2;
  if (wide) ((double *)base)[i] = x.re;
  else ((float *)base)[i] = (float)x.re;
  if (real) return;
  if (wide) ((double *)base)[i + 1] = x.im;
  else ((float *)base)[i + 1] = (float)x.im;
}

static bool reaches(unsigned long long base, long long count, long long stride, long long batch, long long dist,
                    size_t bytes) {
  return driver.inside(base, ((batch - 1) * dist + (count - 1) * stride + 1) * bytes);
}

static bool data_there(const struct plan *p, unsigned long long in, unsigned long long out) {
  size_t real = size_of(p->type);
  bool from_real = p->type == R2C || p->type == D2Z, to_real = p->type == C2R || p->type == Z2D;
  long long half = p->n / 2 + 1;
  return reaches(in, to_real ? half : p->n, p->istride, p->batch, p->idist, from_real ? real : 2 * real) &&
         reaches(out, from_real ? half : p->n, p->ostride, p->batch, p->odist, to_real ? real : 2 * real);
}

// Runs when the stream gets to it, which in a graph may be after its memory has
// been freed.
static int transform(void *data) {
  struct job *j = data;
  struct plan *p = &j->p;
  if (!data_there(p, j->in, j->out) || (p->work && !driver.inside(p->area, p->work))) {
    driver.fault("a transform on memory that has been freed");
    return 700; // CUDA_ERROR_ILLEGAL_ADDRESS
  }
  bool wide = size_of(p->type) == 8;
  bool from_real = p->type == R2C || p->type == D2Z, to_real = p->type == C2R || p->type == Z2D;
  long long n = p->n, half = n / 2 + 1;
  void *in = (void *)(uintptr_t)j->in, *out = (void *)(uintptr_t)j->out;
  number *mem = malloc((4 * (size_t)n) * sizeof *mem);
  number *w = mem, *x = w + n, *y = x + n, *scratch = y + n;
  dft_table(w, n, j->sign);
  if (p->work) memset((void *)(uintptr_t)p->area, 0xff, p->work);
  for (long long b = 0; b < p->batch; b++) {
    for (long long k = 0; k < (to_real ? half : n); k++) x[k] = get(in, b * p->idist + k * p->istride, wide, from_real);
    if (to_real) {
      x[0].im = 0;
      if (n % 2 == 0) x[n / 2].im = 0;
      for (long long k = half; k < n; k++) x[k] = (number){x[n - k].re, -x[n - k].im};
      set(in, b * p->idist, wide, false, (number){-1, -1}); // the input is not kept
    }
    dft(y, x, n, w, scratch);
    for (long long k = 0; k < (from_real ? half : n); k++) set(out, b * p->odist + k * p->ostride, wide, to_real, y[k]);
  }
  free(mem);
  return OK;
}

static int exec(const char *function, int type, int plan, void *in, void *out, int sign) {
  int code = enter(function);
  if (code) return code;
  struct plan *p = plan_of(function, plan);
  if (!p || !p->made) return INVALID_PLAN;
  if (p->type != type) return INVALID_TYPE;
  if (sign != 1 && sign != -1) return INVALID_VALUE;
  if (p->work && !p->area) {
    driver.fault("cufftExec: no work area");
    return NO_WORKSPACE;
  }
  if (!data_there(p, (uintptr_t)in, (uintptr_t)out)) {
    driver.fault("cufftExec: data beyond its buffer");
    return INVALID_VALUE;
  }
  struct job j = {*p, (uintptr_t)in, (uintptr_t)out, sign};
  int64_t ns = 4000 + (int64_t)(2 * size_of(type) * p->n * p->batch / 1000);
  return driver.put(p->stream, transform, &j, sizeof j, ns) ? EXEC_FAILED : OK;
}

EXPORT int cufftExecC2C(int plan, void *in, void *out, int sign) { return exec("cufftExecC2C", C2C, plan, in, out, sign); }
EXPORT int cufftExecZ2Z(int plan, void *in, void *out, int sign) { return exec("cufftExecZ2Z", Z2Z, plan, in, out, sign); }
EXPORT int cufftExecR2C(int plan, void *in, void *out) { return exec("cufftExecR2C", R2C, plan, in, out, -1); }
EXPORT int cufftExecD2Z(int plan, void *in, void *out) { return exec("cufftExecD2Z", D2Z, plan, in, out, -1); }
EXPORT int cufftExecC2R(int plan, void *in, void *out) { return exec("cufftExecC2R", C2R, plan, in, out, 1); }
EXPORT int cufftExecZ2D(int plan, void *in, void *out) { return exec("cufftExecZ2D", Z2D, plan, in, out, 1); }
