/* Runs kernels on the CPU: blocks one after the other, the threads of a block as
 * coroutines that meet at barriers.
 *
 *   shim_launch     runs a kernel; params[0] points at its struct. Not zero: a
 *                   shim_code, and shim_error tells more.
 *   shim_has        whether a kernel of that name was compiled
 *   shim_arg_bytes  the size of its struct, -1 without such a kernel
 *   shim_order      the order of threads between barriers and of blocks:
 *                   "ascending", "descending" or "shuffle:SEED". Without a call,
 *                   that of the environment's SHIM_ORDER, else ascending. A
 *                   kernel without races gives the same bytes in every order.
 *   shim_only       runs only so many blocks of a grid from a first one on in launches
 *                   to come; 0 of them: all again. For indices that no memory of a
 *                   test would reach.
 *   shim_trace      counts of the last launch by shim_kind; NULL where the source
 *                   was not compiled with -DSHIM_TRACE (and trace.c)
 *
 * Shared memory holds NaNs when a block begins and has guards on both sides. One
 * launch runs at a time in a library.
 */
#include "shim.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef SHIM_TRACE
#define SHIM_COUNT_NOTES shim_count_notes
#define SHIM_FORGET_NOTES shim_forget_notes
#define SHIM_NOTES_LOST shim_notes_lost
#else
#define SHIM_COUNT_NOTES() ((void)0)
#define SHIM_FORGET_NOTES() ((void)0)
#define SHIM_NOTES_LOST() 0
const struct shim_counts *shim_trace(void) { return NULL; }
#endif

enum {
    MAX_THREADS = 1024,
    STACK_BYTES = 64 << 10,
    GUARD_BYTES = 4096,
    CANARY = 0xa5,
    STACK_CANARY_BYTES = 64
};

struct shim_place shim_here;
void *shim_shared;

static char message[256];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int fail(int code, const char *format, const char *name, long a, long b)
{
    snprintf(message, sizeof message, format, name, a, b);
    return code;
}

const char *shim_error(void) { return message; }

/* ---- the kernels of this library ---- */

extern const struct shim_kernel *const __start_shim_kernels[] __attribute__((weak, visibility("hidden")));
extern const struct shim_kernel *const __stop_shim_kernels[] __attribute__((weak, visibility("hidden")));

static const struct shim_kernel *find(const char *name)
{
    for (const struct shim_kernel *const *k = __start_shim_kernels; k < __stop_shim_kernels; k++)
        if (strcmp((*k)->name, name) == 0)
            return *k;
    return NULL;
}

int shim_has(const char *kernel) { return find(kernel) != NULL; }

long shim_arg_bytes(const char *kernel)
{
    const struct shim_kernel *k = find(kernel);
    return k ? (long)k->arg_bytes : -1;
}

/* ---- coroutines: switch_to(&mine, other) goes on where other was left ---- */

static const struct shim_kernel *running;
static const void *running_args;
static void thread_ends(void);

static void thread_begins(void)
{
    running->thread(running_args);
    thread_ends();
}

#if defined(__x86_64__) && !defined(SHIM_UCONTEXT)

/* The registers that the System V ABI lets a callee keep lie on the stack that is
 * left; a context is that stack's pointer. Rounding modes are the same for all. */
typedef void *context;
void shim_switch(context *mine, context *other) __attribute__((visibility("hidden")));
__asm__(".text\n.hidden shim_switch\n.globl shim_switch\n.type shim_switch,@function\nshim_switch:\n"
        "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
        "mov %rsp, (%rdi)\nmov (%rsi), %rsp\n"
        "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n"
        ".size shim_switch, .-shim_switch\n");

static void prepare(context *c, char *stack)
{
    void **top = (void **)(stack + STACK_BYTES);
    *--top = NULL; /* where thread_begins would return to; keeps the ABI's alignment */
    *--top = (void *)thread_begins;
    for (int i = 0; i < 6; i++)
        *--top = NULL;
    *c = top;
}

#else

#include <ucontext.h>
typedef ucontext_t context;
static void shim_switch(context *mine, context *other) { swapcontext(mine, other); }

