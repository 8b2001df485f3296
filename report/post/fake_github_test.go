package post

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fakeGitHub behaves like the parts of GitHub's API that posting needs.
type fakeGitHub struct {
	fakeForge
	pulls  []fakePull
	runs   []*fakeRun
	viewer string // what GraphQL says; empty: it is not there
	user   string // what GET /user says; empty: 403, as to an app
}

type fakePull struct {
	number                   int
	state, repo, branch, sha string
	merge                    string
}

// fakeRun is a check run.
type fakeRun struct {
	create      map[string]any
	annotations []any
	updates     int
}

func newFakeGitHub(t *testing.T) *fakeGitHub {
	f := &fakeGitHub{viewer: "github-actions[bot]"}
	f.tokenHeader, f.token, f.self = "Authorization", "Bearer "+testToken, "github-actions[bot]"
	f.maxBody = 65536
	f.tooLong = func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed", "errors": []map[string]string{
			{"resource": "IssueComment", "code": "unprocessable", "field": "data", "message": "Body is too long (maximum is 65536 characters)"}}})
	}
	f.pulls = []fakePull{{number: 7, state: "open", repo: "org/fft", branch: "faster", sha: headSHA}}
	f.start(t, f.routes())
	return f
}

// poster is the poster of an own-branch run for pull request 7.
func (f *fakeGitHub) poster(t *testing.T, o Options) Poster {
	return f.gitHub(t, GitHubConfig{Pull: 7, Options: o})
}

func (f *fakeGitHub) gitHub(t *testing.T, c GitHubConfig) *GitHub {
	t.Helper()
	c.API, c.Token, c.Repository = f.server.URL, testToken, "org/fft"
	g, err := NewGitHub(c)
	require.NoError(t, err)
	return g
}

func (f *fakeGitHub) forge() *fakeForge { return &f.fakeForge }

// readOnly makes the token that of a fork's run.
func (f *fakeGitHub) readOnly() {
	for range 10 {
		for _, method := range []string{http.MethodPost, http.MethodPatch} {
			f.troubles = append(f.troubles, trouble{method: method, path: "/repos/",
				answer: failWith(http.StatusForbidden, "Resource not accessible by integration")})
		}
	}
}

func (f *fakeGitHub) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /graphql", func(w http.ResponseWriter, _ *http.Request) {
		if f.viewer == "" {
			failWith(http.StatusNotFound, "Not Found")(w, nil)
			return
		}
		answerJSON(w, http.StatusOK, map[string]any{"data": map[string]any{"viewer": map[string]string{"login": f.viewer}}})
	})
	mux.HandleFunc("GET /user", func(w http.ResponseWriter, _ *http.Request) {
		if f.user == "" {
			failWith(http.StatusForbidden, "Resource not accessible by integration")(w, nil)
			return
		}
		answerJSON(w, http.StatusOK, map[string]string{"login": f.user})
	})
	mux.HandleFunc("GET /repos/org/fft/pulls/{number}", f.getPull)
	mux.HandleFunc("GET /repos/org/fft/pulls", f.listPulls)
	mux.HandleFunc("GET /repos/org/fft/issues/{number}/comments", func(w http.ResponseWriter, r *http.Request) {
		var list []any
		for _, c := range f.all() {
			list = append(list, f.show(c))
		}
		f.list(w, r, list)
	})
	mux.HandleFunc("POST /repos/org/fft/issues/{number}/comments", func(w http.ResponseWriter, r *http.Request) {
		if c, ok := f.create(w, r); ok {
			answerJSON(w, http.StatusCreated, f.show(c))
		}
	})
	mux.HandleFunc("PATCH /repos/org/fft/issues/comments/{id}", func(w http.ResponseWriter, r *http.Request) {
		if c, ok := f.edit(w, r); ok {
			answerJSON(w, http.StatusOK, f.show(c))
		}
	})
	mux.HandleFunc("DELETE /repos/org/fft/issues/comments/{id}", f.remove)
	mux.HandleFunc("POST /repos/org/fft/check-runs", f.createRun)
	mux.HandleFunc("PATCH /repos/org/fft/check-runs/{id}", f.updateRun)
	mux.HandleFunc("GET /repos/org/fft/check-runs/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		answerJSON(w, http.StatusOK, f.showRun(id))
	})
	mux.HandleFunc("GET /repos/org/fft/commits/{ref}/check-runs", func(w http.ResponseWriter, r *http.Request) {
		list := []any{}
		for i, run := range f.runs {
			if run.create["name"] == r.URL.Query().Get("check_name") && run.create["head_sha"] == r.PathValue("ref") {
				list = append(list, f.showRun(i+1))
			}
		}
		answerJSON(w, http.StatusOK, map[string]any{"total_count": len(list), "check_runs": list})
	})
	return mux
}

