package contest

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUClock is the CPU time of the calling thread; the goroutine must be locked
// to it. It is monotonic wall time where the system has no such clock.
func CPUClock() time.Duration { return read(unix.CLOCK_THREAD_CPUTIME_ID) }

// WallClock is monotonic time.
func WallClock() time.Duration { return read(unix.CLOCK_MONOTONIC) }

func read(clock int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(clock, &t); err != nil {
		panic(err) // both clocks exist since Linux 2.6
	}
	return time.Duration(t.Nano())
}
