// Package cuda runs work on NVIDIA GPUs: memory, streams, events, graphs,
// kernels compiled at run time and the transforms of cuFFT.
//
// In go sources in CUDA C++ and buffers, out come results and times; what is
// computed is the caller's affair. Nothing of CUDA is needed to build: the
// driver, cuFFT and NVRTC are opened with dlopen when a program asks for them,
// by prototypes declared here. The package is whole with the build tag cuda on
// Linux with cgo; everywhere else it builds as well, and [Open] answers with an
// error that is [ErrMissing], so that callers need no tags.
//
//	driver, err := cuda.Open(cuda.Options{})
//	…
//	device, err := driver.Device(0)
//	ctx, err := driver.NewContext(device)
//	defer ctx.Close() // closes all that follows too
//
//	stream, err := ctx.NewStream()
//	data, err := ctx.Alloc(8 << 20)
//	plan, err := ctx.NewPlan(cuda.Transform{N: 1024, Batch: 1024, Kind: cuda.C2C})
//	err = plan.Allocate() // the work area
//	graph, err := stream.Capture(func() error {
//		return plan.Exec(stream, data.All(), data.All(), cuda.Forward)
//	})
//	err = graph.Launch(stream)
//	err = stream.Sync()
//
// # Owners
//
// Whatever is made is closed by Close, and nothing is closed by the garbage
// collector: device memory is too scarce to wait for it. Close can be called
// twice, late, and from another goroutine while the thing is in use, for which
// it waits. A [Context] closes what was made in it and is still open, a
// [Driver] its contexts. Afterwards every method answers [ErrClosed].
//
// # Goroutines
//
// Everything may be called from any goroutine, at the same time. CUDA ties a
// context to an OS thread; here each call into the driver makes its context
// current in the same cgo call, so that no goroutine has to hold a thread. A
// call costs some 100 ns on top of the driver's own time: put what repeats into
// a [Graph], which is queued by one.
//
// # Errors
//
// A call that fails is an [*Error] with the function, the code, its name and
// what was being done; errors.Is tells its class (ErrOutOfMemory, ErrMissing
// and so on). Allocations look at what is free first and say both figures. An
// error that CUDA does not recover from, such as a kernel's write to a wrong
// address, is an [ErrDeviceLost]: the [Context] remembers it, and each later call
// is a [*LostError] with that first cause, without asking the driver. Close
// still frees what can be freed.
//
// # Where libraries are looked for
//
// In the folders of Options, else in those of the environment variable
// FFTBENCH_CUDA (separated by colons), and then nowhere else, so that one chosen
// version is what runs: such folders must hold, or link to, all that is wanted,
// libcuda.so.1 too. Without either: $CUDA_HOME/lib64 and $CUDA_PATH/lib64, what is
// beside the nvcc in $PATH, the loader's folders, /usr/local/cuda*/lib64, the
// distribution's folders, those that containers (/usr/local/nvidia/lib64) and WSL
// (/usr/lib/wsl/lib) mount, the wheels nvidia/*/lib of the Pythons in $PATH, and
// $CONDA_PREFIX/lib. A toolkit newer than the driver's CUDA would refuse to work
// and is passed over. What NVRTC and cuFFT themselves open by name alone
// (libnvrtc-builtins, libnvJitLink) is loaded before from beside them, or from one
// of these folders: some wheels and packages leave that to LD_LIBRARY_PATH.
package cuda