static void prepare(context *c, char *stack)
{
    getcontext(c);
    c->uc_stack.ss_sp = stack;
    c->uc_stack.ss_size = STACK_BYTES;
    c->uc_link = NULL;
    makecontext(c, thread_begins, 0);
}

#endif

/* ---- a block ---- */

enum { ENDED = -1, STARTED = 0 }; /* else the line of the barrier a thread waits at */

static context scheduler, contexts[MAX_THREADS];
static int waits[MAX_THREADS];
static char *stacks; /* MAX_THREADS of them, once mapped kept */

void shim_barrier(int site)
{
    unsigned self = shim_here.thread;
    waits[self] = site;
    shim_switch(&contexts[self], &scheduler);
}

static void thread_ends(void)
{
    unsigned self = shim_here.thread;
    waits[self] = ENDED;
    shim_switch(&contexts[self], &scheduler);
    abort(); /* nobody goes on with a thread that has ended */
}

/* ---- orders ---- */

static enum { UNSET, ASCENDING, DESCENDING, SHUFFLE } order;
static uint64_t seed, state;

static uint64_t next_random(void) /* splitmix64 */
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int shim_order(const char *name)
{
    unsigned long long s;
    char rest;
    if (strcmp(name, "ascending") == 0)
        order = ASCENDING;
    else if (strcmp(name, "descending") == 0)
        order = DESCENDING;
    else if (sscanf(name, "shuffle:%llu%c", &s, &rest) == 1)
        order = SHUFFLE, seed = s;
    else
        return fail(SHIM_SETTING, "order of threads \"%s\": want ascending, descending or shuffle:SEED", name, 0, 0);
    return SHIM_OK;
}

static void arrange(unsigned *turn, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        turn[i] = order == DESCENDING ? n - 1 - i : i;
    if (order != SHUFFLE)
        return;
    for (unsigned i = n - 1; i > 0; i--) {
        unsigned j = next_random() % (i + 1), t = turn[i];
        turn[i] = turn[j];
        turn[j] = t;
    }
}

static uint64_t gcd(uint64_t a, uint64_t b) { return b ? gcd(b, a % b) : a; }

/* block_step is a step that visits all blocks once. */
static uint64_t block_step(uint64_t blocks)
{
    if (order == DESCENDING)
        return blocks - 1;
    uint64_t step = 1;
    if (order == SHUFFLE && blocks > 2)
        do
            step = 1 + next_random() % (blocks - 1);
        while (gcd(step, blocks) != 1);
    return step;
}

/* ---- launches ---- */

static char *shared_map; /* guards before and behind, at the largest size so far */
static size_t shared_room;

