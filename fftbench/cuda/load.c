//go:build cuda && linux && cgo

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>

#include "shim.h"

const char *path_of(void *library) {
  struct link_map *map = NULL;
  return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map ? map->l_name : NULL;
}

#define LOAD(name, parameters) \
  if (!(t->name = (int(*) parameters)dlsym(library, #name))) return #name;
#define LOAD_IF_THERE(name, parameters) t->name = (int(*) parameters)dlsym(library, #name);

const char *load_driver_version(void *library, driver_table *t) {
  DRIVER_VERSION(LOAD)
  return NULL;
}

const char *load_driver(void *library, driver_table *t) {
  DRIVER_FUNCTIONS(LOAD)
  DRIVER_OPTIONAL(LOAD_IF_THERE)
  return NULL;
}

const char *load_cufft(void *library, cufft_table *t) {
  CUFFT_FUNCTIONS(LOAD)
  return NULL;
}

const char *load_nvrtc(void *library, nvrtc_table *t) {
  NVRTC_FUNCTIONS(LOAD)
  t->nvrtcGetErrorString = (const char *(*)(int))dlsym(library, "nvrtcGetErrorString");
  return t->nvrtcGetErrorString ? NULL : "nvrtcGetErrorString";
}
