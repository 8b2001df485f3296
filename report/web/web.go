// Package web holds what a page of a report carries besides its content: the
// script, the style sheet, the palette as classes and the content security
// policy. All of it goes into the HTML file itself, nothing is fetched.
//
// In: nothing but package style's colours. Out: text for a <script>, a <style>
// and a <meta> element. It knows no study and no template.
//
// A page that uses these classes needs no style attribute, which its policy
// forbids:
//
//	cards, card        tiles side by side
//	grid, scroll       a table in its own scroll container
//	s0, s1, …          colour of a catalog slot, as --c (see Palette)
//	w0, w5, … w100     length of a bar in per cent, as --w (see BarClass)
//	d0 … d10           cell of a ratio map, blue (faster) to orange (slower)
//	better, worse      colours of a verdict; words stand beside them
package web

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/report/style"
)

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// What only a page with trained models needs.
var (
	//go:embed surface.js
	surfaceJS string
	//go:embed trained.css
	trainedCSS string
)

// Style returns the style sheet of a page. Palette is apart.
func Style() string { return compact(pageCSS) }

// Script returns the page's script: it only enhances a page that is complete
// without it.
func Script() string { return pageJS }

// TrainedScript and TrainedStyle return what a page with trained models has
// beside: the script in front of Script, the sheet behind Style.
func TrainedScript() string { return surfaceJS }

// TrainedStyle see TrainedScript.
func TrainedStyle() string { return compact(trainedCSS) }

// compact leaves comments and indents of a style sheet out: what is for those who
// write it need not be on every page. No string of the sheets holds "/*".
func compact(css string) string {
	var b strings.Builder
	for css != "" {
		rules, rest, _ := strings.Cut(css, "/*")
		for line := range strings.Lines(rules) {
			if line = strings.TrimLeft(line, " \n"); line != "" {
				b.WriteString(line)
			}
		}
		_, css, _ = strings.Cut(rest, "*/")
	}
	return b.String()
}

// RatioSteps is how many classes d0… the ratio scale has.
const RatioSteps = 11

// Palette returns package style's colours as classes: the first slots catalog
// slots, the ratio scale, the lengths of bars.
func Palette(slots int) string {
	var b strings.Builder
	rule := func(selector, body string) {
		b.WriteString(selector)
		b.WriteByte('{')
		b.WriteString(body)
		b.WriteString("}\n")
	}
	rule(":root", "--better-base:"+style.BetterColor().Hex()+";--worse-base:"+style.WorseColor().Hex())
	for slot := range slots {
		rule(class("s", slot), "--c:"+style.Series(slot).Hex())
	}
	for step := range RatioSteps {
		rule(class("d", step), filled(style.Diverging(float64(step)/(RatioSteps-1))))
	}
	for width := 0; width <= 100; width += barStep {
		rule(class("w", width), "--w:"+strconv.Itoa(width)+"%")
	}
	return b.String()
}

// barStep is the step of the bar classes w0, w5, … in per cent.
const barStep = 5

// BarWidth returns the length in per cent of the bar class nearest to a share,
// which is cut to [0,1]; -1, for no bar, where the share is no number.
func BarWidth(share float64) int {
	if math.IsNaN(share) {
		return -1
	}
	return int(math.Round(min(max(share, 0), 1)*100/barStep)) * barStep
}

// BarClass returns the classes of a cell with a bar of that length, "" for none.
func BarClass(share float64) string {
	width := BarWidth(share)
	if width < 0 {
		return ""
	}
	return "bar w" + strconv.Itoa(width)
}

func filled(c style.RGB) string { return "background:" + c.Hex() + ";color:" + c.Ink().Hex() }

func class(prefix string, n int) string { return "." + prefix + strconv.Itoa(n) }

// Policy returns a content security policy that lets exactly the given script
// and style texts run, and images that the page carries itself. Nothing else
// can load, and no form or base element can lead a reader away.
func Policy(script, css string) string {
	return "default-src 'none'; script-src " + hash(script) + "; style-src " + hash(css) +
		"; img-src data:; base-uri 'none'; form-action 'none'"
}

// hash is a CSP source expression: the text between the tags, byte for byte.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
