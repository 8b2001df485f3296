package post

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func check(annotations int) Check {
	c := Check{Name: "benchx fft", SHA: headSHA, Conclusion: Failure, Title: "2 slower", Summary: []string{"## 2 slower"}, Text: []string{"table"}}
	for i := range annotations {
		c.Annotations = append(c.Annotations, Annotation{Path: "fft/bench_test.go", Line: i + 1, Level: Warning, Title: "slower", Message: fmt.Sprint("row ", i)})
	}
	return c
}

func lines(run *fakeRun) []int {
	var out []int
	for _, a := range run.annotations {
		out = append(out, int(a.(map[string]any)["start_line"].(float64)))
	}
	return out
}

func TestCheckRun(t *testing.T) {
	f := newFakeGitHub(t)
	g := f.gitHub(t, GitHubConfig{Pull: 7, RunURL: "https://github.com/org/fft/actions/runs/5", Options: newClock().options()})
	out, err := g.Check(t.Context(), check(1))
	require.NoError(t, err)
	assert.Equal(t, "created https://github.com/org/fft/runs/1", out.String())
	require.Len(t, f.runs, 1)
	run := f.runs[0].create
	assert.Equal(t, headSHA, run["head_sha"])
	assert.Equal(t, "completed", run["status"])
	assert.Equal(t, "failure", run["conclusion"])
	assert.Equal(t, "https://github.com/org/fft/actions/runs/5", run["details_url"])
	assert.Equal(t, map[string]any{"path": "fft/bench_test.go", "start_line": 1.0, "end_line": 1.0, "annotation_level": "warning",
		"title": "slower", "message": "row 0"}, f.runs[0].annotations[0])
}

func TestAnnotationsComeInFifties(t *testing.T) {
	for _, n := range []int{0, 49, 50, 51, 120} {
		f := newFakeGitHub(t)
		_, err := f.gitHub(t, GitHubConfig{Pull: 7, Options: newClock().options()}).Check(t.Context(), check(n))
		require.NoError(t, err)
		require.Len(t, f.runs, 1)
		assert.Len(t, lines(f.runs[0]), n)
		assert.Equal(t, max(0, (n+49)/50-1), f.runs[0].updates)
	}
}

func TestLostAnswersOfCheckRuns(t *testing.T) {
	for name, trouble := range map[string]trouble{
		"create, stored":     {method: http.MethodPost, path: "/check-runs", lose: true},
		"create, not stored": {method: http.MethodPost, path: "/check-runs", answer: failWith(502, "upstream")},
		"append, stored":     {method: http.MethodPatch, path: "/check-runs", lose: true},
		"append, not stored": {method: http.MethodPatch, path: "/check-runs", answer: failWith(502, "upstream")},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFakeGitHub(t)
			f.troubles = append(f.troubles, trouble)
			_, err := f.gitHub(t, GitHubConfig{Pull: 7, Options: newClock().options()}).Check(t.Context(), check(120))
			require.NoError(t, err)
			require.Len(t, f.runs, 1)
			want := make([]int, 120)
			for i := range want {
				want[i] = i + 1
			}
			assert.Equal(t, want, lines(f.runs[0]), "each once")
		})
	}
}

func TestCheckRunWithoutPermission(t *testing.T) {
	f := newFakeGitHub(t)
	f.readOnly()
	out, err := f.gitHub(t, GitHubConfig{Pull: 7, Options: newClock().options()}).Check(t.Context(), check(1))
	require.NoError(t, err)
	assert.Equal(t, Refused, out.Status)
	assert.Contains(t, out.Why, "checks: write")
}

func TestCheckRunTooLong(t *testing.T) {
	f := newFakeGitHub(t)
	c := check(1)
	c.Text = []string{strings.Repeat("a", 40_000), strings.Repeat("b", 40_000), strings.Repeat("c", 20_000)}
	c.Annotations[0].Title = strings.Repeat("ä", 200)
	_, err := f.gitHub(t, GitHubConfig{Pull: 7, Options: newClock().options()}).Check(t.Context(), c)
	require.NoError(t, err)
	output := f.runs[0].create["output"].(map[string]any)
	shown := output["text"].(string)
	assert.LessOrEqual(t, len(shown), checkText)
	assert.NotContains(t, shown, "b", "it did not fit")
	assert.Contains(t, shown, "c", "and the next did")
	assert.Contains(t, shown, "one more section")
	title := f.runs[0].annotations[0].(map[string]any)["title"].(string)
	assert.LessOrEqual(t, len(title), annotationTitle)
	assert.True(t, strings.HasSuffix(title, "ä…"))
}

func TestWorkflowCommands(t *testing.T) {
	var b strings.Builder
	require.NoError(t, WriteAnnotations(&b, []Annotation{
		{Path: "fft/bench_test.go", Line: 12, Level: Warning, Title: "12 % slower: n=4096, b=8", Message: "100 % sure\r\n::error::not a command"},
		{Level: Error, Message: "no place"},
		{Path: "a,b:c.go", Message: "line and level left open"},
	}))
	assert.Equal(t, "::warning file=fft/bench_test.go,line=12,title=12 %25 slower%3A n=4096%2C b=8::100 %25 sure%0D%0A::error::not a command\n"+
		"::error::no place\n"+
		"::warning file=a%2Cb%3Ac.go,line=1::line and level left open\n", b.String())
}

func TestTenAnnotationsOfALevel(t *testing.T) {
	notes := check(25).Annotations
	notes = append(notes, Annotation{Level: Error, Message: "loud"})
	var b strings.Builder
	require.NoError(t, WriteAnnotations(&b, notes))
	assert.Equal(t, 10, strings.Count(b.String(), "::warning "))
	assert.Contains(t, b.String(), "::error::loud\n")
	assert.True(t, strings.HasSuffix(b.String(), "… and 15 more that GitHub would not show as annotations of one step\n"))
}
