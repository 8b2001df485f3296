package ingest

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type jsonEvent struct {
	Time, Action, Package, Test, Output, ImportPath, FailedBuild string
	Elapsed                                                      float64
}

func fields(e *event) []string {
	return []string{string(e.action), string(e.pkg), string(e.test), string(e.output), string(e.importPath), string(e.failedBuild)}
}

// TestEventsAreReadAsByEncodingJSON writes events with encoding/json and reads
// them back.
func TestEventsAreReadAsByEncodingJSON(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~\n\t]{0,30}`), rapid.SampledFrom([]string{"", "😀", "<&>", "\\", `"`, "\u2028", "\x7f", "\b\f\r"}))
	var e event
	rapid.Check(t, func(t *rapid.T) {
		in := jsonEvent{
			Time: text.Draw(t, "time"), Action: text.Draw(t, "action"), Package: text.Draw(t, "package"), Test: text.Draw(t, "test"),
			Output: text.Draw(t, "output"), ImportPath: text.Draw(t, "import path"), FailedBuild: text.Draw(t, "failed build"),
			Elapsed: rapid.Float64Range(-1e30, 1e30).Draw(t, "elapsed"),
		}
		line, err := json.Marshal(in)
		require.NoError(t, err)
		if rapid.Bool().Draw(t, "with blanks") {
			var b bytes.Buffer
			require.NoError(t, json.Indent(&b, line, "", " "))
			line = bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte(" "))
		}
		require.True(t, e.decode(line), "%s", line)
		require.Equal(t, []string{in.Action, in.Package, in.Test, in.Output, in.ImportPath, in.FailedBuild}, fields(&e))
	})
}

func TestEscapes(t *testing.T) {
	var e event
	for in, want := range map[string]string{
		`\u00b5\/\"`: "µ/\"", `\ud83d\ude00`: "😀", `\uD83D`: "\ufffd", `\ud83d\u0041`: "\ufffdA", `\u00E9`: "é",
	} {
		require.True(t, e.decode([]byte(`{"Output":"`+in+`"}`)), in)
		assert.Equal(t, want, string(e.output), in)
		var std struct{ Output string }
		require.NoError(t, json.Unmarshal([]byte(`{"Output":"`+in+`"}`), &std))
		assert.Equal(t, std.Output, string(e.output), in)
	}
}

func TestWhatIsNoEvent(t *testing.T) {
	var e event
	for _, in := range []string{
		"", "{", "{}", `{"Action"`, `{"Action":`, `{"Action":"x"`, `{"Action":"x"}}`, `{"Action":"x",}`, `{"Action":"x"} y`, `{"a\n":"x"}`,
		`{"Action":{"x":1}}`, `{"Action":["x"]}`, `{"Action":"\x"}`, `{"Action":"\u12"}`, `{"Action":"\u12zz"}`, `{"Output":"\`, `{"Time":"\`, `["Action"]`,
		`{"Action" "x"}`, `{"Elapsed":}`, `{"Elapsed":1`, `{x:1}`,
	} {
		assert.False(t, e.decode([]byte(in)), in)
	}
}

// FuzzEvent checks that what both decode and encoding/json accept means the same
// to them. (decode is laxer where it skips what it does not need.)
func FuzzEvent(f *testing.F) {
	for _, name := range []string{"failjson", "buildfailjson"} {
		text, err := os.ReadFile("../../testdata/bench-output/" + name + ".txt")
		require.NoError(f, err)
		for line := range bytes.Lines(text) {
			f.Add(bytes.TrimSpace(line))
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var e event
		var std jsonEvent
		if !utf8.Valid(in) { // encoding/json replaces what is not UTF-8
			return
		}
		if !e.decode(in) || json.Unmarshal(in, &std) != nil {
			return
		}
		var keys map[string]any
		require.NoError(t, json.Unmarshal(in, &keys))
		for k := range keys {
			switch k {
			case "Action", "Package", "Test", "Output", "ImportPath", "FailedBuild", "Time", "Elapsed":
			default:
				return // encoding/json takes keys of another case, too
			}
		}
		want := []string{std.Action, std.Package, std.Test, std.Output, std.ImportPath, std.FailedBuild}
		require.Equal(t, want, fields(&e))
	})
}