// list answers one page with a Link header, thirty by default.
func (f *fakeGitHub) list(w http.ResponseWriter, r *http.Request, all []any) {
	part, next := page(r, all, 30)
	if next > 0 {
		q := r.URL.Query()
		q.Set("page", strconv.Itoa(next))
		w.Header().Set("Link", fmt.Sprintf(`<%s%s?%s>; rel="next"`, f.server.URL, r.URL.Path, q.Encode()))
	}
	if part == nil {
		part = []any{}
	}
	answerJSON(w, http.StatusOK, part)
}

func (f *fakeGitHub) show(c stored) any {
	return map[string]any{"id": c.id, "body": c.body, "user": map[string]string{"login": c.author},
		"html_url": fmt.Sprintf("https://github.com/org/fft/pull/7#issuecomment-%d", c.id)}
}

func (f *fakeGitHub) getPull(w http.ResponseWriter, r *http.Request) {
	for _, p := range f.pulls {
		if strconv.Itoa(p.number) == r.PathValue("number") {
			answerJSON(w, http.StatusOK, p.show())
			return
		}
	}
	failWith(http.StatusNotFound, "Not Found")(w, r)
}

// listPulls filters by owner:branch, as GitHub does: whatever the repository.
func (f *fakeGitHub) listPulls(w http.ResponseWriter, r *http.Request) {
	var list []any
	for _, p := range f.pulls {
		owner, _, _ := strings.Cut(p.repo, "/")
		head := r.URL.Query().Get("head")
		if p.state == r.URL.Query().Get("state") && (head == "" || head == owner+":"+p.branch) {
			list = append(list, p.show())
		}
	}
	f.list(w, r, list)
}

func (p fakePull) show() any {
	head := map[string]any{"ref": p.branch, "sha": p.sha, "repo": map[string]string{"full_name": p.repo}}
	return map[string]any{"number": p.number, "state": p.state, "head": head, "merge_commit_sha": p.merge}
}

func (f *fakeGitHub) createRun(w http.ResponseWriter, r *http.Request) {
	run := &fakeRun{}
	if err := json.NewDecoder(r.Body).Decode(&run.create); err != nil || !f.append(w, run, run.create) {
		return
	}
	f.runs = append(f.runs, run)
	answerJSON(w, http.StatusCreated, f.showRun(len(f.runs)))
}

func (f *fakeGitHub) updateRun(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	var update map[string]any
	if err := json.NewDecoder(r.Body).Decode(&update); err != nil || !f.append(w, f.runs[id-1], update) {
		return
	}
	f.runs[id-1].updates++
	answerJSON(w, http.StatusOK, f.showRun(id))
}

func (f *fakeGitHub) append(w http.ResponseWriter, run *fakeRun, in map[string]any) bool {
	output, _ := in["output"].(map[string]any)
	notes, _ := output["annotations"].([]any)
	if len(notes) > 50 || output["title"] == nil || output["summary"] == nil {
		failWith(http.StatusUnprocessableEntity, "Invalid request")(w, nil)
		return false
	}
	run.annotations = slices.Concat(run.annotations, notes)
	return true
}

func (f *fakeGitHub) showRun(id int) any {
	run := f.runs[id-1]
	return map[string]any{"id": id, "name": run.create["name"], "external_id": run.create["external_id"],
		"completed_at": run.create["completed_at"], "html_url": fmt.Sprintf("https://github.com/org/fft/runs/%d", id),
		"output": map[string]any{"annotations_count": len(run.annotations)}}
}
