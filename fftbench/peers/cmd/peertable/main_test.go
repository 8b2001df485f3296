package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const docs = "../../../../docs/"

// The tables of the document are what its samples give: make peers-table.
func TestDocumentIsWhatTheSamplesGive(t *testing.T) {
	files, err := filepath.Glob(docs + "data/fft-speed/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	doc, err := os.ReadFile(docs + "fft-speed.md")
	require.NoError(t, err)
	rendered, err := update(doc, files)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(doc, rendered), "docs/fft-speed.md is not what its samples give: run make peers-table")

	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".txt"))
	}
	var blocks []string
	for _, m := range regexp.MustCompile(`(?m)^<!-- peers (\w+) -->$`).FindAllSubmatch(doc, -1) {
		blocks = append(blocks, string(m[1]))
	}
	assert.ElementsMatch(t, names, blocks, "every block has its samples")
}

const samples = "../../tables/testdata/run.txt"

func TestPrint(t *testing.T) {
	want, err := os.ReadFile("../../tables/testdata/run.md")
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, run("", []string{samples, samples}, &out))
	assert.Equal(t, string(want)+string(want), out.String())
}

func TestWrite(t *testing.T) {
	want, err := os.ReadFile("../../tables/testdata/run.md")
	require.NoError(t, err)
	doc := filepath.Join(t.TempDir(), "doc.md")
	require.NoError(t, os.WriteFile(doc, []byte("before\n<!-- peers run -->\n<!-- end of peers run -->\n"), 0o644))
	require.NoError(t, run(doc, []string{samples}, nil))
	got, err := os.ReadFile(doc)
	require.NoError(t, err)
	assert.Equal(t, "before\n<!-- peers run -->\n\n"+string(want)+"<!-- end of peers run -->\n", string(got))
}

func TestFailures(t *testing.T) {
	assert.ErrorIs(t, run("", []string{"nowhere.txt"}, nil), os.ErrNotExist)
	assert.ErrorIs(t, run("nowhere.md", []string{samples}, nil), os.ErrNotExist)

	doc := filepath.Join(t.TempDir(), "doc.md")
	require.NoError(t, os.WriteFile(doc, []byte("no block\n"), 0o644))
	assert.ErrorContains(t, run(doc, []string{samples}, nil), `no lines "<!-- peers run -->"`)

	broken := filepath.Join(t.TempDir(), "broken.txt")
	require.NoError(t, os.WriteFile(broken, []byte("BenchmarkC2C/n=64 1 2 ns/op\n"), 0o644))
	assert.ErrorContains(t, run("", []string{broken}, nil), "broken.txt:1: C2C/n=64 names no lib")
}
