package post

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	testToken = "ghs_S3cretS3cretS3cret"
	headSHA   = "1111111111111111111111111111111111111111"
	baseSHA   = "2222222222222222222222222222222222222222"
	otherSHA  = "3333333333333333333333333333333333333333"
)

// stored is a comment in a fake forge.
type stored struct {
	id     int64
	author string
	body   string
	system bool
}

// trouble is what happens to one request instead of the usual.
type trouble struct {
	method, path string // path: a part of it
	lose         bool   // do what the request asks, then close the connection
	answer       http.HandlerFunc
}

// fakeForge is what the fakes of both forges share: a thread of comments, a
// token, a queue of troubles, a log of requests.
type fakeForge struct {
	server      *httptest.Server
	tokenHeader string
	token       string // as it stands in the header
	self        string // the token's account
	maxBody     int    // characters of a comment
	tooLong     http.HandlerFunc

	mu       sync.Mutex
	comments []stored
	lastID   int64
	troubles []trouble
	requests []string
	onCreate func(f *fakeForge) // called before a comment is stored, unlocked, once
}

func (f *fakeForge) start(t *testing.T, api http.Handler) {
	t.Helper()
	f.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		problem, hit := f.arrive(r)
		switch {
		case r.Header.Get(f.tokenHeader) != f.token:
			answerJSON(w, http.StatusUnauthorized, map[string]string{"message": "Bad credentials"})
		case hit && problem.lose:
			api.ServeHTTP(httptest.NewRecorder(), r)
			drop(w)
		case hit:
			problem.answer(w, r)
		default:
			api.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(f.server.Close)
}

// arrive logs the request and takes the first trouble that waits for it.
func (f *fakeForge) arrive(r *http.Request) (trouble, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, r.Method+" "+r.URL.RequestURI())
	for i, p := range f.troubles {
		if p.method == r.Method && strings.Contains(r.URL.Path, p.path) {
			f.troubles = slices.Delete(f.troubles, i, i+1)
			return p, true
		}
	}
	return trouble{}, false
}

func drop(w http.ResponseWriter) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		conn.Close()
	}
}

func answerJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}

func failWith(status int, message string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		answerJSON(w, status, map[string]string{"message": message})
	}
}

// add puts a comment into the thread as somebody else would.
func (f *fakeForge) add(author, body string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lastID++
	f.comments = append(f.comments, stored{id: f.lastID, author: author, body: body})
	return f.lastID
}

func (f *fakeForge) all() []stored {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.comments)
}

// sent counts the requests so far whose line contains each of the parts.
func (f *fakeForge) sent(parts ...string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, r := range f.requests {
		if !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(r, p) }) {
			n++
		}
	}
	return n
}

// create stores a comment of the token's account.
func (f *fakeForge) create(w http.ResponseWriter, r *http.Request) (stored, bool) {
	body, ok := f.readBody(w, r)
	if !ok {
		return stored{}, false
	}
	f.mu.Lock()
	hook := f.onCreate
	f.onCreate = nil
	f.mu.Unlock()
	if hook != nil {
		hook(f)
	}
	id := f.add(f.self, body)
	return stored{id: id, author: f.self, body: body}, true
}

func (f *fakeForge) edit(w http.ResponseWriter, r *http.Request) (stored, bool) {
	body, ok := f.readBody(w, r)
	if !ok {
		return stored{}, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	i := f.index(r)
	if i < 0 {
		answerJSON(w, http.StatusNotFound, map[string]string{"message": "Not Found"})
		return stored{}, false
	}
	if f.comments[i].author != f.self {
		answerJSON(w, http.StatusForbidden, map[string]string{"message": "Must have admin rights"})
		return stored{}, false
	}
	f.comments[i].body = body
	return f.comments[i], true
}

func (f *fakeForge) remove(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := f.index(r)
	if i < 0 {
		answerJSON(w, http.StatusNotFound, map[string]string{"message": "Not Found"})
		return
	}
	f.comments = slices.Delete(f.comments, i, i+1)
	w.WriteHeader(http.StatusNoContent)
}

func (f *fakeForge) index(r *http.Request) int {
	id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64)
	return slices.IndexFunc(f.comments, func(c stored) bool { return c.id == id })
}

func (f *fakeForge) readBody(w http.ResponseWriter, r *http.Request) (string, bool) {
	var in struct{ Body string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		answerJSON(w, http.StatusBadRequest, map[string]string{"message": "Problems parsing JSON"})
		return "", false
	}
	if len([]rune(in.Body)) > f.maxBody {
		f.tooLong(w, r)
		return "", false
	}
	return in.Body, true
}

// page cuts the page that the query asks for out of the list; the default
// size is the forge's.
func page[T any](r *http.Request, list []T, size int) (part []T, next int) {
	number := func(name string, or int) int {
		n, _ := strconv.Atoi(r.URL.Query().Get(name))
		return cmp.Or(n, or)
	}
	size = min(number("per_page", size), 100)
	n := number("page", 1)
	from := min((n-1)*size, len(list))
	to := min(from+size, len(list))
	if to < len(list) {
		next = n + 1
	}
	return list[from:to], next
}

// fakeClock is a clock that moves when somebody sleeps.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func newClock() *fakeClock { return &fakeClock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.slept = append(c.slept, d)
	return ctx.Err()
}

func (c *fakeClock) options() Options { return Options{Now: c.Now, Sleep: c.Sleep} }

// comment is a valid comment of the time that is some minutes after noon.
func comment(minute int, body string) Comment {
	return Comment{Key: "fft/linux", SHA: headSHA, Base: baseSHA, Body: body,
		Time: time.Date(2026, 3, 1, 11, minute, 0, 0, time.UTC)}
}

// text is how that comment is stored.
func text(minute int, body string) string {
	return fmt.Sprintf("<!-- benchx:v1 key=fft/linux sha=%s base=%s t=2026-03-01T11:%02d:00Z -->\n%s", headSHA, baseSHA, minute, body)
}

func mustPost(t *testing.T, p Poster, c Comment) Outcome {
	t.Helper()
	out, err := p.Post(t.Context(), c)
	require.NoError(t, err)
	return out
}
