package post

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestQuickActionsAreDefused(t *testing.T) {
	f := newFakeGitLab(t)
	p := f.poster(t, newClock().options())
	mustPost(t, p, comment(1, "a\n/close\n/merge"))
	assert.Equal(t, text(1, "a\n /close\n /merge"), f.comments[0].body)
	assert.Equal(t, Unchanged, mustPost(t, p, comment(2, "a\n/close\n/merge")).Status)
}

func TestSystemNotesAreNone(t *testing.T) {
	f := newFakeGitLab(t)
	f.add(f.self, text(5, "approved"))
	f.comments[0].system = true
	assert.Equal(t, Created, mustPost(t, f.poster(t, newClock().options()), comment(1, "new")).Status)
}

func TestGitLabRefusals(t *testing.T) {
	f := newFakeGitLab(t)
	p := f.poster(t, newClock().options())
	f.troubles = []trouble{{method: http.MethodPost, path: "/notes", answer: failWith(403, "insufficient_scope")}}
	out := mustPost(t, p, comment(1, "new"))
	assert.Equal(t, Refused, out.Status)
	assert.Contains(t, out.Why, "scope `api`")

	f.troubles = []trouble{{method: http.MethodGet, path: "/merge_requests", answer: failWith(401, "401 Unauthorized")}}
	_, err := p.Post(t.Context(), comment(1, "new"))
	require.ErrorContains(t, err, "CI_JOB_TOKEN is none for comments")

	f.sha = otherSHA
	assert.Equal(t, Stale, mustPost(t, p, comment(1, "new")).Status)

	in := comment(1, "new")
	in.Pull = 8
	_, err = p.Post(t.Context(), in)
	require.ErrorContains(t, err, "claims to be of merge request 8")
	assert.Empty(t, f.comments)
}

func TestGitLabConfigurations(t *testing.T) {
	for name, c := range map[string]GitLabConfig{
		"no token":              {Project: "9", Merge: 1},
		"a project and the num": {Token: "t", Project: "9"},
		"by https only":         {Token: "t", Project: "9", Merge: 1, API: "http://gitlab.example/api/v4"},
	} {
		_, err := NewGitLab(c)
		require.ErrorContains(t, err, name)
	}
}
