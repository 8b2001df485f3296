package sweep

import (
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"
)

// slack is what a child may use beside the memory of a try.
const slack = 256 << 20

// LimitMemory makes the calling process fail, rather than the machine, if it
// takes much more memory than budget bytes: the garbage collector keeps to the
// budget, and the kernel refuses address space beyond three times the budget on
// top of what is mapped now (a heap that grows by doubling needs two). Call it in
// the child before anything is allocated.
func LimitMemory(budget int64) error {
	debug.SetMemoryLimit(budget + slack)
	var mappedPages uint64
	statm, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		_, err = fmt.Sscan(string(statm), &mappedPages)
	}
	if err != nil {
		return fmt.Errorf("sweep: how much address space is mapped: %w", err)
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		return fmt.Errorf("sweep: address space limit: %w", err)
	}
	want := mappedPages*uint64(os.Getpagesize()) + 3*uint64(budget) + slack
	limit.Cur = min(want, limit.Max)
	if err := unix.Setrlimit(unix.RLIMIT_AS, &limit); err != nil {
		return fmt.Errorf("sweep: address space limit: %w", err)
	}
	return nil
}
