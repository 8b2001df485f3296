package ab

import "syscall"

// dieWithUs has the process killed when this one is, even by SIGKILL. (The kernel
// looks at the thread that started it; Go keeps its threads.)
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
