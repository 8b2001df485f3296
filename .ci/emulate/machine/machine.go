// Package machine is what the host and the emulated machine say to each other:
// the jobs go in as a file of the initial file system, and on the serial port
// marked lines between the output of the jobs tell how each one ended.
package machine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// JobsFile is where the emulated machine finds its jobs, a JSON list of Job.
const JobsFile = "jobs.json"

// Job is a program to run.
type Job struct {
	Dir  string   // working directory
	Args []string // program and arguments
	Env  []string // NAME=value, the last one of a name counts
}

// Passed is how a program that succeeded ended.
const Passed = "exit status 0"

// Event is one of three: a job begins, says a line, or ends.
type Event struct {
	Kind Kind
	Job  int    // its place in the list
	Text string // Line: without its end; Ended: "exit status 1", "signal: illegal instruction"
}

// Kind is the kind of an event.
type Kind int

const (
	Began Kind = iota
	Line
	Ended
)

const (
	mark = "@machine " // begins a line of the machine itself; no test prints it
	done = "done"
)

// TellBegan, TellEnded and TellDone write what Listen reads, each on a line of
// its own, also where a job's output ends within a line.

// TellBegan says that a job begins.
func TellBegan(w io.Writer, job int) { fmt.Fprintf(w, "\n%sbegan %d\n", mark, job) }

// TellEnded says how the job that began last ended.
func TellEnded(w io.Writer, job int, how string) { fmt.Fprintf(w, "\n%sended %d %s\n", mark, job, how) }

// TellDone says that no job is left.
func TellDone(w io.Writer) { fmt.Fprintf(w, "\n%s%s\n", mark, done) }

// ErrUnfinished is a machine that stopped before its jobs were done.
var ErrUnfinished = errors.New("the emulated machine stopped before its jobs were done")

// Listen hands on what a machine says until it stops. Lines outside of jobs,
// which are the system's, belong to job -1.
func Listen(serial io.Reader, tell func(Event)) error {
	lines, job, finished := bufio.NewReader(serial), -1, false
	for {
		text, err := lines.ReadString('\n')
		text = strings.TrimRight(text, "\r\n")
		words, marked := strings.CutPrefix(text, mark)
		switch {
		case marked && words == done:
			finished = true
		case marked:
			event, err := parse(words)
			if err != nil {
				return err
			}
			tell(event)
			job = event.Job
			if event.Kind == Ended {
				job = -1
			}
		case text != "":
			tell(Event{Kind: Line, Job: job, Text: text})
		}
		switch {
		case err == io.EOF && !finished:
			return ErrUnfinished
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("reading the serial port: %w", err)
		}
	}
}

// parse reads the words behind a mark: "began 0", "ended 0 exit status 1".
func parse(words string) (Event, error) {
	verb, rest, _ := strings.Cut(words, " ")
	number, how, _ := strings.Cut(rest, " ")
	var e Event
	if _, err := fmt.Sscan(number, &e.Job); err != nil {
		return e, fmt.Errorf("the emulated machine said %q: no number of a job", words)
	}
	switch {
	case verb == "began" && how == "":
		e.Kind = Began
	case verb == "ended" && how != "":
		e.Kind, e.Text = Ended, how
	default:
		return e, fmt.Errorf("the emulated machine said %q: neither began nor ended", words)
	}
	return e, nil
}
