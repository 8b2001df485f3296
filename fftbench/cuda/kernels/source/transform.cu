/* NAME_passes: all passes of one team. Set before, besides NAME:
 *
 *   LENGTH          n
 *   VALUES          that a thread holds
 *   COLUMNS         transforms side by side; 1 for rows
 *   TEAM            threads: LENGTH·COLUMNS/VALUES
 *   TEAMS           of a block; THREADS = TEAM·TEAMS
 *   BLOCKS          that a multiprocessor has registers for
 *   TEAM_WORDS      of shared memory
 *   RADIX1...5      of the passes, 0 for none; ROOTS2...5 where their roots begin
 *   ROWS_FIRST      the threads of the first pass are in the order of rows
 *   STREAM_IN, STREAM_OUT   input or output is not to stay in the cache */
#if STREAM_IN
#define READ(p) LOAD_ONCE(p)
#else
#define READ(p) LOAD(p)
#endif
#if STREAM_OUT
#define WRITE(p, v) STORE_ONCE(p, v)
#else
#define WRITE(p, v) STORE(p, v)
#endif
#if RADIX5
#define LAST_RADIX RADIX5
#elif RADIX4
#define LAST_RADIX RADIX4
#elif RADIX3
#define LAST_RADIX RADIX3
#elif RADIX2
#define LAST_RADIX RADIX2
#else
#define LAST_RADIX RADIX1
#endif
#define DONE2 (COLUMNS * RADIX1)
#define DONE3 (DONE2 * RADIX2)
#define DONE4 (DONE3 * RADIX3)

#define EXCHANGE_AND_PASS(done, radix, next, roots_at, rows_first)                                       \
    exchange(re, im, w, shared, roots + roots_at, u, TEAM, VALUES, COLUMNS, done, radix, next, rows_first); \
    pass(re, im, w, TEAM, VALUES, done * radix, next)

DEVICE void PASTE(NAME, _passes)(real *re, real *im, word *shared, unsigned u, const pair *roots)
{
    first_pass(re, im, VALUES, RADIX1);
#if RADIX2
    pair w[VALUES]; /* more than the roots of any pass */
    EXCHANGE_AND_PASS(COLUMNS, RADIX1, RADIX2, ROOTS2, ROWS_FIRST);
#endif
#if RADIX3
    EXCHANGE_AND_PASS(DONE2, RADIX2, RADIX3, ROOTS3, 0);
#endif
#if RADIX4
    EXCHANGE_AND_PASS(DONE3, RADIX3, RADIX4, ROOTS4, 0);
#endif
#if RADIX5
    EXCHANGE_AND_PASS(DONE4, RADIX4, RADIX5, ROOTS5, 0);
#endif
    sort(re, im, VALUES, LAST_RADIX);
}
