package cuda

import (
	"errors"
	"fmt"
	"sync"
)

// Options say where NVIDIA's libraries are. The zero Options suit most machines.
type Options struct {
	// Folders to look for libraries in, and nowhere else. Where there are none,
	// those of the environment variable FFTBENCH_CUDA are taken, separated by
	// colons; else the usual places.
	Folders []string
}

// oldest is the first CUDA version with all functions in use
// (cuGraphInstantiateWithFlags came last).
var oldest = Version{Major: 11, Minor: 4}

// A Driver is NVIDIA's driver, loaded into this process, and beside it cuFFT
// and NVRTC, which are loaded when they are first needed: a machine with a
// driver alone can still list its devices and copy. All methods of a Driver
// and of what it makes may be called from any goroutine.
type Driver struct {
	lib     driverLibrary
	version Version
	empty   error // what cuInit said where there is no GPU; nothing may be asked then
	search  search

	fft      func() (*fft, error)      // once
	compiler func() (*Compiler, error) // once

	mu       sync.Mutex
	closed   bool
	contexts map[*Context]struct{}
}

// Open loads and initializes the driver. Its error is an [ErrMissing] where
// there is none or this program is built without CUDA, and an [ErrNoDriver]
// where there is none or it does not work. A machine whose driver works and that has no
// GPU opens, and lists none.
//
// Source: cuDriverGetVersion, cuInit (CUDA Driver API: Version management,
// Initialization).
func Open(o Options) (*Driver, error) { return open(o, thisHost()) }

func open(o Options, h host) (*Driver, error) {
	s := newSearch(o, h)
	lib, err := openDriverLibrary(s.forDriver())
	if err != nil {
		return nil, err
	}
	d := &Driver{lib: lib, search: s, contexts: map[*Context]struct{}{}}
	if err := d.initialize(); err != nil {
		return nil, err
	}
	d.fft = sync.OnceValues(d.openFFT)
	d.compiler = sync.OnceValues(func() (*Compiler, error) { return openCompiler(s.forNVRTC(d.version.Major)) })
	return d, nil
}

func (d *Driver) initialize() error {
	n, c := d.lib.version()
	if c != 0 {
		return fmt.Errorf("cuda: %w: %s: cuDriverGetVersion: CUresult %d", ErrNoDriver, d.lib.path(), c)
	}
	d.version = cudaVersion(n)
	if d.version.Less(oldest) {
		return fmt.Errorf("cuda: %w: the driver in %s is made for CUDA %s, %s or newer is needed: update NVIDIA's driver",
			ErrNoDriver, d.lib.path(), d.version, oldest)
	}
	if err := d.lib.load(); err != nil {
		return err
	}
	c = d.lib.initialize()
	if c == 0 {
		return nil
	}
	e := driverError(d.lib, "cuInit", c, "the driver in "+d.lib.path()+" does not start")
	if c == codeNoDevice {
		d.empty = e
		return nil
	}
	e.class = ErrNoDriver
	return e
}

// Version is the newest CUDA that the driver knows.
func (d *Driver) Version() Version { return d.version }

// A Library is one of NVIDIA's, as it was found.
type Library struct {
	Path    string
	Version Version
}

// Library returns the driver's own library.
func (d *Driver) Library() Library { return Library{Path: d.lib.path(), Version: d.version} }

// CuFFT loads cuFFT if need be. Its error is an [ErrMissing] where there is
// none that this driver can use.
func (d *Driver) CuFFT() (Library, error) {
	f, err := d.fft()
	if err != nil {
		return Library{}, err
	}
	return f.found, nil
}

// Compiler loads NVRTC if need be. Its error is an [ErrMissing] where there is
// none that this driver can use.
func (d *Driver) Compiler() (*Compiler, error) { return d.compiler() }

// Close closes the contexts that are still open and returns their errors.
// NVIDIA's libraries stay loaded: they cannot be unloaded. A second Close does
// nothing.
func (d *Driver) Close() error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	d.closed = true
	open := make([]*Context, 0, len(d.contexts))
	for c := range d.contexts {
		open = append(open, c)
	}
	d.mu.Unlock()
	var errs []error
	for _, c := range open {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// adopt refuses a context of a driver that was closed meanwhile.
func (d *Driver) adopt(c *Context) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		d.contexts[c] = struct{}{}
	}
	return !d.closed
}

func (d *Driver) disown(c *Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.contexts, c)
}

func (d *Driver) check(function string, c code, context string) error {
	if c == 0 {
		return nil
	}
	return driverError(d.lib, function, c, context)
}
