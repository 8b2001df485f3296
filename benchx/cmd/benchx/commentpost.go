package main

import (
	"context"
	"fmt"
	"os"

	"github.com/fftstudy/fftstudy/report/comment"
	"github.com/fftstudy/fftstudy/report/post"
)

// postComment brings the comment to its thread and says on stderr what became
// of it.
func (f *commentFlags) postComment(ctx context.Context, s *session, run *comment.Run, o comment.Options) error {
	poster, err := post.FromEnvironment(f.forge, post.System(), post.Options{})
	if err != nil {
		return err
	}
	c := post.Comment{
		Key: run.Key, SHA: run.Head.SHA, Time: run.Time, Pull: run.Pull,
		Body:  string(comment.Markdown(run, o)),
		Quiet: run.Quiet() && !f.always,
	}
	if run.Base != nil {
		c.Base = run.Base.SHA
	}
	outcome, err := poster.Post(ctx, c)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stderr, "benchx: comment %s: %s\n", run.Key, outcome)
	if !outcome.Posted() && f.requirePost {
		return fmt.Errorf("the comment could not be posted, and --require-post was given")
	}
	if checker, ok := poster.(post.Checker); ok && f.check {
		return f.checkRun(ctx, s, checker, run, o)
	}
	return nil
}

// checkRun adds the check run of --check.
func (f *commentFlags) checkRun(ctx context.Context, s *session, checker post.Checker, run *comment.Run, o comment.Options) error {
	check := post.Check{
		Name: run.Key, SHA: run.Head.SHA, Conclusion: conclusion(run), Title: comment.Headline(run),
		Summary: []string{string(comment.Markdown(run, o))},
	}
	if f.from == "" {
		check.Annotations = annotations(run)
	}
	outcome, err := checker.Check(ctx, check)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stderr, "benchx: check run %s: %s\n", run.Key, outcome)
	if !outcome.Posted() && f.requirePost {
		return fmt.Errorf("the check run could not be written, and --require-post was given")
	}
	return nil
}

func conclusion(run *comment.Run) post.Conclusion {
	switch {
	case run.Asked != nil: // neither good nor bad by the policy asked for
		return post.Neutral
	case run.Worse() > 0:
		return post.Failure
	case !run.Judged():
		return post.Neutral
	}
	return post.Success
}

// tellActions writes the job's summary and annotations where this is a job of
// GitHub Actions.
func tellActions(s *session, run *comment.Run, o comment.Options) error {
	if os.Getenv("GITHUB_ACTIONS") != "true" {
		return nil
	}
	if path := os.Getenv("GITHUB_STEP_SUMMARY"); path != "" {
		if err := post.AppendSummary(path, []string{string(comment.Summary(run, o))}); err != nil {
			return err
		}
	}
	// Standard output may be the comment, on its way to a file.
	return post.WriteAnnotations(s.stderr, annotations(run))
}

// annotations places the remarks of a run at the benchmarks' declarations, as
// far as they are in the working tree.
func annotations(run *comment.Run) []post.Annotation {
	all := comment.Annotations(run)
	find := newLocator(".")
	out := make([]post.Annotation, len(all))
	for i, a := range all {
		out[i] = post.Annotation{Level: post.Warning, Title: a.Title, Message: a.Message}
		if a.Failed {
			out[i].Level = post.Error
		}
		if a.Benchmark != "" {
			out[i].Path, out[i].Line = find.benchmark(a.Package, a.Benchmark)
		}
	}
	return out
}
