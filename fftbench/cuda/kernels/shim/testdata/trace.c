/* Counts what the accesses of a kernel's warps cost: sectors of device memory,
 * passes over the banks of shared memory. Compiled in with -DSHIM_TRACE. */
#include "shim.h"

#include <stdlib.h>
#include <string.h>

static struct shim_counts counts[SHIM_KINDS];
const struct shim_counts *shim_trace(void) { return counts; }

/* nth is first the place among all notes, later that among equal ones. */
static struct note { int site, nth, kind; unsigned thread; uintptr_t at; size_t bytes; } *notes;
static size_t note_count, note_room;
static int notes_lost; /* for want of memory */

void shim_forget_notes(void)
{
    memset(counts, 0, sizeof counts);
    note_count = 0;
    notes_lost = 0;
}

int shim_notes_lost(void) { return notes_lost; }

void shim_note(enum shim_kind kind, int site, const void *at, size_t bytes)
{
    if (note_count == note_room) {
        size_t room = note_room ? 2 * note_room : 4096;
        struct note *more = realloc(notes, room * sizeof *notes);
        if (!more) {
            notes_lost = 1;
            return;
        }
        notes = more, note_room = room;
    }
    notes[note_count] = (struct note){site, (int)note_count, kind, shim_here.thread, (uintptr_t)at, bytes};
    note_count++;
}

#define COMPARE(x, y) \
    if ((x) != (y)) \
        return (x) < (y) ? -1 : 1

static int by_thread(const void *p, const void *q)
{
    const struct note *a = p, *b = q;
    COMPARE(a->thread, b->thread);
    COMPARE(a->site, b->site);
    COMPARE(a->kind, b->kind);
    COMPARE(a->nth, b->nth);
    return 0;
}
static int by_instruction(const void *p, const void *q)
{
    const struct note *a = p, *b = q;
    COMPARE(a->thread / 32, b->thread / 32);
    COMPARE(a->site, b->site);
    COMPARE(a->kind, b->kind);
    COMPARE(a->nth, b->nth);
    COMPARE(a->thread, b->thread);
    return 0;
}
static int by_value(const void *p, const void *q)
{
    uintptr_t a = *(const uintptr_t *)p, b = *(const uintptr_t *)q;
    COMPARE(a, b);
    return 0;
}

static int differ(const struct note *a, const struct note *b)
{
    return a->thread / 32 != b->thread / 32 || a->site != b->site || a->kind != b->kind || a->nth != b->nth;
}

static size_t distinct(uintptr_t *v, size_t n)
{
    qsort(v, n, sizeof *v, by_value);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || v[i] != v[kept - 1])
            v[kept++] = v[i];
    return kept;
}

/* wave_count is how often the 32 banks of 4 bytes must be read for one part of a
 * warp: as often as the busiest bank has words. */
static uint64_t wave_count(const struct note *n, size_t lanes)
{
    uintptr_t words[32 * 4];
    size_t count = 0;
    for (size_t i = 0; i < lanes; i++)
        for (size_t b = 0; b < n[i].bytes; b += 4)
            words[count++] = (n[i].at + b) / 4;
    count = distinct(words, count);
    unsigned bank[32] = {0}, most = 0;
    for (size_t i = 0; i < count; i++)
        if (++bank[words[i] % 32] > most)
            most = bank[words[i] % 32];
    return most;
}

/* count_request counts one instruction of one warp. Shared accesses of 8 and 16
 * bytes a thread are done for half and quarter warps. */
static void count_request(const struct note *n, size_t lanes)
{
    struct shim_counts *c = &counts[n->kind];
    uintptr_t sectors[32], words[32 * 4];
    size_t word_count = 0;
    for (size_t i = 0; i < lanes; i++) {
        sectors[i] = n[i].at / 32; /* aligned accesses of at most 16 bytes lie in one */
        for (size_t b = 0; b < n[i].bytes; b += 4)
            words[word_count++] = (n[i].at + b) / 4;
    }
    c->requests++;
    c->bytes += 4 * distinct(words, word_count);
    if (n->kind != SHIM_GET && n->kind != SHIM_PUT) {
        c->sectors += distinct(sectors, lanes);
        return;
    }
    unsigned part = n->bytes > 4 ? 32 / (n->bytes / 4) : 32;
    for (size_t i = 0; i < lanes;) {
        size_t first = i;
        while (i < lanes && n[i].thread % 32 / part == n[first].thread % 32 / part)
            i++;
        c->waves += wave_count(n + first, i - first);
        c->ideal++;
    }
}

/* count_notes takes the notes of all threads up to a barrier: the k-th access of
 * each thread at one place of the source is one instruction of its warp. */
void shim_count_notes(void)
{
    qsort(notes, note_count, sizeof *notes, by_thread);
    struct note before = {.site = -1};
    for (size_t i = 0; i < note_count; i++) {
        struct note *n = &notes[i];
        int again = before.thread == n->thread && before.site == n->site && before.kind == n->kind;
        n->nth = again ? before.nth + 1 : 0;
        before = *n;
    }
    qsort(notes, note_count, sizeof *notes, by_instruction);
    for (size_t i = 0, first = 0; i <= note_count; i++)
        if (i == note_count || differ(&notes[first], &notes[i])) {
            if (i > first)
                count_request(notes + first, i - first);
            first = i;
        }
    note_count = 0;
}
