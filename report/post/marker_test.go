package post

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestMarkerText(t *testing.T) {
	m := marker{Key: "fft/linux-amd64", SHA: headSHA, Base: baseSHA, Time: time.Date(2026, 3, 1, 13, 0, 0, 0, time.FixedZone("", 3600))}
	assert.Equal(t, "<!-- benchx:v1 key=fft/linux-amd64 sha="+headSHA+" base="+baseSHA+" t=2026-03-01T12:00:00Z -->", m.String())
	hostile := marker{Key: "a --> <b> % \n=\"'--!>@alice", SHA: "-->"}
	assert.Equal(t, "<!-- benchx:v1 key=a%20-%2D%3E%20%3Cb%3E%20%25%20%0A%3D%22%27-%2D%21%3E%40alice sha=-%2D%3E base= t=0001-01-01T00:00:00Z -->", hostile.String())
}

func TestMarkerIsReadAtTheStartOnly(t *testing.T) {
	line := marker{Key: "k", Time: time.Unix(0, 0)}.String()
	for _, text := range []string{"", "x", " " + line, "> " + line, "\n" + line, "<!-- benchx:v2 key=k -->", "<!-- benchx:v1 -->", "<!-- benchx:v1 key= -->"} {
		_, _, ok := readMarker(text)
		assert.False(t, ok, text)
	}
	for _, text := range []string{line, line + "\n", line + "\r\n", line + "\nbody"} {
		m, _, ok := readMarker(text)
		assert.True(t, ok, text)
		assert.Equal(t, "k", m.Key)
		assert.Equal(t, time.Unix(0, 0).UTC(), m.Time)
	}
}

func TestMarkerRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := marker{
			Key:  rapid.StringN(1, -1, -1).Draw(t, "key"),
			SHA:  rapid.String().Draw(t, "sha"),
			Base: rapid.StringMatching(`[->!<]*`).Draw(t, "base"),
			Time: time.Unix(rapid.Int64Range(0, 1<<35).Draw(t, "t"), 0).UTC(),
		}
		body := rapid.String().Draw(t, "body")
		line := m.String()
		if inner := strings.TrimSuffix(strings.TrimPrefix(line, "<!--"), "-->"); strings.ContainsAny(inner, "<>\n\r\"'&@`|") || strings.Contains(inner, "--") {
			t.Fatalf("%q can end the comment or mean something", line)
		}
		got, rest, ok := readMarker(line + "\n" + body)
		if !ok || got != m || rest != body {
			t.Fatalf("%+v came back as %+v, %q", m, got, rest)
		}
	})
}

func FuzzReadMarker(f *testing.F) {
	f.Add(text(1, "body"))
	f.Add("<!-- benchx:v1 key=%zz key=b t=-1 -->")
	f.Add("<!-- benchx:v1 key=a%00--%3E sha= base -->\r\nx")
	f.Fuzz(func(t *testing.T, text string) {
		m, body, ok := readMarker(text)
		if !ok {
			return
		}
		again, rest, ok := readMarker(draft{marker: m, body: body}.text())
		if m.Time.Year() > 9999 || m.Time.Year() < 0 {
			t.Skip("RFC 3339 has no such year")
		}
		if !ok || again.Key != m.Key || again.SHA != m.SHA || again.Base != m.Base || !again.Time.Equal(m.Time) || rest != body {
			t.Fatalf("%q: %+v came back as %+v", text, m, again)
		}
	})
}
