// Command fakegpu builds stand-ins for NVIDIA's libraries into a folder, which
// FFTBENCH_CUDA then names: to run on a machine without a GPU what is made for
// one. Its device has little cache, so that what is run to go round the cache is
// over soon.
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
		err = build(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fakegpu:", err)
		os.Exit(1)
	}
}

func build(dir string) error {
	if err := fakecuda.Build(dir); err != nil {
		return err
	}
	control, err := fakecuda.Open(dir)
	if err != nil {
		return err
	}
	m := fakecuda.Default()
	m.L2Bytes = 16 << 10
	control.Set(m)
	return control.Close()
}
