/* The last step of a long transform, n = HEIGHT·LENGTH: transforms of the rows of a
 * matrix of HEIGHT rows, written as the columns of its transpose. A team takes
 * COLUMNS rows, so that it writes whole sectors; it reads them in the order of rows.
 *
 *   INVERSE    the inverse transforms, unnormalised */
#define TILES (HEIGHT / COLUMNS)
#define TEAM_OF_ROW (LENGTH / VALUES)

#if INVERSE
#define TRANSFORM() PASTE(NAME, _passes)(im, re, shared, u, a.roots)
#else
#define TRANSFORM() PASTE(NAME, _passes)(re, im, shared, u, a.roots)
#endif

KERNEL(NAME, struct arguments)
{
    SHARED(word, all);
    const pair *in = (const pair *)a.in;
    pair *out = (pair *)a.out;
    for (offset first = (offset)BLOCK_X * TEAMS; first < a.rows; first += (offset)GRID_X * TEAMS) {
        const unsigned thread = THREAD_X, u = thread % TEAM, team = thread / TEAM;
        word *shared = all + team * TEAM_WORDS;
        const offset tile = first + team < a.rows ? first + team : a.rows - 1;
        const offset from = tile * (COLUMNS * LENGTH) + u / TEAM_OF_ROW * LENGTH + u % TEAM_OF_ROW;
        const offset to = tile / TILES * ((offset)HEIGHT * LENGTH) + tile % TILES * COLUMNS +
                         u / COLUMNS * HEIGHT + u % COLUMNS;
        real re[VALUES], im[VALUES];
        UNROLL for (int i = 0; i < VALUES; i++) {
            pair v = READ(&in[from + i * TEAM_OF_ROW]);
            re[i] = v.x;
            im[i] = v.y;
        }
        TRANSFORM();
        if (first + team < a.rows)
            UNROLL for (int i = 0; i < VALUES; i++) {
                pair v;
                v.x = re[i];
                v.y = im[i];
                WRITE(&out[to + (offset)i * (TEAM_OF_ROW * HEIGHT)], v);
            }
    }
}
