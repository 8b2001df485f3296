package post

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestForkIsRefusedWithItsRule(t *testing.T) {
	f := newFakeGitHub(t)
	f.pulls[0].repo = "alice/fft"
	f.readOnly()
	out := mustPost(t, f.poster(t, newClock().options()), comment(1, "new"))
	assert.Equal(t, Refused, out.Status)
	assert.False(t, out.Posted())
	assert.Contains(t, out.Why, "comes from a fork")
	assert.Contains(t, out.Why, "workflow_run")
	assert.Contains(t, out.Why, "docs/ci/github-fork-measure.yml")
	assert.True(t, strings.HasPrefix(out.String(), "not posted: this pull request comes from a fork"), out.String())
	assert.Equal(t, 1, f.sent("POST", "/comments"), "no second try")
}

func TestMissingPermissionNamesIt(t *testing.T) {
	f := newFakeGitHub(t)
	f.readOnly()
	out := mustPost(t, f.poster(t, newClock().options()), comment(1, "new"))
	assert.Equal(t, Refused, out.Status)
	assert.Contains(t, out.Why, "pull-requests: write")
}

func TestLockedConversationIsRefusedInGitHubsWords(t *testing.T) {
	f := newFakeGitHub(t)
	f.troubles = []trouble{{method: http.MethodPost, path: "/comments", answer: failWith(403, "Unable to create comment because issue is locked.")}}
	out := mustPost(t, f.poster(t, newClock().options()), comment(1, "new"))
	assert.Equal(t, "not posted: the server said 403: Unable to create comment because issue is locked.", out.String())
}

func TestWhoAmI(t *testing.T) {
	cases := []struct {
		name, viewer, user string
		actions            bool
		want               string // an account, or the start of an error
	}{
		{"Actions, by GraphQL", "github-actions[bot]", "", true, "github-actions[bot]"},
		{"another app", "bench[bot]", "", true, "bench[bot]"},
		{"a person, no GraphQL", "", "alice", false, "alice"},
		{"Actions, no GraphQL", "", "", true, "github-actions[bot]"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := newFakeGitHub(t)
			f.viewer, f.user, f.self = c.viewer, c.user, c.want
			f.add(c.want, text(1, "old"))
			f.add("somebody", text(1, "old"))
			out := mustPost(t, f.gitHub(t, GitHubConfig{Pull: 7, Actions: c.actions}), comment(2, "new"))
			assert.Equal(t, Updated, out.Status)
			assert.Equal(t, text(2, "new"), f.comments[0].body)
			assert.Equal(t, text(1, "old"), f.comments[1].body)
		})
	}
	t.Run("an app that does not know itself", func(t *testing.T) {
		f := newFakeGitHub(t)
		f.viewer = ""
		out := mustPost(t, f.gitHub(t, GitHubConfig{Pull: 7}), comment(2, "new"))
		assert.Equal(t, Refused, out.Status, "it could not find its comments again")
		assert.Empty(t, f.comments)
	})
}

