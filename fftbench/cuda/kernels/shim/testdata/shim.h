/* The CPU side of a CUDA kernel: given to gcc by -include before a source that
 * is plain C but for the macros below, for which a GPU's side stands in the
 * source itself. See shim.c for how a launch runs.
 *
 * A kernel takes one struct by value, named a in its body:
 *
 *     KERNEL(scale, struct scale_args) { ... a.n ... }
 */
#ifndef SHIM_H
#define SHIM_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef struct { float x, y; } __attribute__((aligned(8))) float2;
typedef struct { float x, y, z, w; } __attribute__((aligned(16))) float4;
typedef struct { double x, y; } __attribute__((aligned(16))) double2;

/* shim_kernel is what a launch must know of a kernel. */
struct shim_kernel {
    const char *name;
    void (*thread)(const void *args); /* one thread of it */
    size_t arg_bytes;                 /* of its struct */
};

/* KERNEL defines a kernel: the body of one thread follows. Exported beside it is
 * name_entry, which runs that body for the thread that shim_launch has set up. */
#define KERNEL(name, args) SHIM_KERNEL(name, args)
#define SHIM_KERNEL(name, args)                                                              \
    static void name##_body(const args a);                                                   \
    static void name##_thread(const void *p) { name##_body(*(const args *)p); }              \
    static const struct shim_kernel name##_kernel = {#name, name##_thread, sizeof(args)};    \
    static const struct shim_kernel *const name##_listed                                     \
        __attribute__((section("shim_kernels"), used)) = &name##_kernel;                     \
    __attribute__((visibility("default"))) void name##_entry(void **params)                  \
    {                                                                                        \
        name##_thread(params[0]);                                                            \
    }                                                                                        \
    static void name##_body(const args a)

/* DEVICE marks the functions that kernels call. They are not forced inline, as they
 * are for a GPU: that halves the time to compile and hardly costs time to run. */
#define DEVICE static __attribute__((unused))

/* UNROLL and NO_UNROLL stand before loops that a GPU's compiler must unroll, or
 * must not. */
#define UNROLL
#define NO_UNROLL

/* The place of the running thread. */
struct shim_place { unsigned thread, block, grid, block_dim; };
extern struct shim_place shim_here __attribute__((visibility("hidden")));
#define THREAD_X (shim_here.thread)
#define BLOCK_X (shim_here.block)
#define GRID_X (shim_here.grid)

/* SHARED declares a pointer to the block's dynamic shared memory. */
#define SHARED(type, name) type *name = (type *)shim_shared
extern void *shim_shared __attribute__((visibility("hidden")));

/* BARRIER waits for all threads of the block; it must be the same barrier. */
#define BARRIER() shim_barrier(__LINE__)
void shim_barrier(int site) __attribute__((visibility("hidden")));

#define FMAF(a, b, c) __builtin_fmaf(a, b, c)
#define FMA(a, b, c) __builtin_fma(a, b, c)

/* How kernels reach memory: LOAD and STORE device memory, LOOKUP tables that no
 * kernel writes, GET and PUT shared memory. With -DSHIM_TRACE the accesses of
 * each warp are counted. */
enum shim_kind { SHIM_LOAD, SHIM_STORE, SHIM_LOOKUP, SHIM_GET, SHIM_PUT, SHIM_KINDS };
#ifdef SHIM_TRACE
void shim_note(enum shim_kind, int site, const void *at, size_t bytes)
    __attribute__((visibility("hidden")));
void shim_count_notes(void) __attribute__((visibility("hidden")));
void shim_forget_notes(void) __attribute__((visibility("hidden")));
int shim_notes_lost(void) __attribute__((visibility("hidden")));
#define SHIM_NOTE(kind, p) shim_note(kind, __LINE__, p, sizeof *(p))
#else
#define SHIM_NOTE(kind, p) ((void)0)
#endif
#define LOAD(p) (SHIM_NOTE(SHIM_LOAD, p), *(p))
#define STORE(p, v) (SHIM_NOTE(SHIM_STORE, p), (void)(*(p) = (v)))
#define LOOKUP(p) (SHIM_NOTE(SHIM_LOOKUP, p), *(p))
#define GET(p) (SHIM_NOTE(SHIM_GET, p), *(p))
#define PUT(p, v) (SHIM_NOTE(SHIM_PUT, p), (void)(*(p) = (v)))

/* What shim_launch returns. */
enum shim_code {
    SHIM_OK,
    SHIM_UNKNOWN,  /* no such kernel */
    SHIM_LIMITS,   /* a grid or block that no device takes */
    SHIM_DIVERGED, /* a barrier that not all threads reach */
    SHIM_OVERRUN,  /* a write beyond the shared memory asked for */
    SHIM_STACK,    /* a thread needs more stack than there is */
    SHIM_MEMORY,   /* no memory for the launch */
    SHIM_SETTING   /* an order of threads that does not exist */
};

/* shim_counts are the accesses of whole warps, by kind. */
struct shim_counts {
    uint64_t requests;  /* instructions of a warp */
    uint64_t bytes;     /* asked for by its threads, the same byte once */
    uint64_t sectors;   /* device memory: 32-byte sectors touched */
    uint64_t waves;     /* shared memory: passes over the banks it takes */
    uint64_t ideal;     /* ... and would take without conflicts */
};

#define SHIM_EXPORT __attribute__((visibility("default")))
SHIM_EXPORT int shim_launch(const char *kernel, const unsigned grid[3], const unsigned block[3],
                            unsigned long shared_bytes, void **params);
SHIM_EXPORT const char *shim_error(void);
SHIM_EXPORT int shim_has(const char *kernel);
SHIM_EXPORT long shim_arg_bytes(const char *kernel);
SHIM_EXPORT int shim_order(const char *order);
SHIM_EXPORT void shim_only(unsigned first, unsigned count);
SHIM_EXPORT const struct shim_counts *shim_trace(void);

#endif
