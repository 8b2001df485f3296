package post

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fftstudy/fftstudy/report/style"
)

// Comment is one text to post.
type Comment struct {
	// Key names the comment within its thread, such as "fft/linux-amd64"
	// (suite/job). There is one comment for each key.
	Key string
	// SHA is the commit that was measured, in full; empty means the one that
	// the CI run is for. Where both are known they must agree.
	SHA string
	// Base is the commit it was compared with.
	Base string
	// Time is when the run started; a comment never replaces that of a later
	// run. Zero means the start that the CI run's event gives, else now. The
	// event's time wins where there is one, for a run's file may claim any.
	Time time.Time
	// Pull is the number that the run's file claims, 0 if it claims none. It is
	// compared with the pull request found and never decides where to post.
	Pull int
	// Body is the Markdown to show, at most 60,000 bytes to be safe on GitHub.
	Body string
	// Quiet says that nobody needs to see it: it replaces what an earlier run
	// said, but where there is no comment yet none is created.
	Quiet bool
}

// Poster is a thread that takes comments.
type Poster interface {
	Post(ctx context.Context, c Comment) (Outcome, error)
}

// Status is what became of a comment or a check run.
type Status string

const (
	Created   Status = "created"
	Updated   Status = "updated"
	Unchanged Status = "unchanged" // it was there already
	Stale     Status = "stale"     // a newer run or commit is there; nothing was overwritten
	Silent    Status = "silent"    // there was nothing to say and no comment to correct
	Refused   Status = "refused"   // this run may not post, by the forge's rules
)

// Outcome says what was done.
type Outcome struct {
	Status Status
	URL    string // of the comment; empty where there is none
	Why    string // a sentence; always there for Stale and Refused
	Healed int    // duplicates of our own that were deleted
}

// Posted reports whether the thread shows what it should: this run, a newer
// one, or nothing where there was nothing to say.
func (o Outcome) Posted() bool { return o.Status != "" && o.Status != Refused }

// String is the outcome in one line for a log.
func (o Outcome) String() string {
	s := string(o.Status)
	switch o.Status {
	case Refused:
		s = "not posted"
	case Silent:
		s = "not posted: there is nothing that a reviewer must see, and no earlier comment to correct"
	}
	if o.URL != "" {
		s += " " + o.URL
	}
	if o.Why != "" {
		s += ": " + o.Why
	}
	switch {
	case o.Healed == 1:
		s += " (deleted one duplicate)"
	case o.Healed > 1:
		s += fmt.Sprintf(" (deleted %d duplicates)", o.Healed)
	}
	return s
}

// verdict ends a posting without a fault of anybody: it travels as an error
// inside the package and leaves it as an Outcome.
type verdict struct {
	status Status
	why    string
}

func (v verdict) Error() string { return v.why }

func refuse(format string, args ...any) error {
	return verdict{Refused, fmt.Sprintf(format, args...)}
}

func stale(format string, args ...any) error { return verdict{Stale, fmt.Sprintf(format, args...)} }

// conclude turns a verdict among the errors into the outcome that it is.
func conclude(out Outcome, err error) (Outcome, error) {
	var v verdict
	if errors.As(err, &v) {
		return Outcome{Status: v.status, Why: v.why}, nil
	}
	return out, err
}

// refuser is the Poster of a run that is known not to be allowed to post
// before anything was sent.
type refuser struct{ why verdict }

func (r refuser) Post(context.Context, Comment) (Outcome, error) { return conclude(Outcome{}, r.why) }

// short is a commit as people write it.
func short(sha string) string {
	if len(sha) > 8 {
		sha = sha[:8]
	}
	return style.Terminal(sha)
}
