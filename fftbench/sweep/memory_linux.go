package sweep

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// limitAddressSpace makes the kernel refuse address space beyond three times the
// budget on top of what is mapped now (a heap that grows by doubling needs two).
func limitAddressSpace(budget int64) error {
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
