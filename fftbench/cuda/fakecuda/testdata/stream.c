// Streams and events. Queued work runs as late as it may, when somebody waits
// for it: a program that reads a result without waiting finds none.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake.h"

static int64_t clock_ns; // of the device: work moves it on
static struct object **streams; // all that ever were
static size_t used, room;

void append(struct ops *list, const struct op *op) {
  struct op *copy = malloc(sizeof *copy);
  *copy = *op;
  copy->next = NULL;
  if (list->last) list->last->next = copy;
  else list->first = copy;
  list->last = copy;
  list->count++;
}

int put(struct object *stream, const struct op *op) {
  struct stream *s = &stream->as.stream;
  if (!s->capture) {
    append(&s->queue, op);
    return SUCCESS;
  }
  if (s->invalid) return CAPTURE_INVALIDATED;
  append(&s->capture->ops, op);
  return SUCCESS;
}

static int refuse_capture(struct object *stream) {
  stream->as.stream.invalid = true;
  return CAPTURE_UNSUPPORTED;
}

static int run_until(struct object *stream, struct event *e, uint64_t ticket);

static int at(deviceptr address, size_t bytes) {
  if (inside(address, bytes)) return SUCCESS;
  fault("work on %zu bytes at %#llx, which have been freed", bytes, address);
  return ILLEGAL_ADDRESS;
}

static int run(struct op *op) {
  int code = SUCCESS;
  switch (op->kind) {
    case TO_DEVICE:
      if (!(code = at(op->to, op->bytes))) memcpy((void *)(uintptr_t)op->to, op->host, op->bytes);
      break;
    case TO_HOST:
      if (!(code = at(op->from, op->bytes))) memcpy(op->host, (void *)(uintptr_t)op->from, op->bytes);
      break;
    case ON_DEVICE:
      if (!(code = at(op->to, op->bytes)) && !(code = at(op->from, op->bytes))) {
        memmove((void *)(uintptr_t)op->to, (void *)(uintptr_t)op->from, op->bytes);
      }
      break;
    case FILL:
      if (!(code = at(op->to, op->bytes))) memset((void *)(uintptr_t)op->to, op->value, op->bytes);
      break;
    case LAUNCH:
      code = run_kernel(op);
      break;
    case CALL:
      code = op->call(op->data);
      break;
    case RECORD:
      op->object->as.event.done = op->ticket;
      op->object->as.event.time = clock_ns;
      break;
    case WAIT:
      code = run_until(op->object->as.event.stream, &op->object->as.event, op->ticket);
      break;
    case REPLAY:
      for (struct op *o = op->object->as.graph.ops.first; o && !code; o = o->next) {
        code = run(o);
        ctl->nodes++;
      }
      break;
  }
  clock_ns += op->cost;
  return code;
}

// step runs the first op of a queue. Once the device is lost nothing runs.
static int step(struct object *stream) {
  struct ops *q = &stream->as.stream.queue;
  struct op *op = q->first;
  q->first = op->next;
  if (!q->first) q->last = NULL;
  q->count--;
  if (!ctl->lost) {
    int code = run(op);
    if (code) ctl->lost = code;
  }
  if (op->owned) free(op->host);
  free(op->data);
  free(op);
  return (int)ctl->lost;
}

static int run_until(struct object *stream, struct event *e, uint64_t ticket) {
  while (stream && e->done < ticket && stream->as.stream.queue.first) step(stream);
  return (int)ctl->lost;
}

int drain(struct object *stream) {
  while (stream->as.stream.queue.first) step(stream);
  return (int)ctl->lost;
}

int drain_all(struct object *context) {
  for (size_t i = 0; i < used; i++) {
    if (streams[i]->context == context) drain(streams[i]);
  }
  return (int)ctl->lost;
}

bool capturing(struct object *context) {
  for (size_t i = 0; i < used; i++) {
    if (streams[i]->context == context && streams[i]->as.stream.capture) return true;
  }
  return false;
}

bool capture_forbids(void) {
  for (size_t i = 0; i < used; i++) {
    struct stream *s = &streams[i]->as.stream;
    if (!s->capture || s->mode == 2 || (s->mode == 1 && s->thread != syscall(SYS_gettid))) continue;
    s->invalid = true;
    return true;
  }
  return false;
}

EXPORT int cuStreamCreate(handle *stream, unsigned flags) {
  ENTER(cuStreamCreate)
  if (flags > 1) LEAVE(INVALID_VALUE);
  struct object *o;
  *stream = add(STREAM, c, &o);
  if (used == room) {
    room = room ? 2 * room : 16;
    streams = realloc(streams, room * sizeof *streams);
  }
  streams[used++] = o;
  count(STREAMS, 1);
  LEAVE(SUCCESS);
}

EXPORT int cuStreamDestroy_v2(handle stream) {
  lock();
  int code = gate("cuStreamDestroy_v2");
  if (!current("cuStreamDestroy")) LEAVE(INVALID_CONTEXT);
  struct object *s = find("cuStreamDestroy", stream, STREAM);
  if (!s) LEAVE(INVALID_HANDLE);
  if (s->as.stream.capture) fault("cuStreamDestroy: the stream is being captured");
  drain(s);
  s->dead = true;
  count(STREAMS, -1);
  LEAVE(code);
}

EXPORT int cuStreamSynchronize(handle stream) {
  ENTER(cuStreamSynchronize)
  struct object *s = find("cuStreamSynchronize", stream, STREAM);
  if (!s) LEAVE(INVALID_HANDLE);
  if (s->as.stream.capture) LEAVE(refuse_capture(s));
  LEAVE(drain(s));
}

