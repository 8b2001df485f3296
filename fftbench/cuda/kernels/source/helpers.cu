/* What transforms of another library need around them. Set before: NAME, WORK,
 * THREADS, LENGTH. All threads stride over the elements of the output. */
#define HOP (LENGTH - LENGTH / 2)
#define FRAME (LENGTH + (offset)7 * HOP)
#define BINS (LENGTH / 2 + 1)
#define EACH(e) \
    for (offset e = (offset)BLOCK_X * THREADS + THREAD_X; e < a.rows; e += (offset)GRID_X * THREADS)

DEVICE real power(pair v) { return MULADD(v.x, v.x, v.y * v.y); }

KERNEL(NAME, struct arguments)
{
#if WORK == WORK_WEIGH
    /* Complex rows times a gain for each bin. */
    const pair *in = (const pair *)a.in;
    pair *out = (pair *)a.out;
    EACH(e) {
        pair v = LOAD(&in[e]);
        real gain = LOOKUP(&a.weights[e % LENGTH]);
        v.x *= gain;
        v.y *= gain;
        STORE(&out[e], v);
    }
#elif WORK == WORK_SEGMENTS
    /* The eight windowed segments of real frames, for real transforms. */
    const real *in = (const real *)a.in;
    real *out = (real *)a.out;
    EACH(e) {
        const offset segment = e / LENGTH;
        const unsigned i = (unsigned)(e % LENGTH);
        STORE(&out[e], LOOKUP(&a.weights[i]) * LOAD(&in[segment / 8 * FRAME + segment % 8 * HOP + i]));
    }
#elif WORK == WORK_SUM_SEGMENTS
    /* Densities from the spectra of the eight segments of each frame. */
    const pair *in = (const pair *)a.in;
    real *out = (real *)a.out;
    EACH(e) {
        const offset row = e / BINS;
        const unsigned k = (unsigned)(e % BINS);
        real sum = 0;
        UNROLL for (int s = 0; s < 8; s++)
            sum += power(LOAD(&in[(row * 8 + s) * BINS + k]));
        STORE(&out[e], (k > 0 && 2 * k < LENGTH ? 2 : 1) * (real)a.scale * sum);
    }
#elif WORK == WORK_SUM_PAIRS
    /* Densities from the spectra of the four pairs of segments of each frame. */
    const pair *in = (const pair *)a.in;
    real *out = (real *)a.out;
    EACH(e) {
        const offset row = e / BINS;
        const unsigned k = (unsigned)(e % BINS);
        real sum = 0;
        UNROLL for (int p = 0; p < 4; p++) {
            const pair *pairs = &in[(row * 4 + p) * LENGTH];
            sum += power(LOAD(&pairs[k]));
            if (k > 0 && 2 * k < LENGTH)
                sum += power(LOAD(&pairs[LENGTH - k]));
        }
        STORE(&out[e], (real)a.scale * sum);
    }
#endif
}
