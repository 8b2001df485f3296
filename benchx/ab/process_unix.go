//go:build unix

package ab

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownGroup keeps a Ctrl-C in the terminal from the process, and lets it be
// killed with all that it starts.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
}

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // fails once all have ended

// askWhere makes a Go program print its goroutines and exit.
func askWhere(cmd *exec.Cmd) { _ = cmd.Process.Signal(syscall.SIGQUIT) }

// signalName returns the name of the signal that ended the process as the go
// command prints it, "" where it exited.
func signalName(state *os.ProcessState) string {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return ""
	}
	return status.Signal().String()
}

// lockFile keeps the file for this process until it is closed.
func lockFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }
