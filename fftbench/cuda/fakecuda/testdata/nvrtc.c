// A libnvrtc for tests: gcc compiles the source with the CPU shim, and the image
// is the shared library, with a line of text before it (see module.c). What was
// compiled before is kept in a file beside the library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "control.h"

#define EXPORT __attribute__((visibility("default")))

extern char **environ;

enum {
  OK,
  OUT_OF_MEMORY = 1,
  INVALID_INPUT = 3,
  INVALID_PROGRAM = 4,
  INVALID_OPTION = 5,
  COMPILATION = 6,
  BUILTIN_OPERATION_FAILURE = 7,
  INTERNAL_ERROR = 11
};

static const int archs[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
enum { ARCHS = sizeof archs / sizeof *archs };

static struct {
  struct control *(*control)(void);
  int (*gate)(const char *);
  void (*count)(int, int64_t);
  void (*fault)(const char *);
} driver;
static struct control alone = {.nvrtc_major = 13};
static char dir[4096]; // of this library
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void look(void) {
  Dl_info here;
  if (!dladdr(&once, &here)) return;
  snprintf(dir, sizeof dir, "%.*s", (int)(strrchr(here.dli_fname, '/') - here.dli_fname), here.dli_fname);
  char path[sizeof dir + 32];
  snprintf(path, sizeof path, "%s/libcuda.so.1", dir);
  void *d = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!d) return; // NVRTC works without a driver
  *(void **)&driver.control = dlsym(d, "fakecuda_control");
  *(void **)&driver.gate = dlsym(d, "fakecuda_gate");
  *(void **)&driver.count = dlsym(d, "fakecuda_count");
  *(void **)&driver.fault = dlsym(d, "fakecuda_fault");
}

static struct control *control(void) { return driver.control ? driver.control() : &alone; }

static void count(int by) {
  if (driver.count) driver.count(PROGRAMS, by);
}

static int enter(const char *function) {
  pthread_once(&once, look);
  int code = driver.gate && !control()->lost ? driver.gate(function) : OK;
  return !code ? OK : code == 2 ? OUT_OF_MEMORY : INTERNAL_ERROR;
}

struct program {
  char *source, *name, *log;
  char *image;
  size_t bytes;
  int arch;
  bool ptx, live;
};

EXPORT const char *nvrtcGetErrorString(int code) {
  switch (code) {
    case OK: return "NVRTC_SUCCESS";
    case OUT_OF_MEMORY: return "NVRTC_ERROR_OUT_OF_MEMORY";
    case INVALID_INPUT: return "NVRTC_ERROR_INVALID_INPUT";
    case INVALID_PROGRAM: return "NVRTC_ERROR_INVALID_PROGRAM";
    case INVALID_OPTION: return "NVRTC_ERROR_INVALID_OPTION";
    case COMPILATION: return "NVRTC_ERROR_COMPILATION";
    case BUILTIN_OPERATION_FAILURE: return "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE";
    case INTERNAL_ERROR: return "NVRTC_ERROR_INTERNAL_ERROR";
  }
  return "NVRTC_ERROR unknown";
}

EXPORT int nvrtcVersion(int *major, int *minor) {
  int code = enter("nvrtcVersion");
  *major = (int)control()->nvrtc_major;
  *minor = (int)control()->nvrtc_minor;
  return code;
}

EXPORT int nvrtcGetNumSupportedArchs(int *count) {
  *count = ARCHS;
  return enter("nvrtcGetNumSupportedArchs");
}

EXPORT int nvrtcGetSupportedArchs(int *list) {
  memcpy(list, archs, sizeof archs);
  return enter("nvrtcGetSupportedArchs");
}

EXPORT int nvrtcCreateProgram(struct program **program, const char *source, const char *name, int headers,
                              const char *const *texts, const char *const *names) {
  int code = enter("nvrtcCreateProgram");
  if (code) return code;
  if (!source || headers || texts || names) return INVALID_INPUT;
  *program = calloc(1, sizeof **program);
  **program = (struct program){.source = strdup(source), .name = strdup(name ? name : "default_program"),
                               .log = strdup(""), .live = true};
  count(1);
  return OK;
}

static struct program *alive(struct program *p) {
  if (p && p->live) return p;
  if (driver.fault) driver.fault("NVRTC: no such program");
  return NULL;
}

// Programs are never freed, so that a second destroy is known for what it is.
EXPORT int nvrtcDestroyProgram(struct program **program) {
  int code = enter("nvrtcDestroyProgram");
  struct program *p = alive(*program);
  if (!p) return INVALID_PROGRAM;
  p->live = false;
  free(p->source);
  free(p->name);
  free(p->log);
  free(p->image);
  *program = NULL;
  count(-1);
  return code;
}

static int complain(struct program *p, int code, const char *format, const char *what) {
  free(p->log);
  if (asprintf(&p->log, format, what) < 0) p->log = strdup("");
  return code;
}