EXPORT int cuStreamWaitEvent(handle stream, handle event, unsigned flags) {
  ENTER(cuStreamWaitEvent)
  struct object *s = find("cuStreamWaitEvent", stream, STREAM);
  struct object *e = find("cuStreamWaitEvent", event, EVENT);
  if (!s || !e) LEAVE(INVALID_HANDLE);
  if (flags) LEAVE(INVALID_VALUE);
  if (s->as.stream.capture) LEAVE(refuse_capture(s)); // of an event outside of the capture
  if (!e->as.event.recorded) LEAVE(SUCCESS);
  struct op op = {.kind = WAIT, .object = e, .ticket = e->as.event.asked};
  LEAVE(put(s, &op));
}

EXPORT int cuStreamBeginCapture_v2(handle stream, int mode) {
  ENTER(cuStreamBeginCapture_v2)
  struct object *s = find("cuStreamBeginCapture", stream, STREAM);
  if (!s) LEAVE(INVALID_HANDLE);
  if (mode < 0 || mode > 2) LEAVE(INVALID_VALUE);
  if (s->as.stream.capture) LEAVE(refuse_capture(s));
  s->as.stream.capture = calloc(1, sizeof(struct graph));
  s->as.stream.mode = mode;
  s->as.stream.invalid = false;
  s->as.stream.thread = syscall(SYS_gettid);
  LEAVE(SUCCESS);
}

static void drop(struct graph *g) {
  for (struct op *o = g->ops.first, *next; o; o = next) {
    next = o->next;
    free(o->data);
    free(o);
  }
  free(g);
}

// The capture ends whatever the result: an injected failure, too, leaves the
// stream as a failed cuStreamEndCapture does.
EXPORT int cuStreamEndCapture(handle stream, handle *graph) {
  lock();
  int code = gate("cuStreamEndCapture");
  struct object *c = current("cuStreamEndCapture");
  struct object *s = c ? find("cuStreamEndCapture", stream, STREAM) : NULL;
  if (!s) LEAVE(INVALID_HANDLE);
  struct stream *st = &s->as.stream;
  if (!st->capture) LEAVE(code ? code : CAPTURE_UNMATCHED);
  if (!code && st->mode != 2 && st->thread != syscall(SYS_gettid)) LEAVE(CAPTURE_WRONG_THREAD);
  struct graph *g = st->capture;
  st->capture = NULL;
  if (!code && st->invalid) code = CAPTURE_INVALIDATED;
  *graph = 0;
  if (code) {
    drop(g);
    LEAVE(code);
  }
  struct object *o;
  *graph = add(GRAPH, c, &o);
  o->as.graph = *g;
  free(g);
  count(GRAPHS, 1);
  LEAVE(SUCCESS);
}

EXPORT int cuEventCreate(handle *event, unsigned flags) {
  ENTER(cuEventCreate)
  if (flags > 3) LEAVE(INVALID_VALUE);
  struct object *o;
  *event = add(EVENT, c, &o);
  o->as.event.timing = !(flags & 2);
  count(EVENTS, 1);
  LEAVE(SUCCESS);
}

EXPORT int cuEventDestroy_v2(handle event) {
  lock();
  int code = gate("cuEventDestroy_v2");
  if (!current("cuEventDestroy")) LEAVE(INVALID_CONTEXT);
  struct object *e = find("cuEventDestroy", event, EVENT);
  if (!e) LEAVE(INVALID_HANDLE);
  e->dead = true; // what is queued goes on
  count(EVENTS, -1);
  LEAVE(code);
}

EXPORT int cuEventRecord(handle event, handle stream) {
  ENTER(cuEventRecord)
  struct object *e = find("cuEventRecord", event, EVENT);
  struct object *s = find("cuEventRecord", stream, STREAM);
  if (!s || !e) LEAVE(INVALID_HANDLE);
  if (s->context != e->context) LEAVE(INVALID_HANDLE);
  if (s->as.stream.capture) LEAVE(SUCCESS); // marks a place in the graph, no time
  struct event *v = &e->as.event;
  // One that is recorded anew in another stream: the first runs before.
  if (v->stream && v->stream != s) run_until(v->stream, v, v->asked);
  v->recorded = true;
  v->stream = s;
  struct op op = {.kind = RECORD, .object = e, .ticket = ++v->asked};
  LEAVE(put(s, &op));
}

EXPORT int cuEventSynchronize(handle event) {
  ENTER(cuEventSynchronize)
  struct object *e = find("cuEventSynchronize", event, EVENT);
  if (!e) LEAVE(INVALID_HANDLE);
  LEAVE(run_until(e->as.event.stream, &e->as.event, e->as.event.asked));
}

EXPORT int cuEventElapsedTime(float *milliseconds, handle start, handle end) {
  ENTER(cuEventElapsedTime)
  struct object *a = find("cuEventElapsedTime", start, EVENT);
  struct object *b = find("cuEventElapsedTime", end, EVENT);
  if (!a || !b) LEAVE(INVALID_HANDLE);
  struct event *x = &a->as.event, *y = &b->as.event;
  if (!x->timing || !y->timing || !x->recorded || !y->recorded) LEAVE(INVALID_HANDLE);
  if (x->done < x->asked || y->done < y->asked) LEAVE(NOT_READY);
  *milliseconds = (float)(y->time - x->time) * 1e-6f;
  LEAVE(SUCCESS);
}

// For the fake of cuFFT: work of a stream. data is copied.
EXPORT int fakecuda_put(handle stream, int (*call)(void *), const void *data, size_t bytes, int64_t ns) {
  lock();
  struct object *s = find("cufftExec", stream, STREAM);
  if (!s) LEAVE(INVALID_HANDLE);
  struct op op = {.kind = CALL, .call = call, .data = memcpy(malloc(bytes), data, bytes), .bytes = bytes, .cost = ns};
  LEAVE(put(s, &op));
}
