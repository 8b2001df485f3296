package comparison_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/ingest"
)

const fixtures = "../../testdata/compare"

// readColumn reads a bench file as the command does.
func readColumn(t testing.TB, name string, config ...string) compare.Column {
	t.Helper()
	f, err := os.Open(filepath.Join(fixtures, name))
	require.NoError(t, err)
	defer f.Close()
	s := ingest.NewScanner(f, name)
	s.Config(config...)
	c := ablation.NewCollector(ablation.CollectOptions{})
	for s.Scan() {
		c.Add(s.Record())
	}
	require.NoError(t, s.Err())
	return compare.Column{Label: name, Report: c.Report()}
}
