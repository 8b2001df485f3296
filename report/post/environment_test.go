package post

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ci is an environment with one event.
func ci(event string, env map[string]string) Environment {
	return Environment{
		Getenv: func(name string) string { return env[name] },
		ReadFile: func(path string) ([]byte, error) {
			if path != env["GITHUB_EVENT_PATH"] {
				return nil, errors.New("no such file")
			}
			return []byte(event), nil
		},
	}
}

func actions(name string) map[string]string {
	return map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "org/fft", "GITHUB_EVENT_PATH": "/event.json", "GITHUB_EVENT_NAME": name,
		"GITHUB_API_URL": "https://api.github.com", "GITHUB_SERVER_URL": "https://github.com", "GITHUB_RUN_ID": "55",
		"GITHUB_SHA": otherSHA, "GITHUB_TOKEN": testToken, "GH_TOKEN": "unused",
	}
}

const (
	pullEvent = `{"action": "synchronize", "number": 7, "pull_request": {"number": 7, "title": "x",
		"head": {"ref": "faster", "sha": "` + headSHA + `", "repo": {"full_name": "org/fft"}}}}`
	forkEvent = `{"pull_request": {"number": 7, "head": {"ref": "faster", "sha": "` + headSHA + `", "repo": {"full_name": "alice/fft"}}}}`
	runEvent  = `{"action": "completed", "workflow_run": {"id": 99, "event": "pull_request", "head_branch": "faster", "head_sha": "` + headSHA + `",
		"head_repository": {"full_name": "alice/fft"}, "pull_requests": [], "run_started_at": "2026-03-01T11:30:00Z"}}`
)

func TestGitHubEnvironment(t *testing.T) {
	base := GitHubConfig{API: "https://api.github.com", Token: testToken, Repository: "org/fft", Actions: true,
		RunURL: "https://github.com/org/fft/actions/runs/55"}
	own, follow, asked := base, base, base
	own.Pull = 7
	own.Head = Head{Repository: "org/fft", Branch: "faster", SHA: headSHA, MergeSHA: otherSHA}
	follow.Head = Head{Repository: "alice/fft", Branch: "faster", SHA: headSHA}
	follow.Started = time.Date(2026, 3, 1, 11, 30, 0, 0, time.UTC)
	asked.Pull = 12
	started := asked
	started.Head = Head{SHA: headSHA}
	cases := []struct {
		name, event string
		want        GitHubConfig
	}{
		{"pull_request", pullEvent, own},
		{"workflow_run", runEvent, follow},
		{"issue_comment", `{"issue": {"number": 12, "pull_request": {"url": "x"}}}`, asked},
		{"workflow_dispatch", `{"inputs": {"pull": "12", "commit": "` + strings.ToUpper(headSHA) + `", "other": true}}`, started},
		{"workflow_dispatch", `{"inputs": {"pull": 12}}`, asked},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := ci(c.event, actions(c.name)).gitHub()
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
			p, err := FromEnvironment("github", ci(c.event, actions(c.name)), Options{})
			require.NoError(t, err)
			assert.IsType(t, &GitHub{}, p)
		})
	}
}

func TestStartedForNoNumber(t *testing.T) {
	for _, pull := range []string{"0", "-3", "12; rm", "main"} {
		_, err := ci(`{"inputs": {"pull": "`+pull+`"}}`, actions("workflow_dispatch")).gitHub()
		assert.ErrorContains(t, err, "no number of a pull request", pull)
	}
}

func TestRunURL(t *testing.T) {
	assert.Empty(t, ci("", nil).RunURL())
	assert.Equal(t, "https://github.com/org/fft/actions/runs/55", ci("", with(actions("push"), "GITHUB_SERVER_URL", "")).RunURL())
	assert.Equal(t, "https://ghe.example/org/fft/actions/runs/55", ci("", with(actions("push"), "GITHUB_SERVER_URL", "https://ghe.example")).RunURL())
	assert.Equal(t, "https://gitlab.example/p/1", ci("", map[string]string{"CI_PIPELINE_URL": "https://gitlab.example/p/1"}).RunURL())
}

func TestTokenNames(t *testing.T) {
	env := actions("pull_request")
	env["GITHUB_TOKEN"] = ""
	env["GH_TOKEN"] = " token-of-gh\n"
	got, err := ci(pullEvent, env).gitHub()
	require.NoError(t, err)
	assert.Equal(t, "token-of-gh", got.Token)
}

// with changes an environment.
func with(env map[string]string, pairs ...string) map[string]string {
	for i := 0; i < len(pairs); i += 2 {
		env[pairs[i]] = pairs[i+1]
	}
	return env
}

