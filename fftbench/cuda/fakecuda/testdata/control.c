// The control block, injected failures and the count of what lives.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fake.h"

struct control *ctl;
static struct control alone; // without a control file
// Recursive: transforms run within the lock, and ask where their memory is.
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void map(void) {
  ctl = &alone;
  alone = (struct control){.magic = CONTROL_MAGIC, .devices = 1, .driver_version = 13000,
                           .major = 9, .total_bytes = 1 << 30, .l2_bytes = 50 << 20, .cufft_version = 12000,
                           .nvrtc_major = 13};
  Dl_info here;
  char path[4096];
  if (!dladdr(&alone, &here)) return;
  const char *end = strrchr(here.dli_fname, '/');
  int n = end ? (int)(end - here.dli_fname) : 1;
  snprintf(path, sizeof path, "%.*s/fakecuda.control", n, end ? here.dli_fname : ".");
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *p = mmap(NULL, sizeof *ctl, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (p != MAP_FAILED && ((struct control *)p)->magic == CONTROL_MAGIC) ctl = p;
}

void lock(void) {
  pthread_once(&once, map);
  pthread_mutex_lock(&mutex);
}

void unlock(void) { pthread_mutex_unlock(&mutex); }

int gate(const char *function) {
  if (ctl->lost) return (int)ctl->lost;
  if (ctl->fail_at <= 0) return SUCCESS;
  // Making a context current fails by name only: what follows it might be a
  // call that frees, and the test could not tell its leak from one.
  bool named = ctl->fail_function[0];
  if (named ? strcmp(ctl->fail_function, function) : !strcmp(function, "cuCtxSetCurrent")) return SUCCESS;
  int64_t n = ++ctl->calls;
  if (n < ctl->fail_at || (n > ctl->fail_at && ctl->fail_mode != FAIL_ALWAYS)) return SUCCESS;
  if (ctl->fail_mode == FAIL_LOST) ctl->lost = ctl->fail_code;
  return (int)ctl->fail_code;
}


void fault(const char *format, ...) {
  if (ctl->faults++) return;
  va_list args;
  va_start(args, format);
  vsnprintf(ctl->fault, sizeof ctl->fault, format, args);
  va_end(args);
}

void count(int kind, int64_t by) { ctl->live[kind] += by; }

// For the fakes of cuFFT and NVRTC.
EXPORT struct control *fakecuda_control(void) {
  lock();
  unlock();
  return ctl;
}

EXPORT int fakecuda_gate(const char *function) {
  lock();
  LEAVE(gate(function));
}

EXPORT void fakecuda_count(int kind, int64_t by) {
  lock();
  count(kind, by);
  unlock();
}

EXPORT void fakecuda_fault(const char *text) {
  lock();
  fault("%s", text);
  unlock();
}
