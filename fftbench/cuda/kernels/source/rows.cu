/* Transforms of rows, a team each: one read and one write of device memory.
 *
 *   INVERSE       the inverse transform, unnormalised
 *   FILTER        forward, gains, inverse; weights are gains in the order of
 *                 frequency, for GAIN_ROWS rows one after the other
 *   STAGED        rows so short that a thread has all of one: a block's rows go
 *                 through shared memory, so that neighbours read neighbours */
#if INVERSE
#define TRANSFORM(re, im) PASTE(NAME, _passes)(im, re, shared, u, a.roots)
#else
#define TRANSFORM(re, im) PASTE(NAME, _passes)(re, im, shared, u, a.roots)
#endif

#if STAGED
#define STAGE(e) ((e) + (e) / GROUP(32))
#define SHARED_BEGINS all
#else
#define SHARED_BEGINS (all + team * TEAM_WORDS)
#endif

KERNEL(NAME, struct arguments)
{
    SHARED(word, all);
    const pair *in = (const pair *)a.in;
    pair *out = (pair *)a.out;
    for (offset first = (offset)BLOCK_X * TEAMS; first < a.rows; first += (offset)GRID_X * TEAMS) {
        const unsigned thread = THREAD_X, u = thread % TEAM, team = thread / TEAM;
        word *shared = SHARED_BEGINS;
        real re[VALUES], im[VALUES];
#if STAGED
        (void)team;
        const offset end = (a.rows - first) * LENGTH;
        in = (const pair *)a.in + first * LENGTH;
        out = (pair *)a.out + first * LENGTH;
        BARRIER();
        UNROLL for (unsigned e = thread; e < THREADS * VALUES; e += THREADS)
            if (e < end)
                PUT(&shared[STAGE(e)], READ(&in[e]));
        BARRIER();
        UNROLL for (int i = 0; i < VALUES; i++) {
            pair v = GET(&shared[STAGE(thread * VALUES + i)]);
            re[i] = v.x;
            im[i] = v.y;
        }
#else
        /* Teams without a row do the last one, for they must come to the barriers. */
        const offset row = first + team < a.rows ? first + team : a.rows - 1;
        UNROLL for (int i = 0; i < VALUES; i++) {
            pair v = READ(&in[row * LENGTH + u + i * (LENGTH / VALUES)]);
            re[i] = v.x;
            im[i] = v.y;
        }
#endif
        TRANSFORM(re, im);
#if FILTER
        {
#if GAIN_ROWS > 1
            const real *gains = a.weights + row % GAIN_ROWS * LENGTH + u;
#else
            const real *gains = a.weights + u;
#endif
            UNROLL for (int i = 0; i < VALUES; i++) {
                real gain = LOOKUP(&gains[i * (LENGTH / VALUES)]);
                re[i] *= gain;
                im[i] *= gain;
            }
        }
        TRANSFORM(im, re);
#endif
#if STAGED
        BARRIER();
        UNROLL for (int i = 0; i < VALUES; i++) {
            pair v;
            v.x = re[i];
            v.y = im[i];
            PUT(&shared[STAGE(thread * VALUES + i)], v);
        }
        BARRIER();
        UNROLL for (unsigned e = thread; e < THREADS * VALUES; e += THREADS)
            if (e < end)
                WRITE(&out[e], GET(&shared[STAGE(e)]));
#else
        if (first + team < a.rows)
            UNROLL for (int i = 0; i < VALUES; i++) {
                pair v;
                v.x = re[i];
                v.y = im[i];
                WRITE(&out[row * LENGTH + u + i * (LENGTH / VALUES)], v);
            }
#endif
    }
}
