package study

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBrowserOpensPage opens a finished page, named by BENCHX_PAGE, the way a
// reader would: on a desk and on a phone, in a real browser. CI hands it the
// page of a real run.
func TestBrowserOpensPage(t *testing.T) {
	path := os.Getenv("BENCHX_PAGE")
	if path == "" {
		t.Skip("BENCHX_PAGE names no page")
	}
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	ctx := browser(t)
	for _, width := range []int64{1280, 360} {
		t.Run(fmt.Sprint(width, " px"), func(t *testing.T) {
			b := open(t, ctx, string(page), "", width, true)
			assert.LessOrEqual(t, eval[int](b, `document.documentElement.scrollWidth`), int(width), "the page scrolls sideways")
			assert.Positive(t, eval[int](b, `document.querySelectorAll("#ranked-table tbody tr").length`))
			assert.Positive(t, eval[int](b, `document.querySelectorAll("figure img").length`))
			assert.True(t, eval[bool](b, `[...document.querySelectorAll("figure img")].every((i) => i.complete && i.naturalWidth > 0)`), "every picture shows")
			b.clean()
		})
	}
}
