/* A step of a long transform, n = LENGTH·WIDTH: transforms of the columns of a
 * matrix of LENGTH rows, and value k of column j turned by w^(jk), w = e^(-2πi/n)
 * (Bailey 1990). A team takes COLUMNS neighbours, so that it reads and writes whole
 * sectors.
 *
 *   INVERSE    the inverse transforms, unnormalised, and conjugate turns
 *   TURN_FIRST turned before the transforms instead of after
 *   FRAMES     the columns are those of pairs of windowed segments of real frames
 *              (see welch.cu); in is frames and weights the window
 *
 * jk = j·u + j·i·T for value i of thread u: w^(j·u) is the product of an entry of
 * each of two tables, w^(j·i·T) comes from a table of VALUES rows of WIDTH. */
#define STRIDE (LENGTH / VALUES * WIDTH) /* from a thread's value to its next */
#define TILES (WIDTH / COLUMNS)
#define TURNS_LOW (1 << TURN_BITS)

DEVICE void PASTE(NAME, _turn)(real *re, real *im, const pair *turns, unsigned j, unsigned u)
{
    const pair *steps = turns + TURNS_LOW + TURNS_HIGH + j;
    const unsigned power = j * u;
    const pair base = times(LOOKUP(&turns[power % TURNS_LOW]), LOOKUP(&turns[TURNS_LOW + power / TURNS_LOW]));
    turn(re, im, 0, base.x, base.y);
    UNROLL for (int i = 1; i < VALUES; i++) {
        pair w = times(LOOKUP(&steps[i * WIDTH]), base);
        turn(re, im, i, w.x, w.y);
    }
}

#if INVERSE
#define TRANSFORM() PASTE(NAME, _passes)(im, re, shared, u, a.roots)
#define TURN() PASTE(NAME, _turn)(im, re, a.turns, column, u / COLUMNS)
#else
#define TRANSFORM() PASTE(NAME, _passes)(re, im, shared, u, a.roots)
#define TURN() PASTE(NAME, _turn)(re, im, a.turns, column, u / COLUMNS)
#endif

KERNEL(NAME, struct arguments)
{
    SHARED(word, all);
    for (offset first = (offset)BLOCK_X * TEAMS; first < a.rows; first += (offset)GRID_X * TEAMS) {
        const unsigned thread = THREAD_X, u = thread % TEAM, team = thread / TEAM;
        word *shared = all + team * TEAM_WORDS;
        const offset tile = first + team < a.rows ? first + team : a.rows - 1;
        const unsigned column = (unsigned)(tile % TILES) * COLUMNS + u % COLUMNS;
        const offset at = tile / TILES * ((offset)LENGTH * WIDTH) + u / COLUMNS * WIDTH + column;
        pair *out = (pair *)a.out;
        real re[VALUES], im[VALUES];
#if FRAMES
        {
            const offset n = (offset)LENGTH * WIDTH, pair_of = tile / TILES;
            const offset sample = at - pair_of * n; /* of its segment */
            const real *in = (const real *)a.in + pair_of / 4 * (n / 2 * 9) + pair_of % 4 * n + sample;
            UNROLL for (int i = 0; i < VALUES; i++) {
                real weight = LOOKUP(&a.weights[sample + (offset)i * STRIDE]);
                re[i] = weight * READ(&in[(offset)i * STRIDE]);
                im[i] = weight * READ(&in[(offset)i * STRIDE + n / 2]);
            }
        }
#else
        const pair *in = (const pair *)a.in;
        UNROLL for (int i = 0; i < VALUES; i++) {
            pair v = READ(&in[at + (offset)i * STRIDE]);
            re[i] = v.x;
            im[i] = v.y;
        }
#endif
#if TURN_FIRST
        TURN();
        TRANSFORM();
#else
        TRANSFORM();
        TURN();
#endif
        if (first + team < a.rows)
            UNROLL for (int i = 0; i < VALUES; i++) {
                pair v;
                v.x = re[i];
                v.y = im[i];
                WRITE(&out[at + (offset)i * STRIDE], v);
            }
    }
}
