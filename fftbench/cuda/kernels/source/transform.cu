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
 *   ROWS_FIRST      the threads of the first pass are in the order of rows */
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
#define DONE5 (DONE4 * RADIX4)

DEVICE void PASTE(NAME, _passes)(real *re, real *im, word *shared, unsigned u, const pair *roots)
{
    pass(re, im, u, TEAM, VALUES, COLUMNS, COLUMNS, RADIX1, roots);
#if RADIX2
#if ROWS_FIRST
    exchange_rows(re, im, shared, u, TEAM, VALUES, COLUMNS, RADIX1);
#else
    exchange(re, im, shared, u, TEAM, VALUES, COLUMNS, RADIX1);
#endif
    pass(re, im, u, TEAM, VALUES, COLUMNS, DONE2, RADIX2, roots + ROOTS2);
#endif
#if RADIX3
    exchange(re, im, shared, u, TEAM, VALUES, DONE2, RADIX2);
    pass(re, im, u, TEAM, VALUES, COLUMNS, DONE3, RADIX3, roots + ROOTS3);
#endif
#if RADIX4
    exchange(re, im, shared, u, TEAM, VALUES, DONE3, RADIX3);
    pass(re, im, u, TEAM, VALUES, COLUMNS, DONE4, RADIX4, roots + ROOTS4);
#endif
#if RADIX5
    exchange(re, im, shared, u, TEAM, VALUES, DONE4, RADIX4);
    pass(re, im, u, TEAM, VALUES, COLUMNS, DONE5, RADIX5, roots + ROOTS5);
#endif
    sort(re, im, VALUES, LAST_RADIX);
}
