package ab

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A run that was killed at any moment, its journal cut after any byte, goes on to
// the same number of pairs. What was recorded is not measured again, and no pair
// is made of a sample from before and one from after.
func TestResumeAfterAnyCut(t *testing.T) {
	const rounds = 3
	s := settings(rounds)
	s.AA = true
	whole := newWorld(fakeBench{name: "A", old: 1, new: 1})
	first := whole.runner(t, s)
	_, err := first.Run(t.Context())
	require.NoError(t, err)
	text, err := os.ReadFile(first.Journal.file.Name())
	require.NoError(t, err)

	dir := t.TempDir()
	resumed := map[int]bool{}
	for cut := range len(text) + 1 {
		path := filepath.Join(dir, "journal")
		require.NoError(t, os.WriteFile(path, text[:cut], 0o666))
		j, torn, err := OpenJournal(path)
		require.NoError(t, err, "cut after byte %d", cut)
		kept := 1 + bytes.LastIndexByte(text[:cut], '\n')
		require.Equal(t, kept == 0, torn)
		if !torn {
			left, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(text[:kept]), string(left), "cut after byte %d", cut)
		}
		if !resumed[kept] { // from the same file it would go on in the same way
			resumed[kept] = true
			j = resume(t, j, path, torn, rounds, s)
		}
		if j != nil {
			require.NoError(t, j.Close())
		}
		require.NoError(t, os.Remove(path))
	}
	assert.Len(t, resumed, 1+bytes.Count(text, []byte{'\n'}))
}

// resume goes on with a journal in a world in which all is five times as slow.
func resume(t *testing.T, j *Journal, path string, torn bool, rounds int, s Settings) *Journal {
	recorded := 0
	if torn {
		require.NoError(t, os.Remove(path))
		var err error
		j, err = CreateJournal(path, fakeHeader(s))
		require.NoError(t, err)
	} else {
		require.Empty(t, j.Mismatch(fakeHeader(s)))
		recorded = len(j.surveys) + 2*len(j.pairs)
	}
	after := newWorld(fakeBench{name: "A", old: 5, new: 5})
	r, err := after.with(j).Run(t.Context())
	require.NoError(t, err)
	require.Len(t, after.runs, 2+4*rounds-recorded)
	old, new := texts(t, r)
	require.Equal(t, times(t, old, "A"), times(t, new, "A"))
	require.Len(t, times(t, old, "A"), rounds)
	return j
}

// A run may be ended and continued more than once, each time with a torn line.
func TestResumeTwice(t *testing.T) {
	s := settings(4)
	w := newWorld(fakeBench{name: "A", old: 1, new: 1})
	run := w.runner(t, s)
	path := run.Journal.file.Name()
	for range 3 {
		stop := make(chan struct{})
		run.Stop = stop
		begun := len(w.runs)
		w.stop = func(starts int) {
			if starts == begun+4 {
				close(stop)
			}
		}
		_, err := run.Run(t.Context())
		require.NoError(t, err)
		_, err = run.Journal.file.WriteString(`{"pair":{"stage":"ab","rou`)
		require.NoError(t, err)
		j, torn, err := OpenJournal(path)
		require.NoError(t, err)
		require.False(t, torn)
		t.Cleanup(func() { j.Close() })
		run = w.with(j)
	}
	w.stop = nil
	r, err := run.Run(t.Context())
	require.NoError(t, err)
	old, _ := texts(t, r)
	assert.Len(t, times(t, old, "A"), 4)
}

func TestJournalRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	for _, c := range []struct{ text, want string }{
		{"hello\n", "1: this is no journal"},
		{"{}\n", "1: this is no journal"},
		{`{"benchx_ab":99}` + "\n", "has format 99"},
		{`{"benchx_ab":1}` + "\n{\"pair\n{}\n", "2: damaged line"},
	} {
		_, _, err := OpenJournal(write("bad", c.text))
		assert.ErrorContains(t, err, c.want)
	}
	_, _, err := OpenJournal(filepath.Join(dir, "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = CreateJournal(write("there", "x"), Header{})
	assert.ErrorIs(t, err, ErrJournalExists)
}

func TestJournalMismatch(t *testing.T) {
	j := &Journal{Header: fakeHeader(settings(10))}
	assert.Empty(t, j.Mismatch(fakeHeader(settings(10))))
	for want, change := range map[string]func(*Header){
		"new was commit bbbb and is cccc":         func(h *Header) { h.Versions[New].Commit = "cccc" },
		"Rounds 10, now 20":                       func(h *Header) { h.Settings.Rounds = 20 },
		"Args [], now [-x]":                       func(h *Header) { h.Settings.Args = []string{"-x"} },
		"the old test binary of example.com/p":    func(h *Header) { h.Targets[0].Hash[Old] = "9" },
		"package example.com/p in the place of q": func(h *Header) { h.Targets[0].Package = "q" },
		"it had 1 packages, and there are 0":      func(h *Header) { h.Targets = nil },
	} {
		h := fakeHeader(settings(10))
		change(&h)
		assert.Contains(t, j.Mismatch(h), want)
	}
	h := fakeHeader(settings(10))
	h.ID, h.Started = "other", time.Time{}
	h.Settings.Args = []string{}
	assert.Empty(t, j.Mismatch(h))
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	release, err := Lock(dir)
	require.NoError(t, err)
	if _, err := Lock(dir); err != nil { // not every system has locks
		assert.ErrorContains(t, err, "another benchx ab")
	}
	require.NoError(t, release())
	release, err = Lock(dir)
	require.NoError(t, err)
	require.NoError(t, release())
}
