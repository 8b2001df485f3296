//go:build linux

package main

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

// qemu runs programs in QEMU's user mode: only their instructions are
// emulated, the system is this one. It knows no AVX-512.
type qemu struct{ model string }

func (q qemu) String() string { return "QEMU, " + q.model }

func (q qemu) needs() []need {
	return []need{{"/usr/bin/qemu-x86_64", "qemu-user"}}
}

func (q qemu) run(ctx context.Context, tests []test, tell func(machine.Event)) error {
	emulator := []string{"qemu-x86_64", "-cpu", q.model}
	for i, t := range tests {
		tell(machine.Event{Kind: machine.Began, Job: i})
		how, err := q.runOne(ctx, emulator, t, func(line string) {
			tell(machine.Event{Kind: machine.Line, Job: i, Text: line})
		})
		if err != nil {
			return err
		}
		tell(machine.Event{Kind: machine.Ended, Job: i, Text: how})
	}
	return nil
}

// runOne runs a test and returns how it ended.
func (q qemu) runOne(ctx context.Context, emulator []string, t test, tell func(line string)) (string, error) {
	args := append([]string{"-n", "10"}, emulator...)
	args = append(append(args, t.binary), t.args()...)
	cmd := exec.CommandContext(ctx, "nice", args...)
	cmd.Dir = filepath.FromSlash(t.dir)
	// A program that the test starts is emulated only if the test asks for it.
	cmd.Env = append(cmd.Environ(), append(t.env, emulatorVariable+"="+strings.Join(emulator, " "))...)
	cmd.SysProcAttr = dieWithParent()
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return "", err
	}
	if err := eachLine(out, tell); err != nil {
		return "", err
	}
	err = cmd.Wait()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if cmd.ProcessState == nil {
		return "", err
	}
	return cmd.ProcessState.String(), nil
}

// dieWithParent makes a program end when this one is killed.
func dieWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

func eachLine(r io.Reader, tell func(line string)) error {
	for lines := bufio.NewReader(r); ; {
		line, err := lines.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			tell(line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
