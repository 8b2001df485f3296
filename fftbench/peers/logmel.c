//go:build fftw && linux && cgo

#include <math.h>

#include "logmel.h"

static void one_frame(const peers_logmel *m, const float *restrict samples, float *restrict out)
{
	float *restrict frame = m->frame;
	const float *restrict window = m->window;
	for (int i = 0; i < m->len; i++)
		frame[i] = window[i] * samples[i];
	m->execute(m->plan);
	float *restrict power = m->power;
	const float *restrict bins = m->spectrum;
	for (int k = 0; k <= m->len / 2; k++)
		power[k] = bins[2 * k] * bins[2 * k] + bins[2 * k + 1] * bins[2 * k + 1];
	const float *weights = m->weights;
	for (int b = 0; b < m->bands; b++) {
		const float *of = power + m->first[b];
		float sum = 0;
		for (int i = 0; i < m->count[b]; i++)
			sum += weights[i] * of[i];
		weights += m->count[b];
		out[b] = sum > m->floor ? sum : m->floor;
	}
	for (int b = 0; b < m->bands; b++)
		out[b] = logf(out[b]);
}

void peers_logmel_run(const peers_logmel *m, const float *signal, int frames, float *out, long times)
{
	for (long t = 0; t < times; t++)
		for (int f = 0; f < frames; f++)
			one_frame(m, signal + (long)f * m->hop, out + (long)f * m->bands);
}
