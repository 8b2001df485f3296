package web

import (
	"crypto/sha256"
	"encoding/base64"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The texts must not end or confuse the element they stand in.
func TestTextsFitTheirElements(t *testing.T) {
	script := TrainedScript() + Script()
	assert.NotContains(t, strings.ToLower(script), "</script")
	assert.NotContains(t, script, "<!--")
	assert.NotContains(t, strings.ToLower(Style()+TrainedStyle()+Palette(64)), "</style")
	for _, text := range []string{script, Style(), TrainedStyle()} {
		assert.NotContains(t, text, "\r", "hashes are over \\n line ends")
	}
}

func TestCompact(t *testing.T) {
	assert.Equal(t, "a { b: c; }\n@media {\nd { e: f; } }\ng {}", compact("/* one\n   two */\na { b: c; }\n\n@media {\n  d { e: f; } /* three */\n}\ng {}"))
	assert.NotContains(t, Style(), "/*")
	assert.Greater(t, len(Style()), len(pageCSS)*3/4)
}

// Names reach the page as text only, and nothing leaves it.
func TestScriptIsTame(t *testing.T) {
	for _, word := range []string{
		"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "XMLHttpRequest",
		"WebSocket", "sendBeacon", "import(", "localStorage", "http:", "https:", "setAttribute(\"style\"",
	} {
		assert.NotContains(t, TrainedScript()+Script(), word)
	}
	for _, word := range []string{"url(", "@import", "http:", "https:", "expression("} {
		assert.NotContains(t, Style()+TrainedStyle(), word)
	}
}

func TestPolicy(t *testing.T) {
	sum := func(s string) string {
		h := sha256.Sum256([]byte(s))
		return base64.StdEncoding.EncodeToString(h[:])
	}
	assert.Equal(t,
		"default-src 'none'; script-src 'sha256-"+sum("run()")+"'; style-src 'sha256-"+sum("a{}")+"'; img-src data:; base-uri 'none'; form-action 'none'",
		Policy("run()", "a{}"))
	// The hash of the empty text, as every CSP guide prints it.
	assert.Contains(t, Policy("", "x"), "script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")
}

// The page has the plots' colours: Okabe and Ito's blue and vermillion first,
// for ratios blue over grey to orange.
func TestPalette(t *testing.T) {
	css := Palette(3)
	for _, rule := range []string{
		".s0{--c:#0072b2}", ".s1{--c:#d55e00}", ".d0{background:#00406b;color:#ffffff}", ".d5{background:#e6e6e6;color:#000000}", ".d10{background:#7a3300;color:#ffffff}",
		".w0{--w:0%}", ".w5{--w:5%}", ".w100{--w:100%}", "--better-base:#0072b2", "--worse-base:#d55e00",
	} {
		require.Contains(t, css, rule)
	}
	assert.NotContains(t, css, ".s3{")
	assert.NotContains(t, css, ".w3{")
	assert.Equal(t, strings.Count(css, "{"), strings.Count(css, "}"))
}

func TestBars(t *testing.T) {
	for share, want := range map[float64]string{
		0: "bar w0", 0.024: "bar w0", 0.026: "bar w5", 0.5: "bar w50", 1: "bar w100", 7: "bar w100", -1: "bar w0", math.NaN(): "",
	} {
		assert.Equal(t, want, BarClass(share), "%v", share)
	}
	for share := range 101 {
		assert.Contains(t, Palette(0), "."+strings.TrimPrefix(BarClass(float64(share)/100), "bar ")+"{")
	}
}
