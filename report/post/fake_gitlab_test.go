package post

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakeGitLab behaves like the parts of GitLab's API that posting needs.
type fakeGitLab struct {
	fakeForge
	sha string // head of the merge request
}

func newFakeGitLab(t *testing.T) *fakeGitLab {
	f := &fakeGitLab{sha: headSHA}
	f.tokenHeader, f.token, f.self = "Private-Token", testToken, "project_9_bot"
	f.maxBody = 1_000_000
	f.tooLong = func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusBadRequest, map[string]any{"message": map[string][]string{"note": {"is too long (maximum is 1000000 characters)"}}})
	}
	f.start(t, f.routes())
	return f
}

func (f *fakeGitLab) poster(t *testing.T, o Options) Poster {
	t.Helper()
	g, err := NewGitLab(GitLabConfig{API: f.server.URL + "/api/v4", Token: testToken, Project: "9", Merge: 7, Options: o})
	require.NoError(t, err)
	return g
}

func (f *fakeGitLab) forge() *fakeForge { return &f.fakeForge }

func (f *fakeGitLab) routes() http.Handler {
	const notes = "/api/v4/projects/9/merge_requests/7/notes"
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v4/user", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{"id": 99, "username": f.self})
	})
	mux.HandleFunc("GET /api/v4/projects/9/merge_requests/7", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, map[string]any{"iid": 7, "sha": f.sha, "web_url": "https://gitlab.com/org/fft/-/merge_requests/7"})
	})
	mux.HandleFunc("GET "+notes, func(w http.ResponseWriter, r *http.Request) {
		list := []any{}
		for _, c := range f.all() {
			list = append(list, f.show(c))
		}
		part, next := page(r, list, 20)
		if next > 0 {
			w.Header().Set("X-Next-Page", strconv.Itoa(next))
		}
		answerJSON(w, http.StatusOK, part)
	})
	mux.HandleFunc("POST "+notes, func(w http.ResponseWriter, r *http.Request) {
		if c, ok := f.create(w, r); ok {
			answerJSON(w, http.StatusCreated, f.show(c))
		}
	})
	mux.HandleFunc("PUT "+notes+"/{id}", func(w http.ResponseWriter, r *http.Request) {
		if c, ok := f.edit(w, r); ok {
			answerJSON(w, http.StatusOK, f.show(c))
		}
	})
	mux.HandleFunc("DELETE "+notes+"/{id}", f.remove)
	return mux
}

func (f *fakeGitLab) show(c stored) any {
	return map[string]any{"id": c.id, "body": c.body, "system": c.system, "author": map[string]any{"id": 1, "username": c.author}}
}
