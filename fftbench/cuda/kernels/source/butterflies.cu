/* Transforms of 2, 4, 8 and 16 values in registers, forward: e^(-2πi/R). Values
 * of a butterfly lie `step` apart from `at` on; value k of the result is left in
 * place slot(radix, k), for nothing is gained by sorting registers.
 *
 * All indices are constants once loops are unrolled, so that the arrays are
 * registers. An inverse transform is the forward one with re and im exchanged. */

#define ROOT_HALF ((real)0.70710678118654752440)
#define COS_EIGHTH ((real)0.92387953251128675613) /* of a half turn: π/8 */
#define SIN_EIGHTH ((real)0.38268343236508977173)

DEVICE int slot(int radix, int k)
{
    return radix == 16 ? k % 4 * 4 + k / 4 : radix == 8 ? k % 4 * 2 + k / 4 : k;
}

DEVICE void butterfly2(real *re, real *im, int a, int b)
{
    real x = re[a], y = im[a];
    re[a] = x + re[b];
    im[a] = y + im[b];
    re[b] = x - re[b];
    im[b] = y - im[b];
}

DEVICE void butterfly4(real *re, real *im, int at, int step)
{
    const int a = at, b = at + step, c = at + 2 * step, d = at + 3 * step;
    real cx, cy, dx, dy;
    butterfly2(re, im, a, c);
    butterfly2(re, im, b, d);
    cx = re[c];
    cy = im[c];
    dx = re[d];
    dy = im[d];
    re[c] = re[a] - re[b];
    im[c] = im[a] - im[b];
    re[a] += re[b];
    im[a] += im[b];
    re[b] = cx + dy; /* c - i·d */
    im[b] = cy - dx;
    re[d] = cx - dy; /* c + i·d */
    im[d] = cy + dx;
}

/* turn multiplies a value by x + iy. */
DEVICE void turn(real *re, real *im, int at, real x, real y)
{
    real r = re[at], i = im[at];
    re[at] = MULADD(r, x, -(i * y));
    im[at] = MULADD(r, y, i * x);
}

/* turn_eighth multiplies by e^(-2πi/8). */
DEVICE void turn_eighth(real *re, real *im, int at)
{
    real r = re[at], i = im[at];
    re[at] = (r + i) * ROOT_HALF;
    im[at] = (i - r) * ROOT_HALF;
}

/* turn_quarter multiplies by -i. */
DEVICE void turn_quarter(real *re, real *im, int at)
{
    real r = re[at];
    re[at] = im[at];
    im[at] = -r;
}

/* 8 = 2·4: two of 4 over every other value, four of 2. */
DEVICE void butterfly8(real *re, real *im, int at, int step)
{
    butterfly4(re, im, at, 2 * step);
    butterfly4(re, im, at + step, 2 * step);
    turn_eighth(re, im, at + 3 * step);
    turn_quarter(re, im, at + 5 * step);
    turn_eighth(re, im, at + 7 * step);
    turn_quarter(re, im, at + 7 * step);
    UNROLL for (int q = 0; q < 4; q++)
        butterfly2(re, im, at + 2 * q * step, at + (2 * q + 1) * step);
}

/* 16 = 4·4: value 4a + b is turned by e^(-2πi·ab/16) between. */
DEVICE void butterfly16(real *re, real *im, int at, int step)
{
    UNROLL for (int b = 0; b < 4; b++)
        butterfly4(re, im, at + b * step, 4 * step);
    turn(re, im, at + 5 * step, COS_EIGHTH, -SIN_EIGHTH);
    turn_eighth(re, im, at + 6 * step);
    turn(re, im, at + 7 * step, SIN_EIGHTH, -COS_EIGHTH);
    turn_eighth(re, im, at + 9 * step);
    turn_quarter(re, im, at + 10 * step);
    turn_eighth(re, im, at + 11 * step);
    turn_quarter(re, im, at + 11 * step);
    turn(re, im, at + 13 * step, SIN_EIGHTH, -COS_EIGHTH);
    turn_eighth(re, im, at + 14 * step);
    turn_quarter(re, im, at + 14 * step);
    turn(re, im, at + 15 * step, -COS_EIGHTH, SIN_EIGHTH);
    UNROLL for (int a = 0; a < 4; a++)
        butterfly4(re, im, at + 4 * a * step, step);
}

DEVICE void butterfly(real *re, real *im, int radix, int at, int step)
{
    if (radix == 16)
        butterfly16(re, im, at, step);
    else if (radix == 8)
        butterfly8(re, im, at, step);
    else if (radix == 4)
        butterfly4(re, im, at, step);
    else
        butterfly2(re, im, at, at + step);
}
