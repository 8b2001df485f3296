// A Fourier transform of any length in double precision: Cooley and Tukey by the
// smallest prime factor, n log n for powers of two, n² for a prime n.
#include "dft.h"

#include <math.h>

void dft_table(number *w, long n, int sign) {
  for (long k = 0; k < n; k++) {
    double angle = sign * 2 * M_PI * (double)k / (double)n;
    w[k] = (number){cos(angle), sin(angle)};
  }
}

static number times(number a, number b) {
  return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static long factor(long n) {
  for (long p = 2; p * p <= n; p++) {
    if (n % p == 0) return p;
  }
  return n;
}

// The table serves all lengths that divide N: w[k·step] is that of n = N/step.
struct transform {
  const number *w;
  long n;
  number *scratch;
};

static void part(const struct transform *t, number *out, const number *in, long n, long stride, long step) {
  if (n == 1) {
    *out = *in;
    return;
  }
  long p = factor(n), m = n / p;
  for (long r = 0; r < p; r++) part(t, out + r * m, in + r * stride, m, stride * p, step * p);
  for (long k = 0; k < m; k++) {
    for (long r = 0; r < p; r++) t->scratch[r] = times(out[r * m + k], t->w[r * k * step]);
    for (long q = 0; q < p; q++) {
      number sum = t->scratch[0];
      for (long r = 1; r < p; r++) {
        number x = times(t->scratch[r], t->w[q * r % p * (t->n / p)]);
        sum.re += x.re;
        sum.im += x.im;
      }
      out[q * m + k] = sum;
    }
  }
}

void dft(number *out, const number *in, long n, const number *w, number *scratch) {
  struct transform t = {w, n, scratch};
  part(&t, out, in, n, 1, 1);
}
