// Peertable renders the samples of cmd/peerbench as Markdown tables.
//
//	peertable samples.txt…                    # prints them
//	peertable -w docs/fft-speed.md avx2.txt   # replaces the block avx2 of the document
//
// A block stands between the lines "<!-- peers NAME -->" and
// "<!-- end of peers NAME -->"; its name is that of the file of samples.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/fftbench/peers/tables"
	"github.com/fftstudy/fftstudy/report/style"
)

func main() {
	doc := flag.String("w", "", "`document` whose blocks to replace; default: print the tables")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "usage: peertable [-w document] samples.txt…\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*doc, flag.Args(), os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "peertable: %v\n", err)
		os.Exit(1)
	}
}

func run(doc string, files []string, out io.Writer) error {
	if doc == "" {
		for _, file := range files {
			text, err := render(file)
			if err != nil {
				return err
			}
			fmt.Fprint(out, text)
		}
		return nil
	}
	old, err := os.ReadFile(doc)
	if err != nil {
		return err
	}
	text, err := update(old, files)
	if err != nil {
		return fmt.Errorf("%s: %w", doc, err)
	}
	return os.WriteFile(doc, text, 0o644)
}

// update replaces the blocks of all files.
func update(doc []byte, files []string) ([]byte, error) {
	for _, file := range files {
		text, err := render(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if doc, err = style.ReplaceBlock(doc, "peers "+name, text); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

func render(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	run, err := results.Read(f, file)
	if err != nil {
		return "", err
	}
	return tables.Render(run), nil
}
