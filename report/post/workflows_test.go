package post

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// The workflows of docs/ci are what makes posting safe, so they are tested
// beside it, and so are the copies that this repository runs.

const (
	docs = "../../docs/ci/"
	own  = "../../.github/workflows/"
)

type workflow struct {
	Name        string
	On          map[string]any
	Permissions *map[string]string
	Concurrency struct{ Group string }
	Env         map[string]string
	Jobs        map[string]*job
	text        string
}

type job struct {
	If          string
	Permissions *map[string]string
	Timeout     int `yaml:"timeout-minutes"`
	Env         map[string]string
	Steps       []step
}

type step struct {
	Name, ID, If, Uses, Run string
	With, Env               map[string]string
	Continue                bool `yaml:"continue-on-error"`
}

func load(t *testing.T, path string) workflow {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var w workflow
	require.NoError(t, yaml.Unmarshal(text, &w), path)
	w.text = string(text)
	return w
}

// benchmarkWorkflows are the GitHub ones of this package's concern, with the
// most that each may be permitted.
func benchmarkWorkflows() map[string]map[string]string {
	measure := map[string]string{"contents": "read"}
	comment := map[string]string{"contents": "read", "actions": "read", "pull-requests": "write"}
	return map[string]map[string]string{
		docs + "github-own-branch.yml":   {"contents": "read", "pull-requests": "write"},
		docs + "github-fork-measure.yml": measure,
		docs + "github-fork-comment.yml": comment,
		own + "benchmarks.yml":           measure,
		own + "benchmarks-comment.yml":   comment,
		own + "gpu.yml":                  {"contents": "read"},
	}
}

func allWorkflows(t *testing.T) []string {
	t.Helper()
	inDocs, err := filepath.Glob(docs + "github-*.yml")
	require.NoError(t, err)
	inOwn, err := filepath.Glob(own + "*.yml")
	require.NoError(t, err)
	require.NotEmpty(t, inDocs)
	require.NotEmpty(t, inOwn)
	return append(inDocs, inOwn...)
}

func TestPermissionsAreMinimal(t *testing.T) {
	limits := benchmarkWorkflows()
	limits[own+"ci.yml"] = map[string]string{"contents": "read"}
	limits[own+"gpu.yml, job comment"] = map[string]string{"contents": "read", "pull-requests": "write"}
	for _, path := range allWorkflows(t) {
		w := load(t, path)
		limit, known := limits[path]
		require.True(t, known, "%s: say here what it may do", path)
		require.NotNil(t, w.Permissions, "%s: without permissions of its own it has those of the repository", path)
		for name, j := range w.Jobs {
			granted := *w.Permissions
			if j.Permissions != nil {
				granted = *j.Permissions
			}
			limit := limit
			if own, ok := limits[path+", job "+name]; ok {
				limit = own
			}
			assert.Equal(t, limit, granted, "%s, job %s", path, name)
			assert.Positive(t, j.Timeout, "%s, job %s has no timeout", path, name)
		}
	}
}

func TestNoWorkflowRunsUntrustedCodeWithRights(t *testing.T) {
	for _, path := range allWorkflows(t) {
		w := load(t, path)
		assert.NotContains(t, w.On, "pull_request_target", path)
		assert.NotContains(t, strings.ReplaceAll(w.text, "github.token", ""), "secrets.", path)
		for _, j := range w.Jobs {
			for _, s := range j.Steps {
				assert.NotContains(t, s.Run, "${{", "%s, %q: an expression in a script is code that somebody else may write", path, s.Name)
			}
		}
	}
}

// Expressions may only read what nobody can fill with text of his own, except
// where the place gives the text no meaning.
func TestExpressionsAreKnown(t *testing.T) {
	known := []string{
		"github.event.pull_request.number", "github.event.pull_request.base.sha", "github.event.pull_request.head.sha",
		"github.event.workflow_run.id", "github.token", "runner.temp", "env.BENCHX_REPOSITORY", "env.BENCHX_REF",
		"inputs.commit", "github.event.repository.default_branch", "!cancelled()",
		"!cancelled() && (steps.measure.outcome == 'success' || steps.measure.outcome == 'failure')",
		"!cancelled() && inputs.pull != '' && (needs.measure.result == 'success' || needs.measure.result == 'failure')",
		"steps.run.outcome == 'success'", "!cancelled() && steps.measure.outcome == 'success'",
	}
	inGroup := []string{"github.event.workflow_run.head_repository.full_name", "github.event.workflow_run.head_branch"}
	expression := regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)
	for path := range benchmarkWorkflows() {
		w := load(t, path)
		require.NotEmpty(t, w.Concurrency.Group, path)
		for _, m := range expression.FindAllStringSubmatch(w.Concurrency.Group, -1) {
			assert.Contains(t, append(known, inGroup...), m[1], path)
		}
		for _, m := range expression.FindAllStringSubmatch(strings.Replace(w.text, w.Concurrency.Group, "", 1), -1) {
			assert.Contains(t, known, m[1], path)
		}
	}
}

