package cuda

import (
	"runtime"
	"unsafe"
)

// Upload queues a copy from the host to the device. Both have the same length.
//
// Source: cuMemcpyHtoDAsync (CUDA Driver API: Memory management).
func (s *Stream) Upload(to Span, from HostSpan) error {
	if err := s.transfer(to, from, to.Len, from.Len); err != nil {
		return err
	}
	defer s.transferred(to, from)
	return s.ctx.check("cuMemcpyHtoDAsync_v2",
		s.ctx.driver.lib.memcpyHtoDAsync(s.ctx.h, to.Address(), from.pointer(), uint64(to.Len), s.h), "upload of %d bytes", to.Len)
}

// Download queues a copy from the device to the host. Both have the same
// length.
//
// Source: cuMemcpyDtoHAsync (CUDA Driver API: Memory management).
func (s *Stream) Download(to HostSpan, from Span) error {
	if err := s.transfer(from, to, from.Len, to.Len); err != nil {
		return err
	}
	defer s.transferred(from, to)
	return s.ctx.check("cuMemcpyDtoHAsync_v2",
		s.ctx.driver.lib.memcpyDtoHAsync(s.ctx.h, to.pointer(), from.Address(), uint64(to.Len), s.h), "download of %d bytes", to.Len)
}

// transfer enters both ends of a copy between host and device.
func (s *Stream) transfer(device Span, host HostSpan, a, b int64) error {
	if err := device.check(); err != nil {
		return err
	}
	if err := host.check(); err != nil {
		return err
	}
	if a != b {
		return invalid("a copy between %d and %d bytes", a, b)
	}
	if err := s.with(&device.Buffer.resource); err != nil {
		return err
	}
	if err := use2(&s.resource, &host.Pinned.resource); err != nil {
		leave2(&s.resource, &device.Buffer.resource)
		return err
	}
	s.recording.Load().add(&host.Pinned.resource)
	return nil
}

func (s *Stream) transferred(device Span, host HostSpan) {
	leave2(&s.resource, &host.Pinned.resource)
	leave2(&s.resource, &device.Buffer.resource)
}

// Copy queues a copy on the device. Both spans have the same length and do not
// overlap.
//
// Source: cuMemcpyDtoDAsync (CUDA Driver API: Memory management).
func (s *Stream) Copy(to, from Span) error {
	if err := to.check(); err != nil {
		return err
	}
	if err := from.check(); err != nil {
		return err
	}
	if to.Len != from.Len {
		return invalid("a copy between %d and %d bytes", to.Len, from.Len)
	}
	if to.Buffer == from.Buffer && to.Offset < from.Offset+from.Len && from.Offset < to.Offset+to.Len {
		return invalid("a copy of %v to the overlapping %v", from, to)
	}
	if err := s.with(&to.Buffer.resource); err != nil {
		return err
	}
	defer leave2(&s.resource, &to.Buffer.resource)
	if err := s.with(&from.Buffer.resource); err != nil {
		return err
	}
	defer leave2(&s.resource, &from.Buffer.resource)
	return s.ctx.check("cuMemcpyDtoDAsync_v2",
		s.ctx.driver.lib.memcpyDtoDAsync(s.ctx.h, to.Address(), from.Address(), uint64(to.Len), s.h), "copy of %d bytes", to.Len)
}

// Fill queues setting every byte to value.
//
// Source: cuMemsetD8Async (CUDA Driver API: Memory management).
func (s *Stream) Fill(to Span, value byte) error {
	if err := to.check(); err != nil {
		return err
	}
	if err := s.with(&to.Buffer.resource); err != nil {
		return err
	}
	defer leave2(&s.resource, &to.Buffer.resource)
	return s.ctx.check("cuMemsetD8Async",
		s.ctx.driver.lib.memsetD8Async(s.ctx.h, to.Address(), value, uint64(to.Len), s.h), "filling %d bytes", to.Len)
}

// Write copies Go memory to the device, after what is queued, and waits for it:
// for tables and tests. It is slower than [Stream.Upload] from pinned memory.
func (s *Stream) Write(to Span, from []byte) error {
	return s.direct(to, from, "cuMemcpyHtoDAsync_v2", func(p unsafe.Pointer) code {
		return s.ctx.driver.lib.memcpyHtoDAsync(s.ctx.h, to.Address(), p, uint64(to.Len), s.h)
	})
}

// Read copies from the device to Go memory, after what is queued, and waits for
// it: for tests. It is slower than [Stream.Download] to pinned memory.
func (s *Stream) Read(to []byte, from Span) error {
	return s.direct(from, to, "cuMemcpyDtoHAsync_v2", func(p unsafe.Pointer) code {
		return s.ctx.driver.lib.memcpyDtoHAsync(s.ctx.h, p, from.Address(), uint64(from.Len), s.h)
	})
}

// direct copies between a span and Go memory, which is pinned for Go's
// collector until the stream is done with it. It goes through the stream, not
// through cuMemcpyHtoD: that one may return before the device has the data, and
// a stream that does not block would not wait for it.
func (s *Stream) direct(device Span, host []byte, function string, start func(unsafe.Pointer) code) error {
	if err := device.check(); err != nil {
		return err
	}
	if device.Len != int64(len(host)) {
		return invalid("a copy between %d and %d bytes", device.Len, len(host))
	}
	if s == nil {
		return invalid("nil stream")
	}
	if s.recording.Load() != nil {
		return notCaptured("copying Go memory")
	}
	if err := s.with(&device.Buffer.resource); err != nil || len(host) == 0 {
		if err == nil {
			leave2(&s.resource, &device.Buffer.resource)
		}
		return err
	}
	defer leave2(&s.resource, &device.Buffer.resource)
	var pin runtime.Pinner
	pin.Pin(unsafe.SliceData(host))
	defer pin.Unpin()
	if err := s.ctx.check(function, start(unsafe.Pointer(unsafe.SliceData(host))), "copy of %d bytes", device.Len); err != nil {
		return err
	}
	return s.ctx.check("cuStreamSynchronize", s.ctx.driver.lib.streamSynchronize(s.ctx.h, s.h), "copy of %d bytes", device.Len)
}
