/* Welch's density of a frame of 4.5·LENGTH real samples, a team each: eight segments
 * that overlap by half. Two of them, a and b, are one transform of z = w·(a + ib):
 *
 *   |A[k]|² + |B[k]|² = (|Z[k]|² + |Z[n-k]|²) / 2
 *
 * so powers are summed before they are told apart, and the halving is what makes a
 * density one-sided. Each sample is read once: the second half of a segment is the
 * first half of the next. */
#define HALF (VALUES / 2)
#define TEAM_STEP (LENGTH / VALUES)

KERNEL(NAME, struct arguments)
{
    SHARED(word, all);
    for (offset first = (offset)BLOCK_X * TEAMS; first < a.rows; first += (offset)GRID_X * TEAMS) {
        const unsigned thread = THREAD_X, u = thread % TEAM, team = thread / TEAM;
        word *shared = all + team * TEAM_WORDS;
        real *powers = (real *)shared;
        const offset row = first + team < a.rows ? first + team : a.rows - 1;
        const real *in = (const real *)a.in + row * (LENGTH / 2 * 9) + u;
        real *out = (real *)a.out + row * (LENGTH / 2 + 1);
        real held[HALF], power[VALUES];
        UNROLL for (int i = 0; i < HALF; i++)
            held[i] = LOAD(&in[i * TEAM_STEP]);
        UNROLL for (int i = 0; i < VALUES; i++)
            power[i] = 0;
        NO_UNROLL for (int p = 0; p < 4; p++) {
            real re[VALUES], im[VALUES];
            UNROLL for (int i = 0; i < HALF; i++) {
                real early = LOOKUP(&a.weights[u + i * TEAM_STEP]);
                real late = LOOKUP(&a.weights[u + (i + HALF) * TEAM_STEP]);
                real middle = LOAD(&in[LENGTH / 2 + i * TEAM_STEP]);
                real end = LOAD(&in[LENGTH + i * TEAM_STEP]);
                re[i] = early * held[i];
                im[i] = early * middle;
                re[i + HALF] = late * middle;
                im[i + HALF] = late * end;
                held[i] = end;
            }
            in += LENGTH;
            PASTE(NAME, _passes)(re, im, shared, u, a.roots);
            UNROLL for (int i = 0; i < VALUES; i++)
                power[i] += MULADD(re[i], re[i], im[i] * im[i]);
        }
        MEET(TEAM);
        UNROLL for (int i = 0; i < VALUES; i++)
            PUT(&powers[u + i * TEAM_STEP], power[i]);
        MEET(TEAM);
        if (first + team < a.rows) {
            UNROLL for (int i = 0; i < HALF; i++) {
                const int k = u + i * TEAM_STEP;
                real mirror = k > 0 ? GET(&powers[LENGTH - k]) : 0;
                STORE(&out[k], (real)a.scale * (power[i] + mirror));
            }
            if (u == 0)
                STORE(&out[LENGTH / 2], (real)a.scale * power[HALF]);
        }
    }
}