func TestActionsAreTheOfficialOnes(t *testing.T) {
	official := regexp.MustCompile(`^actions/(checkout|setup-go|upload-artifact|download-artifact)@(v\d+|[0-9a-f]{40})$`)
	for _, path := range allWorkflows(t) {
		for _, j := range load(t, path).Jobs {
			for _, s := range j.Steps {
				if s.Uses != "" {
					assert.Regexp(t, official, s.Uses, path)
				}
				if strings.HasPrefix(s.Uses, "actions/checkout@") && !strings.HasSuffix(path, "/ci.yml") {
					assert.Equal(t, "false", s.With["persist-credentials"], "%s, %q leaves the token in .git/config", path, s.Name)
				}
			}
		}
	}
}

// Code of the pull request runs in the step that measures; the token is in the
// environment of the step that comments and of no other.
func TestTokenIsForOneStep(t *testing.T) {
	for path := range benchmarkWorkflows() {
		w := load(t, path)
		holders := 0
		for _, j := range w.Jobs {
			for _, env := range []map[string]string{w.Env, j.Env} {
				for _, value := range env {
					assert.NotContains(t, value, "github.token", path)
				}
			}
			for _, s := range j.Steps {
				if slices.Contains(slices.Collect(maps.Values(s.Env)), "${{ github.token }}") {
					holders++
					assert.Contains(t, s.Run, "--post github", path)
				}
				assert.Equal(t, strings.Contains(s.Run, "--post github"), s.Env["GITHUB_TOKEN"] != "", path)
			}
		}
		assert.LessOrEqual(t, holders, 1, path)
		if strings.Contains(path, "measure") || strings.HasSuffix(path, "benchmarks.yml") {
			assert.Zero(t, holders, path)
			assert.NotContains(t, w.text, "github.token", path)
		}
	}
}

func TestTrustedHalfTouchesNothingOfThePullRequest(t *testing.T) {
	for _, path := range []string{docs + "github-fork-comment.yml", own + "benchmarks-comment.yml"} {
		w := load(t, path)
		assert.Equal(t, []string{"workflow_run"}, slices.Collect(maps.Keys(w.On)), path)
		j := w.Jobs["comment"]
		require.NotNil(t, j, path)
		assert.Contains(t, j.If, "github.event.workflow_run.event == 'pull_request'", path)
		for _, s := range j.Steps {
			switch {
			case strings.HasPrefix(s.Uses, "actions/checkout@"):
				assert.NotContains(t, s.With["ref"]+s.With["repository"], "github.event", "%s checks out what the event names", path)
			case strings.HasPrefix(s.Uses, "actions/setup-go@"):
				assert.Equal(t, "false", s.With["cache"], path)
			case strings.HasPrefix(s.Uses, "actions/download-artifact@"):
				assert.Equal(t, "${{ runner.temp }}/run", s.With["path"], "%s: beside the workspace", path)
				assert.Equal(t, "${{ github.event.workflow_run.id }}", s.With["run-id"], path)
			default:
				assert.NotRegexp(t, `\bgo (test|run|generate)\b|benchx" ab\b|--baseline|\bgit\b`, s.Run, path)
			}
		}
	}
}

// A runner of one's own runs nobody's code unasked: a person with the right to
// write starts it, for a commit; who comments runs nothing of that commit.
func TestDeviceRunnerIsStartedByAPerson(t *testing.T) {
	text, err := os.ReadFile(own + "gpu.yml")
	require.NoError(t, err)
	var raw struct {
		On   map[string]any
		Jobs map[string]struct {
			RunsOn      any `yaml:"runs-on"`
			Environment string
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &raw))
	assert.Equal(t, []string{"workflow_dispatch"}, slices.Collect(maps.Keys(raw.On)))
	for name, j := range raw.Jobs {
		if _, hosted := j.RunsOn.(string); !hosted {
			assert.Equal(t, "gpu", j.Environment, "job %s runs on a runner of our own without anybody's approval", name)
		}
	}
	w := load(t, own+"gpu.yml")
	assert.Equal(t, "${{ inputs.commit }}", find(t, w, "check out the commit").With["ref"])
	for _, s := range w.Jobs["comment"].Steps {
		assert.NotContains(t, s.With["ref"], "inputs.", s.Name)
		assert.NotRegexp(t, `\bgo (test|run|generate)\b|make |--baseline|\bgit\b`, s.Run, s.Name)
		if strings.HasPrefix(s.Uses, "actions/setup-go@") {
			assert.Equal(t, "false", s.With["cache"])
		}
	}
	up, down := find(t, w, "hand the run over"), find(t, w, "fetch the run")
	assert.Equal(t, up.With["name"], down.With["name"])
	assert.Contains(t, find(t, w, "write the run and the job summary").Run, `--json "$RUNNER_TEMP/run.json"`)
	assert.Contains(t, find(t, w, "comment").Run, `--from "$RUNNER_TEMP/run/run.json"`)
}

