package wire_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestStatusWords(t *testing.T) {
	for _, s := range wire.Statuses() {
		got, ok := wire.ParseStatus(string(s))
		require.True(t, ok, s)
		assert.Equal(t, s, got)
	}
	_, ok := wire.ParseStatus("okay")
	assert.False(t, ok)
}

func TestStatusPolicy(t *testing.T) {
	for _, c := range []struct {
		status           wire.Status
		failed, failsRun bool
	}{
		{wire.OK, false, false},
		{wire.Skip, false, false},
		{wire.PrepareFail, true, false},
		{wire.BenchFail, true, true},
		{wire.Panic, true, true},
		{wire.Timeout, true, true},
		{wire.OOM, true, true},
	} {
		assert.Equal(t, c.failed, c.status.Failed(), "%s failed", c.status)
		assert.Equal(t, c.failsRun, c.status.FailsRun(), "%s fails the run", c.status)
	}
}

func TestLimiterWords(t *testing.T) {
	for _, word := range []string{"time", "memory", "failure", "cap"} {
		l, ok := wire.ParseLimiter(word)
		assert.True(t, ok, word)
		assert.EqualValues(t, word, l)
	}
	_, ok := wire.ParseLimiter("")
	assert.False(t, ok)
}

func TestScaled(t *testing.T) {
	unit, factor := wire.Scaled("rel-l2-eps")
	assert.Equal(t, "rel-l2", unit)
	assert.Equal(t, 1.1102230246251565e-16, factor, "2^-53")

	unit, factor = wire.Scaled("ns/op")
	assert.Equal(t, "ns/op", unit)
	assert.Equal(t, 1.0, factor)
}

func TestFactsPrinted(t *testing.T) {
	line := wire.AppendFacts(nil,
		wire.Fact{Key: "go", Value: "go1.26"},
		wire.Fact{Key: "note", Value: `no "plan" for n=3`},
		wire.Fact{Key: "empty", Value: ""})
	assert.Equal(t, `go=go1.26 note="no \"plan\" for n=3" empty=""`, string(line))
}

func TestFactsStopAtOtherText(t *testing.T) {
	for _, c := range []struct {
		text  string
		facts []wire.Fact
		rest  string
	}{
		{"", nil, ""},
		{"just words", nil, "just words"},
		{"a=1 then words", []wire.Fact{{Key: "a", Value: "1"}}, "then words"},
		{`a="open`, nil, `a="open`},
		{"=1", nil, "=1"},
		{"a=1  b=2=3", []wire.Fact{{Key: "a", Value: "1"}, {Key: "b", Value: "2=3"}}, ""},
	} {
		facts, rest := wire.ParseFacts(c.text)
		assert.Equal(t, c.facts, facts, c.text)
		assert.Equal(t, c.rest, rest, c.text)
	}
}

func TestFactsRoundTrip(t *testing.T) {
	fact := rapid.Custom(func(t *rapid.T) wire.Fact {
		return wire.Fact{
			Key:   rapid.StringMatching(`[a-z][a-z0-9.-]{0,8}`).Draw(t, "key"),
			Value: rapid.String().Draw(t, "value"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(fact, 1, 5).Draw(t, "facts")
		text := string(wire.AppendFacts(nil, want...))
		assert.False(t, strings.ContainsAny(text, "\n\r"), "one line")
		got, rest := wire.ParseFacts(text)
		assert.Equal(t, want, got)
		assert.Empty(t, rest)
	})
}

func FuzzParseFacts(f *testing.F) {
	for _, seed := range []string{"a=1", `a="x y" b=2`, `a="\x00`, "=", `k="\ud800"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		facts, rest := wire.ParseFacts(text)
		assert.True(t, strings.HasSuffix(text, rest))
		if rest == "" && len(facts) > 0 {
			again, tail := wire.ParseFacts(string(wire.AppendFacts(nil, facts...)))
			assert.Equal(t, facts, again)
			assert.Empty(t, tail)
		}
	})
}
