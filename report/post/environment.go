package post

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Environment is where a CI run finds out about itself.
type Environment struct {
	Getenv   func(string) string
	ReadFile func(string) ([]byte, error) // of the event
}

// System is the environment of this process.
func System() Environment { return Environment{os.Getenv, os.ReadFile} }

// FromEnvironment returns the poster for the CI run that this command is part
// of; forge is "github" or "gitlab". A run that may not post returns one whose
// outcome says so.
func FromEnvironment(forge string, e Environment, o Options) (Poster, error) {
	poster, err := fromEnvironment(forge, e, o)
	var v verdict
	if errors.As(err, &v) {
		return refuser{v}, nil
	}
	return poster, err
}

func fromEnvironment(forge string, e Environment, o Options) (Poster, error) {
	switch forge {
	case "github":
		c, err := e.gitHub()
		if err != nil {
			return nil, err
		}
		c.Options = o
		return NewGitHub(c)
	case "gitlab":
		c, err := e.gitLab()
		if err != nil {
			return nil, err
		}
		c.Options = o
		return NewGitLab(c)
	}
	return nil, fmt.Errorf("post to %q: it can be github or gitlab", forge)
}

// RunURL is the page of this CI run, where its artifacts are; empty outside CI.
func (e Environment) RunURL() string {
	repository, id := e.first("GITHUB_REPOSITORY"), e.first("GITHUB_RUN_ID")
	if repository == "" || id == "" {
		return e.first("CI_PIPELINE_URL") // of GitLab
	}
	return fmt.Sprintf("%s/%s/actions/runs/%s", cmp.Or(e.first("GITHUB_SERVER_URL"), "https://github.com"), repository, id)
}

// first returns the first variable that is set.
func (e Environment) first(names ...string) string {
	for _, name := range names {
		if v := strings.TrimSpace(e.Getenv(name)); v != "" {
			return v
		}
	}
	return ""
}

// event is what GitHub tells a run about its cause, as far as it matters here.
type event struct {
	PullRequest *struct {
		Number int
		Head   eventHead
	} `json:"pull_request"`
	Issue *struct {
		Number      int
		PullRequest *struct{} `json:"pull_request"`
	}
	Inputs      map[string]any // of a run that a person started
	WorkflowRun *struct {
		Event          string
		HeadBranch     string    `json:"head_branch"`
		HeadSHA        string    `json:"head_sha"`
		HeadRepository *fullName `json:"head_repository"`
		RunStartedAt   time.Time `json:"run_started_at"`
	} `json:"workflow_run"`
}

// input returns what a person gave a run that he started, "" for nothing.
func (ev *event) input(name string) string {
	if v := ev.Inputs[name]; v != nil {
		return strings.TrimSpace(fmt.Sprint(v))
	}
	return ""
}

type eventHead struct {
	Ref  string
	SHA  string
	Repo *fullName // null once the fork was deleted
}

type fullName struct {
	FullName string `json:"full_name"`
}

// gitHub reads the variables of GitHub Actions and the run's event.
func (e Environment) gitHub() (GitHubConfig, error) {
	c := GitHubConfig{
		API:        e.first("GITHUB_API_URL"),
		Token:      e.first("GITHUB_TOKEN", "GH_TOKEN"),
		Repository: e.first("GITHUB_REPOSITORY"),
		RunURL:     e.RunURL(),
		Actions:    e.first("GITHUB_ACTIONS") == "true",
	}
	path := e.first("GITHUB_EVENT_PATH")
	if c.Repository == "" || path == "" {
		return c, errors.New("post to GitHub: GITHUB_REPOSITORY and GITHUB_EVENT_PATH are not set; " +
			"this works within GitHub Actions, use --dry-run elsewhere")
	}
	text, err := e.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("post to GitHub: read the event (GITHUB_EVENT_PATH): %w", err)
	}
	var ev event
	if err := json.Unmarshal(text, &ev); err != nil {
		return c, fmt.Errorf("post to GitHub: the event (GITHUB_EVENT_PATH) is not the JSON that GitHub writes: %w", err)
	}
	if err := c.about(&ev); err != nil {
		return c, err
	}
	if e.first("GITHUB_EVENT_NAME") == "pull_request" {
		c.Head.MergeSHA = e.first("GITHUB_SHA") // of other events it is the default branch's
	}
	if c.Token == "" && c.Head.Repository != "" && c.Head.Repository != c.Repository {
		return c, refuse("%s", forkRule) // its secrets are empty
	}
	return c, nil
}