static int prepare_memory(size_t shared_bytes)
{
    if (!stacks) {
        stacks = mmap(NULL, (size_t)MAX_THREADS * STACK_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (stacks == MAP_FAILED) {
            stacks = NULL;
            return 0;
        }
    }
    size_t room = shared_bytes + 2 * GUARD_BYTES;
    if (room <= shared_room)
        return 1;
    free(shared_map);
    shared_room = 0;
    if (posix_memalign((void **)&shared_map, 256, room) != 0) {
        shared_map = NULL;
        return 0;
    }
    shared_room = room;
    return 1;
}

static int all_are(const char *p, size_t bytes, unsigned char value)
{
    for (size_t i = 0; i < bytes; i++)
        if ((unsigned char)p[i] != value)
            return 0;
    return 1;
}

/* run_phase lets all threads run to their next barrier or end. */
static int run_phase(const unsigned *turn, unsigned threads, int *site)
{
    int first = 0, seen = 0;
    for (unsigned i = 0; i < threads; i++) {
        unsigned t = turn[i];
        shim_here.thread = t;
        shim_switch(&scheduler, &contexts[t]);
        if (!seen)
            first = waits[t], seen = 1;
        else if (waits[t] != first)
            return fail(SHIM_DIVERGED, "kernel %s: threads of a block part at the barriers of lines %ld and %ld (-1: the end)",
                        running->name, first, waits[t]);
    }
    *site = first;
    return SHIM_OK;
}

static int run_block(unsigned threads, size_t shared_bytes)
{
    unsigned turn[MAX_THREADS];
    char *shared = shared_map + GUARD_BYTES;
    memset(shared_map, CANARY, GUARD_BYTES);
    memset(shared, 0xff, shared_bytes); /* NaNs of either precision */
    memset(shared + shared_bytes, CANARY, GUARD_BYTES);
    shim_shared = shared;
    for (unsigned t = 0; t < threads; t++) {
        memset(stacks + (size_t)t * STACK_BYTES, CANARY, STACK_CANARY_BYTES);
        prepare(&contexts[t], stacks + (size_t)t * STACK_BYTES);
    }
    for (int site = STARTED; site != ENDED;) {
        arrange(turn, threads);
        int code = run_phase(turn, threads, &site);
        if (code != SHIM_OK)
            return code;
        SHIM_COUNT_NOTES();
    }
    for (unsigned t = 0; t < threads; t++)
        if (!all_are(stacks + (size_t)t * STACK_BYTES, STACK_CANARY_BYTES, CANARY))
            return fail(SHIM_STACK, "kernel %s: thread %ld needs more than %ld bytes of stack", running->name, t, STACK_BYTES);
    if (!all_are(shared_map, GUARD_BYTES, CANARY) || !all_are(shared + shared_bytes, GUARD_BYTES, CANARY))
        return fail(SHIM_OVERRUN, "kernel %s: block %ld writes outside its %ld bytes of shared memory", running->name,
                    shim_here.block, (long)shared_bytes);
    return SHIM_OK;
}

static unsigned only_first, only_count;

void shim_only(unsigned first, unsigned count)
{
    only_first = first;
    only_count = count;
}

static int run_grid(unsigned grid, unsigned threads, size_t shared_bytes)
{
    unsigned first = only_count ? only_first : 0, blocks = only_count ? only_count : grid;
    if (first > grid || blocks > grid - first)
        return fail(SHIM_LIMITS, "kernel %s: block %ld of a grid of %ld", running->name, (long)first + blocks - 1, grid);
    uint64_t step = block_step(blocks), block = order == DESCENDING ? blocks - 1 : 0;
    for (unsigned i = 0; i < blocks; i++, block = (block + step) % blocks) {
        shim_here.block = first + (unsigned)block;
        int code = run_block(threads, shared_bytes);
        if (code != SHIM_OK)
            return code;
    }
    return SHIM_OK;
}

static int launch(const char *kernel, const unsigned grid[3], const unsigned block[3],
                  unsigned long shared_bytes, void **params)
{
    running = find(kernel);
    if (!running)
        return fail(SHIM_UNKNOWN, "no kernel %s", kernel, 0, 0);
    if (grid[0] < 1 || grid[0] > 0x7fffffff || grid[1] != 1 || grid[2] != 1)
        return fail(SHIM_LIMITS, "kernel %s: a grid of %ld (and %ld in y): want 1 to 2^31-1 blocks along x", kernel, grid[0], grid[1]);
    if (block[0] < 1 || block[0] > MAX_THREADS || block[1] != 1 || block[2] != 1)
        return fail(SHIM_LIMITS, "kernel %s: blocks of %ld threads (and %ld in y): want 1 to 1024 along x", kernel, block[0], block[1]);
    const char *wanted = getenv("SHIM_ORDER");
    if (order == UNSET) {
        int code = shim_order(wanted ? wanted : "ascending");
        if (code != SHIM_OK)
            return code;
    }
    if (!prepare_memory(shared_bytes))
        return fail(SHIM_MEMORY, "kernel %s: no memory for %ld bytes of shared memory and the threads' stacks", kernel, (long)shared_bytes, 0);
    state = seed;
    running_args = params[0];
    shim_here = (struct shim_place){.grid = grid[0], .block_dim = block[0]};
    SHIM_FORGET_NOTES();
    int code = run_grid(grid[0], block[0], shared_bytes);
    if (code == SHIM_OK && SHIM_NOTES_LOST())
        return fail(SHIM_MEMORY, "kernel %s: no memory for its trace", kernel, 0, 0);
    return code;
}

int shim_launch(const char *kernel, const unsigned grid[3], const unsigned block[3],
                unsigned long shared_bytes, void **params)
{
    pthread_mutex_lock(&lock);
    int code = launch(kernel, grid, block, shared_bytes, params);
    pthread_mutex_unlock(&lock);
    return code;
}
