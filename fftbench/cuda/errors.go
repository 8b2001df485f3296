package cuda

import (
	"errors"
	"fmt"
	"strings"
)

// The classes of errors, for errors.Is. Every failed call of a library is an
// [*Error], and belongs to one of them or to none.
var (
	// ErrMissing: a library, or a function in it, is not there; or this
	// program is built without CUDA. The message says what was tried.
	ErrMissing = errors.New("not installed")
	// ErrNoDriver: there is no libcuda (which is an ErrMissing too), or it does
	// not work: its kernel module is not loaded, or it is older than this package
	// needs.
	ErrNoDriver = errors.New("no usable driver")
	// ErrNoDevice: the driver works and shows no such GPU.
	ErrNoDevice = errors.New("no such device")
	// ErrOutOfMemory: an allocation is larger than what is free.
	ErrOutOfMemory = errors.New("out of memory")
	// ErrDeviceLost: the context is beyond repair, after a kernel that wrote
	// where it must not or a fault of the hardware. CUDA promises nothing
	// more in this process.
	ErrDeviceLost = errors.New("device lost")
	// ErrUnsupported: this device or this version of a library cannot do that.
	ErrUnsupported = errors.New("not supported")
	// ErrCompile: the compiler refuses the source; see Error.Log.
	ErrCompile = errors.New("does not compile")
	// ErrInvalid: an argument was found wrong before any call was made.
	ErrInvalid = errors.New("invalid argument")
	// ErrClosed: the object, or what it belongs to, was closed before.
	ErrClosed = errors.New("closed")
	// ErrCapturing: the stream records a graph, which cannot hold this.
	ErrCapturing = errors.New("not while a graph is captured")
)

// An Error is a call of a library that failed.
type Error struct {
	Func    string // the function as the library exports it
	Code    int    // CUresult, cufftResult or nvrtcResult
	Name    string // its name, such as CUDA_ERROR_OUT_OF_MEMORY
	Text    string // what the library says about it; may be empty
	Context string // what the call was for
	Log     string // the compiler's messages, where there are any

	class error // one of the above, or nil
}

// Error says what was being done, and what the library answered.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("cuda: ")
	if e.Context != "" {
		b.WriteString(e.Context + ": ")
	}
	fmt.Fprintf(&b, "%s: %s (%d)", e.Func, e.Name, e.Code)
	if e.Text != "" {
		b.WriteString(": " + e.Text)
	}
	if e.Log != "" {
		b.WriteString("\n" + e.Log)
	}
	return b.String()
}

// Unwrap gives the class, so that errors.Is finds it.
func (e *Error) Unwrap() error { return e.class }

// A MemoryError is an allocation that was not tried, since it is larger than
// what is free, or one that the driver refused. It is an [ErrOutOfMemory].
type MemoryError struct {
	What  string // "device memory" or "host memory"
	Need  int64  // bytes asked for
	Free  int64  // bytes that were free when it was asked for
	Keep  int64  // bytes of them that Context.Reserve holds back
	cause error  // the driver's refusal; nil where it was not asked
}

func (e *MemoryError) Error() string {
	s := fmt.Sprintf("cuda: out of %s: %d bytes wanted, %d free", e.What, e.Need, e.Free)
	if e.Keep > 0 {
		s += fmt.Sprintf(" of which %d are held back", e.Keep)
	}
	if e.cause != nil {
		s += " (" + strings.TrimPrefix(e.cause.Error(), "cuda: ") + ")"
	}
	return s
}

// Unwrap gives ErrOutOfMemory and what the driver said.
func (e *MemoryError) Unwrap() []error {
	if e.cause == nil {
		return []error{ErrOutOfMemory}
	}
	return []error{ErrOutOfMemory, e.cause}
}

// A LostError is a call that was not made, since the context was lost by an
// earlier one. It is an [ErrDeviceLost].
type LostError struct {
	First *Error // the call that found it lost
}

func (e *LostError) Error() string {
	return "cuda: device lost: nothing runs any more after " + strings.TrimPrefix(e.First.Error(), "cuda: ")
}

// Unwrap gives ErrDeviceLost and the first cause.
func (e *LostError) Unwrap() []error { return []error{ErrDeviceLost, e.First} }

// absent is a library that is not there or not whole.
type absent struct {
	text   string
	driver bool
}

func (e *absent) Error() string { return "cuda: " + ErrMissing.Error() + ": " + e.text }

func (e *absent) Unwrap() []error {
	if e.driver {
		return []error{ErrMissing, ErrNoDriver}
	}
	return []error{ErrMissing}
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("cuda: %w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}
