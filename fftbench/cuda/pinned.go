package cuda

import (
	"os"
	"strconv"
	"strings"
	"unsafe"
)

// Pinned is host memory that the device reads and writes by itself, at the full
// speed of the bus and while the host goes on. Go's garbage collector neither
// moves nor frees it.
type Pinned struct {
	resource
	p     unsafe.Pointer
	bytes int64
}

// AllocPinned takes bytes of host memory, page-aligned and of undefined
// content. Pinned memory cannot be swapped out, so more than the host has
// available is a [*MemoryError] before the driver is asked; so is what the
// driver refuses.
//
// Source: cuMemHostAlloc (CUDA Driver API: Memory management).
func (c *Context) AllocPinned(bytes int64) (*Pinned, error) {
	if bytes <= 0 {
		return nil, invalid("an allocation of %d bytes", bytes)
	}
	if err := c.use(); err != nil {
		return nil, err
	}
	defer c.life.leave()
	short := &MemoryError{What: "host memory", Need: bytes, Free: hostAvailable()}
	if bytes > short.Free {
		return nil, short
	}
	lib := c.driver.lib
	p, r := lib.memHostAlloc(c.h, uint64(bytes))
	if r == codeOutOfMemory {
		short.cause = driverError(lib, "cuMemHostAlloc", r, "")
		return nil, short
	}
	if err := c.check("cuMemHostAlloc", r, "%d bytes of host memory", bytes); err != nil {
		return nil, err
	}
	h := &Pinned{p: p, bytes: bytes}
	h.resource = resource{ctx: c, kind: "pinned memory", free: func() error {
		return c.freed("cuMemFreeHost", lib.memFreeHost(c.h, p), "pinned memory")
	}}
	c.own(&h.resource)
	return h, nil
}

// Bytes is the size.
func (h *Pinned) Bytes() int64 { return h.bytes }

// Close frees the memory. Slices that [View] made of it must not be touched any
// more, and work that uses it must be done. A second Close does nothing.
func (h *Pinned) Close() error {
	if h == nil {
		return nil
	}
	return h.close()
}

// All is all of the memory.
func (h *Pinned) All() HostSpan { return HostSpan{Pinned: h, Len: h.bytes} }

// Span is a part of the memory, in bytes. One that does not lie in it is
// refused by whatever it is given to.
func (h *Pinned) Span(offset, length int64) HostSpan {
	return HostSpan{Pinned: h, Offset: offset, Len: length}
}

// A HostSpan is a part of pinned memory.
type HostSpan struct {
	Pinned *Pinned
	Offset int64 // bytes
	Len    int64 // bytes
}

func (s HostSpan) check() error {
	if s.Pinned == nil {
		return invalid("a span of no pinned memory")
	}
	return within(s.Offset, s.Len, s.Pinned.bytes)
}

func (s HostSpan) pointer() unsafe.Pointer { return unsafe.Add(s.Pinned.p, s.Offset) }

// A Number is what device and host hold alike: fixed in size and free of Go
// pointers.
type Number interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 |
		~float32 | ~float64 | ~complex64 | ~complex128
}

// View is pinned memory as a slice, as many whole elements as fit; nil once it
// is closed. The slice dangles from then on: drop it before Close.
func View[T Number](h *Pinned) []T {
	if h == nil || h.ended() {
		return nil
	}
	var one T
	return unsafe.Slice((*T)(h.p), h.bytes/int64(unsafe.Sizeof(one)))
}

// Bytes is a slice as its bytes, in the order of this machine (which is the
// device's), for [Stream.Write] and [Stream.Read].
func Bytes[T Number](s []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(one)))
}

// hostAvailable is how many bytes programs can take without swapping; all
// there are where the system does not say.
func hostAvailable() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 1<<63 - 1
	}
	return available(string(text))
}

func available(meminfo string) int64 {
	for line := range strings.Lines(meminfo) {
		rest, found := strings.CutPrefix(line, "MemAvailable:")
		if !found {
			continue
		}
		kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
		if err == nil && kib >= 0 && kib < 1<<53 {
			return kib << 10
		}
	}
	return 1<<63 - 1
}
