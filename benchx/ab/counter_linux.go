package ab

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A counter counts what the processes do that its thread starts, and all that
// these start (perf_event_open(2)).
type counter struct{ fd int }

// openCounter opens a counter of instructions in user mode. It counts from the
// exec of a process on that the calling thread starts, so the caller keeps to
// its thread until then.
func openCounter() (*counter, error) {
	return openEvent(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS)
}

func openEvent(kind uint32, event uint64) (*counter, error) {
	attr := unix.PerfEventAttr{
		Type:   kind,
		Size:   uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Config: event,
		Bits: unix.PerfBitDisabled | unix.PerfBitEnableOnExec | unix.PerfBitInherit |
			unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	switch {
	case err == nil:
		return &counter{fd}, nil
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENODEV):
		return nil, fmt.Errorf("this machine, perhaps a virtual one, has no counter of instructions (%w)", err)
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return nil, fmt.Errorf("the kernel does not allow it: see kernel.perf_event_paranoid, or the container's seccomp profile (%w)", err)
	}
	return nil, fmt.Errorf("perf_event_open: %w", err)
}

// read returns the count. That of a process is in it once it has ended.
func (c *counter) read() (uint64, error) {
	var count [8]byte
	n, err := unix.Read(c.fd, count[:])
	if err != nil {
		return 0, fmt.Errorf("reading the counter of instructions: %w", err)
	}
	if n != len(count) {
		return 0, errors.New("reading the counter of instructions: too short an answer")
	}
	return binary.NativeEndian.Uint64(count[:]), nil
}

// close closes the counter; a nil one is none.
func (c *counter) close() {
	if c != nil {
		_ = unix.Close(c.fd)
	}
}
