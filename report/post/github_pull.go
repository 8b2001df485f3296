package post

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/google/go-github/v89/github"
)

// findPull returns the pull request to comment on, after checking that the
// comment is about its present head.
func (g *GitHub) findPull(ctx context.Context, c Comment) (*github.PullRequest, error) {
	head := g.config.Head
	if err := head.check(c.SHA); err != nil {
		return nil, err
	}
	pull, err := g.lookUp(ctx, c)
	if err != nil {
		return nil, err
	}
	if c.Pull != 0 && c.Pull != pull.GetNumber() {
		return nil, fmt.Errorf("the run claims to be of pull request %d, but its commit is the head of %d: nothing was posted", c.Pull, pull.GetNumber())
	}
	measured, now := cmp.Or(head.SHA, c.SHA), pull.GetHead().GetSHA()
	if measured != "" && !sameCommit(measured, now) && !sameCommit(measured, pull.GetMergeCommitSHA()) {
		return nil, stale("the pull request has moved on to commit %s, this run measured %s", short(now), short(measured))
	}
	return pull, nil
}

func (g *GitHub) lookUp(ctx context.Context, c Comment) (*github.PullRequest, error) {
	if g.config.Pull == 0 {
		return g.pullOfHead(ctx, c.Pull)
	}
	pull, _, err := g.client.PullRequests.Get(ctx, g.owner, g.name, g.config.Pull)
	if err == nil && pull.GetNumber() != g.config.Pull {
		err = io.EOF // go-github takes an empty answer for an empty pull request
	}
	return pull, g.fault(err)
}

// pullOfHead finds the open pull request from the head that a workflow_run
// event names: for forks the event itself names none.
func (g *GitHub) pullOfHead(ctx context.Context, claimed int) (*github.PullRequest, error) {
	head := g.config.Head
	owner, _, _ := strings.Cut(head.Repository, "/")
	found, err := pages(func(page int) ([]*github.PullRequest, int, error) {
		list, resp, err := g.client.PullRequests.List(ctx, g.owner, g.name, &github.PullRequestListOptions{
			State: "open", Head: owner + ":" + head.Branch, ListOptions: github.ListOptions{Page: page, PerPage: perPage}})
		return list, nextPage(resp), g.fault(err)
	})
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(p *github.PullRequest) bool {
		return p.GetHead().GetRepo().GetFullName() != head.Repository || p.GetHead().GetRef() != head.Branch
	})
	switch len(found) {
	case 0:
		return nil, refuse("no open pull request of %s comes from branch %q of %s: it was closed, or its branch deleted",
			g.config.Repository, head.Branch, head.Repository)
	case 1:
		return found[0], nil
	}
	// One branch may be offered to several others. The claim chooses among
	// those that the API found, so it leads to no foreign thread.
	for _, p := range found {
		if p.GetNumber() == claimed {
			return p, nil
		}
	}
	return nil, fmt.Errorf("branch %q of %s has %d open pull requests, and the run does not say which one it measured",
		head.Branch, head.Repository, len(found))
}
