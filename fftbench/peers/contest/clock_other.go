//go:build !linux

package contest

import "time"

var start = time.Now()

// CPUClock is the CPU time of the calling thread; the goroutine must be locked
// to it. It is monotonic wall time where the system has no such clock.
func CPUClock() time.Duration { return WallClock() }

// WallClock is monotonic time.
func WallClock() time.Duration { return time.Since(start) }
