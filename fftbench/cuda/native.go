//go:build cuda && linux && cgo

package cuda

/*
#cgo CFLAGS: -std=gnu11 -O2 -Wall -Wextra
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"path/filepath"
	"unsafe"
)

// Built says whether this program can load NVIDIA's libraries: whether it was
// built with -tags cuda, on Linux and with cgo.
const Built = true

// openLibrary tries one path after the other. Libraries stay loaded until the
// process ends: NVIDIA's start threads of their own and cannot be unloaded.
func openLibrary(s search) (unsafe.Pointer, string, error) {
	var tried []attempt
	for _, path := range s.paths() {
		if library := dlopen(path); library != nil {
			if found := C.path_of(library); found != nil {
				path = C.GoString(found) // of what was but a name
			}
			return library, path, nil
		}
		tried = append(tried, attempt{path: path, why: C.GoString(C.dlerror())})
	}
	return nil, "", s.missing(tried)
}

func dlopen(path string) unsafe.Pointer {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	return C.dlopen(name, C.RTLD_NOW|C.RTLD_LOCAL)
}

// preload opens what the library of a path will ask the loader for by name
// alone, once it is used: a loader that does not know the library's folder then
// finds it loaded already. Where it is nowhere the library says so itself.
func preload(s search, path, name string) {
	for _, file := range s.companions(path, name) {
		if dlopen(file) != nil {
			return
		}
	}
}

// newTable returns zeroed memory of C that lives as long as the library.
func newTable(bytes C.size_t) (unsafe.Pointer, error) {
	p := C.calloc(1, bytes)
	if p == nil {
		return nil, errors.New("cuda: no memory for a table of functions")
	}
	return p, nil
}

// missingSymbol says that a library is too old, or is none.
func missingSymbol(name *C.char, s search, path string) error {
	if name == nil {
		return nil
	}
	text := fmt.Sprintf("%s has no %s, which CUDA 11.4 and newer have; %s", path, C.GoString(name), s.install)
	return &absent{text: text, driver: s.driver}
}

// companions lists the files to try for a library that another wants, which was
// found at a path: first beside it and beside what it links to, as toolkits and
// wheels lay them out, then wherever such libraries may be.
func (s search) companions(path, name string) []string {
	folders := []string{filepath.Dir(path)}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		folders = append(folders, filepath.Dir(real))
	}
	var files []string
	for _, folder := range dropRepeats(append(folders, s.folders()...)) {
		files = append(files, filepath.Join(folder, name))
	}
	return files
}