func TestRunsThatMayNotPost(t *testing.T) {
	gitlab := func(pairs ...string) map[string]string { return with(mergePipeline(), pairs...) }
	cases := []struct {
		name, forge, event string
		env                map[string]string
		want               string
	}{
		{"push", "github", `{"ref": "refs/heads/main"}`, actions("push"), "this run is for no pull request"},
		{"started for nothing", "github", `{"inputs": {"pull": "", "commit": "` + headSHA + `"}}`, actions("workflow_dispatch"), "this run is for no pull request"},
		{"started without inputs", "github", `{"inputs": null}`, actions("workflow_dispatch"), "this run is for no pull request"},
		{"plain issue", "github", `{"issue": {"number": 3}}`, actions("issue_comment"), "this run is for no pull request"},
		{"after a push", "github", `{"workflow_run": {"event": "push", "head_repository": {"full_name": "org/fft"}}}`, actions("workflow_run"), `ran for event "push"`},
		{"deleted fork", "github", `{"workflow_run": {"event": "pull_request", "head_repository": null}}`, actions("workflow_run"), "was deleted"},
		{"fork without secrets", "github", forkEvent, with(actions("pull_request"), "GITHUB_TOKEN", "", "GH_TOKEN", ""), "comes from a fork"},
		{"branch pipeline", "gitlab", "", gitlab("CI_MERGE_REQUEST_IID", ""), "for no merge request"},
		{"GitLab fork", "gitlab", "", gitlab("GITLAB_TOKEN", "", "CI_JOB_TOKEN", "j", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID", "44"), "comes from a fork"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, err := FromEnvironment(c.forge, ci(c.event, c.env), Options{})
			require.NoError(t, err)
			out := mustPost(t, p, comment(1, "x"))
			assert.Equal(t, Refused, out.Status)
			assert.Contains(t, out.Why, c.want)
		})
	}
}

func TestEnvironmentsThatAreWrong(t *testing.T) {
	cases := []struct {
		name, forge, event string
		env                map[string]string
		want               string
	}{
		{"no CI", "github", "", nil, "GITHUB_REPOSITORY and GITHUB_EVENT_PATH are not set"},
		{"no CI", "gitlab", "", nil, "CI_PROJECT_ID is not set"},
		{"no forge", "bitbucket", "", nil, "github or gitlab"},
		{"no event", "github", "", with(actions("push"), "GITHUB_EVENT_PATH", ""), "are not set"},
		{"no JSON", "github", "<html>", actions("push"), "not the JSON"},
		{"no token", "github", pullEvent, with(actions("pull_request"), "GITHUB_TOKEN", "", "GH_TOKEN", ""), "no token; set GITHUB_TOKEN"},
		{"no token", "gitlab", "", with(mergePipeline(), "GITLAB_TOKEN", ""), "GITLAB_TOKEN is not set"},
		{"job token", "gitlab", "", with(mergePipeline(), "GITLAB_TOKEN", "", "CI_JOB_TOKEN", "j"), "CI_JOB_TOKEN can read comments but not write them"},
		{"no number", "gitlab", "", with(mergePipeline(), "CI_MERGE_REQUEST_IID", "x"), "is no number"},
	}
	for _, c := range cases {
		t.Run(c.name+c.forge, func(t *testing.T) {
			_, err := FromEnvironment(c.forge, ci(c.event, c.env), Options{})
			require.ErrorContains(t, err, c.want)
		})
	}
	e := ci("", actions("push"))
	e.ReadFile = func(string) ([]byte, error) { return nil, errors.New("gone") }
	_, err := FromEnvironment("github", e, Options{})
	require.ErrorContains(t, err, "read the event (GITHUB_EVENT_PATH): gone")
}

func mergePipeline() map[string]string {
	return map[string]string{
		"CI_API_V4_URL": "https://gitlab.example/api/v4", "CI_PROJECT_ID": "44", "CI_MERGE_REQUEST_PROJECT_ID": "9",
		"CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "9", "CI_MERGE_REQUEST_IID": "7", "CI_COMMIT_SHA": headSHA,
		"CI_PIPELINE_CREATED_AT": "2026-03-01T11:30:00Z", "GITLAB_TOKEN": testToken,
	}
}

func TestGitLabEnvironment(t *testing.T) {
	want := GitLabConfig{API: "https://gitlab.example/api/v4", Token: testToken, Project: "9", Merge: 7,
		Head: Head{SHA: headSHA, MergeSHA: headSHA}, Started: time.Date(2026, 3, 1, 11, 30, 0, 0, time.UTC)}
	got, err := ci("", mergePipeline()).gitLab()
	require.NoError(t, err)
	assert.Equal(t, want, got)

	merged := with(mergePipeline(), "CI_COMMIT_SHA", otherSHA, "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", headSHA)
	got, err = ci("", merged).gitLab()
	require.NoError(t, err)
	want.Head.MergeSHA = otherSHA
	assert.Equal(t, want, got, "a pipeline of the merged result")

	p, err := FromEnvironment("gitlab", ci("", merged), Options{})
	require.NoError(t, err)
	assert.IsType(t, &GitLab{}, p)
}

func TestPostingFromTheEnvironmentOfAForkRun(t *testing.T) {
	f := newFakeGitHub(t)
	f.pulls[0].repo = "alice/fft"
	env := with(actions("workflow_run"), "GITHUB_API_URL", f.server.URL)
	p, err := FromEnvironment("github", ci(runEvent, env), newClock().options())
	require.NoError(t, err)
	out := mustPost(t, p, comment(1, "2 slower"))
	assert.Equal(t, "created https://github.com/org/fft/pull/7#issuecomment-1", out.String())
	assert.Len(t, bodies(f.forge()), 1)
}
