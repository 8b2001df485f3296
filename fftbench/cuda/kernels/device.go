package kernels

import (
	"errors"
	"fmt"
)

// Device is what a plan must know of a GPU. The driver tells all of it
// (cuDeviceGetAttribute; the attribute is named in each comment).
type Device struct {
	SMs             int // MULTIPROCESSOR_COUNT
	ThreadsPerBlock int // MAX_THREADS_PER_BLOCK
	ThreadsPerSM    int // MAX_THREADS_PER_MULTIPROCESSOR
	BlocksPerSM     int // MAX_BLOCKS_PER_MULTIPROCESSOR
	RegistersPerSM  int // MAX_REGISTERS_PER_MULTIPROCESSOR
	SharedPerBlock  int // bytes, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
	SharedPerSM     int // bytes, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
	L2Bytes         int // L2_CACHE_SIZE
}

const (
	warp           = 32
	sharedReserved = 1 << 10 // bytes of shared memory that the driver takes for each block
	mostBlocks     = 1<<31 - 1
)

func (d Device) check() error {
	var errs []error
	for _, need := range []struct {
		name         string
		value, least int
	}{
		{"multiprocessors", d.SMs, 1},
		{"threads per block", d.ThreadsPerBlock, 128},
		{"threads per multiprocessor", d.ThreadsPerSM, 128},
		{"blocks per multiprocessor", d.BlocksPerSM, 1},
		{"registers per multiprocessor", d.RegistersPerSM, 1 << 14},
		{"bytes of shared memory per block", d.SharedPerBlock, 16 << 10},
		{"bytes of shared memory per multiprocessor", d.SharedPerSM, 16 << 10},
	} {
		if need.value < need.least {
			errs = append(errs, fmt.Errorf("kernels: a device with %d %s: want at least %d", need.value, need.name, need.least))
		}
	}
	return errors.Join(errs...)
}

// resident is how many blocks a multiprocessor holds at once.
func (d Device) resident(threads, registers, shared int) int {
	return min(d.BlocksPerSM, d.ThreadsPerSM/threads, d.RegistersPerSM/(registers*threads), d.SharedPerSM/(shared+sharedReserved))
}

// grid spreads blocks of work over the device: so many waves of resident blocks at
// most, each block with as much work as the others.
func (d Device) grid(blocks int64, resident, waves int) uint32 {
	most := min(int64(d.SMs)*int64(max(resident, 1))*int64(waves), mostBlocks)
	return uint32(ceilDiv(blocks, ceilDiv(blocks, most)))
}
