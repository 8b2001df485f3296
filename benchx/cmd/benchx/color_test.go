package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestColoursAreForTerminals(t *testing.T) {
	env := func(vars map[string]string) func(string) string { return func(k string) string { return vars[k] } }
	assert.True(t, colored(true, env(nil)))
	assert.True(t, colored(true, env(map[string]string{"TERM": "xterm", "NO_COLOR": ""})))
	assert.False(t, colored(false, env(nil)))
	assert.False(t, colored(true, env(map[string]string{"NO_COLOR": "1"})))
	assert.False(t, colored(true, env(map[string]string{"TERM": "dumb"})))

	dir := t.TempDir()
	old, new := filepath.Join(dir, "old.txt"), filepath.Join(dir, "new.txt")
	require.NoError(t, os.WriteFile(old, []byte(sixOf(100)), 0o600))
	require.NoError(t, os.WriteFile(new, []byte(sixOf(200)), 0o600))
	for format, want := range map[string]bool{"text": true, "csv": false, "markdown": false} {
		s, stdout, _ := fakeSession("")
		s.color = true
		require.Equal(t, exitFine, run(t.Context(), []string{"compare", "--format", format, old, new}, s))
		assert.Equal(t, want, strings.Contains(stdout.String(), "\x1b["), format)
	}
}
