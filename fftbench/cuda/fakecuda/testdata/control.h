// What a test sets and reads, in a file that the libraries and the test map:
// control.go has the same layout.
#ifndef FAKECUDA_CONTROL_H
#define FAKECUDA_CONTROL_H

#include <stdint.h>

enum { CONTROL_MAGIC = 0x66616b65 };

// Things that live.
enum {
  CONTEXTS,
  STREAMS,
  EVENTS,
  GRAPHS,
  EXECS,
  MODULES,
  BUFFERS,
  BUFFER_BYTES,
  PINNED,
  PINNED_BYTES,
  PLANS,
  PROGRAMS,
  LIVE_KINDS
};

// What happens from the call that fails on.
enum { FAIL_ONCE, FAIL_ALWAYS, FAIL_LOST };

struct control {
  int64_t magic;
  int64_t devices, driver_version, init_code;
  int64_t major, minor;
  int64_t total_bytes, taken_bytes; // of each device; by other processes
  int64_t l2_bytes;
  int64_t cufft_version, nvrtc_major, nvrtc_minor;
  int64_t fail_at, fail_code, fail_mode; // the nth counted call, from 1
  char fail_function[64];                // the only one that counts; "": all do
  int64_t calls;                         // counted ones
  int64_t lost;                          // what all calls return, once it is not 0
  int64_t live[LIVE_KINDS];
  int64_t launches, nodes; // kernels that ran; graph nodes that ran
  int64_t faults;          // calls that a real driver would refuse or crash on
  char fault[512];         // the first of them
};

_Static_assert(sizeof(struct control) == 832, "control.go has another layout");

#endif
