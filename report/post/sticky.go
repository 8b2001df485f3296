package post

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// board is the thread of one pull or merge request, as far as a sticky comment
// needs it. Failed calls return a *fault.
type board interface {
	// self is the account that the token writes as.
	self(ctx context.Context) (string, error)
	// notes returns all comments of the thread, of all pages.
	notes(ctx context.Context) ([]note, error)
	create(ctx context.Context, text string) (note, error)
	edit(ctx context.Context, id int64, text string) (note, error)
	remove(ctx context.Context, id int64) error
}

// note is a stored comment; the lowest id is the oldest.
type note struct {
	id     int64
	author string
	text   string
	url    string
}

// sticky keeps one comment for each key on a board.
type sticky struct {
	board
	sleep func(context.Context, time.Duration) error
}

// ours is a comment that we wrote for the key at hand.
type ours struct {
	note
	draft
}

// again ends an attempt after which the thread must be read anew: the answer
// to a write got lost, or the comment to edit had vanished.
type again struct {
	error
	tried Status // what the lost write was to do
}

func (a again) Unwrap() error { return a.error }

// pauses are the waits before further attempts: a forge may need a moment to
// show what it stored.
func pauses() []time.Duration { return []time.Duration{2 * time.Second, 8 * time.Second} }

// post brings the draft to the board.
func (s sticky) post(ctx context.Context, d draft) (Outcome, error) {
	self, err := s.self(ctx)
	if err != nil {
		return Outcome{}, err
	}
	var tried Status
	for waits := pauses(); ; waits = waits[1:] {
		out, err := s.attempt(ctx, self, d)
		if out.Status == Unchanged && tried != "" {
			out.Status = tried // by the call whose answer got lost
		}
		var retry again
		if !errors.As(err, &retry) || len(waits) == 0 {
			return out, err
		}
		tried = cmp.Or(tried, retry.tried)
		if err := s.sleep(ctx, waits[0]); err != nil {
			return Outcome{}, err
		}
	}
}

// attempt reads the thread and edits or creates.
func (s sticky) attempt(ctx context.Context, self string, d draft) (Outcome, error) {
	mine, err := s.find(ctx, self, d.marker.Key)
	if err != nil {
		return Outcome{}, err
	}
	if len(mine) > 0 {
		return s.settle(ctx, mine, d)
	}
	if d.quiet {
		return Outcome{Status: Silent}, nil
	}
	created, err := s.create(ctx, d.text())
	if inDoubt(err) {
		return Outcome{}, again{err, Created}
	}
	if err != nil {
		return Outcome{}, err
	}
	return s.heal(ctx, self, created, d), nil
}

// heal looks whether another run created a comment at the same moment. The
// comment stands already, so what goes wrong here is left to the next run.
func (s sticky) heal(ctx context.Context, self string, created note, d draft) Outcome {
	done := Outcome{Status: Created, URL: created.url}
	mine, err := s.find(ctx, self, d.marker.Key)
	if err != nil || len(mine) < 2 {
		return done
	}
	out, err := s.settle(ctx, mine, d)
	if err != nil {
		return done
	}
	if out.Status == Unchanged && mine[0].id == created.id {
		out.Status = Created
	}
	return out
}

// find returns our comments for the key, the oldest first.
func (s sticky) find(ctx context.Context, self, key string) ([]ours, error) {
	all, err := s.notes(ctx)
	if err != nil {
		return nil, err
	}
	var mine []ours
	for _, n := range all {
		m, body, ok := readMarker(n.text)
		if ok && m.Key == key && n.author == self {
			mine = append(mine, ours{n, draft{marker: m, body: body}})
		}
	}
	slices.SortFunc(mine, func(a, b ours) int { return cmp.Compare(a.id, b.id) })
	return mine, nil
}

// settle makes the oldest comment say what the latest run says, be it ours or
// one already on the board, and deletes the others. Two runs that settle the
// same thread at once keep the same comment.
func (s sticky) settle(ctx context.Context, mine []ours, d draft) (Outcome, error) {
	keep := mine[0]
	out := Outcome{Status: Updated, URL: keep.url}
	want := d
	if latest := slices.MaxFunc(mine, byTime); latest.marker.Time.After(d.marker.Time) {
		want = latest.draft
		out.Status = Stale
		out.Why = fmt.Sprintf("the comment of a later run is there (commit %s, started %s)",
			short(want.marker.SHA), want.marker.Time.Format(time.RFC3339))
	}
	switch {
	case !same(keep.draft, want):
		edited, err := s.edit(ctx, keep.id, want.text())
		switch {
		case isGone(err):
			return Outcome{}, again{error: err}
		case inDoubt(err):
			return Outcome{}, again{err, Updated}
		case err != nil:
			return Outcome{}, err
		}
		out.URL = cmp.Or(edited.url, out.URL)
	case out.Status == Updated:
		out.Status = Unchanged
	}
	for _, n := range mine[1:] {
		if err := s.remove(ctx, n.id); err != nil && !isGone(err) {
			out.Why = joinSentences(out.Why, fmt.Sprintf("a duplicate could not be deleted: %v", err))
			continue
		}
		out.Healed++
	}
	return out, nil
}

func byTime(a, b ours) int { return a.marker.Time.Compare(b.marker.Time) }

func joinSentences(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}