// about fills in the pull request that the event is about.
func (c *GitHubConfig) about(ev *event) error {
	switch {
	case ev.PullRequest != nil:
		pull := ev.PullRequest
		c.Pull = pull.Number
		c.Head = Head{Branch: pull.Head.Ref, SHA: pull.Head.SHA}
		if pull.Head.Repo != nil {
			c.Head.Repository = pull.Head.Repo.FullName
		}
	case ev.WorkflowRun != nil:
		run := ev.WorkflowRun
		if run.Event != "pull_request" {
			return refuse("the workflow that this one follows ran for event %q, not for a pull request", run.Event)
		}
		if run.HeadRepository == nil {
			return refuse("the repository that the pull request came from was deleted")
		}
		c.Head = Head{Repository: run.HeadRepository.FullName, Branch: run.HeadBranch, SHA: run.HeadSHA}
		c.Started = run.RunStartedAt
	case ev.Issue != nil && ev.Issue.PullRequest != nil:
		c.Pull = ev.Issue.Number // a comment asked for the run
	case ev.input("pull") != "":
		return c.asked(ev.input("pull"), ev.input("commit"))
	default:
		return refuse("this run is for no pull request, so there is nothing to comment on")
	}
	return nil
}

// asked fills in the pull request that a person named who started the run: only
// who may write to the repository can (workflow_dispatch). The commit, where
// named too, is what was measured.
func (c *GitHubConfig) asked(pull, commit string) error {
	number, err := strconv.Atoi(pull)
	if err != nil || number <= 0 {
		return fmt.Errorf("post to GitHub: the input pull is no number of a pull request")
	}
	c.Pull, c.Head = number, Head{SHA: strings.ToLower(commit)}
	return nil
}

// gitLab reads the variables of a merge request pipeline.
func (e Environment) gitLab() (GitLabConfig, error) {
	c := GitLabConfig{
		API:     e.first("CI_API_V4_URL"),
		Token:   e.first("GITLAB_TOKEN"),
		Project: e.first("CI_MERGE_REQUEST_PROJECT_ID", "CI_PROJECT_ID"), // a fork's pipeline may run in the fork
		Head:    Head{SHA: e.first("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", "CI_COMMIT_SHA"), MergeSHA: e.first("CI_COMMIT_SHA")},
	}
	if c.Project == "" {
		return c, errors.New("post to GitLab: CI_PROJECT_ID is not set; this works within GitLab CI, use --dry-run elsewhere")
	}
	iid := e.first("CI_MERGE_REQUEST_IID")
	if iid == "" {
		return c, refuse("this pipeline is for no merge request (CI_MERGE_REQUEST_IID is not set); " +
			"run the job in merge request pipelines: rules: if: $CI_PIPELINE_SOURCE == \"merge_request_event\"")
	}
	number, err := strconv.Atoi(iid)
	if err != nil || number <= 0 {
		return c, fmt.Errorf("post to GitLab: CI_MERGE_REQUEST_IID is %q, which is no number", iid)
	}
	c.Merge = number
	c.Started, _ = time.Parse(time.RFC3339, e.first("CI_PIPELINE_CREATED_AT")) // newer than many servers; else the clock
	if c.Token == "" {
		return c, e.noGitLabToken()
	}
	return c, nil
}

func (e Environment) noGitLabToken() error {
	source, target := e.first("CI_MERGE_REQUEST_SOURCE_PROJECT_ID"), e.first("CI_MERGE_REQUEST_PROJECT_ID")
	if source != target {
		return refuse("this merge request comes from a fork, whose pipelines get no GITLAB_TOKEN; " +
			"a member can run a pipeline for it in the parent project, which then comments")
	}
	why := "post to GitLab: GITLAB_TOKEN is not set: save a project access token of scope api as a masked CI/CD variable of that name " +
		"(not a protected one, or pipelines of unprotected branches do not get it)"
	if e.first("CI_JOB_TOKEN") != "" {
		why += "; CI_JOB_TOKEN can read comments but not write them"
	}
	return errors.New(why)
}
