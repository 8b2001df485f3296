//go:build !unix

package ab

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() } // fails once it has ended

func askWhere(*exec.Cmd) {}

func signalName(*os.ProcessState) string { return "" }

func lockFile(*os.File) error { return nil }
