package post

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// forge is a fake of either kind.
type forge interface {
	forge() *fakeForge
	poster(t *testing.T, o Options) Poster
}

// onBoth runs a test against both forges: one comment is one rule.
func onBoth(t *testing.T, test func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock)) {
	run := func(f forge) func(*testing.T) {
		return func(t *testing.T) {
			clock := newClock()
			test(t, f.forge(), f.poster(t, clock.options()), clock)
		}
	}
	t.Run("github", run(newFakeGitHub(t)))
	t.Run("gitlab", run(newFakeGitLab(t)))
}

// bodies returns the texts of the token's account.
func bodies(f *fakeForge) []string {
	var out []string
	for _, c := range f.all() {
		if c.author == f.self {
			out = append(out, c.body)
		}
	}
	return out
}

func TestFirstRunCreates(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		out := mustPost(t, p, comment(1, "2 slower"))
		assert.Equal(t, Created, out.Status)
		assert.Regexp(t, `^https://git(hub|lab)\.com/org/fft/.*7#(issuecomment-|note_)1$`, out.URL)
		assert.Equal(t, []string{text(1, "2 slower")}, bodies(f))
	})
}

func TestNextRunEdits(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		mustPost(t, p, comment(1, "2 slower"))
		f.add("alice", "I will look at it")
		out := mustPost(t, p, comment(2, "0 slower"))
		assert.Equal(t, Updated, out.Status)
		assert.True(t, strings.HasSuffix(out.URL, "1"), out.URL)
		assert.Equal(t, []string{text(2, "0 slower")}, bodies(f))
	})
}

func TestQuietRunCreatesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		quiet := comment(2, "nothing changed")
		quiet.Quiet = true
		out := mustPost(t, p, quiet)
		assert.Equal(t, Silent, out.Status)
		assert.True(t, out.Posted())
		assert.Equal(t, "not posted: there is nothing that a reviewer must see, and no earlier comment to correct", out.String())
		assert.Empty(t, bodies(f))

		mustPost(t, p, comment(1, "2 slower"))
		assert.Equal(t, Updated, mustPost(t, p, quiet).Status, "what was wrong and is no more is said")
		assert.Equal(t, []string{text(2, "nothing changed")}, bodies(f))
	})
}

func TestEqualTextIsNotEdited(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, strings.ReplaceAll(text(1, "2 slower\n"), "\n", "\r\n")) // as a browser would store it
		out := mustPost(t, p, comment(2, "2 slower"))
		assert.Equal(t, Unchanged, out.Status)
		assert.Zero(t, f.sent("PATCH")+f.sent("PUT")+f.sent("POST", "comments")+f.sent("POST", "notes"))
	})
}

func TestOtherCommitWithEqualTextIsEdited(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, strings.Replace(text(1, "2 slower"), headSHA, otherSHA, 1))
		assert.Equal(t, Updated, mustPost(t, p, comment(2, "2 slower")).Status)
		assert.Equal(t, []string{text(2, "2 slower")}, bodies(f))
	})
}

func TestOlderRunDoesNotOverwrite(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, text(5, "the later run"))
		out := mustPost(t, p, comment(4, "the earlier run"))
		assert.Equal(t, Stale, out.Status)
		assert.Equal(t, "the comment of a later run is there (commit 11111111, started 2026-03-01T11:05:00Z)", out.Why)
		assert.True(t, out.Posted())
		assert.Equal(t, []string{text(5, "the later run")}, bodies(f))

		out = mustPost(t, p, comment(5, "the same moment"))
		assert.Equal(t, Updated, out.Status, "a tie goes to who comes last")
	})
}

func TestCommentsOfOthersStay(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add("mallory", text(9, "a marker of the right key"))
		f.add(f.self, "> "+text(9, "our own quotation of one"))
		f.add(f.self, "see:\n"+text(9, "not on the first line"))
		f.add(f.self, strings.Replace(text(9, "another key"), "fft/linux", "fft/linux-arm64", 1))
		before := f.all()
		out := mustPost(t, p, comment(1, "ours"))
		assert.Equal(t, Created, out.Status)
		assert.Equal(t, before, f.all()[:4])
		assert.Equal(t, text(1, "ours"), f.all()[4].body)
	})
}

