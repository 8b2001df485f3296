package plots

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

var dump = flag.String("dump", "", "write the figures of the tests into this folder, to look at them")

func dumpFigures(t testing.TB, sub string, figures []Figure) {
	t.Helper()
	if *dump == "" {
		return
	}
	dir := filepath.Join(*dump, sub)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	for _, f := range figures {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f.Name+".png"), f.PNG, 0o644))
		t.Logf("%s/%s.png  %d×%d  %d bytes\n    %s", sub, f.Name, f.Width, f.Height, len(f.PNG), f.Caption)
	}
}

func TestStudyDrawsEveryKind(t *testing.T) {
	s := synthStudy()
	figures, errs := Study(s, compare.Within(s, compare.Options{}), synthAcross(90), Options{})
	assert.Empty(t, errs)
	dumpFigures(t, "demo", figures)
}

func TestLimitStudy(t *testing.T) {
	s := ablation.NewStudy(limitReport(), ablation.StudyOptions{})
	figures, errs := Study(s, nil, nil, Options{})
	assert.Empty(t, errs)
	dumpFigures(t, "limit", figures)
}

func TestGenericStudy(t *testing.T) {
	s := ablation.NewStudy(genericReport(100), ablation.StudyOptions{})
	figures, errs := Study(s, nil, nil, Options{})
	assert.Empty(t, errs)
	dumpFigures(t, "generic", figures)
}
