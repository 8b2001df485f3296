package comparison_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

const fixtures = "../../testdata/compare"

// readColumn reads a bench file with the reader that benchstat uses.
func readColumn(t testing.TB, name string) compare.Column {
	t.Helper()
	f, err := os.Open(filepath.Join(fixtures, name))
	require.NoError(t, err)
	defer f.Close()

	rep := &ablation.Report{Schema: 2}
	type key struct {
		env       int
		pkg, name string
	}
	rows := make(map[key]int)
	r := benchfmt.NewReader(f, name)
	for r.Scan() {
		res, ok := r.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		env := environment(rep, res)
		k := key{env, res.GetConfig("pkg"), res.Name.String()}
		i, ok := rows[k]
		if !ok {
			i = len(rep.Rows)
			rows[k] = i
			family, rest, found := strings.Cut(k.name, "/")
			row := ablation.Row{Package: k.pkg, Name: family, Procs: 1, Env: env, Status: wire.OK}
			if found {
				row.Axes = []ablation.Axis{{Value: rest}}
			}
			rep.Rows = append(rep.Rows, row)
		}
		for _, v := range res.Values {
			row := &rep.Rows[i]
			m := row.Metric(v.Unit)
			if m == nil {
				row.Metrics = append(row.Metrics, ablation.Metric{Unit: v.Unit})
				m = &row.Metrics[len(row.Metrics)-1]
			}
			m.Samples = append(m.Samples, v.Value)
			m.N++
		}
	}
	require.NoError(t, r.Err())
	seen := make(map[string]bool)
	for i := range rep.Rows {
		for _, m := range rep.Rows[i].Metrics {
			if !seen[m.Unit] {
				seen[m.Unit] = true
				rep.Units = append(rep.Units, ablation.Unit{
					Name: m.Unit, Better: r.Units().GetBetter(m.Unit),
					Exact: r.Units().GetAssumption(m.Unit) == benchmath.AssumeExact,
				})
			}
		}
	}
	return compare.Column{Label: name, Report: rep}
}

func environment(rep *ablation.Report, res *benchfmt.Result) int {
	e := ablation.Environment{GOOS: res.GetConfig("goos"), GOARCH: res.GetConfig("goarch"), CPU: res.GetConfig("cpu")}
	for i, have := range rep.Environments {
		if have.GOOS == e.GOOS && have.GOARCH == e.GOARCH && have.CPU == e.CPU {
			return i
		}
	}
	rep.Environments = append(rep.Environments, e)
	return len(rep.Environments) - 1
}