func TestCommentEditedByOthersIsRestored(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, text(1, "all is well, merge it"))
		assert.Equal(t, Updated, mustPost(t, p, comment(1, "2 slower")).Status)
		f.add(f.self, "") // unrelated
		assert.Equal(t, text(1, "2 slower"), bodies(f)[0])
	})
}

func TestDamagedMarkerIsStillOurs(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, "<!-- benchx:v1 key=fft/linux sha=%zz t=yesterday\nno end")
		assert.Equal(t, Updated, mustPost(t, p, comment(1, "2 slower")).Status)
		assert.Equal(t, []string{text(1, "2 slower")}, bodies(f))
	})
}

func TestAllPagesAreSearched(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		for i := range 430 {
			f.add("alice", fmt.Sprint("remark ", i))
		}
		id := f.add(f.self, text(1, "on the fifth page"))
		for i := range 60 {
			f.add("bob", fmt.Sprint("reply ", i))
		}
		out := mustPost(t, p, comment(2, "new"))
		assert.Equal(t, Updated, out.Status)
		assert.Equal(t, text(2, "new"), f.all()[id-1].body)
		assert.Equal(t, 5, f.sent("GET", "page=", "per_page=100"))
	})
}

func TestDuplicatesHeal(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, text(1, "first"))
		f.add("mallory", text(1, "not ours"))
		f.add(f.self, text(3, "second"))
		f.add(f.self, text(2, "third"))
		out := mustPost(t, p, comment(4, "new"))
		assert.Equal(t, Updated, out.Status)
		assert.Equal(t, 2, out.Healed)
		assert.Equal(t, []string{text(4, "new")}, bodies(f))
		assert.Len(t, f.all(), 2)
		assert.Contains(t, out.String(), "deleted 2 duplicates")
	})
}

func TestDuplicateThatCannotBeDeletedIsSaid(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, text(8, "later"))
		f.add(f.self, text(1, "twin"))
		f.troubles = []trouble{{method: http.MethodDelete, path: "2", answer: failWith(403, "no")}}
		out := mustPost(t, p, comment(4, "ours"))
		assert.Equal(t, Stale, out.Status)
		assert.Zero(t, out.Healed)
		assert.True(t, strings.HasSuffix(out.Why, "; a duplicate could not be deleted: the server said 403: no"), out.Why)
	})
}

func TestHealingKeepsTheLatestText(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, text(1, "first"))
		f.add(f.self, text(8, "later than ours"))
		out := mustPost(t, p, comment(4, "ours"))
		assert.Equal(t, Stale, out.Status)
		assert.Equal(t, 1, out.Healed)
		assert.Equal(t, []string{text(8, "later than ours")}, bodies(f))
		assert.Equal(t, int64(1), f.all()[0].id, "the oldest is kept, so that links stay")
	})
}

func TestConcurrentCreationHealsAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.onCreate = func(f *fakeForge) { f.add(f.self, text(2, "the other run")) }
		out := mustPost(t, p, comment(1, "ours"))
		assert.Equal(t, Stale, out.Status)
		assert.Equal(t, []string{text(2, "the other run")}, bodies(f))

		f.comments = nil
		f.onCreate = func(f *fakeForge) { f.add(f.self, text(1, "the other run")) }
		out = mustPost(t, p, comment(2, "ours"))
		assert.Equal(t, Updated, out.Status)
		assert.Equal(t, []string{text(2, "ours")}, bodies(f))
	})
}

func TestManyRunsAtOnceLeaveOneComment(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				_, err := p.Post(t.Context(), comment(i, fmt.Sprint("run ", i)))
				assert.NoError(t, err)
			})
		}
		wg.Wait()
		mustPost(t, p, comment(9, "the last"))
		assert.Equal(t, []string{text(9, "the last")}, bodies(f))
	})
}

