package post

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/go-github/v89/github"
)

// Conclusion is the colour of a check run.
type Conclusion string

const (
	Success Conclusion = "success"
	Failure Conclusion = "failure"
	Neutral Conclusion = "neutral" // could not tell, for noise or missing input
)

// Check is a check run on the measured commit.
type Check struct {
	Name       string // shown in the list of checks
	SHA        string // commit in full; empty means the one that the CI run is for
	Conclusion Conclusion
	Title      string // one line
	// Summary and Text are Markdown in sections, the most important first.
	// Sections that do not fit into 65,535 characters each are left out whole.
	Summary, Text []string
	Annotations   []Annotation
}

// Level is how loud an annotation is.
type Level string

const (
	Notice  Level = "notice"
	Warning Level = "warning"
	Error   Level = "error"
)

// Annotation is a remark at a line of a file.
type Annotation struct {
	Path    string // from the root of the repository, with slashes
	Line    int    // from 1
	Level   Level  // empty: Warning
	Title   string
	Message string
}

// Checker is a Poster that has check runs. Where the outcome is Refused,
// [WriteAnnotations] needs no permission.
type Checker interface {
	Check(ctx context.Context, c Check) (Outcome, error)
}

// Limits of the checks API.
const (
	checkText        = 65_535
	annotationsACall = 50
	annotationTitle  = 255
	annotationText   = 64 << 10
)

// Check creates a completed check run; annotations beyond the fifty that one
// call takes follow by updates. It needs the permission checks: write and a
// token of an app, as that of Actions is.
func (g *GitHub) Check(ctx context.Context, c Check) (Outcome, error) {
	out, err := g.check(g.wire.patient(ctx), c)
	if status := statusOf(err); status == http.StatusForbidden || status == http.StatusNotFound {
		err = refuse("the token may not write check runs; give the job `permissions: checks: write` (%v)", err)
	}
	out, err = conclude(out, err)
	if err != nil {
		return out, fmt.Errorf("write the check run %q: %w", c.Name, err)
	}
	return out, nil
}

func (g *GitHub) check(ctx context.Context, c Check) (Outcome, error) {
	notes := checkAnnotations(c.Annotations)
	first := notes[:min(len(notes), annotationsACall)]
	output := &github.CheckRunOutput{
		Title: &c.Title, Summary: github.Ptr(fit(c.Summary, checkText)), Text: github.Ptr(fit(c.Text, checkText)), Annotations: first}
	run, err := g.createRun(ctx, github.CreateCheckRunOptions{
		Name: c.Name, HeadSHA: cmp.Or(c.SHA, g.config.Head.SHA), DetailsURL: optional(g.config.RunURL),
		ExternalID: github.Ptr("benchx:" + c.Name), Status: github.Ptr("completed"), Conclusion: github.Ptr(string(c.Conclusion)),
		CompletedAt: &github.Timestamp{Time: g.wire.Now().UTC()}, Output: output})
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{Status: Created, URL: g.wire.text(run.GetHTMLURL())}
	done := len(first)
	for batch := range slices.Chunk(notes[len(first):], annotationsACall) {
		output.Annotations = batch
		if err := g.appendTo(ctx, run.GetID(), c.Name, output, done); err != nil {
			return out, err
		}
		done += len(batch)
	}
	return out, nil
}

// createRun repeats a lost call once it has seen that nothing was stored.
func (g *GitHub) createRun(ctx context.Context, o github.CreateCheckRunOptions) (*github.CheckRun, error) {
	for waits := pauses(); ; waits = waits[1:] {
		run, _, err := g.client.Checks.CreateCheckRun(ctx, g.owner, g.name, o)
		err = g.fault(err)
		if !inDoubt(err) || len(waits) == 0 {
			return run, err
		}
		if err := g.wire.Sleep(ctx, waits[0]); err != nil {
			return nil, err
		}
		found, _, err := g.client.Checks.ListCheckRunsForRef(ctx, g.owner, g.name, o.HeadSHA,
			&github.ListCheckRunsOptions{CheckName: &o.Name, ListOptions: github.ListOptions{PerPage: perPage}})
		if err != nil {
			return nil, g.fault(err)
		}
		for _, run := range found.CheckRuns {
			if run.GetExternalID() == o.GetExternalID() && run.GetCompletedAt().Unix() == o.CompletedAt.Unix() {
				return run, nil
			}
		}
	}
}

// appendTo adds annotations. Doing so twice would show them twice, so a lost
// call is repeated only while the run still has as many as before.
func (g *GitHub) appendTo(ctx context.Context, id int64, name string, output *github.CheckRunOutput, before int) error {
	for waits := pauses(); ; waits = waits[1:] {
		_, _, err := g.client.Checks.UpdateCheckRun(ctx, g.owner, g.name, id, github.UpdateCheckRunOptions{Name: name, Output: output})
		err = g.fault(err)
		if !inDoubt(err) || len(waits) == 0 {
			return err
		}
		if err := g.wire.Sleep(ctx, waits[0]); err != nil {
			return err
		}
		run, _, err := g.client.Checks.GetCheckRun(ctx, g.owner, g.name, id)
		if err != nil {
			return g.fault(err)
		}
		if run.GetOutput().GetAnnotationsCount() > before {
			return nil
		}
	}
}

func checkAnnotations(in []Annotation) []*github.CheckRunAnnotation {
	out := make([]*github.CheckRunAnnotation, 0, len(in))
	for _, a := range in {
		if a.Path == "" {
			continue // the API takes none without a place
		}
		level := string(cmp.Or(a.Level, Warning))
		if a.Level == Error {
			level = "failure"
		}
		line := max(a.Line, 1)
		out = append(out, &github.CheckRunAnnotation{
			Path: &a.Path, StartLine: &line, EndLine: &line, AnnotationLevel: &level,
			Title: optional(clip(a.Title, annotationTitle)), Message: github.Ptr(cmp.Or(clip(a.Message, annotationText), "-"))})
	}
	return out
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// clip cuts s to n bytes, not within a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n-len("…")], "") + "…"
}
