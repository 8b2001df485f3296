package post

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-github/v89/github"
)

// GitHubConfig says which pull request to comment on, and as whom.
type GitHubConfig struct {
	API        string // address of the REST API; empty: https://api.github.com
	Token      string
	Repository string // that has the pull request, as owner/name
	Pull       int    // its number; 0: the open one whose head is Head
	Head       Head   // what the CI run measured; empty fields are unknown
	Started    time.Time
	RunURL     string // page of the CI run, for check runs
	// Actions says that this is a run of GitHub Actions: the account is then
	// github-actions[bot] if the API does not tell.
	Actions bool
	Options
}

// Head is the source of a pull or merge request at the moment of a CI run.
type Head struct {
	Repository string // owner/name, a fork's where it is one
	Branch     string
	SHA        string
	MergeSHA   string // the forge's trial merge with the target, which CI may have measured instead
}

// check reports a measured commit that the CI run is not for.
func (h Head) check(measured string) error {
	if h.SHA == "" || measured == "" || sameCommit(measured, h.SHA) || sameCommit(measured, h.MergeSHA) {
		return nil
	}
	return fmt.Errorf("the run measured commit %s, but this CI run is for %s; check out the head of the pull request to measure it",
		short(measured), short(h.SHA))
}

// GitHub posts to one pull request. It is safe for concurrent use.
type GitHub struct {
	config GitHubConfig
	owner  string
	name   string
	wire   *wire
	client *github.Client
}

// NewGitHub checks the configuration; it sends nothing.
func NewGitHub(c GitHubConfig) (*GitHub, error) {
	if !isRepository(c.Repository) {
		return nil, fmt.Errorf("post to GitHub: %q is not a repository of the form owner/name", c.Repository)
	}
	if c.Token == "" {
		return nil, errors.New("post to GitHub: no token; set GITHUB_TOKEN in the environment of this command")
	}
	if c.Pull < 0 || c.Pull == 0 && (c.Head.Repository == "" || c.Head.Branch == "") {
		return nil, errors.New("post to GitHub: it takes the number of a pull request, or its head repository and branch")
	}
	w, err := newWire(cmp.Or(c.API, "https://api.github.com"), c.Token, "Authorization", "Bearer ", c.Options)
	if err != nil {
		return nil, fmt.Errorf("post to GitHub: %w", err)
	}
	base := w.base.String()
	client, err := github.NewClient(github.WithHTTPClient(w.client()), github.WithURLs(&base, nil),
		github.WithUserAgent("benchx"), github.WithDisableRateLimitCheck()) // the wire waits
	if err != nil {
		return nil, fmt.Errorf("post to GitHub: %s", w.text(err.Error()))
	}
	owner, name, _ := strings.Cut(c.Repository, "/")
	return &GitHub{config: c, owner: owner, name: name, wire: w, client: client}, nil
}

func isRepository(s string) bool {
	return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+$`).MatchString(s) &&
		!strings.HasSuffix(s, "/.") && !strings.HasSuffix(s, "/..")
}

// Post implements [Poster].
func (g *GitHub) Post(ctx context.Context, c Comment) (Outcome, error) {
	out, err := g.post(g.wire.patient(ctx), c)
	out, err = conclude(out, err)
	if err != nil {
		return out, fmt.Errorf("post to GitHub: %w", err)
	}
	return out, nil
}

func (g *GitHub) post(ctx context.Context, c Comment) (Outcome, error) {
	d, err := newDraft(c, g.config.Head.SHA, g.config.Started, g.wire.Now())
	if err != nil {
		return Outcome{}, err
	}
	pull, err := g.findPull(ctx, c)
	if err != nil {
		return Outcome{}, g.explain(err, nil, "read the pull request")
	}
	s := sticky{board: thread{g, pull.GetNumber()}, sleep: g.wire.Sleep}
	out, err := s.post(ctx, d)
	if err != nil {
		return Outcome{}, g.explain(err, pull, "comment on pull request "+strconv.Itoa(pull.GetNumber()))
	}
	return out, nil
}

// newDraft fills in what the caller left open.
func newDraft(c Comment, head string, started, now time.Time) (draft, error) {
	if c.Key == "" {
		return draft{}, errors.New("the comment has no key; give it one, such as suite/job")
	}
	at := c.Time
	if !started.IsZero() {
		at = started
	}
	if at.IsZero() || at.After(now) {
		at = now // a time to come would keep all later runs out
	}
	m := marker{Key: c.Key, SHA: c.SHA, Base: c.Base, Time: at.UTC().Truncate(time.Second)}
	if m.SHA == "" || sameCommit(m.SHA, head) {
		m.SHA = head
	}
	return draft{marker: m, body: c.Body, quiet: c.Quiet}, nil
}

// sameCommit compares two names of commits, either of which may be abbreviated.
func sameCommit(a, b string) bool {
	if n := min(len(a), len(b)); n >= 7 {
		return a[:n] == b[:n]
	}
	return a == b
}

// explain turns a fault into the outcome or error that its reader can act on.
func (g *GitHub) explain(err error, pull *github.PullRequest, doing string) error {
	var f *fault
	if !errors.As(err, &f) {
		return err
	}
	switch {
	case f.status == http.StatusForbidden:
		return g.forbidden(err, pull)
	case f.status == http.StatusUnauthorized:
		return fmt.Errorf("%s: the token is not valid here (%w)", doing, err)
	case f.status == http.StatusNotFound:
		return fmt.Errorf("%s: %s has none such, or the token may not read it (%w)", doing, g.config.Repository, err)
	case tooLong(err):
		return fmt.Errorf("%s: the text is too long for GitHub (65,536 characters are safe), and what was there stays (%w)", doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

func (g *GitHub) forbidden(err error, pull *github.PullRequest) error {
	switch head := cmp.Or(pull.GetHead().GetRepo().GetFullName(), g.config.Head.Repository); {
	case !strings.Contains(err.Error(), "not accessible"):
		return refuse("%v", err) // a locked conversation, an archived repository: GitHub says it
	case head != "" && head != g.config.Repository:
		return refuse("%s", forkRule)
	}
	return refuse("the token may not comment; give the job `permissions: pull-requests: write` (%v)", err)
}

const forkRule = "this pull request comes from a fork, and GitHub gives its workflows a token that can only read, " +
	"whatever their permissions say; save the run as an artifact here and post it from a workflow_run workflow " +
	"(docs/ci/github-fork-measure.yml and github-fork-comment.yml)"

// fault translates the client's error.
func (g *GitHub) fault(err error) error {
	if err == nil {
		return nil
	}
	var known *fault
	if errors.As(err, &known) {
		return known
	}
	var answer *github.ErrorResponse
	if !errors.As(err, &answer) || answer.Response == nil {
		return g.wire.network(err)
	}
	words := answer.Message
	for _, e := range answer.Errors {
		words += "; " + cmp.Or(e.Message, strings.TrimSpace(e.Field+" "+e.Code))
	}
	return &fault{status: answer.Response.StatusCode, message: g.wire.text(words)}
}
