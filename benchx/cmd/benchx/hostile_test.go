package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a run or a stored report brings along must not command the terminal.
func TestMessagesKeepControlSequencesOut(t *testing.T) {
	const stored = `{"schema": 2, "rows": [{"name": "A", "procs": 2}],
		"problems": [{"where": "x\u001b[31m", "severity": "error", "msg": "bad\u001b[2J\rline"}]}`
	const empty = `{"schema": 2, "rows": [],
		"problems": [{"where": "x\u001b[31m", "severity": "error", "msg": "bad\u001b[2J\rline"}]}`
	const text = "BenchmarkS/variant=q\u009b31m/n=64-2 10 100 ns/op\n"
	cases := []struct {
		name, content string
		args          []string
		said          string
	}{
		{"a remark on the input", stored, []string{"convert"}, `bad\x1b[2J\rline`},
		{"a refusal", empty, []string{"convert"}, `bad\x1b[2J\rline`},
		{"names of a run", text, []string{"report", "-o", filepath.Join(t.TempDir(), "out"), "--reference", "none"}, `q\u009b31m`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "input")
			require.NoError(t, os.WriteFile(file, []byte(c.content), 0o666))
			s, _, stderr := fakeSession("")
			run(t.Context(), append(c.args, file), s)
			assert.Contains(t, stderr.String(), c.said)
			assert.NotContains(t, stderr.String(), "\x1b")
			assert.NotContains(t, stderr.String(), "\u009b")
			assert.NotContains(t, stderr.String(), "\r")
		})
	}
}
