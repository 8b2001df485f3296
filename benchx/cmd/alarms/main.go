// Alarms draws pull requests from the recorded noise of a machine and counts
// which checks call equal code slower or faster, and which find changes that
// were planted.
//
//	alarms aa-old.txt aa-new.txt                                  # prints the tables
//	alarms -w docs/decisions.md -block busy aa-old.txt aa-new.txt # replaces them in the document
//
// A block stands between the lines "<!-- alarms NAME -->" and
// "<!-- end of alarms NAME -->".
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

func main() {
	doc := flag.String("w", "", "`document` whose tables to replace; default: print them")
	block := flag.String("block", "", "`name` of the tables in the document")
	pulls := flag.Int("pulls", 1000, "simulated pull requests in each scenario")
	seed := flag.Uint64("seed", 1, "seed of the draws")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "usage: alarms [flags] OLD NEW\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 2 || *pulls < 1 || (*doc == "") != (*block == "") {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*doc, *block, flag.Arg(0), flag.Arg(1), *pulls, *seed, os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "alarms: %v\n", err)
		os.Exit(1)
	}
}

func run(doc, block, old, new string, pulls int, seed uint64, out io.Writer) error {
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
	is, err := style.ReplaceBlock(was, "alarms "+block, text)
	if err != nil {
		return fmt.Errorf("%s: %w", doc, err)
	}
	return os.WriteFile(doc, is, 0o644)
}