func TestLostAnswers(t *testing.T) {
	cases := []struct {
		name   string
		before []string // comments of ours
		method string
		path   string
		want   Status
	}{
		{"create", nil, http.MethodPost, "s", Created},
		{"edit", []string{text(1, "old")}, "edit", "s", Updated},
		{"delete", []string{text(1, "old"), text(1, "twin")}, http.MethodDelete, "s", Updated},
		{"list", []string{text(1, "old")}, http.MethodGet, "s", Updated},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
				for _, body := range c.before {
					f.add(f.self, body)
				}
				path := "/comments"
				if f.tokenHeader == "Private-Token" {
					path = "/notes"
				}
				method := c.method
				if method == "edit" {
					method = map[string]string{"/comments": http.MethodPatch, "/notes": http.MethodPut}[path]
				}
				f.troubles = []trouble{{method: method, path: path, lose: true}}
				out := mustPost(t, p, comment(2, "new"))
				assert.Equal(t, c.want, out.Status)
				assert.Equal(t, []string{text(2, "new")}, bodies(f))
				assert.Empty(t, f.troubles)
				if method != http.MethodGet { // package http repeats those by itself
					assert.NotEmpty(t, clock.slept)
				}
			})
		})
	}
}

func TestCreateThatWasNotStoredIsRepeated(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.troubles = []trouble{
			{method: http.MethodPost, path: "7/", answer: failWith(http.StatusBadGateway, "upstream")},
			{method: http.MethodPost, path: "7/", answer: func(w http.ResponseWriter, _ *http.Request) { drop(w) }},
		}
		assert.Equal(t, Created, mustPost(t, p, comment(1, "new")).Status)
		assert.Equal(t, []string{text(1, "new")}, bodies(f))
		assert.Equal(t, 3, f.sent("POST", "7/"))
	})
}

func TestGivingUpOnAServerInTrouble(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		for range 3 {
			f.troubles = append(f.troubles, trouble{method: http.MethodPost, path: "7/", answer: failWith(http.StatusBadGateway, "upstream")})
		}
		_, err := p.Post(t.Context(), comment(1, "new"))
		require.ErrorContains(t, err, "the server said 502: upstream")
		assert.Equal(t, 3, f.sent("POST", "7/"))
	})
}

func TestCommentDeletedMeanwhileIsCreatedAnew(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		id := f.add(f.self, text(1, "old"))
		vanish := func(w http.ResponseWriter, r *http.Request) {
			f.mu.Lock()
			f.comments = nil
			f.mu.Unlock()
			failWith(http.StatusNotFound, "Not Found")(w, r)
		}
		f.troubles = []trouble{
			{method: http.MethodPatch, path: fmt.Sprint(id), answer: vanish},
			{method: http.MethodPut, path: fmt.Sprint(id), answer: vanish},
		}
		assert.Equal(t, Created, mustPost(t, p, comment(2, "new")).Status)
		assert.Equal(t, []string{text(2, "new")}, bodies(f))
	})
}

func TestTooLongIsAClearError(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		f.add(f.self, text(1, "old"))
		_, err := p.Post(t.Context(), comment(2, strings.Repeat("x", f.maxBody+1)))
		require.ErrorContains(t, err, "too long for Git")
		require.ErrorContains(t, err, "what was there stays")
		assert.Equal(t, []string{text(1, "old")}, bodies(f))
		assert.Equal(t, 1, f.sent("PATCH")+f.sent("PUT"), "it is sent once")
	})
}

func TestTimeToComeIsNow(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
		c := comment(1, "from the future")
		c.Time = clock.Now().AddDate(100, 0, 0)
		mustPost(t, p, c)
		assert.Contains(t, bodies(f)[0], "t=2026-03-01T12:00:00Z -->")
	})
}

func TestCommentWithoutKey(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		_, err := p.Post(t.Context(), Comment{Body: "x"})
		require.ErrorContains(t, err, "no key")
		assert.Empty(t, f.requests)
	})
}
