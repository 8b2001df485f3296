package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const document = "../../../../docs/gpu.md"

func TestDocumentHasWhatThePlansSay(t *testing.T) {
	doc, err := os.ReadFile(document)
	require.NoError(t, err)
	text, err := update(doc)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(doc), "run: make roofline")
}

func TestDocumentWithoutABlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.md")
	require.NoError(t, os.WriteFile(path, []byte("nothing\n"), 0o600))
	assert.ErrorContains(t, run(path), "x.md: ")
	assert.ErrorIs(t, run(path+"x"), os.ErrNotExist)
}