func TestGraphQLOfAnEnterpriseServer(t *testing.T) {
	f := newFakeGitHub(t)
	f.self = "bench[bot]"
	api := f.server.URL + "/api/v3/"
	g, err := NewGitHub(GitHubConfig{API: api, Token: testToken, Repository: "org/fft", Pull: 7, Options: newClock().options()})
	require.NoError(t, err)
	f.troubles = []trouble{{method: http.MethodPost, path: "/api/graphql", answer: func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"data": {"viewer": {"login": "bench[bot]"}}}`))
	}}}
	self, err := thread{g, 7}.self(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "bench[bot]", self)
}

// forkRun is the configuration of a workflow_run that follows a fork's run.
func forkRun() GitHubConfig {
	return GitHubConfig{
		Head:    Head{Repository: "alice/fft", Branch: "faster", SHA: headSHA},
		Started: time.Date(2026, 3, 1, 11, 30, 0, 0, time.UTC),
		Options: newClock().options(),
	}
}

func TestPullRequestOfAFork(t *testing.T) {
	f := newFakeGitHub(t)
	f.pulls = []fakePull{
		{number: 3, state: "closed", repo: "alice/fft", branch: "faster", sha: headSHA},
		{number: 7, state: "open", repo: "alice/fft", branch: "faster", sha: headSHA},
		{number: 8, state: "open", repo: "alice/fft-copy", branch: "faster", sha: headSHA},
		{number: 9, state: "open", repo: "bob/fft", branch: "faster", sha: headSHA},
	}
	c := comment(1, "new")
	c.Time = time.Date(2026, 3, 1, 11, 59, 0, 0, time.UTC)
	out := mustPost(t, f.gitHub(t, forkRun()), c)
	assert.Equal(t, Created, out.Status)
	assert.Equal(t, 1, f.sent("POST", "/issues/7/comments"))
	assert.Contains(t, f.comments[0].body, "t=2026-03-01T11:30:00Z", "the event's time, not the artifact's")
}

func TestForkedRunAgainstThePullRequest(t *testing.T) {
	open := fakePull{number: 7, state: "open", repo: "alice/fft", branch: "faster", sha: headSHA}
	moved, twin := open, open
	moved.sha, twin.number = otherSHA, 11
	cases := []struct {
		name  string
		pulls []fakePull
		edit  func(*Comment)
		want  string // outcome's or error's start
	}{
		{"head moved", []fakePull{moved}, nil, "stale: the pull request has moved on to commit 33333333, this run measured 11111111"},
		{"closed", nil, nil, "not posted: no open pull request of org/fft comes from branch \"faster\" of alice/fft"},
		{"artifact of another commit", []fakePull{open}, func(c *Comment) { c.SHA = otherSHA },
			"error: post to GitHub: the run measured commit 33333333, but this CI run is for 11111111"},
		{"artifact without a commit", []fakePull{open}, func(c *Comment) { c.SHA = "" }, "created"},
		{"artifact of the right number", []fakePull{open}, func(c *Comment) { c.Pull = 7 }, "created"},
		{"artifact of another number", []fakePull{open}, func(c *Comment) { c.Pull = 1 },
			"error: post to GitHub: the run claims to be of pull request 1, but its commit is the head of 7: nothing was posted"},
		{"two, claimed", []fakePull{open, twin}, func(c *Comment) { c.Pull = 11 }, "created"},
		{"two, unclaimed", []fakePull{open, twin}, nil, "error: post to GitHub: branch \"faster\" of alice/fft has 2 open pull requests"},
		{"two, a third claimed", []fakePull{open, twin}, func(c *Comment) { c.Pull = 5 }, "error: post to GitHub: branch"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := newFakeGitHub(t)
			f.pulls = c.pulls
			in := comment(1, "new")
			if c.edit != nil {
				c.edit(&in)
			}
			out, err := f.gitHub(t, forkRun()).Post(t.Context(), in)
			got := out.String()
			if err != nil {
				got = "error: " + err.Error()
			}
			assert.True(t, strings.HasPrefix(got, c.want), got)
			assert.Len(t, f.comments, f.sent("POST", "/comments"))
			assert.Equal(t, c.want == "created", len(f.comments) == 1)
		})
	}
}

func TestOwnRunMayMeasureTheTrialMerge(t *testing.T) {
	f := newFakeGitHub(t)
	config := GitHubConfig{Pull: 7, Head: Head{Repository: "org/fft", SHA: headSHA, MergeSHA: otherSHA}}
	in := comment(1, "new")
	in.SHA = otherSHA
	assert.Equal(t, Created, mustPost(t, f.gitHub(t, config), in).Status)
	assert.Contains(t, f.comments[0].body, "sha="+otherSHA)

	in.SHA = headSHA[:12]
	assert.Equal(t, Updated, mustPost(t, f.gitHub(t, config), in).Status)
	assert.Contains(t, f.comments[0].body, "sha="+headSHA+" ", "abbreviated, and known in full")

	in.SHA = baseSHA
	_, err := f.gitHub(t, config).Post(t.Context(), in)
	require.ErrorContains(t, err, "check out the head")
}

func TestOwnRunOfAnOldHeadIsStale(t *testing.T) {
	f := newFakeGitHub(t)
	f.pulls[0].sha = otherSHA
	out := mustPost(t, f.poster(t, newClock().options()), comment(1, "new"))
	assert.Equal(t, Stale, out.Status)
	assert.Empty(t, f.comments)
}

func TestUnknownPullRequest(t *testing.T) {
	f := newFakeGitHub(t)
	_, err := f.gitHub(t, GitHubConfig{Pull: 70}).Post(t.Context(), comment(1, "new"))
	require.ErrorContains(t, err, "org/fft has none such, or the token may not read it")
}

func TestGitHubConfigurations(t *testing.T) {
	for name, c := range map[string]GitHubConfig{
		"not a repository of the form": {Token: "t", Repository: "org", Pull: 1},
		`"org/../x" is not`:            {Token: "t", Repository: "org/../x", Pull: 1},
		`"org/.." is not`:              {Token: "t", Repository: "org/..", Pull: 1},
		"no token":                     {Repository: "org/fft", Pull: 1},
		"it takes the number":          {Token: "t", Repository: "org/fft"},
		"by https only":                {Token: "t", Repository: "org/fft", Pull: 1, API: "http://api.example"},
	} {
		_, err := NewGitHub(c)
		require.ErrorContains(t, err, name)
	}
}