static const char *after(const char *s, const char *prefix) {
  size_t n = strlen(prefix);
  return strncmp(s, prefix, n) ? NULL : s + n;
}

// Of the options that NVRTC knows, those that code for the CPU does not depend on.
static bool ignored(const char *o) {
  static const char *const list[] = {"--std=", "-std=", "--fmad=", "-fmad=", "--use_fast_math", "-use_fast_math",
                                     "--ftz=", "--prec-div=", "--prec-sqrt=", "--maxrregcount=", "-maxrregcount=",
                                     "--restrict", "-restrict", "--device-debug", "-G", "--generate-line-info",
                                     "-lineinfo", "--extra-device-vectorization", "-default-device",
                                     "--device-as-default-execution-space", "--disable-warnings", "-w",
                                     "--diag-suppress=", "--split-compile=", "--minimal"};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if (after(o, list[i])) return true;
  }
  return false;
}

static int arch_of(struct program *p, const char *value) {
  int n = 0, end = 0;
  p->ptx = sscanf(value, "compute_%d%n", &n, &end) == 1 && !value[end];
  if (!p->ptx && (sscanf(value, "sm_%d%n", &n, &end) != 1 || value[end])) n = 0;
  for (int i = 0; i < ARCHS; i++) {
    if (archs[i] == n) {
      p->arch = n;
      return OK;
    }
  }
  return complain(p, INVALID_OPTION, "nvrtc: error: invalid value for --gpu-architecture (-arch): %s", value);
}

struct args {
  char *list[128];
  int count;
};

static bool push(struct args *a, const char *s) {
  if (a->count + 1 >= (int)(sizeof a->list / sizeof *a->list)) return false;
  a->list[a->count++] = strdup(s);
  a->list[a->count] = NULL;
  return true;
}

// The file names gcc's arguments, one a line, with words for what differs:
// @DEFINES, @SOURCE, @LIBRARY.
static int arguments(struct args *a, const struct args *defines, const char *source, const char *library) {
  char path[sizeof dir + 32], line[4096];
  snprintf(path, sizeof path, "%s/gcc.args", dir);
  FILE *f = fopen(path, "re");
  if (!f) return INTERNAL_ERROR;
  bool fits = true;
  while (fits && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "@DEFINES")) {
      for (int i = 0; i < defines->count; i++) fits = fits && push(a, defines->list[i]);
    } else {
      fits = push(a, !strcmp(line, "@SOURCE") ? source : !strcmp(line, "@LIBRARY") ? library : line);
    }
  }
  fclose(f);
  return fits ? OK : OUT_OF_MEMORY;
}

static char *read_file(const char *path, size_t *bytes) {
  FILE *f = fopen(path, "re");
  if (!f) return NULL;
  fseek(f, 0, SEEK_END);
  *bytes = ftell(f);
  rewind(f);
  char *text = malloc(*bytes + 1);
  *bytes = fread(text, 1, *bytes, f);
  text[*bytes] = 0;
  fclose(f);
  return text;
}

static int gcc(struct args *a, const char *log) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  pid_t pid;
  int failed = posix_spawn(&pid, a->list[0], &files, NULL, a->list, environ);
  posix_spawn_file_actions_destroy(&files);
  int status = 0;
  if (failed) return -1;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static uint64_t hash(uint64_t h, const char *s) { // FNV-1a
  do h = (h ^ (unsigned char)*s) * 0x100000001b3;
  while (*s++);
  return h;
}

// build makes the library, or finds it made.
static int build(struct program *p, const struct args *defines, char *library, size_t room) {
  uint64_t h = hash(hash(0xcbf29ce484222325, p->source), p->name);
  for (int i = 0; i < defines->count; i++) h = hash(h, defines->list[i]);
  snprintf(library, room, "%s/kernel-%016lx-%zu.so", dir, (unsigned long)h, strlen(p->source));
  if (!access(library, R_OK)) return OK;

  char work[sizeof dir + 16], source[sizeof work + 16], log[sizeof work + 16], made[sizeof work + 16];
  snprintf(work, sizeof work, "%s/nvrtc.XXXXXX", dir);
  if (!mkdtemp(work)) return INTERNAL_ERROR;
  snprintf(source, sizeof source, "%s/source.cu", work);
  snprintf(log, sizeof log, "%s/log", work);
  snprintf(made, sizeof made, "%s/made.so", work);
  FILE *f = fopen(source, "we");
  if (f) {
    fprintf(f, "#line 1 \"%s\"\n%s", p->name, p->source);
    fclose(f);
  }
  struct args a = {0};
  int code = f ? arguments(&a, defines, source, made) : INTERNAL_ERROR;
  if (!code) {
    int status = gcc(&a, log);
    size_t n;
    char *text = read_file(log, &n);
    if (text) {
      free(p->log);
      p->log = text;
    }
    code = status == 0 ? OK : status > 0 ? COMPILATION : INTERNAL_ERROR;
  }
  if (!code) {
    // Into its folder under another name first: others may look meanwhile.
    char partial[sizeof dir + 96];
    snprintf(partial, sizeof partial, "%s.%d.%s", library, getpid(), strrchr(work, '.') + 1);
    size_t n;
    char *bytes = read_file(made, &n);
    FILE *to = bytes ? fopen(partial, "we") : NULL;
    bool whole = to && fwrite(bytes, 1, n, to) == n;
    if (to && fclose(to)) whole = false;
    free(bytes);
    code = whole && !rename(partial, library) ? OK : INTERNAL_ERROR;
  }
  for (int i = 0; i < a.count; i++) free(a.list[i]);
  unlink(source);
  unlink(log);
  unlink(made);
  rmdir(work);
  return code;
}

