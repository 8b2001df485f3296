package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// callText matches a call of benchx in a workflow or a document, up to the end of the
// simple command; flagText one of its flags.
var (
	callText = regexp.MustCompile(`benchx"? (report|compare|gate|ab|comment|convert)\b([^|&;\n` + "`" + `]*)`)
	flagText = regexp.MustCompile(`(?:^|\s)(--?[a-z][a-z-]*)`)
)

// Workflows are copied and run unseen: every flag in them must be there.
func TestFlagsInDocumentsExist(t *testing.T) {
	var files []string
	for _, glob := range []string{"docs/*.md", "docs/ci/*", ".github/workflows/*", "README.md", "testdata/aa/README.md"} {
		found, err := filepath.Glob("../../../" + glob)
		require.NoError(t, err)
		files = append(files, found...)
	}
	root := newRoot(&session{})
	calls := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		oneLine := regexp.MustCompile(`\\\n\s*`).ReplaceAllString(string(text), " ")
		for _, m := range callText.FindAllStringSubmatch(oneLine, -1) {
			cmd, _, err := root.Find([]string{m[1]})
			require.NoError(t, err)
			calls++
			own, _, _ := strings.Cut(m[2], " -- ")
			own, _, _ = strings.Cut(own, " #")
			for _, f := range flagText.FindAllStringSubmatch(own, -1) {
				name := strings.TrimLeft(f[1], "-")
				known := cmd.Flags().Lookup(name) != nil || len(name) == 1 && cmd.Flags().ShorthandLookup(name) != nil || name == "help"
				assert.True(t, known, "%s: benchx %s has no flag %s", filepath.Base(file), m[1], f[1])
			}
		}
	}
	assert.Greater(t, calls, 40)
}
