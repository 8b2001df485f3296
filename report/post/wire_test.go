package post

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRateLimitsAreWaitedFor(t *testing.T) {
	reset := strconv.FormatInt(newClock().now.Add(90*time.Second).Unix(), 10)
	const secondary = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
	cases := []struct {
		name   string
		answer http.HandlerFunc
		want   time.Duration
	}{
		{"Retry-After in seconds", failWith(429, "slow down", "Retry-After", "17"), 17 * time.Second},
		{"Retry-After as a date", failWith(429, "slow down", "Retry-After", "Sun, 01 Mar 2026 12:00:40 GMT"), 40 * time.Second},
		{"secondary limit with Retry-After", failWith(403, secondary, "Retry-After", "60"), time.Minute},
		{"secondary limit without", failWith(403, secondary), time.Minute},
		{"primary limit", failWith(403, "API rate limit exceeded", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", reset), 91 * time.Second},
		{"GitLab's", failWith(429, "Retry later", "RateLimit-Remaining", "0", "RateLimit-Reset", reset), 91 * time.Second},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
				f.troubles = []trouble{{method: http.MethodPost, path: "7/", answer: c.answer}}
				assert.Equal(t, Created, mustPost(t, p, comment(1, "new")).Status)
				assert.Equal(t, []time.Duration{c.want}, clock.slept)
				assert.Equal(t, []string{text(1, "new")}, bodies(f))
			})
		})
	}
}

func TestLongRateLimitIsNotWaitedFor(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
		f.troubles = []trouble{{method: http.MethodPost, path: "7/", answer: failWith(403, "API rate limit exceeded", "Retry-After", "3000")}}
		_, err := p.Post(t.Context(), comment(1, "new"))
		require.ErrorContains(t, err, "the rate limit asks to wait 50m0s, until 2026-03-01T12:50:00Z")
		assert.Empty(t, clock.slept)
	})
}

func TestPatienceIsOneSum(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
		for range 5 {
			f.troubles = append(f.troubles, trouble{method: http.MethodPost, path: "7/", answer: failWith(429, "slow", "Retry-After", "50")})
		}
		_, err := p.Post(t.Context(), comment(1, "new"))
		require.ErrorContains(t, err, "the server said 429")
		assert.Equal(t, 150*time.Second, clock.now.Sub(newClock().now), "three waits of fifty seconds, three minutes at most")
	})
}

func TestPatienceIsOneSumForAllCalls(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
		slow := failWith(429, "slow", "Retry-After", "100")
		f.troubles = []trouble{{method: http.MethodGet, path: "7/", answer: slow}, {method: http.MethodPost, path: "7/", answer: slow}}
		_, err := p.Post(t.Context(), comment(1, "new"))
		require.ErrorContains(t, err, "asks to wait 1m40s")
		assert.Equal(t, []time.Duration{100 * time.Second}, clock.slept)
		assert.Equal(t, Created, mustPost(t, p, comment(1, "new")).Status, "the next run has a patience of its own")
	})
}

func TestServerTroubleWhileReadingIsRetried(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
		f.troubles = []trouble{
			{method: http.MethodGet, path: "7/", answer: failWith(502, "upstream")},
			{method: http.MethodGet, path: "7/", answer: failWith(503, "busy", "Retry-After", "5")},
			{method: http.MethodGet, path: "7/", answer: func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "1000")
				_, _ = w.Write([]byte(`[{"id": 1, "body"`))
			}},
		}
		assert.Equal(t, Created, mustPost(t, p, comment(1, "new")).Status)
		assert.Equal(t, []time.Duration{time.Second, 5 * time.Second, 4 * time.Second}, clock.slept)
	})
}

func TestServerThatStaysInTrouble(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
		for range 9 {
			f.troubles = append(f.troubles, trouble{method: http.MethodGet, path: "7/", answer: failWith(502, "upstream")})
		}
		_, err := p.Post(t.Context(), comment(1, "new"))
		require.ErrorContains(t, err, "the server said 502: and still does after several tries")
		assert.Len(t, clock.slept, 4)
		assert.Len(t, f.troubles, 4)
	})
}