// open_builtins asks for a library by its name, as the real NVRTC does: where the
// loader does not look beside this library, somebody must have loaded it before.
static int open_builtins(struct program *p) {
  if (control()->nvrtc_major != 13 || control()->nvrtc_minor) return OK; // there is but one
  if (dlopen("libnvrtc-builtins.so.13.0", RTLD_NOW | RTLD_LOCAL)) return OK;
  return complain(p, BUILTIN_OPERATION_FAILURE, "nvrtc: error: failed to open %s.", "libnvrtc-builtins.so.13.0");
}

EXPORT int nvrtcCompileProgram(struct program *p, int n, const char *const *options) {
  int code = enter("nvrtcCompileProgram");
  if (!alive(p)) return INVALID_PROGRAM;
  if (code) return code;
  struct args defines = {0};
  p->arch = archs[0];
  p->ptx = true;
  for (int i = 0; i < n && !code; i++) {
    const char *o = options[i], *value;
    if ((value = after(o, "--gpu-architecture=")) || (value = after(o, "-arch="))) code = arch_of(p, value);
    else if (after(o, "-D")) code = push(&defines, o) ? OK : OUT_OF_MEMORY;
    else if ((value = after(o, "--define-macro="))) {
      char both[1024];
      snprintf(both, sizeof both, "-D%s", value);
      code = push(&defines, both) ? OK : OUT_OF_MEMORY;
    } else if (!ignored(o)) code = complain(p, INVALID_OPTION, "nvrtc: error: unrecognized option %s found", o);
  }
  char library[sizeof dir + 64];
  if (!code) code = open_builtins(p);
  if (!code) code = build(p, &defines, library, sizeof library);
  if (!code && !(p->image = read_file(library, &p->bytes))) code = INTERNAL_ERROR;
  for (int i = 0; i < defines.count; i++) free(defines.list[i]);
  return code;
}

EXPORT int nvrtcGetProgramLogSize(struct program *p, size_t *bytes) {
  int code = enter("nvrtcGetProgramLogSize");
  if (!alive(p)) return INVALID_PROGRAM;
  *bytes = strlen(p->log) + 1;
  return code;
}

EXPORT int nvrtcGetProgramLog(struct program *p, char *log) {
  int code = enter("nvrtcGetProgramLog");
  if (!alive(p)) return INVALID_PROGRAM;
  strcpy(log, p->log);
  return code;
}

static int head(const struct program *p, char *line, size_t room) {
  return p->ptx ? snprintf(line, room, "// FAKE PTX compute_%d\n", p->arch)
                : snprintf(line, room, "FAKE CUBIN sm_%d %zu\n", p->arch, p->bytes);
}

EXPORT int nvrtcGetCUBINSize(struct program *p, size_t *bytes) {
  int code = enter("nvrtcGetCUBINSize");
  if (!alive(p)) return INVALID_PROGRAM;
  char line[64];
  *bytes = p->image && !p->ptx ? head(p, line, sizeof line) + p->bytes : 0; // 0 for a virtual architecture
  return code;
}

EXPORT int nvrtcGetCUBIN(struct program *p, char *image) {
  int code = enter("nvrtcGetCUBIN");
  if (!alive(p) || !p->image || p->ptx) return INVALID_PROGRAM;
  char line[64];
  int n = head(p, line, sizeof line);
  memcpy(image, line, n);
  memcpy(image + n, p->image, p->bytes);
  return code;
}

EXPORT int nvrtcGetPTXSize(struct program *p, size_t *bytes) {
  int code = enter("nvrtcGetPTXSize");
  if (!alive(p)) return INVALID_PROGRAM;
  char line[64];
  *bytes = p->image && p->ptx ? head(p, line, sizeof line) + 2 * p->bytes + 1 : 0;
  return code;
}

EXPORT int nvrtcGetPTX(struct program *p, char *image) {
  int code = enter("nvrtcGetPTX");
  if (!alive(p) || !p->image || !p->ptx) return INVALID_PROGRAM;
  char line[64];
  int n = head(p, line, sizeof line);
  memcpy(image, line, n);
  for (size_t i = 0; i < p->bytes; i++) sprintf(image + n + 2 * i, "%02x", (unsigned char)p->image[i]);
  return code;
}
