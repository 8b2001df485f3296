package ab

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"time"
)

// A Command is one start of a test binary.
type Command struct {
	Path string
	Args []string
	Dir  string
	Env  []string // in addition to this process's own
	// Silence is how long the binary may go on without a line about a benchmark
	// before it is killed.
	Silence time.Duration
	Count   bool // count instructions
}

// An Ending is how a Command went.
type Ending struct {
	Kind    EndingKind
	Code    int           // exit status, for Exited
	Signal  string        // its name, for Signaled
	Output  []byte        // standard output and error, as they came
	Arrived []Arrival     // when lines about benchmarks arrived
	Elapsed time.Duration // from start to end
	// Instructions that it and its children took in user mode, if they were to
	// be counted.
	Instructions uint64
}

// EndingKind tells apart how a process can end.
type EndingKind int

// The kinds of endings.
const (
	Exited   EndingKind = iota // by itself
	Signaled                   // by a signal that was not ours
	Silent                     // killed: no benchmark was heard of for Command.Silence
	Flooded                    // killed: it printed more than maxOutput
)

// An Arrival is when a line of output was complete, counted from the start.
type Arrival struct {
	Line int // 1-based
	At   time.Duration
}

// An Execer runs a command to its end. The error is about the command not having
// run at all, or about ctx.
type Execer func(ctx context.Context, c Command) (Ending, error)

// lastWords is how long a binary gets to print where it hangs.
const lastWords = 2 * time.Second

// Exec runs the command in a process group of its own, which is killed as a
// whole: when ctx is done, when nothing is heard for too long, or when the
// output floods. A silent binary is asked for its goroutines first.
//
// go test's -timeout is of no use here: it does not stop benchmarks
// (golang.org/issue/18845, golang.org/issue/69181).
func Exec(ctx context.Context, c Command) (Ending, error) {
	if err := ctx.Err(); err != nil {
		return Ending{}, err
	}
	cmd := exec.Command(c.Path, c.Args...)
	cmd.Dir = c.Dir
	if c.Env != nil {
		cmd.Env = append(cmd.Environ(), c.Env...)
	}
	ownGroup(cmd)
	out := newTape()
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = lastWords // a grandchild that holds the pipe does not hold us
	counter, err := start(cmd, c.Count)
	if err != nil {
		return Ending{}, fmt.Errorf("cannot start the test binary: %w", err)
	}
	defer counter.close()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	kind, err := supervise(ctx, c, cmd, out, done)
	if ctx.Err() != nil {
		return Ending{}, ctx.Err()
	}
	e := Ending{Kind: kind, Elapsed: time.Since(out.start)}
	e.Output, e.Arrived = out.take()
	if kind == Exited {
		if err := e.exited(err); err != nil {
			return e, err
		}
	}
	if c.Count {
		e.Instructions, err = counter.read()
		return e, err
	}
	return e, nil
}

// start starts the process, and a counter of what it does, if it is to be
// counted.
func start(cmd *exec.Cmd, counted bool) (*counter, error) {
	if !counted {
		return nil, cmd.Start()
	}
	runtime.LockOSThread() // which starts the process
	defer runtime.UnlockOSThread()
	c, err := openCounter()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// exited takes what waiting for a process returned that was not killed by us.
func (e *Ending) exited(err error) error {
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
	case errors.As(err, &exit):
		e.Code = exit.ExitCode()
		if e.Signal = signalName(exit.ProcessState); e.Signal != "" {
			e.Kind = Signaled
		}
	default:
		return fmt.Errorf("waiting for the test binary: %w", err)
	}
	return nil
}

// supervise waits for the end of cmd, or brings it about.
func supervise(ctx context.Context, c Command, cmd *exec.Cmd, out *tape, done <-chan error) (EndingKind, error) {
	defer killGroup(cmd) // what the binary started ends with it
	tick := time.NewTicker(watchEvery(c.Silence))
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			return Exited, err
		case <-ctx.Done():
			killGroup(cmd)
			return Exited, <-done
		case <-out.flooded:
			killGroup(cmd)
			return Flooded, <-done
		case <-tick.C:
			if c.Silence <= 0 || out.quietFor() < c.Silence {
				continue
			}
			askWhere(cmd)
			select {
			case err := <-done:
				return Silent, err
			case <-time.After(lastWords):
			}
			killGroup(cmd)
			return Silent, <-done
		}
	}
}

func watchEvery(silence time.Duration) time.Duration {
	return min(max(silence/20, 10*time.Millisecond), time.Second)
}
