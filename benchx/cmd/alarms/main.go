// Alarms draws pull requests from the recorded noise of a machine and counts
// which checks call equal code slower or faster, and which find changes that
// were planted.
//
//	alarms aa-old.txt.gz aa-new.txt.gz                          # prints the tables
//	alarms -w docs/decisions.md aa-old.txt.gz aa-new.txt.gz     # replaces them in the document
//
// The two files are the sides of an A/A run of "benchx ab". The same files and
// seed give the same tables.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/fftstudy/fftstudy/report/style"
)

// block is the name of the tables in a document.
const block = "false alarms and found changes"

func main() {
	doc := flag.String("w", "", "`document` whose tables to replace; default: print them")
	pulls := flag.Int("pulls", 1000, "simulated pull requests in each scenario")
	seed := flag.Uint64("seed", 1, "seed of the draws")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "usage: alarms [flags] OLD NEW\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 2 || *pulls < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*doc, flag.Arg(0), flag.Arg(1), *pulls, *seed, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "alarms: %v\n", err)
		os.Exit(1)
	}
}

func run(doc, old, new string, pulls int, seed uint64, out io.Writer) error {
	rec, err := record(old, new)
	if err != nil {
		return err
	}
	text, err := tables(rec, pulls, seed)
	if err != nil {
		return err
	}
	if doc == "" {
		_, err := io.WriteString(out, text)
		return err
	}
	was, err := os.ReadFile(doc)
	if err != nil {
		return err
	}
	is, err := style.ReplaceBlock(was, block, text)
	if err != nil {
		return fmt.Errorf("%s: %w", doc, err)
	}
	return os.WriteFile(doc, is, 0o644)
}
