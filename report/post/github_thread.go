package post

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/google/go-github/v89/github"
)

// thread is the conversation of a pull request.
type thread struct {
	*GitHub
	pull int
}

// self asks GraphQL, the only interface that names the account of an app's
// token, as that of Actions is; REST answers users alone.
func (t thread) self(ctx context.Context) (string, error) {
	if login := t.viewer(ctx); login != "" {
		return login, nil
	}
	user, _, err := t.client.Users.Get(ctx, "")
	switch err := t.fault(err); {
	case err == nil:
		return user.GetLogin(), nil
	case statusOf(err) == http.StatusForbidden && t.config.Actions:
		return "github-actions[bot]", nil
	default:
		return "", err
	}
}

func (t thread) viewer(ctx context.Context) string {
	// api.github.com/graphql, but example.com/api/graphql beside /api/v3.
	path := strings.TrimSuffix(t.wire.base.Path, "v3/") + "graphql"
	req, err := t.client.NewRequest(repeating(ctx), http.MethodPost, path, map[string]string{"query": "{viewer{login}}"})
	if err != nil {
		return ""
	}
	var answer struct {
		Data struct{ Viewer struct{ Login string } }
	}
	if _, err := t.client.Do(req, &answer); err != nil {
		return ""
	}
	return answer.Data.Viewer.Login
}

func (t thread) notes(ctx context.Context) ([]note, error) {
	comments, err := pages(func(page int) ([]*github.IssueComment, int, error) {
		list, resp, err := t.client.Issues.ListComments(ctx, t.owner, t.name, t.pull,
			&github.IssueListCommentsOptions{ListOptions: github.ListOptions{Page: page, PerPage: perPage}})
		return list, nextPage(resp), t.fault(err)
	})
	if err != nil {
		return nil, err
	}
	all := make([]note, len(comments))
	for i, c := range comments {
		all[i] = t.note(c)
	}
	return all, nil
}

func (t thread) note(c *github.IssueComment) note {
	return note{id: c.GetID(), author: c.GetUser().GetLogin(), text: c.GetBody(), url: t.wire.text(c.GetHTMLURL())}
}

func (t thread) create(ctx context.Context, text string) (note, error) {
	c, _, err := t.client.Issues.CreateComment(ctx, t.owner, t.name, t.pull, &github.IssueComment{Body: &text})
	if err != nil {
		return note{}, t.fault(err)
	}
	return t.note(c), nil
}

func (t thread) edit(ctx context.Context, id int64, text string) (note, error) {
	c, _, err := t.client.Issues.EditComment(ctx, t.owner, t.name, id, &github.IssueComment{Body: &text})
	if err != nil {
		return note{}, t.fault(err)
	}
	return t.note(c), nil
}

func (t thread) remove(ctx context.Context, id int64) error {
	_, err := t.client.Issues.DeleteComment(ctx, t.owner, t.name, id)
	return t.fault(err)
}

// perPage is the most that either forge gives at once.
const perPage = 100

// pages collects a paged list; fetch returns the number of the next page, 0 at
// the end.
func pages[T any](fetch func(page int) ([]T, int, error)) ([]T, error) {
	var all []T
	for page := 1; ; {
		list, next, err := fetch(page)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
		if next == 0 {
			return all, nil
		}
		if next <= page {
			return nil, errors.New("the server's pages go in circles")
		}
		page = next
	}
}

func nextPage(resp *github.Response) int {
	if resp == nil {
		return 0
	}
	return resp.NextPage
}
