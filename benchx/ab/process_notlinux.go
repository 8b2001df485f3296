//go:build unix && !linux

package ab

import "syscall"

func dieWithUs(*syscall.SysProcAttr) {}
