/* The passes of a transform, which threads share: Stockham's order, in which
 * nothing is ever bit-reversed (Stockham 1966; Govindaraju et al. 2008 for GPUs).
 *
 * A team of T = n/V threads holds n values, V each: thread u has those at u + i·T.
 * A pass of radix R after passes whose radices multiply to `done` takes butterfly
 * j over j + k·n/R, turns value k by w^(k·(j mod done)), w = e^(-2πi/(done·R)), and
 * leaves result k at (j div done)·done·R + j mod done + k·done. Its values are
 * where its thread has them, for V/R butterflies; its results go to others through
 * shared memory, except the last pass's, which again are where the thread has them.
 *
 * Columns: C transforms side by side, value a of transform c at a·C + c, are the
 * same passes with `done` and n times C; roots count in units of C.
 *
 * Places in shared memory: `gap` words are left free after every `unit` words, so
 * that what the threads of one access write or read lies in different banks. A
 * place is the sum of a part that depends on the thread and a constant; both are
 * powers of two apart, so no carry mixes them. */

/* GROUP is how many threads one access to the banks serves: 128 bytes. */
#ifdef SPLIT
typedef real word;
#else
typedef pair word;
#endif
#define GROUP(team) SMALLER((int)(128 / sizeof(word)), team)
#define UNIT(team, done, radix) LARGER((done) * (radix), GROUP(team))
#define GAP(team, done) ((done) < GROUP(team) ? (done) : 0)
/* ... where threads are in the order of rows, and a group may have several. */
#define ROWS_GAP(team, columns) LARGER(GROUP(team) / ((team) / (columns)), 1)

/* Where thread u's results of a pass begin, and how far from there result k of its
 * butterfly m is. */
DEVICE unsigned put_place(unsigned u, int team, int done, int radix, int unit, int gap)
{
    unsigned at = team >= done ? u / done * (done * radix) + u % done : u;
    return at + at / unit * gap;
}

DEVICE int put_offset(int m, int k, int team, int done, int radix, int unit, int gap)
{
    int block = m * team / done * (done * radix);
    return block + m * team % done + k * done + block / unit * gap;
}

/* The same for the values of the next pass. */
DEVICE unsigned get_place(unsigned u, int unit, int gap) { return u + u / unit * gap; }

DEVICE int get_offset(int i, int team, int unit, int gap) { return i * team + i * team / unit * gap; }

/* Teams of a warp need no barrier of the block. */
#define MEET(team)          \
    do {                    \
        if ((team) <= 32)   \
            WARP_BARRIER(); \
        else                \
            BARRIER();      \
    } while (0)

/* The roots of a pass are powers 1, 2, 3, then 4, 8 and 12, as far as the radix has
 * them; others are products of two. A table has a row of `period` roots for each.
 * Butterflies of a thread have the same roots where the team is a whole number of
 * `done`. */
#define POWERS(radix) ((radix) < 4 ? 1 : 2 + (radix) / 4)
#define ROOT_SETS(values, team, done, radix) ((team) % (done) == 0 ? 1 : (values) / (radix))

/* fetch reads the roots of a pass, while its thread has no values. */
DEVICE void fetch(pair *w, const pair *roots, unsigned u, int team, int values, int columns, int done, int radix)
{
    UNROLL for (int m = 0; m < ROOT_SETS(values, team, done, radix); m++)
        UNROLL for (int q = 0; q < POWERS(radix); q++)
            w[m * POWERS(radix) + q] = LOOKUP(&roots[(u + m * team) % done / columns + q * (done / columns)]);
}

/* HAND_OVER gives the results of a pass, whole or of one part, to the threads that
 * need them next; what a thread waits for meanwhile is asked for between. */
