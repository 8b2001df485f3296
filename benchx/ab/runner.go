package ab

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/machine"
)

// A Runner measures. Its fields stand for the world; New fills those that have
// a usual value.
type Runner struct {
	Targets []Target
	Journal *Journal

	Exec  Execer
	Now   func() time.Time
	Sleep func(ctx context.Context, d time.Duration) error
	// Spin measures how long the machine takes for a fixed amount of work, and
	// its load average; nil for no check of the machine between rounds.
	Spin func() (took time.Duration, load float64)

	Silence  time.Duration // see Command.Silence; a slow benchmark gets ten times what it takes
	Cooldown time.Duration // pause after each slice
	Budget   time.Duration // for this call of Run; 0 for none
	Cores    int           // of the machine, for the texts
	Command  string        // how to run this again, for the texts

	Undecided Undecided // nil: every benchmark gets Settings.Rounds and no more
	// Reach tells how many rounds it takes until one of so many benchmarks can be
	// clear at all when so many looks share the level; nil if Settings.Rounds is
	// to hold whatever they are. The first look waits for it.
	Reach   func(benchmarks, looks int) int
	Observe func(Event)     // told of every step; may be nil
	Stop    <-chan struct{} // closed to end after the current slice; may be nil
}

// NewRunner returns a Runner of real processes and real time.
func NewRunner(targets []Target, j *Journal) *Runner {
	return &Runner{
		Targets: targets, Journal: j,
		Exec: Exec, Now: time.Now, Sleep: sleep, Spin: machine.Spin,
		Silence: 2 * time.Minute,
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// An Event is a step of a run.
type Event struct {
	Stage  string // "survey", "round", "look"
	Round  int    // 1-based, of the rounds that are planned so far
	Rounds int
	// Done and Total count the pairs of slices up to the next look.
	Done, Total int
	Current     string // the benchmarks that run now
	Failures    int    // so far
	Undecided   int    // benchmarks that go on, after a look
}

// Reason says why a run ended.
type Reason string

// The reasons.
const (
	Decided     Reason = "decided"         // nothing is undecided
	AllRounds   Reason = "all rounds done" // as many as were asked for
	OutOfBudget Reason = "budget used up"  // Runner.Budget
	Stopped     Reason = "stopped"         // Runner.Stop
	NothingToDo Reason = "nothing to do"   // no benchmark on both sides
)

// A Result is what a run gave.
type Result struct {
	Reason    Reason
	Rounds    int      // complete rounds
	Least     int      // rounds that were planned for every benchmark
	Looks     int      // looks planned, at least 1: alpha is to be divided by it
	Undecided []Key    // at the last look
	Notes     []string // what a reader must know: one-sided, failed, unpaired, a machine that varied
	packages  []*measured
	texts     func(stage, Side) []byte
}

// WriteText writes the text of one side.
func (r *Result) WriteText(w io.Writer, side Side) error {
	_, err := w.Write(r.texts(compared, side))
	return err
}

// WriteFloor writes the text of the A/A pairs, the copy being the new side.
func (r *Result) WriteFloor(w io.Writer, side Side) error {
	_, err := w.Write(r.texts(floor, side))
	return err
}

// Measured reports whether any pair of samples was taken.
func (r *Result) Measured() bool {
	for _, m := range r.packages {
		if m.rounds(compared) > 0 {
			return true
		}
	}
	return false
}

// fingerprint identifies a list of names.
func fingerprint(names []string) string {
	h := fnv.New64a()
	io.WriteString(h, strings.Join(names, "\n"))
	return fmt.Sprintf("%016x", h.Sum64())
}