func TestFinalAnswersAreNotRetried(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 422, 501} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			onBoth(t, func(t *testing.T, f *fakeForge, p Poster, clock *fakeClock) {
				f.troubles = []trouble{{method: http.MethodGet, path: "7/", answer: failWith(status, "no")}}
				out, err := p.Post(t.Context(), comment(1, "new"))
				if status == http.StatusForbidden {
					assert.Equal(t, Refused, out.Status)
				} else {
					require.ErrorContains(t, err, "the server said "+strconv.Itoa(status))
				}
				assert.Empty(t, clock.slept)
				assert.Zero(t, f.sent("POST", "7/"))
			})
		})
	}
}

func TestRedirects(t *testing.T) {
	stranger := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("the stranger was asked: %s %s, token %q", r.Method, r.URL, r.Header)
	}))
	defer stranger.Close()
	elsewhere := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, stranger.URL+r.URL.Path, http.StatusTemporaryRedirect)
	}
	t.Run("to another host", func(t *testing.T) {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
				f.troubles = []trouble{{method: method, path: "7/", answer: elsewhere}}
				_, err := p.Post(t.Context(), comment(1, "new"))
				require.ErrorContains(t, err, "redirects to another host")
			})
		}
	})
	t.Run("to another path", func(t *testing.T) {
		onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
			again := func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, f.server.URL+r.URL.RequestURI(), http.StatusTemporaryRedirect)
			}
			f.troubles = []trouble{{method: http.MethodGet, path: "7/", answer: again}, {method: http.MethodPost, path: "7/", answer: again}}
			assert.Equal(t, Created, mustPost(t, p, comment(1, "new")).Status)
			assert.Equal(t, []string{text(1, "new")}, bodies(f))
		})
	})
	t.Run("a write into a read", func(t *testing.T) {
		onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
			for range 3 {
				f.troubles = append(f.troubles, trouble{method: http.MethodPost, path: "7/", answer: func(w http.ResponseWriter, r *http.Request) {
					http.Redirect(w, r, r.URL.Path, http.StatusFound)
				}})
			}
			_, err := p.Post(t.Context(), comment(1, "new"))
			require.ErrorContains(t, err, "would become a GET; not followed")
		})
	})
	t.Run("in circles", func(t *testing.T) {
		onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
			for range 40 {
				f.troubles = append(f.troubles, trouble{method: http.MethodGet, path: "7/", answer: func(w http.ResponseWriter, r *http.Request) {
					http.Redirect(w, r, r.URL.RequestURI(), http.StatusTemporaryRedirect)
				}})
			}
			_, err := p.Post(t.Context(), comment(1, "new"))
			require.ErrorContains(t, err, "in circles")
		})
	})
}

// The token must be in no text that leaves the package, however the server
// answers.
func TestTokenIsNeverShown(t *testing.T) {
	echo := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			all := r.Header.Get("Authorization") + " " + r.Header.Get("Private-Token")
			answerJSON(w, status, map[string]any{"message": "you sent " + all, "error": all, "web_url": "https://x/" + all, "html_url": "https://x/" + all,
				"documentation_url": all, "errors": []any{map[string]string{"message": all, "field": all, "code": all}}})
		}
	}
	answers := map[string]http.HandlerFunc{
		"garbage": func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("<html>" + testToken)) },
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://"+testToken+".example/", http.StatusFound)
		},
		"drop": func(w http.ResponseWriter, _ *http.Request) { drop(w) },
	}
	for _, status := range []int{200, 201, 400, 401, 403, 404, 409, 422, 429, 500, 503} {
		answers[strconv.Itoa(status)] = echo(status)
	}
	for name, answer := range answers {
		for _, path := range []string{"/pulls/7", "/merge_requests/7", "7/comments", "7/notes", "/user", "/graphql"} {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				t.Run(name+method+path, func(t *testing.T) {
					onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
						for range 20 {
							f.troubles = append(f.troubles, trouble{method: method, path: path, answer: answer})
						}
						out, err := p.Post(t.Context(), comment(1, "new"))
						assert.NotContains(t, out.String()+out.URL+out.Why, testToken)
						for ; err != nil; err = errors.Unwrap(err) {
							assert.NotContains(t, err.Error(), testToken)
							assert.NotContains(t, err.Error(), "\n")
						}
					})
				})
			}
		}
	}
}

