// Package shim compiles and runs CUDA kernels on the CPU, so that they can be
// proven without a GPU. It needs a C compiler and no cgo.
//
// A kernel's source is plain C that reaches everything of a GPU by macros: KERNEL,
// SHARED, BARRIER, THREAD_X, BLOCK_X, GRID_X, LOAD, STORE, LOOKUP, GET, PUT, FMA
// (testdata/shim.h says what each is). For a GPU the source defines them itself,
// where __CUDACC_RTC__ is defined; for the CPU, shim.h is included before it. The
// library that the compiler makes of source and shim.c exports
//
//	int shim_launch(const char *kernel, const unsigned grid[3], const unsigned block[3],
//	                unsigned long shared_bytes, void **params);
//
// and some more (top of testdata/shim.c): blocks run one after the other, the
// threads of a block as coroutines that meet at barriers. A barrier that not all
// threads reach, a write beyond the shared memory, a read of shared memory that
// nothing wrote (it holds NaNs) and, by other orders of the threads, a race all
// show.
//
// [Write] and [Arguments] are for those who call the compiler themselves; a
// [Workshop] compiles and runs.
package shim

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed testdata/shim.h testdata/shim.c testdata/trace.c testdata/runner.c
var sources embed.FS

// ErrNoCompiler: there is no C compiler here.
var ErrNoCompiler = errors.New("no C compiler: install gcc, or name one by CC")

// Write puts shim.h, shim.c and trace.c into a folder.
func Write(dir string) error { return write(dir, "shim.h", "shim.c", "trace.c") }

func write(dir string, names ...string) error {
	for _, name := range names {
		text, err := sources.ReadFile("testdata/" + name)
		if err != nil {
			return fmt.Errorf("shim: %w", err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return fmt.Errorf("shim: %w", err)
		}
	}
	return nil
}

// Arguments are those of gcc that make the library out of a kernel's source, with
// what [Write] wrote in dir. Products and sums are not contracted: only the
// source's own fused operations round once. With trace the library counts what its
// warps' accesses cost.
func Arguments(dir, source, library string, defines []string, trace bool) []string {
	args := append(flags(defines, trace), "-shared", "-include", filepath.Join(dir, "shim.h"))
	args = append(args, "-x", "c", source, filepath.Join(dir, "shim.c"))
	if trace {
		args = append(args, filepath.Join(dir, "trace.c"))
	}
	return append(args, "-o", library, "-lm")
}

func flags(defines []string, trace bool) []string {
	out := []string{"-std=gnu11", "-O1", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-fno-strict-aliasing", "-w", "-pthread"}
	for _, d := range defines {
		out = append(out, "-D"+d)
	}
	if trace {
		out = append(out, "-DSHIM_TRACE")
	}
	return out
}

// Compiler returns the path of the C compiler, that of the environment's CC or
// gcc, or an error that is [ErrNoCompiler].
func Compiler() (string, error) {
	for _, name := range []string{os.Getenv("CC"), "gcc", "cc"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("shim: %w", ErrNoCompiler)
}

// Workshop compiles kernels into a folder and runs them, each run in a process of
// its own. It may be used by several goroutines.
type Workshop struct {
	dir, compiler, runner string
	objects               map[bool][]string // of the shim, by whether it traces
}

// New makes a workshop in a folder that exists.
func New(dir string) (*Workshop, error) {
	compiler, err := Compiler()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(Write(dir), write(dir, "runner.c")); err != nil {
		return nil, err
	}
	w := &Workshop{dir: dir, compiler: compiler, runner: filepath.Join(dir, "runner"), objects: map[bool][]string{}}
	for _, c := range []struct {
		name  string
		trace bool
	}{{"shim", false}, {"shim", true}, {"trace", true}} {
		object := filepath.Join(dir, fmt.Sprintf("%s_%t.o", c.name, c.trace))
		args := append(flags(nil, c.trace), "-c", filepath.Join(dir, c.name+".c"), "-o", object)
		if err := w.compile(c.name+".c", args...); err != nil {
			return nil, err
		}
		w.objects[c.trace] = append(w.objects[c.trace], object)
	}
	return w, w.compile("runner.c", "-std=gnu11", "-O1", "-w", "-o", w.runner, filepath.Join(dir, "runner.c"), "-ldl")
}

// Source is a kernel's source and how to compile it.
type Source struct {
	Name    string   // of the files made of it; compiling it again replaces them
	Text    string   //
	Defines []string // of the source: NAME or NAME=VALUE
	Trace   bool     // count what the accesses of warps cost
}

// Library is a compiled source.
type Library struct {
	workshop *Workshop
	path     string
	trace    bool
}

// Path returns where the library is.
func (l *Library) Path() string { return l.path }

// Compile makes a library.
func (w *Workshop) Compile(s Source) (*Library, error) {
	source, library := filepath.Join(w.dir, s.Name+".cu"), filepath.Join(w.dir, s.Name+".so")
	if err := os.WriteFile(source, []byte(s.Text), 0o666); err != nil {
		return nil, fmt.Errorf("shim: %w", err)
	}
	args := append(flags(s.Defines, s.Trace), "-shared", "-include", filepath.Join(w.dir, "shim.h"), "-x", "c", source, "-x", "none")
	args = append(append(args, w.objects[s.Trace]...), "-o", library, "-lm")
	if err := w.compile(s.Name, args...); err != nil {
		return nil, err
	}
	return &Library{w, library, s.Trace}, nil
}

func (w *Workshop) compile(name string, args ...string) error {
	out, err := exec.Command(w.compiler, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("shim: %s does not compile: %w\n%s", name, err, bytes.TrimSpace(out))
	}
	return nil
}
