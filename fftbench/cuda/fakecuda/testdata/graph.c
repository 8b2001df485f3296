// Graphs: a list of ops that is queued as one.
#include <stdlib.h>
#include <string.h>

#include "fake.h"

EXPORT int cuGraphGetNodes(handle graph, handle *nodes, size_t *count) {
  ENTER(cuGraphGetNodes)
  struct object *g = find("cuGraphGetNodes", graph, GRAPH);
  if (!g) LEAVE(INVALID_HANDLE);
  if (nodes) LEAVE(NOT_SUPPORTED);
  *count = g->as.graph.ops.count;
  LEAVE(SUCCESS);
}

static void *copy_of(const void *p, size_t bytes) { return p ? memcpy(malloc(bytes), p, bytes) : NULL; }

EXPORT int cuGraphInstantiateWithFlags(handle *exec, handle graph, unsigned long long flags) {
  ENTER(cuGraphInstantiateWithFlags)
  struct object *g = find("cuGraphInstantiateWithFlags", graph, GRAPH), *o;
  if (!g) LEAVE(INVALID_HANDLE);
  if (flags) LEAVE(NOT_SUPPORTED);
  *exec = add(EXEC, c, &o);
  for (struct op *p = g->as.graph.ops.first; p; p = p->next) {
    struct op copy = *p;
    copy.data = copy_of(p->data, p->bytes);
    append(&o->as.graph.ops, &copy);
  }
  count(EXECS, 1);
  LEAVE(SUCCESS);
}

EXPORT int cuGraphLaunch(handle exec, handle stream) {
  ENTER(cuGraphLaunch)
  struct object *g = find("cuGraphLaunch", exec, EXEC);
  struct object *s = find("cuGraphLaunch", stream, STREAM);
  if (!g || !s) LEAVE(INVALID_HANDLE);
  struct op op = {.kind = REPLAY, .object = g};
  for (struct op *p = g->as.graph.ops.first; p; p = p->next) op.cost += p->cost - 1500; // launches cost less
  LEAVE(put(s, &op));
}

// Launches that are under way keep what they need.
EXPORT int cuGraphExecDestroy(handle exec) {
  lock();
  int code = gate("cuGraphExecDestroy");
  if (!current("cuGraphExecDestroy")) LEAVE(INVALID_CONTEXT);
  struct object *g = find("cuGraphExecDestroy", exec, EXEC);
  if (!g) LEAVE(INVALID_HANDLE);
  g->dead = true;
  count(EXECS, -1);
  LEAVE(code);
}

EXPORT int cuGraphDestroy(handle graph) {
  lock();
  int code = gate("cuGraphDestroy");
  if (!current("cuGraphDestroy")) LEAVE(INVALID_CONTEXT);
  struct object *g = find("cuGraphDestroy", graph, GRAPH);
  if (!g) LEAVE(INVALID_HANDLE);
  g->dead = true;
  count(GRAPHS, -1);
  LEAVE(code);
}
