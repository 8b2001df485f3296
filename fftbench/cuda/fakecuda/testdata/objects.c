// Handles: an index into a table, offset so that none looks like a pointer.
#include <stdlib.h>

#include "fake.h"

enum { FIRST = 0x51000, STEP = 16 };

static struct object **table;
static size_t used, room;

handle add(enum kind kind, struct object *context, struct object **o) {
  if (used == room) {
    room = room ? 2 * room : 64;
    table = realloc(table, room * sizeof *table);
  }
  *o = calloc(1, sizeof **o);
  (*o)->kind = kind;
  (*o)->context = context;
  table[used] = *o;
  return FIRST + STEP * used++;
}

static const char *const names[] = {"nothing", "context", "stream", "event", "graph", "exec", "module", "function"};

struct object *find(const char *function, handle h, enum kind kind) {
  size_t i = (h - FIRST) / STEP;
  if (h < FIRST || (h - FIRST) % STEP || i >= used) {
    fault("%s: %#lx is no handle of a %s", function, (unsigned long)h, names[kind]);
    return NULL;
  }
  struct object *o = table[i];
  if (o->kind != kind) {
    fault("%s: the handle of a %s where a %s is wanted", function, names[o->kind], names[kind]);
    return NULL;
  }
  if (o->dead) {
    fault("%s: a %s that has been destroyed", function, names[kind]);
    return NULL;
  }
  return o;
}
