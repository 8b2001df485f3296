/* What this package calls of FFTW 3 and KISS FFT, by prototypes of its own:
   plans and configurations are opaque, both precisions have the same shape. */
#ifndef PEERS_SHIM_H
#define PEERS_SHIM_H

#include <stddef.h>

typedef struct {
	void *handle;
	const char *version;
	void *(*plan_dft)(int rank, const int *n, int howmany,
		void *in, const int *inembed, int istride, int idist,
		void *out, const int *onembed, int ostride, int odist, int sign, unsigned flags);
	void *(*plan_dft_r2c)(int rank, const int *n, int howmany,
		void *in, const int *inembed, int istride, int idist,
		void *out, const int *onembed, int ostride, int odist, unsigned flags);
	void *(*plan_dft_c2r)(int rank, const int *n, int howmany,
		void *in, const int *inembed, int istride, int idist,
		void *out, const int *onembed, int ostride, int odist, unsigned flags);
	void (*execute)(const void *plan);
	void (*execute_dft)(const void *plan, void *in, void *out);
	void (*destroy_plan)(void *plan);
	void (*forget_wisdom)(void);
	int (*alignment_of)(void *p);
} peers_fftw;

typedef struct {
	void *handle;
	void *(*alloc)(int nfft, int inverse, void *mem, size_t *lenmem);
	void (*transform)(void *cfg, const void *in, void *out);
} peers_kiss;

/* What the loader says is wrong; "" if nothing is. */
typedef struct {
	char text[512];
	int not_found; /* there is no such library, or it needs another one */
} peers_error;

void peers_fftw_open(peers_fftw *lib, const char *path, const char *prefix, peers_error *err);
void peers_kiss_open(peers_kiss *lib, const char *path, peers_error *err);
void peers_close(void *handle, peers_error *err);
/* The file that a library was loaded from. */
const char *peers_path(void *handle);

void *peers_fftw_plan_dft(const peers_fftw *lib, int n, int rows, void *in, void *out, int sign, unsigned flags);
void *peers_fftw_plan_r2c(const peers_fftw *lib, int n, int rows, void *in, void *out, unsigned flags);
void *peers_fftw_plan_c2r(const peers_fftw *lib, int n, int rows, void *in, void *out, unsigned flags);

void peers_fftw_run(const peers_fftw *lib, const void *plan, long times);
void peers_fftw_apply(const peers_fftw *lib, const void *plan, void *in, void *out);
void peers_fftw_destroy(const peers_fftw *lib, void *plan);
void peers_fftw_forget(const peers_fftw *lib);
int peers_fftw_alignment(const peers_fftw *lib, void *p);

void *peers_kiss_alloc(const peers_kiss *lib, int n, int inverse);
size_t peers_kiss_bytes(const peers_kiss *lib, int n);
void peers_kiss_run(const peers_kiss *lib, void *cfg, int n, int rows, const void *in, void *out, long times);

#endif
