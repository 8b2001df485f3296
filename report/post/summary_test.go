package post

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSummaryIsAppended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "summary.md")
	read := func() string {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return string(text)
	}
	require.NoError(t, AppendSummary(path, []string{"# one", "two"}))
	assert.Equal(t, "# one\n\ntwo\n", read())
	require.NoError(t, AppendSummary(path, []string{"three"}))
	assert.Equal(t, "# one\n\ntwo\n\nthree\n", read())
	require.NoError(t, AppendSummary(path, nil))
	assert.Equal(t, "# one\n\ntwo\n\nthree\n", read())

	require.NoError(t, os.WriteFile(path, []byte("- a list without an end"), 0o600))
	require.NoError(t, AppendSummary(path, []string{"three"}))
	assert.Equal(t, "- a list without an end\n\nthree\n", read())
}

func TestSummaryStaysWithinItsMiB(t *testing.T) {
	path := filepath.Join(t.TempDir(), "summary.md")
	require.NoError(t, os.WriteFile(path, []byte(strings.Repeat("x", 500_000)), 0o600))
	big := strings.Repeat("y", 300_000)
	require.NoError(t, AppendSummary(path, []string{"first", big, big, big, "last"}))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(text), summaryLimit)
	assert.Equal(t, 300_000, strings.Count(string(text), "y"))
	assert.Contains(t, string(text), "\n\nlast\n\n*… and 2 more sections that did not fit here.*\n")

	require.NoError(t, os.WriteFile(path, make([]byte, summaryLimit), 0o600))
	require.NoError(t, AppendSummary(path, []string{"no room"}))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.EqualValues(t, summaryLimit, info.Size())
}

func TestSummaryThatCannotBeWritten(t *testing.T) {
	require.ErrorContains(t, AppendSummary(t.TempDir(), []string{"x"}), "GITHUB_STEP_SUMMARY")
}

// Whatever the sections, what is kept is whole, in order, within the limit,
// and together with what is said to be missing all of them.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sections := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,120}`), 0, 12).Draw(t, "sections")
		limit := rapid.IntRange(-5, 700).Draw(t, "limit")
		got := fit(sections, limit)
		if len(got) > max(limit, 0) {
			t.Fatalf("%d bytes of %d", len(got), limit)
		}
		if got == "" {
			return
		}
		parts := strings.Split(got, "\n\n")
		missing := 0
		if last := parts[len(parts)-1]; strings.HasPrefix(last, "*… and") {
			parts = parts[:len(parts)-1]
			missing = len(sections) - len(parts)
			if last != omitted(missing) {
				t.Fatalf("%q, but %d of %d are there", last, len(parts), len(sections))
			}
		} else if len(parts) != len(sections) {
			t.Fatalf("%d sections vanished without a word", len(sections)-len(parts))
		}
		at := 0
		for _, p := range parts {
			for at < len(sections) && sections[at] != p {
				at++
			}
			if at++; at > len(sections) {
				t.Fatalf("%q is no section, or not in order", p)
			}
		}
	})
}
