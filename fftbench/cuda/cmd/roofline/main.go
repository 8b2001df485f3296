// Roofline renders what the CUDA kernels move and compute, and the times that
// bounds, as Markdown tables.
//
//	roofline                  # prints them
//	roofline -w docs/gpu.md   # replaces the block of the document between the lines
//	                          # "<!-- roofline -->" and "<!-- end of roofline -->"
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
	"github.com/fftstudy/fftstudy/report/style"
)

func main() {
	doc := flag.String("w", "", "`document` whose block to replace; default: print the tables")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "usage: roofline [-w document]\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*doc); err != nil {
		fmt.Fprintf(os.Stderr, "roofline: %v\n", err)
		os.Exit(1)
	}
}

func run(doc string) error {
	if doc == "" {
		text, err := kernels.Roofline()
		fmt.Print(text)
		return err
	}
	old, err := os.ReadFile(doc)
	if err != nil {
		return err
	}
	text, err := update(old)
	if err != nil {
		return fmt.Errorf("%s: %w", doc, err)
	}
	return os.WriteFile(doc, text, 0o644)
}

func update(doc []byte) ([]byte, error) {
	text, err := kernels.Roofline()
	if err != nil {
		return nil, err
	}
	return style.ReplaceBlock(doc, "roofline", text)
}
