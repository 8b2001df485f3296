// Command fakegpu builds stand-ins for NVIDIA's libraries into a folder, which
// FFTBENCH_CUDA then names: to run on a machine without a GPU what is made for
// one.
package main

import (
	"fmt"
	"os"

	"github.com/fftstudy/fftstudy/fftbench/cuda/fakecuda"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: fakegpu FOLDER")
		os.Exit(2)
	}
	err := os.MkdirAll(os.Args[1], 0o755)
	if err == nil {
		err = fakecuda.Build(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fakegpu:", err)
		os.Exit(1)
	}
}
