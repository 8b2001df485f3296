/* Runs jobs for Go's tests: opens a library that was made with shim.c, lays out
 * buffers with guard pages around them, launches kernels and writes what the
 * buffers hold. The job comes by standard input, the result goes to standard
 * output, both as little-endian 64-bit words and padded bytes; package shim's
 * job.go writes and reads them. What goes wrong is a line on standard error.
 *
 *   job:     flags, buffers, { bytes, kind, [contents] }...
 *            launches, { name, grid, first, count, block, shared, struct, places, { offset, buffer, plus }... }...
 *   result:  { contents of each buffer that is asked for }..., [counts of each launch]
 */
#include "shim.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, CANARY = 0xc3, FLAG_TRACE = 1, KIND_FILL = 1, KIND_RETURN = 2, MAX_ARGS = 4096 };

static struct buffer { char *map, *data; size_t room, bytes; uint64_t kind; } *buffers;
static uint64_t buffer_count;
static const char *current = "none";

static void die(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void get(void *p, size_t bytes)
{
    if (bytes > 0 && fread(p, bytes, 1, stdin) != 1)
        die("the job ends too early");
}

static uint64_t word(void)
{
    uint64_t w;
    get(&w, sizeof w);
    return w;
}

/* padded reads bytes and what fills up their last word. */
static void padded(void *p, size_t bytes)
{
    char rest[8];
    get(p, bytes);
    get(rest, -bytes & 7);
}

static void put(const void *p, size_t bytes)
{
    if (bytes > 0 && fwrite(p, bytes, 1, stdout) != 1)
        die("the result cannot be written");
}

/* on_fault says which buffer an address beyond a guard belongs to. */
static void on_fault(int signal, siginfo_t *info, void *unused)
{
    char text[256];
    const char *at = info->si_addr;
    int length = snprintf(text, sizeof text, "kernel %s: signal %d at address %p\n", current, signal, (void *)at);
    (void)unused;
    for (uint64_t i = 0; i < buffer_count; i++) {
        const struct buffer *b = &buffers[i];
        if (b->map && at >= b->map && at < b->map + b->room)
            length = snprintf(text, sizeof text, "kernel %s: byte %ld of buffer %ld, which has %ld\n", current,
                              (long)(at - b->data), (long)i, (long)b->bytes);
    }
    if (write(STDERR_FILENO, text, (size_t)length) < 0)
        _exit(3);
    _exit(2);
}

/* A buffer begins at a multiple of 256 bytes, as a device's allocations do; the
 * rest of its last page is a canary, and pages without access lie around it. */
static void read_buffer(struct buffer *b)
{
    b->bytes = word();
    b->kind = word();
    size_t inner = (b->bytes + PAGE - 1) / PAGE * PAGE;
    /* Flush with the guard behind where the size allows it. */
    size_t before = (inner - b->bytes) / 256 * 256;
    b->room = inner + 2 * PAGE;
    b->map = mmap(NULL, b->room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b->map == MAP_FAILED || mprotect(b->map + PAGE, inner, PROT_READ | PROT_WRITE) != 0)
        die("no memory for the buffers");
    memset(b->map + PAGE, CANARY, inner);
    b->data = b->map + PAGE + before;
    memset(b->data, 0xff, b->bytes);
    if (b->kind & KIND_FILL)
        padded(b->data, b->bytes);
}

static void check_canaries(uint64_t index)
{
    const struct buffer *b = &buffers[index];
    for (const char *p = b->map + PAGE; p < b->map + b->room - PAGE; p++)
        if ((p < b->data || p >= b->data + b->bytes) && (unsigned char)*p != CANARY) {
            fprintf(stderr, "kernel %s: wrote byte %ld of buffer %ld, which has %ld\n", current, (long)(p - b->data),
                    (long)index, (long)b->bytes);
            exit(1);
        }
}

static void *symbol(void *library, const char *name)
{
    void *s = dlsym(library, name);
    if (!s)
        die(dlerror());
    return s;
}

static void run_launch(void *library, int traced)
{
    int (*launch)(const char *, const unsigned[3], const unsigned[3], unsigned long, void **);
    const char *(*error)(void);
    long (*arg_bytes)(const char *);
    void (*only)(unsigned, unsigned);
    const struct shim_counts *(*trace)(void);
    *(void **)&launch = symbol(library, "shim_launch");
    *(void **)&error = symbol(library, "shim_error");
    *(void **)&arg_bytes = symbol(library, "shim_arg_bytes");
    *(void **)&only = symbol(library, "shim_only");
    *(void **)&trace = symbol(library, "shim_trace");

    static char name[256], args[MAX_ARGS] __attribute__((aligned(16)));
    uint64_t length = word();
    if (length >= sizeof name)
        die("a kernel's name is too long");
    padded(name, length);
    name[length] = 0;
    current = name;
    unsigned grid[3] = {(unsigned)word(), 1, 1}, first = (unsigned)word(), count = (unsigned)word();
    unsigned block[3] = {(unsigned)word(), 1, 1};
    uint64_t shared = word(), bytes = word();
    if (bytes > sizeof args)
        die("a kernel's struct is too long");
    padded(args, bytes);
    for (uint64_t places = word(); places > 0; places--) {
        uint64_t offset = word(), index = word(), plus = word();
        if (index >= buffer_count || offset + 8 > bytes)
            die("an address outside the struct, or of no buffer");
        char *at = buffers[index].data + plus;
        memcpy(args + offset, &at, sizeof at);
    }
    if (arg_bytes(name) >= 0 && arg_bytes(name) != (long)bytes) {
        fprintf(stderr, "kernel %s: a struct of %ld bytes, its source says %ld\n", name, (long)bytes, arg_bytes(name));
        exit(1);
    }
    only(first, count);
    void *params[] = {args};
    if (launch(name, grid, block, shared, params) != 0)
        die(error());
    for (uint64_t i = 0; i < buffer_count; i++)
        check_canaries(i);
    if (!traced)
        return;
    const struct shim_counts *counts = trace();
    if (!counts)
        die("a library without traces");
    put(counts, SHIM_KINDS * sizeof *counts);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        die("usage: runner library.so <job >result");
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        die(dlerror());
    static char signal_stack[64 << 10];
    stack_t alternate = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    if (sigaltstack(&alternate, NULL) != 0 || sigaction(SIGSEGV, &action, NULL) != 0 || sigaction(SIGBUS, &action, NULL) != 0)
        die("no handler for faults");

    uint64_t flags = word();
    buffer_count = word();
    buffers = calloc(buffer_count, sizeof *buffers);
    if (!buffers && buffer_count > 0)
        die("no memory for the buffers");
    for (uint64_t i = 0; i < buffer_count; i++)
        read_buffer(&buffers[i]);
    for (uint64_t launches = word(); launches > 0; launches--)
        run_launch(library, flags & FLAG_TRACE);
    for (uint64_t i = 0; i < buffer_count; i++)
        if (buffers[i].kind & KIND_RETURN)
            put(buffers[i].data, buffers[i].bytes);
    return fflush(stdout) == 0 ? 0 : 1;
}
