package post

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/fftstudy/fftstudy/report/style"
)

// fault is a call that failed. It holds text alone: errors of the clients hold
// requests, whose headers hold the token.
type fault struct {
	status  int    // of HTTP; 0 where no answer came
	message string // the server's words or the network's, scrubbed
	cause   error  // context.Canceled or context.DeadlineExceeded, else nil
}

func (f *fault) Error() string {
	if f.status == 0 {
		return f.message
	}
	return fmt.Sprintf("the server said %d: %s", f.status, f.message)
}

func (f *fault) Unwrap() error { return f.cause }

// statusOf is the HTTP status of a failed call, 0 where there was none.
func statusOf(err error) int {
	var f *fault
	if errors.As(err, &f) {
		return f.status
	}
	return 0
}

// inDoubt reports whether a write may have been done though it failed: no
// answer, or one from a proxy in front of the server.
func inDoubt(err error) bool {
	var f *fault
	if !errors.As(err, &f) || f.cause != nil {
		return false
	}
	return f.status == 0 || f.status >= http.StatusInternalServerError
}

func isGone(err error) bool {
	s := statusOf(err)
	return s == http.StatusNotFound || s == http.StatusGone
}

func tooLong(err error) bool {
	var f *fault
	return errors.As(err, &f) && (f.status == http.StatusUnprocessableEntity || f.status == http.StatusBadRequest) &&
		strings.Contains(f.message, "too long")
}

// scrubber removes a token from texts.
type scrubber struct{ token string }

// text returns s without the token, in one line that is safe to print, and not
// endless: a proxy may answer with a whole page.
func (s scrubber) text(in string) string {
	const limit = 300
	for _, secret := range []string{s.token, url.QueryEscape(s.token), url.PathEscape(s.token)} {
		if secret != "" {
			in = strings.ReplaceAll(in, secret, "[token]")
		}
	}
	in = style.Terminal(strings.Join(strings.Fields(in), " "))
	if len(in) > limit {
		in = strings.ToValidUTF8(in[:limit], "") + "…"
	}
	return in
}

// network turns an error that is no answer of the server into a fault.
func (s scrubber) network(err error) *fault {
	f := &fault{message: s.text(err.Error())}
	if notJSON(err) {
		f.message = "the answer is not the API's JSON: " + f.message
	}
	for _, cause := range []error{context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, cause) {
			f.cause = cause
		}
	}
	return f
}

// notJSON reports an error of decoding: a wire's own ones are faults before
// they come here.
func notJSON(err error) bool {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &kind) || err == io.EOF || err == io.ErrUnexpectedEOF
}
