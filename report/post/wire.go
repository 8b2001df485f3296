package post

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Options are the surroundings of a poster; the zero value is the real world.
type Options struct {
	Transport http.RoundTripper                          // nil: the default one, with the proxies of the environment
	Now       func() time.Time                           // nil: the wall clock
	Sleep     func(context.Context, time.Duration) error // nil: a timer that heeds the context
	Patience  time.Duration                              // the longest that one Post or Check may wait in all; 0: 3 minutes
}

func (o Options) orDefault() Options {
	if o.Transport == nil {
		o.Transport = http.DefaultTransport
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	o.Patience = cmp.Or(o.Patience, 3*time.Minute)
	return o
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

const (
	attempts   = 5                // of one call
	oneCall    = 30 * time.Second // for one attempt, its answer read
	answerSize = 128 << 20        // bytes: 100 comments of a forge's largest, escaped
)

// wire is the only way to a forge. It puts the token on requests to the
// forge's own host and on no others, reads whole answers, waits where the
// forge asks for it and repeats what is safe to repeat.
type wire struct {
	scrubber
	Options
	base   *url.URL // of the API, its path ending in a slash
	header string   // that carries the token
	scheme string   // before the token within the header, such as "Bearer "
}

func newWire(api, token, header, scheme string, o Options) (*wire, error) {
	base, err := apiBase(api)
	if err != nil {
		return nil, err
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the token contains a blank or another character that no token has; set it without line breaks")
	}
	return &wire{scrubber: scrubber{token}, Options: o.orDefault(), base: base, header: header, scheme: scheme}, nil
}

// apiBase checks the address of an API: a token must not travel in clear text.
func apiBase(api string) (*url.URL, error) {
	u, err := url.Parse(api)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the address of the API is not of the form https://host/path")
	case u.Scheme == "https", u.Scheme == "http" && isLoopback(u.Hostname()):
	default:
		return nil, fmt.Errorf("the API is at %s://%s: a token is sent by https only (or to this machine itself)", u.Scheme, u.Host)
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	return u, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// client returns the HTTP client that the libraries get.
func (w *wire) client() *http.Client { return &http.Client{Transport: w, CheckRedirect: w.redirect} }

// redirect follows the server to another path of its own, as after a
// repository was renamed, and never elsewhere. Nor may a write become a read.
func (w *wire) redirect(req *http.Request, via []*http.Request) error {
	refused := &fault{status: req.Response.StatusCode}
	switch {
	case len(via) >= 5:
		refused.message = "redirects in circles"
	case !w.own(req.URL):
		refused.message = w.text("redirects to another host, " + req.URL.Host + "; not followed, for the token would go along")
	case req.Method != via[0].Method:
		refused.message = "redirects a " + via[0].Method + " so that it would become a " + req.Method + "; not followed"
	default:
		return nil
	}
	return refused
}

func (w *wire) own(u *url.URL) bool { return u.Scheme == w.base.Scheme && u.Host == w.base.Host }

// RoundTrip implements http.RoundTripper. Its errors are faults.
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	payload, err := drain(req)
	if err != nil {
		return nil, w.network(err)
	}
	for try := 1; ; try++ {
		resp, err := w.once(req, payload)
		if err != nil && (!repeatable(req) || req.Context().Err() != nil || try == attempts) {
			return nil, w.network(err)
		}
		pause, needed := w.pause(req, resp, try)
		if !needed {
			return resp, nil
		}
		patience := spend(req.Context(), pause)
		switch {
		case resp != nil && (!patience || try == attempts):
			return nil, w.impatient(resp, pause)
		case !patience:
			return nil, w.network(err)
		}
		if err := w.Sleep(req.Context(), pause); err != nil {
			return nil, w.network(err)
		}
	}
}

func drain(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	defer req.Body.Close()
	return io.ReadAll(req.Body)
}

// once sends the request and reads the whole answer.
func (w *wire) once(req *http.Request, payload []byte) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), oneCall)
	defer cancel()
	out := req.Clone(ctx)
	if payload != nil {
		out.Body = io.NopCloser(bytes.NewReader(payload))
		out.ContentLength = int64(len(payload))
	}
	if w.own(out.URL) && w.token != "" {
		out.Header.Set(w.header, w.scheme+w.token)
	}
	resp, err := w.Transport.RoundTrip(out)
	if err != nil {
		return nil, plainly(req, err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, answerSize+1))
	if err != nil {
		return nil, plainly(req, fmt.Errorf("the answer broke off: %w", err))
	}
	if len(answer) > answerSize {
		return nil, fmt.Errorf("the server's answer is longer than %d bytes", answerSize)
	}
	resp.Body = io.NopCloser(bytes.NewReader(answer))
	return resp, nil
}

// plainly puts common ends of an attempt into words. Its time limit is no end
// of the caller's context, and must not look like one.
func plainly(req *http.Request, err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded) && req.Context().Err() == nil:
		return fmt.Errorf("no answer within %v", oneCall)
	case err == io.EOF: // bare: the transport's, before any answer
		return errors.New("the server closed the connection without an answer")
	}
	return err
}

type repeatKey struct{}

// repeating marks calls whose method says nothing of it as safe to repeat.
func repeating(ctx context.Context) context.Context { return context.WithValue(ctx, repeatKey{}, true) }

func repeatable(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		return true // RFC 9110, section 9.2.2
	}
	return req.Context().Value(repeatKey{}) != nil
}