func TestAddressOfTheAPI(t *testing.T) {
	for _, good := range []string{"https://api.github.com", "https://ghe.example/api/v3/", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:3000/api/v4"} {
		u, err := apiBase(good)
		require.NoError(t, err, good)
		assert.True(t, strings.HasSuffix(u.Path, "/"), good)
	}
	for _, bad := range []string{"", "api.github.com", "http://api.github.com", "http://127.0.0.1.example", "ftp://localhost", "https://user:pass@host", "https://host/?q", "https://host/#f", "://"} {
		_, err := apiBase(bad)
		require.Error(t, err, bad)
		assert.NotContains(t, err.Error(), "pass")
	}
}

func TestTokenWithLineBreak(t *testing.T) {
	for _, token := range []string{testToken + "\n", "S3 cret", "schlüssel"} {
		_, err := NewGitHub(GitHubConfig{Token: token, Repository: "org/fft", Pull: 1})
		require.ErrorContains(t, err, "no token has")
		assert.NotContains(t, err.Error(), token)
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	for body, want := range map[string]string{
		"":                      "the answer is not the API's JSON: EOF",
		"<html>sign in</html>":  "the answer is not the API's JSON: invalid character '<'",
		`{"number": "seven"`:    "the answer is not the API's JSON: unexpected EOF",
		`{"sha": 7, "head": 7}`: "the answer is not the API's JSON: json: cannot unmarshal number",
	} {
		onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
			f.troubles = []trouble{{method: http.MethodGet, path: "7", answer: func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }}}
			_, err := p.Post(t.Context(), comment(1, "new"))
			require.ErrorContains(t, err, want)
		})
	}
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		for range 9 {
			f.troubles = append(f.troubles, trouble{method: http.MethodGet, path: "7", answer: func(w http.ResponseWriter, _ *http.Request) { drop(w) }})
		}
		_, err := p.Post(t.Context(), comment(1, "new"))
		require.ErrorContains(t, err, "the server closed the connection without an answer")
	})
}

func TestCancellation(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fakeForge, p Poster, _ *fakeClock) {
		ctx, cancel := context.WithCancel(t.Context())
		f.troubles = []trouble{{method: http.MethodGet, path: "7/", answer: func(_ http.ResponseWriter, r *http.Request) {
			cancel()
			<-r.Context().Done() // the client has hung up
		}}}
		_, err := p.Post(ctx, comment(1, "new"))
		require.ErrorIs(t, err, context.Canceled)
		assert.Zero(t, f.sent("POST", "7/"))
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A server that never answers: each attempt ends after its thirty seconds, and
// the pauses are real ones of the bubble's clock.
func TestServerThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		hang := roundTrip(func(r *http.Request) (*http.Response, error) {
			tries++
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		g, err := NewGitHub(GitHubConfig{Token: testToken, Repository: "org/fft", Pull: 7, Options: Options{Transport: hang}})
		require.NoError(t, err)
		start := time.Now()
		_, err = g.Post(t.Context(), comment(1, "new"))
		require.ErrorContains(t, err, "no answer within 30s")
		require.NotErrorIs(t, err, context.DeadlineExceeded, "nobody's deadline but the attempt's")
		assert.Equal(t, 5, tries)
		assert.Equal(t, 5*30*time.Second+(1+2+4+8)*time.Second, time.Since(start))

		ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
		defer cancel()
		_, err = g.Post(ctx, comment(1, "new"))
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

func TestSleepHeedsTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		require.NoError(t, sleep(ctx, time.Second/2))
		require.ErrorIs(t, sleep(ctx, time.Hour), context.DeadlineExceeded)
	})
}

func TestScrubbedTextIsOneShortLine(t *testing.T) {
	s := scrubber{"tok+en"}
	assert.Equal(t, `a [token] b [token] c \u202e`, s.text("a tok+en\n b tok%2Ben\tc \u202e"))
	assert.LessOrEqual(t, len(s.text(strings.Repeat("ä", 1000))), 303+2)
	assert.Equal(t, "x", scrubber{}.text("x"))
}
