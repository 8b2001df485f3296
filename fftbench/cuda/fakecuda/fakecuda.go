// Package fakecuda builds stand-ins for NVIDIA's libraries, so that programs that
// use a GPU can be tested without one: libcuda.so.1, libcufft.so.12 and
// libnvrtc.so.13, written in C, compiled by gcc into a folder. With FFTBENCH_CUDA
// set to that folder, or as cuda.Options.Folders, they are what runs.
//
//	err := fakecuda.Build(dir)
//	control, err := fakecuda.Open(dir)
//	control.Fail(fakecuda.Failure{Function: "cuMemAlloc_v2", At: 3, Code: 2})
//	… the program under test …
//	leaks := control.Live() // zero when all was freed
//
// What they do is right and slow. Device memory is host memory between pages that
// nobody may touch, and holds NaNs at first. Kernels are compiled by gcc with the
// CPU shim of fftbench/cuda/kernels/shim and run for real; transforms are computed
// in double precision. Queued work runs as late as the interface allows, when
// somebody waits for it, so that a program which forgets to wait finds NaNs. The
// time of events is that of an imagined device and the same in every run.
//
// What a driver would refuse or crash on is refused and noted (see
// [Control.Fault]): a handle of the wrong kind or destroyed, a call without a
// current context, an address outside of every allocation, launches over the
// limits, a write beside an allocation.
//
// The control of a folder is a file that its libraries map. It works across
// processes: a test sets it up and starts the program under test.
package fakecuda

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels/shim"
)

//go:embed testdata/*.c testdata/*.h
var sources embed.FS

// ErrNoCompiler: there is no C compiler here.
var ErrNoCompiler = shim.ErrNoCompiler

// Names of the libraries.
const (
	Driver = "libcuda.so.1"
	CuFFT  = "libcufft.so.12"
	NVRTC  = "libnvrtc.so.13"
	// NVRTCBuiltins is what an NVRTC of CUDA 13.0 asks the loader for, by this name
	// alone, when it compiles.
	NVRTCBuiltins = "libnvrtc-builtins.so.13.0"
)

var parts = map[string][]string{
	Driver: {"control.c", "objects.c", "device.c", "memory.c", "stream.c", "graph.c", "module.c"},
	CuFFT:  {"cufft.c", "dft.c"},
	NVRTC:  {"nvrtc.c"},

	NVRTCBuiltins: {"builtins.c"},
}

// Build compiles the libraries into a folder that exists; build once and open
// often. It may be called for any number of folders. A folder that is built anew
// while a process has its libraries loaded leaves that process the old ones.
func Build(dir string) error { return BuildWithout(dir) }

// BuildWithout leaves out functions, as an older version of a library would, or
// whole libraries, by their names.
func BuildWithout(dir string, missing ...string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("fakecuda: %w", err)
	}
	compiler, err := shim.Compiler()
	if err != nil {
		return fmt.Errorf("fakecuda: %w", err)
	}
	src, err := os.MkdirTemp("", "fakecuda")
	if err != nil {
		return fmt.Errorf("fakecuda: %w", err)
	}
	defer os.RemoveAll(src)
	if err := os.CopyFS(src, sources); err != nil {
		return fmt.Errorf("fakecuda: %w", err)
	}
	script := filepath.Join(src, "exports")
	functions := slices.DeleteFunc(slices.Clone(missing), func(name string) bool { return parts[name] != nil })
	if err := os.WriteFile(script, exports(functions), 0o666); err != nil {
		return fmt.Errorf("fakecuda: %w", err)
	}
	done := make(chan error)
	for library, files := range parts {
		go func() {
			if slices.Contains(missing, library) {
				done <- nil
				return
			}
			done <- compile(compiler, filepath.Join(src, "testdata"), files, filepath.Join(dir, library), script)
		}()
	}
	var errs []error
	for range parts {
		errs = append(errs, <-done)
	}
	return errors.Join(append(errs, forgetKernels(dir), shim.Write(dir), writeArguments(dir, compiler), writeControl(dir))...)
}

// forgetKernels drops what the NVRTC of an earlier build kept.
func forgetKernels(dir string) error {
	kept, err := filepath.Glob(filepath.Join(dir, "kernel-*"))
	for _, path := range kept {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// exports is a version script that hides functions: a name goes before a star.
func exports(hidden []string) []byte {
	var b strings.Builder
	b.WriteString("{ global: *;")
	for i, name := range hidden {
		if i == 0 {
			b.WriteString(" local:")
		}
		fmt.Fprintf(&b, " %s;", name)
	}
	b.WriteString(" };\n")
	return []byte(b.String())
}

func compile(compiler, src string, files []string, library, script string) error {
	args := []string{"-std=gnu11", "-O1", "-Wall", "-Wextra", "-fPIC", "-shared", "-fvisibility=hidden",
		"-Wl,--version-script=" + script, "-Wl,-soname=" + filepath.Base(library), "-o", library + ".new"}
	for _, f := range files {
		args = append(args, filepath.Join(src, f))
	}
	out, err := exec.Command(compiler, append(args, "-ldl", "-lm", "-pthread")...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("fakecuda: %s: %w\n%s", filepath.Base(library), err, out)
	}
	return os.Rename(library+".new", library)
}

// replace writes a file anew, so that who has mapped the old one keeps it.
func replace(path string, content []byte) error {
	if err := os.WriteFile(path+".new", content, 0o666); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// writeArguments leaves for the NVRTC how kernels are compiled.
func writeArguments(dir, compiler string) error {
	args := shim.Arguments(dir, "@SOURCE", "@LIBRARY", nil, false)
	lines := append([]string{compiler, "@DEFINES"}, args...)
	return replace(filepath.Join(dir, "gcc.args"), []byte(strings.Join(lines, "\n")+"\n"))
}