#ifdef SPLIT
#define HAND_OVER(part, MEANWHILE)                                                     \
    MEET(team);                                                                        \
    UNROLL for (int m = 0; m < values / radix; m++)                                    \
        UNROLL for (int k = 0; k < radix; k++)                                         \
            PUT(&to[put_offset(m, k, team, done, radix, unit, gap)],                   \
                part[m + slot(radix, k) * (values / radix)]);                          \
    MEANWHILE;                                                                         \
    MEET(team);                                                                        \
    UNROLL for (int i = 0; i < values; i++)                                            \
        part[i] = GET(&from[get_offset(i, team, unit, gap)])
#endif

/* exchange comes between passes of a radix and of the next, whose roots it leaves in
 * w. rows_first: the threads before it had another order, all of a transform before
 * those of the next column, as rows lie in device memory. */
DEVICE void exchange(real *re, real *im, pair *w, word *shared, const pair *roots, unsigned u, int team,
                     int values, int columns, int done, int radix, int next, int rows_first)
{
    const int unit = UNIT(team, done, radix), gap = rows_first ? ROWS_GAP(team, columns) : GAP(team, done);
    const unsigned t = u % (team / columns), c = u / (team / columns), at = t * (radix * columns);
    word *to = shared + (rows_first ? at + at / unit * gap + c : put_place(u, team, done, radix, unit, gap));
    const word *from = shared + get_place(u, unit, gap);
#ifdef SPLIT
    HAND_OVER(re, (void)0);
    HAND_OVER(im, fetch(w, roots, u, team, values, columns, done * radix, next));
#else
    MEET(team);
    UNROLL for (int m = 0; m < values / radix; m++)
        UNROLL for (int k = 0; k < radix; k++) {
            word v;
            v.x = re[m + slot(radix, k) * (values / radix)];
            v.y = im[m + slot(radix, k) * (values / radix)];
            PUT(&to[put_offset(m, k, team, done, radix, unit, gap)], v);
        }
    fetch(w, roots, u, team, values, columns, done * radix, next);
    MEET(team);
    UNROLL for (int i = 0; i < values; i++) {
        word v = GET(&from[get_offset(i, team, unit, gap)]);
        re[i] = v.x;
        im[i] = v.y;
    }
#endif
}

/* sort puts the results of the last pass in the order of its values. */
DEVICE void sort(real *re, real *im, int values, int radix)
{
    real x[16], y[16];
    UNROLL for (int m = 0; m < values / radix; m++) {
        UNROLL for (int k = 0; k < radix; k++) {
            x[k] = re[m + slot(radix, k) * (values / radix)];
            y[k] = im[m + slot(radix, k) * (values / radix)];
        }
        UNROLL for (int k = 0; k < radix; k++) {
            re[m + k * (values / radix)] = x[k];
            im[m + k * (values / radix)] = y[k];
        }
    }
}

/* twiddle turns the values of butterfly m before its pass. */
DEVICE void twiddle(real *re, real *im, int m, int step, int radix, const pair *w)
{
    UNROLL for (int b = 1; b < SMALLER(radix, 4); b++)
        turn(re, im, m + b * step, w[b - 1].x, w[b - 1].y);
    UNROLL for (int a = 1; a < radix / 4; a++) {
        const pair high = w[2 + a];
        turn(re, im, m + 4 * a * step, high.x, high.y);
        UNROLL for (int b = 1; b < 4; b++) {
            pair product = times(high, w[b - 1]);
            turn(re, im, m + (4 * a + b) * step, product.x, product.y);
        }
    }
}

/* first_pass has nothing to turn. */
DEVICE void first_pass(real *re, real *im, int values, int radix)
{
    UNROLL for (int m = 0; m < values / radix; m++)
        butterfly(re, im, radix, m, values / radix);
}

DEVICE void pass(real *re, real *im, const pair *w, int team, int values, int done, int radix)
{
    UNROLL for (int m = 0; m < values / radix; m++) {
        twiddle(re, im, m, values / radix, radix, w + (ROOT_SETS(values, team, done, radix) > 1 ? m * POWERS(radix) : 0));
        butterfly(re, im, radix, m, values / radix);
    }
}
