package study

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The pages of small scenes, without what other tests hold or other packages
// own: script, styles, hashes, packed data and pictures.
func TestGolden(t *testing.T) {
	for _, scene := range []string{"small", "generic", "broken", "models"} {
		t.Run(scene, func(t *testing.T) {
			page := normalise(render(t, scenes()[scene](t)))
			file := filepath.Join("testdata", scene+".golden.html")
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o777))
				require.NoError(t, os.WriteFile(file, []byte(page), 0o666))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err, "run go test -update to write it")
			sameLines(t, string(want), page)
		})
	}
}

// sameLines compares texts line by line and shows the first difference only.
func sameLines(t *testing.T, want, got string) {
	t.Helper()
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		require.Equal(t, w[i], g[i], "line %d", i+1)
	}
	require.Len(t, g, len(w), "lines")
}

func normalise(page string) string {
	for _, r := range []struct{ pattern, with string }{
		{`(?s)<style>.*?</style>`, `<style>…</style>`},
		{`(?s)<script>.*?</script>`, `<script>…</script>`},
		{`(?s)(<script type="text/plain" id="data">).*?</script>`, `$1…</script>`},
		{`sha256-[A-Za-z0-9+/=&#;]*`, `sha256-…`},
		{`data:image/png;base64,[^"]*`, `data:image/png;base64,…`},
	} {
		page = regexp.MustCompile(r.pattern).ReplaceAllString(page, r.with)
	}
	return page
}
