/* The log-mel spectrogram that a careful C programmer writes with FFTW: one
   real transform a frame, the filters' non-zero weights only. */
#ifndef PEERS_LOGMEL_H
#define PEERS_LOGMEL_H

typedef struct {
	void (*execute)(const void *plan);
	const void *plan; /* from frame to spectrum */
	int len, hop, bands;
	float floor;
	const float *window;    /* len */
	float *frame;           /* len */
	const float *spectrum;  /* len/2+1, real and imaginary parts in turn */
	float *power;           /* len/2+1 */
	const int *first;       /* bin of each band */
	const int *count;       /* bins of each band */
	const float *weights;   /* of all bands, one after the other */
} peers_logmel;

void peers_logmel_run(const peers_logmel *m, const float *signal, int frames, float *out, long times);

#endif
