//go:build !(cuda && linux && cgo)

package cuda

import "fmt"

// Built says whether this program can load NVIDIA's libraries: whether it was
// built with -tags cuda, on Linux and with cgo.
const Built = false

var errNotBuilt = fmt.Errorf("cuda: %w: this program is built without CUDA (build it on Linux, with cgo and -tags cuda)", ErrMissing)

func openDriverLibrary(search) (driverLibrary, error) { return nil, errNotBuilt }

func openFFTLibrary(search, driverLibrary) (fftLibrary, error) { return nil, errNotBuilt }

func openCompilerLibrary(search) (compilerLibrary, error) { return nil, errNotBuilt }