func TestHalvesFitTogether(t *testing.T) {
	for _, pair := range [][2]string{
		{docs + "github-fork-measure.yml", docs + "github-fork-comment.yml"},
		{own + "benchmarks.yml", own + "benchmarks-comment.yml"},
	} {
		measure, comment := load(t, pair[0]), load(t, pair[1])
		assert.Equal(t, map[string]any{"workflows": []any{measure.Name}, "types": []any{"completed"}}, comment.On["workflow_run"])
		assert.Equal(t, measure.Env["KEY"], comment.Env["KEY"], "or the artifact's key would decide")
		up, down := find(t, measure, "hand the run over"), find(t, comment, "fetch the run")
		assert.Equal(t, up.With["name"], down.With["name"])
		assert.Equal(t, "run.json", filepath.Base(up.With["path"]))
		assert.Contains(t, find(t, measure, "write the run and the job summary").Run, `--json "$RUNNER_TEMP/run.json"`)
		assert.Contains(t, find(t, comment, "comment").Run, `--from "$RUNNER_TEMP/run/run.json"`)
	}
}

func find(t *testing.T, w workflow, name string) step {
	t.Helper()
	for _, j := range w.Jobs {
		for _, s := range j.Steps {
			if s.Name == name {
				return s
			}
		}
	}
	require.Fail(t, "no step", "%s has no step %q", w.Name, name)
	return step{}
}

// This repository runs the pair that it recommends: all but the parameters and
// where benchx comes from is the same.
func TestOwnCopiesAreTheDocumentedOnes(t *testing.T) {
	for documented, copied := range map[string]string{
		docs + "github-fork-measure.yml": own + "benchmarks.yml",
		docs + "github-fork-comment.yml": own + "benchmarks-comment.yml",
	} {
		a, b := load(t, documented), load(t, copied)
		for _, w := range []*workflow{&a, &b} {
			w.text, w.Env = "", nil
			for _, j := range w.Jobs {
				j.Steps = slices.DeleteFunc(j.Steps, func(s step) bool {
					return strings.HasPrefix(s.Name, "check out benchx") || s.Name == "build benchx"
				})
				for i := range j.Steps {
					if strings.HasPrefix(j.Steps[i].Uses, "actions/setup-go@") {
						delete(j.Steps[i].With, "go-version-file")
					}
				}
			}
		}
		assert.Equal(t, a, b, copied)
	}
	// The own-branch workflow measures and gates as the pair does.
	pair, single := load(t, docs+"github-fork-measure.yml"), load(t, docs+"github-own-branch.yml")
	for _, name := range []string{"measure", "gate", "build benchx", "keep the samples", "check out the head, with its history"} {
		assert.Equal(t, find(t, pair, name), find(t, single, name))
	}
	assert.Equal(t, pair.Env, single.Env)
}

// gitlabJob is a job or a template of a GitLab pipeline.
type gitlabJob struct {
	Extends     string
	Before      []string `yaml:"before_script"`
	Script      []string
	Needs       []string
	Variables   map[string]string
	Environment struct{ Name string }
	Rules       []struct{ If string }
	Artifacts   struct{ Paths []string }
}

func TestGitLabPipeline(t *testing.T) {
	text, err := os.ReadFile(docs + "gitlab.yml")
	require.NoError(t, err)
	var jobs map[string]yaml.Node
	require.NoError(t, yaml.Unmarshal(text, &jobs))
	decode := func(name string) (j gitlabJob) {
		node, ok := jobs[name]
		require.True(t, ok, name)
		require.NoError(t, node.Decode(&j))
		return j
	}
	base, measure, comment := decode(".benchx"), decode("benchmarks:measure"), decode("benchmarks:comment")
	require.Len(t, base.Rules, 1)
	assert.Equal(t, `$CI_PIPELINE_SOURCE == "merge_request_event"`, base.Rules[0].If)
	assert.Equal(t, ".benchx", measure.Extends)
	assert.Equal(t, ".benchx", comment.Extends)

	assert.Empty(t, measure.Environment.Name, "the job that runs the merge request's code must not see the token")
	assert.NotContains(t, strings.Join(measure.Script, "\n"), "--post")
	assert.Equal(t, "benchx-comment", comment.Environment.Name)
	assert.Equal(t, "none", comment.Variables["GIT_STRATEGY"])
	assert.Equal(t, []string{"benchmarks:measure"}, comment.Needs)
	assert.Contains(t, strings.Join(comment.Script, "\n"), "--post gitlab")
	assert.Equal(t, []string{"ab/"}, measure.Artifacts.Paths)
	for _, script := range [][]string{base.Before, measure.Script, comment.Script} {
		parses(t, docs+"gitlab.yml", strings.Join(script, "\n"))
		assert.NotContains(t, strings.Join(script, "\n"), "TOKEN")
	}
}

func TestScriptsParse(t *testing.T) {
	for _, path := range allWorkflows(t) {
		for _, j := range load(t, path).Jobs {
			for _, s := range j.Steps {
				if s.Run != "" {
					parses(t, path, s.Run)
				}
			}
		}
	}
}

// parses asks bash whether a script is one.
func parses(t *testing.T, path, script string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash to ask")
	}
	cmd := exec.Command(bash, "-n")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "%s: %s\n%s", path, out, script)
}
