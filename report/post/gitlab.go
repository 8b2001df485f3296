package post

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	gitlab "gitlab.com/gitlab-org/api/client-go"
)

// GitLabConfig says which merge request to comment on, and as whom.
type GitLabConfig struct {
	API     string // address of the REST API, such as https://gitlab.com/api/v4, which is the default
	Token   string // personal, group or project access token of scope api
	Project string // that has the merge request: its number, or its path
	Merge   int    // the merge request's number within the project (IID)
	Head    Head   // what the pipeline measured; empty fields are unknown
	Started time.Time
	Options
}

// GitLab posts to one merge request. It is safe for concurrent use.
type GitLab struct {
	config GitLabConfig
	wire   *wire
	client *gitlab.Client
}

// NewGitLab checks the configuration; it sends nothing.
func NewGitLab(c GitLabConfig) (*GitLab, error) {
	if c.Project == "" || c.Merge <= 0 {
		return nil, errors.New("post to GitLab: it takes a project and the number of a merge request")
	}
	if c.Token == "" {
		return nil, errors.New("post to GitLab: no token; set GITLAB_TOKEN in the environment of this command")
	}
	w, err := newWire(cmp.Or(c.API, "https://gitlab.com/api/v4"), c.Token, "PRIVATE-TOKEN", "", c.Options)
	if err != nil {
		return nil, fmt.Errorf("post to GitLab: %w", err)
	}
	client, err := gitlab.NewClient("", // the wire adds the token
		gitlab.WithHTTPClient(w.client()), gitlab.WithBaseURL(w.base.String()), gitlab.WithUserAgent("benchx"),
		gitlab.WithoutRetries(), gitlab.WithCustomLimiter(unlimited{}), // the wire waits
		gitlab.WithURLWarningLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, fmt.Errorf("post to GitLab: %s", w.text(err.Error()))
	}
	return &GitLab{config: c, wire: w, client: client}, nil
}

type unlimited struct{}

func (unlimited) Wait(ctx context.Context) error { return ctx.Err() }

// Post implements [Poster].
func (g *GitLab) Post(ctx context.Context, c Comment) (Outcome, error) {
	out, err := g.post(g.wire.patient(ctx), c)
	out, err = conclude(out, err)
	if err != nil {
		return out, fmt.Errorf("post to GitLab: %w", err)
	}
	return out, nil
}

func (g *GitLab) post(ctx context.Context, c Comment) (Outcome, error) {
	c.Body = quiet(c.Body)
	d, err := newDraft(c, g.config.Head.SHA, g.config.Started, g.wire.Now())
	if err != nil {
		return Outcome{}, err
	}
	merge, err := g.findMerge(ctx, c)
	if err != nil {
		return Outcome{}, g.explain(err, "read the merge request")
	}
	s := sticky{board: discussion{g, g.wire.text(merge.WebURL)}, sleep: g.wire.Sleep}
	out, err := s.post(ctx, d)
	if err != nil {
		return Outcome{}, g.explain(err, "comment on merge request "+strconv.Itoa(g.config.Merge))
	}
	return out, nil
}

// quiet keeps GitLab from taking a line for a quick action: "/close" at the
// start of a line would close the merge request. One space more shows nowhere.
func quiet(body string) string {
	return regexp.MustCompile(`(?m)^/`).ReplaceAllString(body, " /")
}

// findMerge returns the merge request after checking that the comment is about
// its present head.
func (g *GitLab) findMerge(ctx context.Context, c Comment) (*gitlab.MergeRequest, error) {
	if err := g.config.Head.check(c.SHA); err != nil {
		return nil, err
	}
	if c.Pull != 0 && c.Pull != g.config.Merge {
		return nil, fmt.Errorf("the run claims to be of merge request %d, but this pipeline is for %d: nothing was posted", c.Pull, g.config.Merge)
	}
	merge, _, err := g.client.MergeRequests.GetMergeRequest(g.config.Project, int64(g.config.Merge), nil, gitlab.WithContext(ctx))
	if err != nil {
		return nil, g.fault(err)
	}
	measured := cmp.Or(g.config.Head.SHA, c.SHA)
	if measured != "" && !sameCommit(measured, merge.SHA) {
		return nil, stale("the merge request has moved on to commit %s, this run measured %s", short(merge.SHA), short(measured))
	}
	return merge, nil
}

