package circuitjson

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// The scanner takes what encoding/json takes, and reads the same strings, but for
// what that lets pass: texts that are no UTF-8, half surrogates, any depth.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, -0, 2.5e-3, 1E+9, true, false, null, "x\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00"], "b": {}}`, `[]`, ` "x" `, `01`, `1.`, `.5`, `1e`, `-`, `+1`,
		`[1,]`, `{"a":1,}`, `{"a"}`, `{a:1}`, `"\x"`, "\"\t\"", `"\u12g4"`, `"\ud800"`, `"\udc00\ud800"`, `tru`, `truetrue`, `[1 2]`, `[`, `"`, `"\`, `"\u`, ``, ` `, `{} x`, "\"\xff\"",
		strings.Repeat("[", 65), `"\uD83D\uDE00"`, "\"\u2028\"", `{"":""}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := scanner{text: text}
		s.skip()
		if s.peek(); s.pos < len(text) {
			s.fail(s.pos, "more")
		}
		valid := json.Valid([]byte(text))
		if s.broken == nil {
			assert.True(t, valid, "%q", text)
			assertSameString(t, text)
			return
		}
		assert.LessOrEqual(t, s.broken.at, len(text))
		assert.NotPanics(t, func() { _ = errorsOf(text, []fault{*s.broken}) })
		if valid && utf8.ValidString(text) && !strings.Contains(text, `\u`) && strings.Count(text, "[")+strings.Count(text, "{") <= maxDepth {
			t.Errorf("%q: %s", text, s.broken.says)
		}
	})
}

func assertSameString(t *testing.T, text string) {
	var want string
	if json.Unmarshal([]byte(text), &want) != nil || strings.TrimSpace(text)[0] != '"' {
		return
	}
	s := scanner{text: text}
	s.peek()
	got := s.str()
	assert.Equal(t, want, got)
	var again string
	assert.NoError(t, json.Unmarshal(appendString(nil, got), &again))
	assert.Equal(t, got, again)
}
