package study

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/report/style"
)

func TestSplitNumber(t *testing.T) {
	for _, c := range []struct{ text, digits, suffix string }{
		{"12.34 µs", "12.34", " µs"},
		{"1.23e-07", "1.23e-07", ""},
		{"1.00e+20 s", "1.00e+20", " s"},
		{"131\u202f072", "131\u202f072", ""},
		{"4.30× ▲", "4.30", "× ▲"},
		{"-77.2 %", "-77.2", " %"},
		{"5 each", "5", " each"}, // the e of a word is no exponent
		{"—", "", "—"},
		{"∞", "", "∞"},
		{"-∞", "", "-∞"},
		{"~", "", "~"},
		{"", "", ""},
	} {
		digits, suffix := splitNumber(c.text)
		assert.Equal(t, c.digits, digits, c.text)
		assert.Equal(t, c.suffix, suffix, c.text)
	}
}

func TestUnitScale(t *testing.T) {
	assert.InEpsilon(t, 1e-6, unitScale("12.34", 12.3449e-6), 1e-12)
	assert.InEpsilon(t, 1024, unitScale("1.00", 1019), 1e-12)
	assert.InEpsilon(t, 1e3, unitScale("1.02", 1019), 1e-12)
	assert.Equal(t, 1.0, unitScale("131\u202f072", 131072))
	assert.Zero(t, unitScale("0", 0), "zero tells nothing")
	assert.Zero(t, unitScale("", math.NaN()))
}

// Whatever the numbers, the script shows the very text that Go wrote, and its
// keys sort as the values do.
func TestTextsRoundTrip(t *testing.T) {
	formats := map[string]func(float64) string{
		"time": style.Time, "bytes": style.Bytes, "error": style.ErrorValue, "count": style.Count, "ratio": style.Ratio, "percent": style.Percent,
	}
	for name, format := range formats {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				values := rapid.SliceOfN(rapid.OneOf(
					rapid.Float64Range(1e-12, 1e12), rapid.Float64Range(0, 5000),
					rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 999.95, 1023.6}),
				), 0, 60).Draw(t, "values")
				c := column[float64]{key: "x", num: func(x float64) float64 { return x }, text: format}
				text, units := c.texts(values)
				p := payload{Rows: len(values), Columns: []payloadColumn{{Key: "x", Text: text, Units: units}}}
				if len(values) == 0 {
					return
				}
				shown, keys := p.shown("x"), p.keys("x")
				for i, x := range values {
					if want := format(x); shown[i] != want {
						t.Fatalf("%v: shown as %q, want %q", x, shown[i], want)
					}
					if !finite(x) || x == 0 || name == "percent" && math.Abs(x) < 0.01 {
						continue
					}
					if math.Abs(keys[i]/x-1) > 0.051 {
						t.Fatalf("%v (%s): key %v", x, format(x), keys[i])
					}
				}
			})
		})
	}
}

// A dictionary is sorted, so that its indices are sort keys; what is missing
// comes last.
func TestDictIsSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.SampledFrom([]string{"b", "a", "", "c", "A", "—"})).Draw(t, "words")
		c := column[string]{key: "w", text: func(s string) string { return s }}
		dict, at := c.dict(words)
		for i, w := range words {
			if got := dict[at[i]].Text; got != cmp.Or(w, style.Missing) {
				t.Fatalf("%q became %q", w, got)
			}
		}
		if !slices.IsSortedFunc(dict, compareEntries) {
			t.Fatalf("%v", dict)
		}
		for i, e := range dict {
			if e.Text == style.Missing && i != len(dict)-1 {
				t.Fatalf("missing is not last: %v", dict)
			}
		}
	})
}

func TestDictKeepsNumbersApart(t *testing.T) {
	values := []float64{2.0001e-6, 1e-3, 2.0002e-6, math.NaN()}
	c := column[float64]{key: "x", num: func(x float64) float64 { return x }, text: style.Time}
	dict, at := c.dict(values)
	require.Len(t, dict, 4, "equal texts of different numbers stay apart")
	assert.Equal(t, []int{0, 2, 1, 3}, at)
	assert.Nil(t, dict[3].Num)
}

// Few values make a dictionary, many make texts; a table that is whole in the
// HTML needs neither.
func TestPayloadForms(t *testing.T) {
	form := func(n, static int, tools bool) payloadColumn {
		tab := table[int]{id: "t", rows: ascending(n), static: static, page: 20, tools: tools, columns: []column[int]{
			{key: "x", text: strconv.Itoa, num: func(i int) float64 { return float64(i) }},
		}}
		return tab.payload().Columns[0]
	}
	assert.NotEmpty(t, form(10, 60, false).Ranks)
	assert.NotEmpty(t, form(10, 60, true).Dict)
	assert.NotEmpty(t, form(100, 60, false).Dict)
	many := form(1000, 60, false)
	assert.Empty(t, many.Dict)
	assert.Equal(t, 1000, len(strings.Split(many.Text, "\n")))
}

func TestRanksMarkWhatIsMissing(t *testing.T) {
	c := column[float64]{key: "x", num: func(x float64) float64 { return x }, text: style.Time}
	assert.Equal(t, []int{1, -1, 0}, c.ranks([]float64{2, math.NaN(), 1}).Ranks)
}

func TestSerialCountsTheRanked(t *testing.T) {
	ranks := []int{1, 2, 3, 0, 0}
	c := column[int]{key: "rank", serial: true, num: orNaN, text: whole}
	p := payload{Rows: len(ranks), Columns: []payloadColumn{c.payload(ranks, nil)}}
	assert.Equal(t, []string{"1", "2", "3", "—", "—"}, p.shown("rank"))
}
