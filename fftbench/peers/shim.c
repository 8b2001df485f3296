//go:build fftw && linux && cgo

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

#include "shim.h"

static void *open_library(const char *path, peers_error *err)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		snprintf(err->text, sizeof err->text, "%s", dlerror());
		err->not_found = 1;
	}
	return handle;
}

/* symbol looks up prefix+name and notes the first one that is not there. */
static void *symbol(void *handle, const char *prefix, const char *name, peers_error *err)
{
	char full[64];
	snprintf(full, sizeof full, "%s%s", prefix, name);
	void *found = dlsym(handle, full);
	if (!found && !err->text[0])
		snprintf(err->text, sizeof err->text, "%s", dlerror());
	return found;
}

void peers_fftw_open(peers_fftw *lib, const char *path, const char *prefix, peers_error *err)
{
	void *handle = open_library(path, err);
	if (!handle)
		return;
	lib->handle = handle;
	lib->version = symbol(handle, prefix, "version", err);
	lib->plan_dft = symbol(handle, prefix, "plan_many_dft", err);
	lib->plan_dft_r2c = symbol(handle, prefix, "plan_many_dft_r2c", err);
	lib->plan_dft_c2r = symbol(handle, prefix, "plan_many_dft_c2r", err);
	lib->execute = symbol(handle, prefix, "execute", err);
	lib->execute_dft = symbol(handle, prefix, "execute_dft", err);
	lib->destroy_plan = symbol(handle, prefix, "destroy_plan", err);
	lib->forget_wisdom = symbol(handle, prefix, "forget_wisdom", err);
	lib->alignment_of = symbol(handle, prefix, "alignment_of", err);
	if (err->text[0])
		dlclose(handle);
}

void peers_kiss_open(peers_kiss *lib, const char *path, peers_error *err)
{
	void *handle = open_library(path, err);
	if (!handle)
		return;
	lib->handle = handle;
	lib->alloc = symbol(handle, "kiss_", "fft_alloc", err);
	lib->transform = symbol(handle, "kiss_", "fft", err);
	if (err->text[0])
		dlclose(handle);
}

void peers_close(void *handle, peers_error *err)
{
	if (dlclose(handle))
		snprintf(err->text, sizeof err->text, "%s", dlerror());
}

const char *peers_path(void *handle)
{
	struct link_map *map = NULL;
	return dlinfo(handle, RTLD_DI_LINKMAP, &map) ? NULL : map->l_name;
}

void *peers_fftw_plan_dft(const peers_fftw *lib, int n, int rows, void *in, void *out, int sign, unsigned flags)
{
	return lib->plan_dft(1, &n, rows, in, NULL, 1, n, out, NULL, 1, n, sign, flags);
}

void *peers_fftw_plan_r2c(const peers_fftw *lib, int n, int rows, void *in, void *out, unsigned flags)
{
	return lib->plan_dft_r2c(1, &n, rows, in, NULL, 1, n, out, NULL, 1, n / 2 + 1, flags);
}

void *peers_fftw_plan_c2r(const peers_fftw *lib, int n, int rows, void *in, void *out, unsigned flags)
{
	return lib->plan_dft_c2r(1, &n, rows, in, NULL, 1, n / 2 + 1, out, NULL, 1, n, flags);
}

void peers_fftw_run(const peers_fftw *lib, const void *plan, long times)
{
	void (*execute)(const void *) = lib->execute;
	for (long i = 0; i < times; i++)
		execute(plan);
}

void peers_fftw_apply(const peers_fftw *lib, const void *plan, void *in, void *out)
{
	lib->execute_dft(plan, in, out);
}

void peers_fftw_destroy(const peers_fftw *lib, void *plan)
{
	lib->destroy_plan(plan);
}

void peers_fftw_forget(const peers_fftw *lib)
{
	lib->forget_wisdom();
}

int peers_fftw_alignment(const peers_fftw *lib, void *p)
{
	return lib->alignment_of(p);
}

void *peers_kiss_alloc(const peers_kiss *lib, int n, int inverse)
{
	return lib->alloc(n, inverse, NULL, NULL);
}

/* Asked for memory of which it is given none, the library says how much. */
size_t peers_kiss_bytes(const peers_kiss *lib, int n)
{
	size_t bytes = 0;
	lib->alloc(n, 0, NULL, &bytes);
	return bytes;
}

void peers_kiss_run(const peers_kiss *lib, void *cfg, int n, int rows, const void *in, void *out, long times)
{
	size_t row = (size_t)n * 2 * sizeof(float);
	for (long i = 0; i < times; i++)
		for (int r = 0; r < rows; r++)
			lib->transform(cfg, (const char *)in + r * row, (char *)out + r * row);
}
