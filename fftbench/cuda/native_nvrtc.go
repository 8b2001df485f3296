//go:build cuda && linux && cgo

package cuda

/*
#include <stdlib.h>
#include "calls.h"
*/
import "C"

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"
)

type nativeCompiler struct {
	t    *C.nvrtc_table
	file string
}

func openCompilerLibrary(s search) (compilerLibrary, error) {
	library, path, err := openLibrary(s)
	if err != nil {
		return nil, err
	}
	p, err := newTable(C.sizeof_nvrtc_table)
	if err != nil {
		return nil, err
	}
	n := &nativeCompiler{t: (*C.nvrtc_table)(p), file: path}
	if err := missingSymbol(C.load_nvrtc(library, n.t), s, path); err != nil {
		return nil, err
	}
	if major, minor, c := n.version(); c == 0 { // each NVRTC wants its own
		preload(s, path, fmt.Sprintf("libnvrtc-builtins.so.%d.%d", major, minor))
	}
	return n, nil
}

func (n *nativeCompiler) path() string { return n.file }

func (n *nativeCompiler) errorString(c code) string {
	return C.GoString(C.call_nvrtcGetErrorString(n.t, C.int(c)))
}

func (n *nativeCompiler) version() (major, minor int, c code) {
	var a, b C.int
	r := C.call_nvrtcVersion(n.t, &a, &b)
	return int(a), int(b), code(r)
}

func (n *nativeCompiler) archs() ([]int, code) {
	var count C.int
	if c := C.call_nvrtcGetNumSupportedArchs(n.t, &count); c != 0 || count <= 0 {
		return nil, code(c)
	}
	list := make([]C.int, count)
	if c := C.call_nvrtcGetSupportedArchs(n.t, &list[0]); c != 0 {
		return nil, code(c)
	}
	archs := make([]int, count)
	for i, a := range list {
		archs[i] = int(a)
	}
	slices.Sort(archs)
	return archs, 0
}

func (n *nativeCompiler) createProgram(source, name string) (handle, code) {
	s, f := C.CString(source), C.CString(name)
	defer C.free(unsafe.Pointer(s))
	defer C.free(unsafe.Pointer(f))
	var p C.handle
	c := C.call_nvrtcCreateProgram(n.t, &p, s, f)
	return handle(p), code(c)
}

func (n *nativeCompiler) destroyProgram(program handle) code {
	return code(C.call_nvrtcDestroyProgram(n.t, C.handle(program)))
}

func (n *nativeCompiler) compileProgram(program handle, options []string) code {
	list := (**C.char)(C.calloc(C.size_t(len(options)+1), C.size_t(unsafe.Sizeof((*C.char)(nil)))))
	defer C.free(unsafe.Pointer(list))
	args := unsafe.Slice(list, len(options))
	for i, o := range options {
		args[i] = C.CString(o)
		defer C.free(unsafe.Pointer(args[i]))
	}
	return code(C.call_nvrtcCompileProgram(n.t, C.handle(program), C.int(len(options)), list))
}

func (n *nativeCompiler) programLog(program handle) (string, code) {
	var bytes C.size_t
	if c := C.call_nvrtcGetProgramLogSize(n.t, C.handle(program), &bytes); c != 0 || bytes <= 1 {
		return "", code(c)
	}
	text := make([]byte, bytes)
	c := C.call_nvrtcGetProgramLog(n.t, C.handle(program), unsafe.Pointer(&text[0]))
	return strings.TrimRight(string(text), "\x00\n"), code(c)
}

func (n *nativeCompiler) cubin(program handle) ([]byte, code) {
	var bytes C.size_t
	if c := C.call_nvrtcGetCUBINSize(n.t, C.handle(program), &bytes); c != 0 || bytes == 0 {
		return nil, code(c)
	}
	image := make([]byte, bytes)
	c := C.call_nvrtcGetCUBIN(n.t, C.handle(program), unsafe.Pointer(&image[0]))
	return image, code(c)
}

// ptx returns text that ends in the zero byte which cuModuleLoadData wants.
func (n *nativeCompiler) ptx(program handle) ([]byte, code) {
	var bytes C.size_t
	if c := C.call_nvrtcGetPTXSize(n.t, C.handle(program), &bytes); c != 0 || bytes == 0 {
		return nil, code(c)
	}
	image := make([]byte, bytes)
	c := C.call_nvrtcGetPTX(n.t, C.handle(program), unsafe.Pointer(&image[0]))
	return image, code(c)
}
