// Device memory, pinned memory and copies.
//
// Device addresses are those of host memory, since kernels run on the host; each
// allocation ends, but for alignment, at a page that nobody may touch, holds NaNs
// at first, and is never mapped again once it is freed.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fake.h"

enum { PAGE = 4096, ALIGN = 256, CANARY = 0xc7 };

struct block {
  struct object *context;
  char *base, *data; // mapped, and handed out
  size_t mapped, bytes;
  bool device, live;
};

static struct block *blocks;
static size_t used, room;

static size_t pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

static struct block *take(struct object *c, size_t bytes, bool device) {
  if (used == room) {
    room = room ? 2 * room : 64;
    blocks = realloc(blocks, room * sizeof *blocks);
  }
  size_t inner = pages(bytes);
  char *base = mmap(NULL, inner + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return NULL;
  if (mprotect(base + PAGE, inner, PROT_READ | PROT_WRITE)) return NULL;
  size_t lead = device ? (inner - bytes) / ALIGN * ALIGN : 0;
  struct block *b = &blocks[used++];
  *b = (struct block){c, base, base + PAGE + lead, inner + 2 * PAGE, bytes, device, true};
  memset(base + PAGE, CANARY, lead);
  memset(b->data, 0xff, bytes);
  memset(b->data + bytes, CANARY, inner - lead - bytes);
  return b;
}

static bool untouched(const char *from, const char *to) {
  while (from < to && (unsigned char)*from == CANARY) from++;
  return from == to;
}

static void give_back(const char *function, struct block *b) {
  if (!untouched(b->base + PAGE, b->data) || !untouched(b->data + b->bytes, b->base + b->mapped - PAGE)) {
    fault("%s: something was written beside %zu bytes", function, b->bytes);
  }
  b->live = false;
  mmap(b->base, b->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

static struct block *holding(const void *p, size_t bytes, bool device) {
  const char *at = p;
  for (size_t i = 0; i < used; i++) {
    struct block *b = &blocks[i];
    if (b->live && b->device == device && at >= b->data && bytes <= b->bytes && at <= b->data + b->bytes - bytes) return b;
  }
  return NULL;
}

bool inside(deviceptr address, size_t bytes) { return holding((void *)(uintptr_t)address, bytes, true); }
bool pinned(const void *p, size_t bytes) { return holding(p, bytes, false); }

EXPORT int fakecuda_inside(deviceptr address, size_t bytes) {
  lock();
  LEAVE(inside(address, bytes));
}

static int64_t taken(struct object *c) {
  int64_t sum = ctl->taken_bytes;
  for (size_t i = 0; i < used; i++) {
    if (blocks[i].live && blocks[i].device && blocks[i].context->as.context.device == c->as.context.device) {
      sum += blocks[i].bytes;
    }
  }
  return sum;
}

EXPORT int cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
  ENTER(cuMemGetInfo_v2)
  *total = ctl->total_bytes;
  *free_bytes = ctl->total_bytes - taken(c);
  LEAVE(SUCCESS);
}

EXPORT int cuMemAlloc_v2(deviceptr *address, size_t bytes) {
  ENTER(cuMemAlloc_v2)
  if (bytes == 0) LEAVE(INVALID_VALUE);
  if (capture_forbids()) LEAVE(CAPTURE_UNSUPPORTED);
  if ((int64_t)bytes > ctl->total_bytes - taken(c)) LEAVE(OUT_OF_MEMORY);
  struct block *b = take(c, bytes, true);
  if (!b) LEAVE(OUT_OF_MEMORY);
  *address = (uintptr_t)b->data;
  count(BUFFERS, 1);
  count(BUFFER_BYTES, bytes);
  LEAVE(SUCCESS);
}

// The driver waits for work before memory goes; so does this, for what is
// queued may use it.
static int release(const char *function, void *p, bool device, int objects, int bytes) {
  lock();
  int code = gate(function);
  struct object *c = current(function);
  if (!c) LEAVE(INVALID_CONTEXT);
  struct block *b = holding(p, 0, device);
  if (!b || b->data != (char *)p) {
    fault("%s: no such allocation", function);
    LEAVE(INVALID_VALUE);
  }
  if (b->context != c) fault("%s: memory of another context", function);
  int late = drain_all(c);
  give_back(function, holding(p, 0, device));
  count(objects, -1);
  count(bytes, -(int64_t)b->bytes);
  LEAVE(code ? code : late);
}

EXPORT int cuMemFree_v2(deviceptr address) {
  return release("cuMemFree_v2", (void *)(uintptr_t)address, true, BUFFERS, BUFFER_BYTES);
}

EXPORT int cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
  ENTER(cuMemHostAlloc)
  if (bytes == 0 || flags > 7) LEAVE(INVALID_VALUE);
  struct block *b = take(c, bytes, false);
  if (!b) LEAVE(OUT_OF_MEMORY);
  *address = b->data;
  count(PINNED, 1);
  count(PINNED_BYTES, bytes);
  LEAVE(SUCCESS);
}

EXPORT int cuMemFreeHost(void *address) { return release("cuMemFreeHost", address, false, PINNED, PINNED_BYTES); }

// Costs are those of a machine that moves 50 GB/s over its bus and 2 TB/s on
// the device, after 2 µs.
static int64_t bus_ns(size_t bytes) { return 2000 + (int64_t)(bytes / 50); }
static int64_t device_ns(size_t bytes) { return 2000 + (int64_t)(bytes / 2000); }

static int wrong_address(const char *function, deviceptr at, size_t bytes) {
  fault("%s: %zu bytes at %#llx are not on the device", function, bytes, at);
  return INVALID_VALUE;
}

EXPORT int cuMemcpyHtoDAsync_v2(deviceptr to, const void *from, size_t bytes, handle stream) {
  ENTER(cuMemcpyHtoDAsync_v2)
  struct object *s = find("cuMemcpyHtoDAsync", stream, STREAM);
  if (!s) LEAVE(INVALID_HANDLE);
  if (!inside(to, bytes)) LEAVE(wrong_address("cuMemcpyHtoDAsync", to, bytes));
  struct op op = {.kind = TO_DEVICE, .to = to, .host = (void *)from, .bytes = bytes, .cost = bus_ns(bytes)};
  if (!pinned(from, bytes)) {
    // Pageable memory is read before the call returns; a graph cannot hold it.
    if (s->as.stream.capture) {
      fault("cuMemcpyHtoDAsync: pageable memory in a graph");
      LEAVE(CAPTURE_UNSUPPORTED);
    }
    op.host = memcpy(malloc(bytes + 1), from, bytes);
    op.owned = true;
  }
  LEAVE(put(s, &op));
}

EXPORT int cuMemcpyDtoHAsync_v2(void *to, deviceptr from, size_t bytes, handle stream) {
  ENTER(cuMemcpyDtoHAsync_v2)
  struct object *s = find("cuMemcpyDtoHAsync", stream, STREAM);
  if (!s) LEAVE(INVALID_HANDLE);
  if (!inside(from, bytes)) LEAVE(wrong_address("cuMemcpyDtoHAsync", from, bytes));
  bool pageable = !pinned(to, bytes);
  if (pageable && s->as.stream.capture) {
    fault("cuMemcpyDtoHAsync: pageable memory in a graph");
    LEAVE(CAPTURE_UNSUPPORTED);
  }
  struct op op = {.kind = TO_HOST, .host = to, .from = from, .bytes = bytes, .cost = bus_ns(bytes)};
  code = put(s, &op);
  if (!code && pageable) code = drain(s); // such a copy does not return before
  LEAVE(code);
}

EXPORT int cuMemcpyDtoDAsync_v2(deviceptr to, deviceptr from, size_t bytes, handle stream) {
  ENTER(cuMemcpyDtoDAsync_v2)
  struct object *s = find("cuMemcpyDtoDAsync", stream, STREAM);
  if (!s) LEAVE(INVALID_HANDLE);
  if (!inside(to, bytes)) LEAVE(wrong_address("cuMemcpyDtoDAsync", to, bytes));
  if (!inside(from, bytes)) LEAVE(wrong_address("cuMemcpyDtoDAsync", from, bytes));
  struct op op = {.kind = ON_DEVICE, .to = to, .from = from, .bytes = bytes, .cost = device_ns(2 * bytes)};
  LEAVE(put(s, &op));
}

EXPORT int cuMemsetD8Async(deviceptr to, unsigned char value, size_t bytes, handle stream) {
  ENTER(cuMemsetD8Async)
  struct object *s = find("cuMemsetD8Async", stream, STREAM);
  if (!s) LEAVE(INVALID_HANDLE);
  if (!inside(to, bytes)) LEAVE(wrong_address("cuMemsetD8Async", to, bytes));
  struct op op = {.kind = FILL, .to = to, .value = value, .bytes = bytes, .cost = device_ns(bytes)};
  LEAVE(put(s, &op));
}
