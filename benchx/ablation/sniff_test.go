package ablation

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSniff(t *testing.T) {
	for text, want := range map[string]Format{
		"":                               FormatNone,
		"goos: linux\nBenchmarkX 1 5 ns": FormatNone,
		"{\n \"schema\": 2,":             FormatJSON,
		"\ufeff  {\"rows\":[":            FormatJSON,
		"{":                              FormatJSON,
		"[1]":                            FormatNone,
		`{"Time":"2026","Action":"run"}`: FormatNone,
		`{"Action":"output","Pa`:         FormatNone,
		`{"ImportPath":"x","Action":"b`:  FormatNone,
		"tier,variant,direction\n":       FormatNone,
	} {
		assert.Equal(t, want, Sniff([]byte(text)), text)
	}
	for name, want := range map[string]Format{
		"report.json": FormatJSON, "legacy/ablation.json": FormatJSON,
		"ablation_rows.csv": FormatRows, "legacy/ablation_rows.csv": FormatRows, "ablation_meta.csv": FormatNone,
	} {
		data, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		assert.Equal(t, want, Sniff(data[:min(512, len(data))]), name)
	}
}
