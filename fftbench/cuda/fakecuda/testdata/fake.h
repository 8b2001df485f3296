// What the parts of the fake driver share.
#ifndef FAKECUDA_FAKE_H
#define FAKECUDA_FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "control.h"

typedef uintptr_t handle;
typedef unsigned long long deviceptr;

#define EXPORT __attribute__((visibility("default")))

enum {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_IMAGE = 200,
  INVALID_CONTEXT = 201,
  NO_BINARY_FOR_GPU = 209,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  NOT_READY = 600,
  ILLEGAL_ADDRESS = 700,
  LAUNCH_FAILED = 719,
  NOT_SUPPORTED = 801,
  CAPTURE_UNSUPPORTED = 900,
  CAPTURE_INVALIDATED = 901,
  CAPTURE_UNMATCHED = 903,
  CAPTURE_WRONG_THREAD = 908
};

enum kind { CONTEXT = 1, STREAM, EVENT, GRAPH, EXEC, MODULE, FUNCTION };

struct op;

struct context {
  int device, retained;
};

struct ops {
  struct op *first, *last;
  size_t count;
};

struct stream {
  struct ops queue;
  struct graph *capture; // NULL where none is under way
  int mode;
  bool invalid; // the capture is
  long thread;  // that began the capture
};

struct event {
  bool timing, recorded;
  uint64_t asked, done; // records queued, and run
  struct object *stream;
  int64_t time; // ns of the last record that ran
};

struct graph {
  struct ops ops;
};

struct module {
  void *code; // the loaded library
  int file; // of the library, open as long as that is: its number is the name
  int (*launch)(const char *, const unsigned *, const unsigned *, unsigned long, void **);
  const char *(*error)(void);
  int (*has)(const char *);
  long (*arg_bytes)(const char *);
};

struct function {
  struct object *module;
  char name[128];
  long arg_bytes;
  int max_dynamic;
};

// Objects are never freed, so that a stale handle is known for what it is.
struct object {
  enum kind kind;
  bool dead;
  struct object *context;
  union {
    struct context context;
    struct stream stream;
    struct event event;
    struct graph graph;
    struct module module;
    struct function function;
  } as;
};

enum op_kind { TO_DEVICE, TO_HOST, ON_DEVICE, FILL, LAUNCH, CALL, RECORD, WAIT, REPLAY };

struct op {
  struct op *next;
  enum op_kind kind;
  deviceptr to, from;
  void *host;
  bool owned; // host is a copy that this op frees
  size_t bytes;
  unsigned char value;
  struct object *object; // function, event or exec
  uint64_t ticket;       // of an event
  unsigned grid[3], block[3], shared;
  void *data; // arguments of a kernel or a call
  int (*call)(void *);
  int64_t cost; // ns
};

// control.c
extern struct control *ctl;
void lock(void);
void unlock(void);
int gate(const char *function); // what an injected failure returns, else 0
void fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
void count(int kind, int64_t by);

// objects.c
handle add(enum kind kind, struct object *context, struct object **o);
struct object *find(const char *function, handle h, enum kind kind);
struct object *current(const char *function); // NULL without one

// memory.c
bool inside(deviceptr address, size_t bytes);
bool pinned(const void *p, size_t bytes);

// stream.c
int put(struct object *stream, const struct op *op);
int drain(struct object *stream);
int drain_all(struct object *context);
bool capturing(struct object *context);
bool capture_forbids(void);
void append(struct ops *list, const struct op *op);

// module.c
int run_kernel(struct op *op);

// ENTER begins a function that needs a context: c is the current one.
#define ENTER(name)                     \
  lock();                               \
  int code = gate(#name);               \
  struct object *c = NULL;              \
  if (!code && !(c = current(#name))) { \
    code = INVALID_CONTEXT;             \
  }                                     \
  if (code) {                           \
    unlock();                           \
    return code;                        \
  }

#define LEAVE(value)       \
  do {                     \
    int result = (value);  \
    unlock();              \
    return result;         \
  } while (0)

#endif