// explain turns a fault into the outcome or error that its reader can act on.
func (g *GitLab) explain(err error, doing string) error {
	var f *fault
	if !errors.As(err, &f) {
		return err
	}
	switch {
	case f.status == http.StatusForbidden:
		return refuse("the token may not comment; it needs the scope `api` and at least the role Reporter in the project (%v)", err)
	case f.status == http.StatusUnauthorized:
		return fmt.Errorf("%s: the token is not valid here; CI_JOB_TOKEN is none for comments, use a project access token (%w)", doing, err)
	case f.status == http.StatusNotFound:
		return fmt.Errorf("%s: project %s has none such, or the token may not read it (%w)", doing, g.config.Project, err)
	case tooLong(err):
		return fmt.Errorf("%s: the text is too long for GitLab (1,000,000 characters), and what was there stays (%w)", doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// fault translates the client's error.
func (g *GitLab) fault(err error) error {
	if err == nil {
		return nil
	}
	var known *fault
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, gitlab.ErrNotFound) {
		return &fault{status: http.StatusNotFound, message: "not found"}
	}
	var answer *gitlab.ErrorResponse
	if !errors.As(err, &answer) || answer.Response == nil {
		return g.wire.network(err)
	}
	words := strings.TrimSuffix(strings.TrimPrefix(answer.Message, "{message: "), "}") // as the client writes it
	return &fault{status: answer.Response.StatusCode, message: g.wire.text(words)}
}

// discussion is the thread of a merge request.
type discussion struct {
	*GitLab
	page string // of the merge request, for people
}

func (d discussion) self(ctx context.Context) (string, error) {
	user, _, err := d.client.Users.CurrentUser(gitlab.WithContext(ctx))
	if err != nil {
		return "", d.fault(err)
	}
	return user.Username, nil
}

func (d discussion) notes(ctx context.Context) ([]note, error) {
	list, err := pages(func(page int) ([]*gitlab.Note, int, error) {
		list, resp, err := d.client.Notes.ListMergeRequestNotes(d.config.Project, int64(d.config.Merge), &gitlab.ListMergeRequestNotesOptions{
			ListOptions: gitlab.ListOptions{Page: int64(page), PerPage: perPage},
			OrderBy:     gitlab.Ptr("created_at"), Sort: gitlab.Ptr("asc")}, gitlab.WithContext(ctx))
		if err != nil {
			return nil, 0, d.fault(err)
		}
		return list, int(resp.NextPage), nil
	})
	if err != nil {
		return nil, err
	}
	all := make([]note, 0, len(list))
	for _, n := range list {
		if !n.System {
			all = append(all, d.note(n))
		}
	}
	return all, nil
}

func (d discussion) note(n *gitlab.Note) note {
	return note{id: n.ID, author: n.Author.Username, text: n.Body, url: d.page + "#note_" + strconv.FormatInt(n.ID, 10)}
}

func (d discussion) create(ctx context.Context, text string) (note, error) {
	n, _, err := d.client.Notes.CreateMergeRequestNote(d.config.Project, int64(d.config.Merge),
		&gitlab.CreateMergeRequestNoteOptions{Body: &text}, gitlab.WithContext(ctx))
	if err != nil {
		return note{}, d.fault(err)
	}
	return d.note(n), nil
}

func (d discussion) edit(ctx context.Context, id int64, text string) (note, error) {
	n, _, err := d.client.Notes.UpdateMergeRequestNote(d.config.Project, int64(d.config.Merge), id,
		&gitlab.UpdateMergeRequestNoteOptions{Body: &text}, gitlab.WithContext(ctx))
	if err != nil {
		return note{}, d.fault(err)
	}
	return d.note(n), nil
}

func (d discussion) remove(ctx context.Context, id int64) error {
	_, err := d.client.Notes.DeleteMergeRequestNote(d.config.Project, int64(d.config.Merge), id, gitlab.WithContext(ctx))
	return d.fault(err)
}
