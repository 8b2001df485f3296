package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Three circuits in every form that is committed: a toy, a transformer made of a
// configuration, and a plan whose length is a prime.
func TestMemoryGoldens(t *testing.T) {
	goldens, err := filepath.Abs("testdata/memory")
	require.NoError(t, err)
	t.Chdir("../../..")
	for name, subject := range map[string]string{
		"toy":   "testdata/circuits/toy.json --budget 256KiB",
		"dense": "testdata/circuits/dense-small.json --util 0.9 --device-memory 256MiB",
		"prime": "--fft n=10007,batch=16,precision=f64,workers=2 --isa AVX2+FMA --budget 16MiB",
	} {
		for _, form := range []string{"text", "json"} {
			got := memoryOf(t, subject+" --format "+form)
			// Versions change without the report.
			got = withoutLines(got, "  go  ", "  tool  ")
			got = strings.ReplaceAll(got, quoteVersion(got), "")
			golden(t, filepath.Join(goldens, name+"."+form), []byte(got), func(want, got []byte) { assert.Equal(t, string(want), string(got)) })
		}
		plots := t.TempDir()
		memoryOf(t, subject+" --plots "+plots)
		figures, err := filepath.Glob(filepath.Join(plots, "*.png"))
		require.NoError(t, err)
		assert.GreaterOrEqual(t, len(figures), 3, name)
		for _, path := range figures {
			drawn, err := os.ReadFile(path)
			require.NoError(t, err)
			golden(t, filepath.Join(goldens, name+"-"+filepath.Base(path)), drawn, func(want, got []byte) {
				assert.True(t, bytes.Equal(want, got), "%s %s differs: look at it, and accept it with -update", name, filepath.Base(path))
			})
		}
	}
}

func memoryOf(t *testing.T, args string) string {
	t.Helper()
	var out, errs bytes.Buffer
	status := run(context.Background(), strings.Fields("memory "+args), &session{stdin: strings.NewReader(""), stdout: &out, stderr: &errs})
	require.Equal(t, exitFine, status, "benchx memory %s: %s", args, errs.String())
	require.Empty(t, errs.String())
	return out.String()
}

// withoutLines leaves out the lines that begin with one of some prefixes.
func withoutLines(text string, prefixes ...string) string {
	var kept strings.Builder
next:
	for line := range strings.Lines(text) {
		for _, p := range prefixes {
			if strings.HasPrefix(line, p) {
				continue next
			}
		}
		kept.WriteString(line)
	}
	return kept.String()
}

// quoteVersion returns the part of a JSON header that names versions, and
// something that is nowhere in a text.
func quoteVersion(text string) string {
	from := strings.Index(text, `"go":"`)
	to := strings.Index(text, `"digest":`)
	if from < 0 || to < from {
		return "\x00"
	}
	return text[from:to]
}

func golden(t *testing.T, path string, got []byte, equal func(want, got []byte)) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, got, 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update to make it")
	equal(want, got)
}
