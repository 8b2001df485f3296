// Command benchx turns a `go test -bench` run into a decision: a study page
// with ranked configurations, plots, capacity limits and memory, and a
// comparison with the numbers of benchstat.
//
//	go test -bench . ./fftbench | benchx report
//	benchx compare old.txt new.txt
//
// See `benchx --help` and docs/benchx.md.
package main

import (
	"context"
	"io"
	"os"

	"golang.org/x/term"
)

func main() {
	s := &session{
		stdin:       os.Stdin,
		stdout:      os.Stdout,
		stderr:      os.Stderr,
		stdinIsTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		stderrIsTTY: term.IsTerminal(int(os.Stderr.Fd())),
		color:       colored(term.IsTerminal(int(os.Stdout.Fd())), os.Getenv),
	}
	os.Exit(run(context.Background(), os.Args[1:], s))
}

// session is the world a command runs in, so that tests can stand in for it.
type session struct {
	stdin                   io.Reader
	stdout, stderr          io.Writer
	stdinIsTTY, stderrIsTTY bool
	color                   bool // stdout shows colours
}

// colored reports whether colours are wanted on standard output: on a terminal,
// unless NO_COLOR is set (https://no-color.org) or the terminal has none.
func colored(isTTY bool, getenv func(string) string) bool {
	return isTTY && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
}
