//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

// bochs runs programs on an emulated PC: the distribution's kernel boots from
// an emulated CD and starts the guest program, which runs the tests. It is the
// one emulator that distributions have with AVX-512.
type bochs struct {
	model string
	cache string // folder of the kernel
}

const (
	biosFile    = "/usr/share/bochs/BIOS-bochs-latest"
	vgaBIOSFile = "/usr/share/bochs/VGABIOS-lgpl-latest"
)

func (b bochs) String() string { return "Bochs, " + b.model }

func (b bochs) needs() []need {
	return append(imageNeeds(),
		need{"/usr/bin/bochs", "bochs"},
		need{biosFile, "bochsbios"},
		need{vgaBIOSFile, "vgabios"},
		need{"/usr/lib/x86_64-linux-gnu/bochs/plugins/libbx_term_gui.so", "bochs-term"})
}

// configuration is of a PC with a CD drive, whose first serial port is a file
// descriptor of the emulator. An emulated second is ips instructions long and
// skipped where the machine waits (sync=none): more of them make the delays of
// the BIOS longer, fewer make timer interrupts frequent. Any panic, a reset
// included, ends the emulator.
const configuration = `display_library: term
config_interface: textconfig
memory: guest=512, host=512
romimage: file=%[1]s
vgaromimage: file=%[2]s
cpu: model=%[3]s, count=1, ips=100000000, reset_on_triple_fault=0, ignore_bad_msrs=1
clock: sync=none
ata0-master: type=cdrom, path=%[4]s, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=/dev/fd/3
log: %[5]s
panic: action=fatal
error: action=report
info: action=ignore
debug: action=ignore
`

func (b bochs) run(ctx context.Context, tests []test, tell func(machine.Event)) (err error) {
	dir, err := os.MkdirTemp("", "emulate-bochs-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	linux, err := kernel(ctx, b.cache)
	if err != nil {
		return err
	}
	cd, err := makeImage(ctx, dir, linux, tests)
	if err != nil {
		return fmt.Errorf("making the CD to boot from: %w", err)
	}
	log := filepath.Join(dir, "log")
	err = b.boot(ctx, dir, fmt.Sprintf(configuration, biosFile, vgaBIOSFile, b.model, cd, log), tell)
	if errors.Is(err, machine.ErrUnfinished) {
		return fmt.Errorf("%w; Bochs says: %s", err, complaints(log))
	}
	return err
}

// boot starts the emulator and listens to the machine until it stops.
func (b bochs) boot(ctx context.Context, dir, configuration string, tell func(machine.Event)) error {
	if err := os.WriteFile(filepath.Join(dir, "bochsrc"), []byte(configuration), 0o644); err != nil {
		return err
	}
	// Distributions build Bochs with its debugger, which waits for a command.
	if err := os.WriteFile(filepath.Join(dir, "commands"), []byte("continue\n"), 0o644); err != nil {
		return err
	}
	serial, serialEnd, err := os.Pipe()
	if err != nil {
		return err
	}
	defer serial.Close()
	cmd := exec.CommandContext(ctx, "nice", "-n", "10", "bochs", "-q", "-f", "bochsrc", "-rc", "commands")
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "TERM=vt100") // its display; nobody looks at it
	cmd.SysProcAttr = dieWithParent()
	cmd.ExtraFiles = []*os.File{serialEnd} // descriptor 3
	err = cmd.Start()
	serialEnd.Close()
	if err != nil {
		return err
	}
	heard := machine.Listen(serial, tell)
	// A machine that resets or faults ends Bochs with a status of 1: what it
	// said counts, not the status.
	_ = cmd.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return heard
}

// complaints returns why Bochs stopped: the panics in its log.
func complaints(log string) string {
	text, err := os.ReadFile(log)
	if err != nil {
		return err.Error()
	}
	// A line begins with the time and the letter of its level: 01640871918p[CPU0  ].
	panics := regexp.MustCompile(`(?m)^\d+p\[.*$`).FindAllString(string(text), -1)
	return strings.Join(panics, "\n")
}
