package main

import (
	"cmp"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/comment"
)

// meta is what the command line and the CI job say of a run; what neither says
// the run says itself.
func (f *commentFlags) meta(head *ablation.Report) (comment.Meta, error) {
	for flag, sha := range map[string]string{"base-sha": f.baseSHA, "head-sha": f.headSHA} {
		if sha != "" && !commitForm.MatchString(sha) {
			return comment.Meta{}, usagef("--%s %q: want a commit, 7 to 64 hexadecimal digits", flag, sha)
		}
	}
	return comment.Meta{
		Key:  cmp.Or(f.key, jobKey(head)),
		Pull: pullNumber(),
		Time: runTime(head),
		Base: comment.Ref{Name: cmp.Or(f.baseRef, firstEnv("GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME")), SHA: f.baseSHA},
		Head: comment.Ref{Name: cmp.Or(f.headRef, firstEnv("GITHUB_HEAD_REF", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME")), SHA: f.headSHA},
	}, nil
}

var commitForm = regexp.MustCompile(`^[0-9a-f]{7,64}$`)

// firstEnv returns the first variable that is set.
func firstEnv(names ...string) string {
	for _, n := range names {
		if v := os.Getenv(n); v != "" {
			return v
		}
	}
	return ""
}

// jobKey names the CI job, else the platform that was measured, so that the
// jobs of one pull request do not overwrite each other's comments.
func jobKey(head *ablation.Report) string {
	if job := os.Getenv("GITHUB_JOB"); job != "" {
		return os.Getenv("GITHUB_WORKFLOW") + "/" + job
	}
	if job := os.Getenv("CI_JOB_NAME"); job != "" {
		return os.Getenv("CI_PROJECT_NAME") + "/" + job
	}
	key := "benchx"
	if len(head.Environments) > 0 && head.Environments[0].GOOS != "" {
		key += "/" + head.Environments[0].GOOS + "-" + head.Environments[0].GOARCH
	}
	return key
}

var pullRef = regexp.MustCompile(`^refs/pull/([0-9]+)/`)

// pullNumber is the pull request that the CI job is for, or 0.
func pullNumber() int {
	number := os.Getenv("CI_MERGE_REQUEST_IID")
	if m := pullRef.FindStringSubmatch(os.Getenv("GITHUB_REF")); m != nil {
		number = m[1]
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0
	}
	return n
}

// runTime is the last date that the environments of a report tell.
func runTime(r *ablation.Report) (last time.Time) {
	for i := range r.Environments {
		t, err := time.Parse(time.RFC3339, strings.TrimSpace(r.Environments[i].Date))
		if err == nil && t.After(last) {
			last = t
		}
	}
	return last
}
