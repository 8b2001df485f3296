package post

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type patienceKey struct{}

// patient bounds the waits of all calls that are made with the context.
func (w *wire) patient(ctx context.Context) context.Context {
	left := w.Patience
	return context.WithValue(ctx, patienceKey{}, &left)
}

// spend takes a pause from the patience that is left, and reports whether it
// was enough.
func spend(ctx context.Context, pause time.Duration) bool {
	left, ok := ctx.Value(patienceKey{}).(*time.Duration)
	if !ok || *left < pause {
		return false
	}
	*left -= pause
	return true
}

// pause says how long to wait before the request is sent again, and whether it
// may be. resp is nil where no answer came. A rate limit has refused the
// request, so anything may be repeated; after a server's failure only what is
// safe to do twice.
func (w *wire) pause(req *http.Request, resp *http.Response, try int) (time.Duration, bool) {
	backoff := time.Second << (try - 1)
	switch {
	case resp == nil:
		return backoff, true
	case isLimited(resp):
		if asked, ok := w.asked(resp); ok {
			return asked, true
		}
		return time.Minute << (try - 1), true // GitHub: "wait at least one minute", then exponentially
	case resp.StatusCode >= 500 && resp.StatusCode != http.StatusNotImplemented && repeatable(req):
		if asked, ok := retryAfter(resp, w.Now()); ok {
			return asked, true
		}
		return backoff, true
	}
	return 0, false
}

// isLimited reports whether the server refused the request for its rate alone.
// GitHub does so with 403 too: its primary limit shows in the headers, its
// secondary one in the header or in the text.
func isLimited(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusTooManyRequests:
		return true
	case http.StatusForbidden:
		return resp.Header.Get("Retry-After") != "" || resp.Header.Get("X-Ratelimit-Remaining") == "0" ||
			strings.Contains(peek(resp), "secondary rate limit")
	}
	return false
}

// peek reads an answer that lies in memory and leaves it unread.
func peek(resp *http.Response) string {
	answer, _ := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(answer))
	return string(answer)
}

// asked is the wait that a rate limit's answer asks for: Retry-After, or the
// moment of the reset (X-RateLimit-Reset on GitHub, RateLimit-Reset on GitLab).
func (w *wire) asked(resp *http.Response) (time.Duration, bool) {
	if d, ok := retryAfter(resp, w.Now()); ok {
		return d, true
	}
	for _, name := range []string{"X-Ratelimit-Reset", "Ratelimit-Reset"} {
		epoch, err := strconv.ParseInt(resp.Header.Get(name), 10, 64)
		if err == nil {
			return max(time.Unix(epoch, 0).Sub(w.Now()), 0) + time.Second, true
		}
	}
	return 0, false
}

// retryAfter reads seconds or a date.
func retryAfter(resp *http.Response, now time.Time) (time.Duration, bool) {
	value := resp.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0), true
	}
	return 0, false
}

// impatient is the end of waiting for a server that answered each time.
func (w *wire) impatient(resp *http.Response, pause time.Duration) *fault {
	f := &fault{status: resp.StatusCode, message: "and still does after several tries"}
	if isLimited(resp) {
		f.status = http.StatusTooManyRequests // a 403 would read as a missing permission
		f.message = fmt.Sprintf("the rate limit asks to wait %v, until %s; run it again then",
			pause.Round(time.Second), w.Now().Add(pause).UTC().Format(time.RFC3339))
	}
	return f
}
