package comment_test

import (
	"testing"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comment"
)

func TestMarkdownGolden(t *testing.T) {
	for name, files := range map[string][]string{
		"edges.md":    {"compare/edges-old.txt", "compare/edges-new.txt"},
		"real.md":     {"compare/real-old.txt", "compare/real-new.txt"},
		"alone.md":    {"bench-output/outcomes.txt"},
		"device.md":   {"devices/run.txt"},
		"nodevice.md": {"devices/none.txt"},
	} {
		var cols []compare.Column
		for _, f := range files {
			cols = append(cols, readColumn(t, shared+f))
		}
		golden(t, name, comment.Markdown(newRun(t, compare.Options{}, meta(), cols...), comment.Options{ReportURL: "https://example.org/report"}))
	}
}
