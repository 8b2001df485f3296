package cuda

import "fmt"

// A Buffer is memory on the device.
type Buffer struct {
	resource
	address uint64
	bytes   int64
}

// Alloc takes bytes of the device's memory, aligned to at least 256 bytes and
// of undefined content. More than is free (less [Context.Reserve]) is a
// [*MemoryError] before the driver is asked; so is what the driver refuses.
//
// Source: cuMemGetInfo, cuMemAlloc (CUDA Driver API: Memory management).
func (c *Context) Alloc(bytes int64) (*Buffer, error) {
	if bytes <= 0 {
		return nil, invalid("an allocation of %d bytes", bytes)
	}
	if err := c.use(); err != nil {
		return nil, err
	}
	defer c.life.leave()
	address, err := c.take(bytes)
	if err != nil {
		return nil, err
	}
	b := &Buffer{address: address, bytes: bytes}
	b.resource = resource{ctx: c, kind: "buffer", free: func() error {
		return c.freed("cuMemFree_v2", c.driver.lib.memFree(c.h, address), "buffer")
	}}
	c.own(&b.resource)
	return b, nil
}

func (c *Context) take(bytes int64) (uint64, error) {
	c.alloc.Lock()
	defer c.alloc.Unlock()
	lib := c.driver.lib
	free, _, r := lib.memGetInfo(c.h)
	if err := c.check("cuMemGetInfo_v2", r, "free memory"); err != nil {
		return 0, err
	}
	short := &MemoryError{What: "memory of " + c.device.Label(), Need: bytes, Free: int64(free), Keep: c.reserve.Load()}
	if bytes > short.Free-short.Keep {
		return 0, short
	}
	address, r := lib.memAlloc(c.h, uint64(bytes))
	if r == codeOutOfMemory {
		short.cause = driverError(lib, "cuMemAlloc_v2", r, "")
		return 0, short
	}
	return address, c.check("cuMemAlloc_v2", r, "%d bytes", bytes)
}

// Bytes is the buffer's size.
func (b *Buffer) Bytes() int64 { return b.bytes }

// Address is the buffer's address on the device, for the arguments of kernels.
// It means nothing to the host.
func (b *Buffer) Address() uint64 { return b.address }

// Close frees the buffer. Work that uses it must be done (see [Stream.Sync]). A
// second Close does nothing.
func (b *Buffer) Close() error {
	if b == nil {
		return nil
	}
	return b.close()
}

// All is the whole buffer.
func (b *Buffer) All() Span { return Span{Buffer: b, Len: b.bytes} }

// Span is a part of the buffer, in bytes. One that does not lie in the buffer
// is refused by whatever it is given to.
func (b *Buffer) Span(offset, length int64) Span { return Span{Buffer: b, Offset: offset, Len: length} }

// A Span is a part of a Buffer.
type Span struct {
	Buffer *Buffer
	Offset int64 // bytes
	Len    int64 // bytes
}

// Address is where the span begins on the device.
func (s Span) Address() uint64 { return s.Buffer.address + uint64(s.Offset) }

func (s Span) check() error {
	if s.Buffer == nil {
		return invalid("a span of no buffer")
	}
	return within(s.Offset, s.Len, s.Buffer.bytes)
}

func (s Span) String() string { return fmt.Sprintf("bytes %d to %d", s.Offset, s.Offset+s.Len) }

func within(offset, length, bytes int64) error {
	if offset < 0 || length < 0 || offset > bytes || length > bytes-offset {
		return invalid("%d bytes from byte %d on, of %d", length, offset, bytes)
	}
	return nil
}
