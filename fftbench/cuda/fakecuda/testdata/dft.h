#ifndef FAKECUDA_DFT_H
#define FAKECUDA_DFT_H

typedef struct {
  double re, im;
} number;

// dft_table fills w[k] = exp(sign·2πik/n).
void dft_table(number *w, long n, int sign);

// dft transforms n numbers, any n, by the table of its sign; scratch holds n.
void dft(number *out, const number *in, long n, const number *w, number *scratch);

#endif
