//go:build linux

// Command guest is all there is to the user space of an emulated machine: the
// kernel starts it as its first program. It runs the jobs one after the other,
// says on the console how each one ended, and stops the machine.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

func main() {
	if err := runJobs(); err != nil {
		fmt.Println("guest:", err)
	} else {
		machine.TellDone(os.Stdout)
	}
	stop()
}

func runJobs() error {
	if err := mount(); err != nil {
		return err
	}
	text, err := os.ReadFile("/" + machine.JobsFile)
	if err != nil {
		return err
	}
	var jobs []machine.Job
	if err := json.Unmarshal(text, &jobs); err != nil {
		return fmt.Errorf("%s: %w", machine.JobsFile, err)
	}
	for i, job := range jobs {
		machine.TellBegan(os.Stdout, i)
		machine.TellEnded(os.Stdout, i, run(job))
	}
	return nil
}

// mount brings up what Go programs look for: devices, their own executable,
// a folder for temporary files.
func mount() error {
	for _, fs := range []struct{ kind, at string }{{"devtmpfs", "/dev"}, {"proc", "/proc"}, {"tmpfs", "/tmp"}} {
		if err := os.MkdirAll(fs.at, 0o755); err != nil {
			return err
		}
		if err := unix.Mount(fs.kind, fs.at, fs.kind, 0, ""); err != nil {
			return fmt.Errorf("mounting %s on %s: %w", fs.kind, fs.at, err)
		}
	}
	return nil
}

// run runs a job and returns how it ended.
func run(job machine.Job) string {
	cmd := exec.Command(job.Args[0], job.Args[1:]...)
	cmd.Dir, cmd.Env = job.Dir, append([]string{"HOME=/tmp"}, job.Env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		return err.Error()
	}
	return cmd.ProcessState.String()
}

// stop waits until the console has sent everything and resets the machine,
// which ends the emulator.
func stop() {
	const sent = 1 // of TCSBRK: wait, send no break
	if err := unix.IoctlSetInt(int(os.Stdout.Fd()), unix.TCSBRK, sent); err != nil {
		fmt.Println("guest:", err)
	}
	fmt.Println("guest:", unix.Reboot(unix.LINUX_REBOOT_CMD_RESTART))
}
