package sweep

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Worker tries batches in a child process that runs [Serve]. The child starts
// with the first try, keeps what it has prepared from try to try, and is
// started afresh after it crashed or was killed. A Worker serves one goroutine.
type Worker struct {
	// Command returns a child that has not been started. Worker takes its
	// standard input, output and error.
	Command func() *exec.Cmd
	// Deadline is how long one answer may take, a fresh child's start included.
	Deadline time.Duration

	child *child
}

// child is a running process.
type child struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan answer
	stderr  head
}

type answer struct {
	outcome Outcome
	err     error // why there is no outcome: io.EOF, or a line that is none
}

// Probe returns w as the probe of a search. It fails only when ctx is done or
// no child can be started; whatever becomes of a running child is an outcome.
func (w *Worker) Probe(ctx context.Context) Probe {
	return func(batch int) (Outcome, error) {
		if err := ctx.Err(); err != nil {
			return Outcome{}, err
		}
		if w.child == nil {
			c, err := start(w.Command())
			if err != nil {
				return Outcome{}, fmt.Errorf("sweep: starting a child: %w", err)
			}
			w.child = c
		}
		return w.ask(ctx, batch)
	}
}

// Close ends the child, if one runs. It does not wait for a try in progress.
func (w *Worker) Close() {
	if w.child != nil {
		w.child.kill()
		w.child = nil
	}
}

func (w *Worker) ask(ctx context.Context, batch int) (Outcome, error) {
	c := w.child
	deadline := time.NewTimer(w.Deadline)
	defer deadline.Stop()
	// A failed write shows as an end of the answers, which says more.
	_ = json.NewEncoder(c.in).Encode(request{batch})
	select {
	case <-ctx.Done():
		w.Close()
		return Outcome{}, ctx.Err()
	case <-deadline.C:
		w.Close()
		return Outcome{Batch: batch, Status: wire.Timeout,
			Note: fmt.Sprintf("no answer within %v: killed", w.Deadline)}, nil
	case a := <-c.answers:
		if a.err == nil {
			return a.outcome, nil
		}
		w.child = nil
		return c.died(batch, a.err), nil
	}
}

func start(cmd *exec.Cmd) (*child, error) {
	c := &child{cmd: cmd, answers: make(chan answer, 2)}
	cmd.Stderr = &c.stderr
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c.in = in
	go c.read(bufio.NewReader(out))
	return c, nil
}

// read passes answers on until the first that is none.
func (c *child) read(out *bufio.Reader) {
	for {
		o, err := readOutcome(out)
		c.answers <- answer{o, err}
		if err != nil {
			return
		}
	}
}

// kill ends the process and waits for it. The reader finds room in the channel
// for what it may still hold: a late answer and the end.
func (c *child) kill() {
	c.in.Close()
	_ = c.cmd.Process.Kill() // fails only if it has ended already
	_ = c.cmd.Wait()
}

// died turns the end of a child that owed an answer into an outcome.
func (c *child) died(batch int, cause error) Outcome {
	if cause != io.EOF {
		c.kill()
		return Outcome{Batch: batch, Status: wire.BenchFail, Note: cause.Error()}
	}
	c.in.Close()
	_ = c.cmd.Wait() // its state is read below
	status, note := classify(c.cmd.ProcessState.String(), c.stderr.String())
	return Outcome{Batch: batch, Status: status, Note: note}
}

// classify reads a status from how a Go process ended and what it wrote to
// standard error. A kill that nobody here ordered is the kernel's, for memory.
func classify(state, stderr string) (wire.Status, string) {
	line := complaint(stderr)
	lower := strings.ToLower(line)
	note := "the child ended with " + state
	if line != "" {
		note += ": " + line
	}
	switch {
	case strings.Contains(lower, "out of memory"), strings.Contains(lower, "cannot allocate"),
		strings.Contains(lower, "address space"), strings.HasPrefix(state, "signal: killed"):
		return wire.OOM, note
	case strings.HasPrefix(lower, "panic:"), strings.HasPrefix(lower, "fatal error:"), strings.HasPrefix(state, "signal: "):
		return wire.Panic, note
	}
	return wire.BenchFail, note
}

// complaint returns the line that says what went wrong: the first of a panic
// or a fatal error, else the first that is not empty.
func complaint(stderr string) string {
	first := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") {
			return line
		}
		if first == "" {
			first = line
		}
	}
	return first
}

// head keeps the beginning of what is written to it: a crashing Go program
// says why before it prints its goroutines.
type head struct{ text []byte }

const headSize = 16 << 10

func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), headSize-len(h.text))]...)
	return len(p), nil
}

func (h *head) String() string { return string(h.text) }
