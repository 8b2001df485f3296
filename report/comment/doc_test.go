package comment_test

import (
	"compress/gzip"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comment"
	"github.com/fftstudy/fftstudy/report/style"
)

// recorded reads some benchmarks of a recording of equal code.
func recorded(t *testing.T, name string) compare.Column {
	t.Helper()
	f, err := os.Open(shared + "aa/busy-" + name + ".gz")
	require.NoError(t, err)
	defer f.Close()
	text, err := gzip.NewReader(f)
	require.NoError(t, err)
	s := ingest.NewScanner(text, name)
	c := ablation.NewCollector(ablation.CollectOptions{})
	for s.Scan() {
		c.Add(s.Record())
	}
	require.NoError(t, s.Err())
	r := c.Report()
	r.Rows = slices.DeleteFunc(r.Rows, func(row ablation.Row) bool {
		return !strings.Contains(row.FullName(), "/dir=forward/") || strings.Contains(row.FullName(), "/n=256/") ||
			!strings.Contains(row.FullName(), "/batch=8/")
	})
	return compare.Column{Label: name, Report: r}
}

// row returns the row of a variant at a size.
func row(t *testing.T, c compare.Column, part string) *ablation.Row {
	t.Helper()
	for i := range c.Report.Rows {
		if strings.Contains(c.Report.Rows[i].FullName(), part) {
			return &c.Report.Rows[i]
		}
	}
	require.Fail(t, "no such row", part)
	return nil
}

// scale changes what a row measured.
func scale(r *ablation.Row, unit string, factor, more float64) {
	m := r.Metric(unit)
	for i := range m.Samples {
		m.Samples[i] = m.Samples[i]*factor + more
	}
}

// TestExampleOfTheDocs renders the comment that docs/comment.md shows: the noise
// of a real recording, with changes planted in it.
func TestExampleOfTheDocs(t *testing.T) {
	old, now := recorded(t, "old.txt"), recorded(t, "new.txt")
	scale(row(t, now, "variant=stockham_compiled/dir=forward/n=4096/"), wire.UnitSecPerOp, 2, 0)
	scale(row(t, now, "variant=stockham_eager/dir=forward/n=64/"), wire.UnitAllocsPerOp, 1, 2)
	scale(row(t, now, "variant=stockham_eager/dir=forward/n=64/"), wire.UnitBytesPerOp, 1, 2048)
	scale(row(t, now, "variant=butterfly_compiled/dir=forward/n=1024/"), wire.UnitRelL2, 12, 0)
	scale(row(t, now, "variant=op_fft/dir=forward/n=1024/"), wire.UnitSecPerOp, 0.6, 0)
	broken := row(t, now, "variant=butterfly_q8/dir=forward/n=4096/")
	broken.Status, broken.Note, broken.Metrics = wire.BenchFail, "rel-l2 is 0.71, more than 1e-5", nil
	gone := row(t, now, "variant=gonum/dir=forward/n=64/")
	now.Report.Rows = slices.DeleteFunc(now.Report.Rows, func(r ablation.Row) bool { return r.FullName() == gone.FullName() })

	m := meta()
	m.Base.SHA, m.Head.SHA = "31b6da1831050000000000000000000000000000", "8c2f0e9d41a70000000000000000000000000000"
	text := comment.Markdown(newRun(t, compare.Options{}, m, old, now), comment.Options{ReportURL: "https://example.org/report"})
	checkStructure(t, string(text))

	const path = "../../docs/comment.md"
	doc, err := os.ReadFile(path)
	require.NoError(t, err)
	want, err := style.ReplaceBlock(doc, "example", string(text)+"\n")
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(path, want, 0o644))
		return
	}
	assert.Equal(t, string(want), string(doc), "docs/comment.md shows an older comment; go test -update")
}
