package comment_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/report/comment"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const shared = "../../testdata/"

// readColumn reads a run's text as the command does.
func readColumn(t testing.TB, path string) compare.Column {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	s := ingest.NewScanner(f, filepath.Base(path))
	c := ablation.NewCollector(ablation.CollectOptions{})
	for s.Scan() {
		c.Add(s.Record())
	}
	require.NoError(t, s.Err())
	if s.Summary().CutOff {
		c.MarkIncomplete()
	}
	return compare.Column{Label: filepath.Base(path), Report: c.Report()}
}

// meta is what a CI job knows of a run.
func meta() comment.Meta {
	return comment.Meta{
		Key: "fft/linux-amd64", Pull: 12, Time: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
		Base: comment.Ref{Name: "main", SHA: "0123456789abcdef0123456789abcdef01234567"},
		Head: comment.Ref{Name: "faster-radix4", SHA: "fedcba9876543210fedcba9876543210fedcba98"},
	}
}

// newRun compares columns, the first being the base.
func newRun(t testing.TB, opt compare.Options, m comment.Meta, cols ...compare.Column) *comment.Run {
	t.Helper()
	res, err := compare.Reports(cols, opt)
	require.NoError(t, err)
	return comment.New(res, cols, m)
}

// golden holds got against a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), name)
}
