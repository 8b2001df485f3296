package study

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/report/plots"
)

var (
	pageFile  = flag.String("page", "", "write a scene's page to this file, to look at it")
	pageScene = flag.String("scene", "demo", "the scene of -page")
	pagePlots = flag.Bool("plots", false, "draw the figures of -page")
)

// TestPreview writes the page of a scene for a person to open:
//
//	go test ./report/study -run Preview -page /tmp/page.html -scene baseline -plots
func TestPreview(t *testing.T) {
	if *pageFile == "" {
		t.Skip("no -page given")
	}
	scene := scenes()[*pageScene]
	require.NotNil(t, scene, "no scene %q", *pageScene)
	p := scene(t)
	if *pagePlots {
		figures, errs := plots.Study(p.Study, p.Within, p.Across, plots.Options{})
		require.Empty(t, errs)
		p.Figures = figures
	}
	require.NoError(t, os.WriteFile(*pageFile, []byte(render(t, p)), 0o666))
}
