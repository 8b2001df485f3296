package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// defaultShare is the part of the memory that a program may count on: the rest
// is for the system and for what else runs.
const defaultShare = "0.8"

// budget is how many bytes there are, and who says so.
type budget struct {
	bytes  int64
	source string
	memory int64 // of the device, of which the bytes are a part; 0: unknown
}

// budgetFlags is how a command line gives a budget: as a size, or as a device's
// memory and the part of it that may be used.
type budgetFlags struct{ size, device, util string }

// resolve returns the budget of the flags, else of the circuit's file, else of
// this machine.
func (f *budgetFlags) resolve(file budget) (budget, error) {
	switch {
	case f.size != "" && (f.device != "" || f.util != ""):
		return budget{}, usagef("--budget is the bytes themselves: give it without --device-memory and --util")
	case f.size != "":
		bytes, err := positive("--budget", f.size)
		return budget{bytes: bytes, source: "--budget"}, err
	case f.device != "":
		device, err := positive("--device-memory", f.device)
		if err != nil {
			return budget{}, err
		}
		return f.share(device, "--device-memory", "1")
	case f.util != "" && file.memory > 0:
		return f.share(file.memory, "the circuit's device", "1")
	case file.bytes > 0:
		return file, nil
	}
	bytes, source, err := machineMemory(memlimit.FromCgroup, memlimit.FromSystem)
	if err != nil {
		return budget{}, usagef("cannot tell how much memory this machine has (%v): give --budget", err)
	}
	return f.share(bytes, source, defaultShare)
}

// share returns the part that may be used of what there is.
func (f *budgetFlags) share(bytes int64, source, otherwise string) (budget, error) {
	part := f.util
	if part == "" {
		part = otherwise
	}
	used, err := circuit.Share(bytes, part)
	if err != nil {
		return budget{}, usagef("--util: %w", err)
	}
	if part != "1" {
		source = part + " of " + source
	}
	return budget{used, source, bytes}, nil
}

// positive reads the size that a flag gives.
func positive(flag, text string) (int64, error) {
	bytes, err := circuit.ParseBytes(text)
	if err == nil && bytes == 0 {
		err = fmt.Errorf("want more than zero bytes")
	}
	if err != nil {
		return 0, usagef("%s: %w", flag, err)
	}
	return bytes, nil
}

// machineMemory returns the memory that this process may use: the limit of its
// control group where that is below what the machine has.
func machineMemory(group, system memlimit.Provider) (bytes int64, source string, err error) {
	all, err := system()
	limit, limitErr := group()
	switch {
	case err != nil && limitErr != nil:
		return 0, "", errors.Join(err, limitErr)
	case limitErr == nil && (err != nil || limit < all):
		return int64(min(limit, math.MaxInt64)), "the memory limit of this control group", nil
	}
	return int64(min(all, math.MaxInt64)), "this machine's memory", nil
}
