package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// forge is as much of GitHub and GitLab as one pull request takes, for scripts.
// How posting copes with a real one's moods, the tests of report/post say.
type forge struct {
	mu       sync.Mutex
	readOnly bool // as the token of a fork's run is
	comments []string
	checks   []map[string]any
}

// forgeSHA is the head of the pull request.
const forgeSHA = "fedcba9876543210fedcba9876543210fedcba98"

// forgeKey is under which a script has its forge.
type forgeKey struct{}

// startForge starts a forge and sets the environment of a CI job on pull request
// 7: forge github, forge github readonly, forge workflow_run, forge gitlab.
func startForge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: forge github|workflow_run|gitlab [readonly]")
	}
	f := ts.Value(forgeKey{}).(*forge)
	f.readOnly = len(args) > 1
	server := httptest.NewServer(f.routes())
	ts.Defer(server.Close)
	if args[0] == "gitlab" {
		setAll(ts, "CI_API_V4_URL", server.URL+"/api/v4", "GITLAB_TOKEN", "secret-token", "CI_PROJECT_ID", "9", "CI_PROJECT_NAME", "fft",
			"CI_JOB_NAME", "bench", "CI_MERGE_REQUEST_IID", "7", "CI_MERGE_REQUEST_PROJECT_ID", "9", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID", "9",
			"CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", forgeSHA, "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "faster", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "main")
		return
	}
	head := f.head()
	event := map[string]any{"pull_request": map[string]any{"number": 7, "head": head}}
	if args[0] == "workflow_run" {
		event = map[string]any{"workflow_run": map[string]any{"event": "pull_request", "head_branch": "faster", "head_sha": forgeSHA,
			"head_repository": map[string]string{"full_name": "org/fft"}, "run_started_at": "2026-03-01T12:00:00Z"}}
	}
	text, err := json.Marshal(event)
	ts.Check(err)
	path := ts.MkAbs("event.json")
	ts.Check(os.WriteFile(path, text, 0o644))
	setAll(ts, "GITHUB_API_URL", server.URL, "GITHUB_TOKEN", "secret-token", "GITHUB_REPOSITORY", "org/fft", "GITHUB_EVENT_PATH", path,
		"GITHUB_ACTIONS", "true", "GITHUB_STEP_SUMMARY", ts.MkAbs("summary.md"), "GITHUB_WORKFLOW", "bench marks", "GITHUB_JOB", "linux",
		"GITHUB_REF", "refs/pull/7/merge", "GITHUB_BASE_REF", "main", "GITHUB_HEAD_REF", "faster", "GITHUB_RUN_ID", "42")
}

func setAll(ts *testscript.TestScript, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		ts.Setenv(pairs[i], pairs[i+1])
	}
}

// writeThread writes all comments of the pull request to a file, and its check
// runs as JSON: thread FILE.
func writeThread(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: thread FILE")
	}
	f := ts.Value(forgeKey{}).(*forge)
	f.mu.Lock()
	defer f.mu.Unlock()
	var b strings.Builder
	for i, c := range f.comments {
		fmt.Fprintf(&b, "comment %d\n%s\n", i+1, c)
	}
	for _, c := range f.checks {
		text, err := json.Marshal(c)
		ts.Check(err)
		fmt.Fprintf(&b, "check %s\n", text)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}

// head is where the pull request comes from.
func (f *forge) head() map[string]any {
	repository := "org/fft"
	if f.readOnly {
		repository = "contributor/fft"
	}
	return map[string]any{"ref": "faster", "sha": forgeSHA, "repo": map[string]string{"full_name": repository}}
}

func (f *forge) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /graphql", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"data": map[string]any{"viewer": map[string]string{"login": "github-actions[bot]"}}})
	})
	pull := map[string]any{"number": 7, "state": "open", "head": f.head()}
	mux.HandleFunc("GET /repos/org/fft/pulls/7", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, pull) })
	mux.HandleFunc("GET /repos/org/fft/pulls", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, []any{pull}) })
	mux.HandleFunc("POST /repos/org/fft/check-runs", f.check)
	mux.HandleFunc("GET /api/v4/user", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"id": 99, "username": "bot"})
	})
	mux.HandleFunc("GET /api/v4/projects/9/merge_requests/7", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]any{"iid": 7, "sha": forgeSHA})
	})
	for thread, one := range map[string]string{
		"/repos/org/fft/issues/7/comments":          "PATCH /repos/org/fft/issues/comments/{id}",
		"/api/v4/projects/9/merge_requests/7/notes": "PUT /api/v4/projects/9/merge_requests/7/notes/{id}",
	} {
		mux.HandleFunc("GET "+thread, f.list)
		mux.HandleFunc("POST "+thread, f.create)
		mux.HandleFunc(one, f.edit)
	}
	return mux
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}

// show is a comment as either forge shows it.
func (f *forge) show(i int) map[string]any {
	return map[string]any{
		"id": i + 1, "body": f.comments[i], "html_url": fmt.Sprintf("https://github.com/org/fft/pull/7#issuecomment-%d", i+1),
		"user": map[string]any{"login": "github-actions[bot]"}, "author": map[string]any{"id": 99, "username": "bot"},
	}
}

func (f *forge) list(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := []any{}
	for i := range f.comments {
		all = append(all, f.show(i))
	}
	answer(w, http.StatusOK, all)
}

func (f *forge) create(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses(w) {
		return
	}
	f.comments = append(f.comments, body(r))
	answer(w, http.StatusCreated, f.show(len(f.comments)-1))
}

func (f *forge) edit(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses(w) {
		return
	}
	f.comments[0] = body(r)
	answer(w, http.StatusOK, f.show(0))
}

func (f *forge) check(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses(w) {
		return
	}
	var in map[string]any
	_ = json.NewDecoder(r.Body).Decode(&in) // the script looks at what came
	f.checks = append(f.checks, in)
	answer(w, http.StatusCreated, map[string]any{"id": 1, "html_url": "https://github.com/org/fft/runs/1"})
}

func (f *forge) refuses(w http.ResponseWriter) bool {
	if f.readOnly {
		answer(w, http.StatusForbidden, map[string]string{"message": "Resource not accessible by integration"})
	}
	return f.readOnly
}

func body(r *http.Request) string {
	var in struct{ Body string }
	_ = json.NewDecoder(r.Body).Decode(&in) // an empty comment fails the script
	return in.Body
}
