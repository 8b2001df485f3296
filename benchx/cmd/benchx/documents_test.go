package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// console is a block of a document: a command, and what it prints.
var console = regexp.MustCompile("(?s)```console\n\\$ benchx ([^\n]*)\n(.*?)```\n")

// omitted stands for lines that a document leaves out.
const omitted = "…"

// What documents say that the command prints, it prints.
func TestDocumentsShowWhatIsPrinted(t *testing.T) {
	t.Chdir("../../..")
	for _, name := range []string{"docs/memory.md"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		blocks := console.FindAllStringSubmatch(string(text), -1)
		require.NotEmpty(t, blocks, name)
		for _, b := range blocks {
			var out, errs bytes.Buffer
			status := run(context.Background(), strings.Fields(b[1]), &session{stdin: strings.NewReader(""), stdout: &out, stderr: &errs})
			assert.Equal(t, exitFine, status, "%s: benchx %s: %s", name, b[1], errs.String())
			assert.Empty(t, missingLines(b[2], out.String()), "%s: benchx %s prints\n%s", name, b[1], out.String())
		}
	}
}

// missingLines returns the first run of shown lines that does not stand in what
// was printed after the run before it; nothing may be left out but where the
// document says so.
func missingLines(shown, printed string) string {
	rest := "\n" + printed
	open := false // lines may be left out before the next run
	for i, lines := range strings.Split("\n"+shown, "\n"+omitted) {
		at := strings.Index(rest, strings.TrimSuffix(lines, "\n")+"\n")
		if at < 0 || at > 0 && !open && i == 0 {
			return lines
		}
		rest = rest[at+len(strings.TrimSuffix(lines, "\n")):]
		open = true
	}
	return ""
}

func TestMissingLines(t *testing.T) {
	assert.Empty(t, missingLines("a\nb\n", "a\nb\n"))
	assert.Empty(t, missingLines("a\n…\nd\n", "a\nb\nc\nd\n"))
	assert.Empty(t, missingLines("…\nd\n", "a\nd\n"))
	assert.NotEmpty(t, missingLines("a\nc\n", "a\nb\nc\n"))
	assert.NotEmpty(t, missingLines("b\n", "a\nb\n"))
	assert.NotEmpty(t, missingLines("a\n…\nb\n…\na\n", "a\nb\n"))
}
