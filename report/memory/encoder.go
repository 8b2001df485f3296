package memory

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// encoder writes JSON piece by piece. A report of a large circuit has hundreds
// of thousands of records, for which reflection takes several times as long.
type encoder struct {
	w      io.Writer
	text   []byte // not yet written
	inside bool   // of an object that has a key already
	err    error
}

// roomy is how much text is written at once.
const roomy = 1 << 16

func newEncoder(w io.Writer) *encoder { return &encoder{w: w, text: make([]byte, 0, roomy+roomy/4)} }

func (e *encoder) raw(s string) { e.text = append(e.text, s...) }

func (e *encoder) open() {
	e.text = append(e.text, '{')
	e.inside = false
}

// end ends an object.
func (e *encoder) end() {
	e.text = append(e.text, '}')
	e.inside = true
	if len(e.text) >= roomy {
		e.flush()
	}
}

// key writes a key, which stands for itself, and what parts it from the one
// before.
func (e *encoder) key(k string) {
	if e.inside {
		e.text = append(e.text, ',')
	}
	e.inside = true
	e.text = append(e.text, '"')
	e.text = append(e.text, k...)
	e.text = append(e.text, '"', ':')
}

// name writes a key that may be any text.
func (e *encoder) name(k string) {
	if e.inside {
		e.text = append(e.text, ',')
	}
	e.inside = true
	e.quote(k)
	e.text = append(e.text, ':')
}

// line writes a key of the outermost object on a line of its own.
func (e *encoder) line(k string, value func(*encoder)) {
	if e.inside {
		e.raw(",")
		e.inside = false
	}
	e.raw("\n")
	e.key(k)
	value(e)
	e.inside = true
}

func (e *encoder) words(k, v string) {
	e.key(k)
	e.quote(v)
}

func (e *encoder) wordsIf(k, v string) {
	if v != "" {
		e.words(k, v)
	}
}

func (e *encoder) integer(k string, v int64) {
	e.key(k)
	e.whole(v)
}

func (e *encoder) integerIf(k string, v int64) {
	if v != 0 {
		e.integer(k, v)
	}
}

func (e *encoder) whole(v int64) { e.text = strconv.AppendInt(e.text, v, 10) }

// numberIf writes a number that is finite and not zero.
func (e *encoder) numberIf(k string, v float64) {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return
	}
	e.key(k)
	e.marshal(v)
}

func (e *encoder) boolean(k string, v bool) {
	e.key(k)
	e.text = strconv.AppendBool(e.text, v)
}

// quote writes a string; almost all are plain.
func (e *encoder) quote(s string) {
	if !plain(s) {
		e.marshal(s)
		return
	}
	e.text = append(e.text, '"')
	e.text = append(e.text, s...)
	e.text = append(e.text, '"')
}

// plain reports whether a string stands for itself in JSON.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

func (e *encoder) marshal(v any) {
	b, err := json.Marshal(v)
	e.keep(err)
	e.text = append(e.text, b...)
}

func (e *encoder) keep(err error) {
	if e.err == nil {
		e.err = err
	}
}

func (e *encoder) flush() error {
	if e.err == nil {
		_, err := e.w.Write(e.text)
		e.keep(err)
	}
	e.text = e.text[:0]
	return e.err
}
