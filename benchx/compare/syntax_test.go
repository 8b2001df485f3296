package compare

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchproc"
	"pgregory.net/rapid"
)

// word draws a word as queries spell it, and what it stands for.
func word(t *rapid.T, label string) (text, value string) {
	value = rapid.OneOf(
		rapid.SampledFrom([]string{".name", ".fullname", ".file", "/format", "/gomaxprocs", "goos", "note", "a-b", "*x", "-1", "or"}),
		rapid.StringMatching(`[a-z(): "@,/=µ-]{1,6}`),
	).Draw(t, label)
	bare := !strings.ContainsAny(value, "():@, \"") && !strings.ContainsAny(value[:1], "-*/") && value != "AND" && value != "OR"
	if bare && rapid.Bool().Draw(t, "bare") {
		return value, value
	}
	return strconv.Quote(value), value
}

// key draws a key: other than values, keys may begin with a slash.
func key(t *rapid.T) (text, value string) {
	if rapid.Bool().Draw(t, "part") {
		value = "/" + rapid.StringMatching(`[a-z=-]{0,4}`).Draw(t, "part")
		return value, value
	}
	return word(t, "key")
}

// expression draws a filter, and appends its keys to keys.
func expression(t *rapid.T, depth int, keys *[]string) string {
	space := rapid.SampledFrom([]string{" ", "  ", "\t"}).Draw(t, "space")
	kind := rapid.IntRange(0, 7).Draw(t, "kind")
	if depth == 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		return "*"
	case 1, 2, 3:
		text, k := key(t)
		*keys = append(*keys, k)
		value := func() string {
			if rapid.Bool().Draw(t, "regexp") {
				return rapid.SampledFrom([]string{`/a/`, `/[/:]x(a/b|c:d)\/ /`, `/^k:(a OR b)$/`, `/\[\/"/`}).Draw(t, "re")
			}
			text, _ := word(t, "value")
			return text
		}
		colon := rapid.SampledFrom([]string{":", " :", ": "}).Draw(t, "colon")
		if kind == 1 {
			return text + colon + "(" + value() + " OR " + value() + ")"
		}
		return text + colon + value()
	case 4:
		return "-" + expression(t, depth-1, keys)
	case 5:
		return "(" + expression(t, depth-1, keys) + ")"
	}
	op := rapid.SampledFrom([]string{space, " AND ", " OR "}).Draw(t, "op")
	return expression(t, depth-1, keys) + op + expression(t, depth-1, keys)
}

// Filters are made from trees whose keys are known.
func TestFilterKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []string
		q := expression(t, 3, &want)
		for _, k := range want {
			if k == "" || k == ".config" {
				t.Skip("benchproc refuses the key")
			}
		}
		_, err := benchproc.NewFilter(q)
		require.NoError(t, err, "%s", q)
		require.Equal(t, want, filterKeys(q), "%s", q)
	})
	assert.Empty(t, filterKeys("*"))
	assert.Equal(t, []string{"a", "b"}, filterKeys(`a:(x OR /y\)/) b:"a:b"`))
}

// Projections are made from fields that are known.
func TestSplitProjection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []fieldText
		q := ""
		for range rapid.IntRange(0, 4).Draw(t, "fields") {
			var f fieldText
			f.key, _ = key(t)
			switch rapid.IntRange(0, 3).Draw(t, "order") {
			case 0:
				f.order = "@alpha"
			case 1:
				f.order = " @ num"
			case 2:
				a, _ := word(t, "a")
				b, _ := word(t, "b")
				f.order = "@(" + a + " " + b + " )"
			}
			if q != "" {
				q += rapid.SampledFrom([]string{",", " ", " , "}).Draw(t, "separator")
			}
			q += f.key + f.order
			f.order = strings.TrimLeft(f.order, " ")
			want = append(want, f)
		}
		require.Equal(t, want, splitProjection(q), "%s", q)
	})
}

// Whatever a query is, it is refused or taken, and what benchproc takes is
// taken apart into the fields that it sees.
func FuzzLayout(f *testing.F) {
	f.Add(".config", "/size@(1k 64),.name", `.unit:(ns/op OR /B.op/) -"x y":z`)
	f.Add(`"a@b"@ num  ,c`, "@", "a:/[)/] b:c")
	f.Add("", ",", "(")
	f.Add(".foo", ".unit", ".config:x")
	f.Fuzz(func(t *testing.T, table, row, filter string) {
		l := Layout{Table: table, Row: row, Col: ".file", Filter: filter}
		if err := l.Check(); err != nil {
			assert.NotContains(t, err.Error(), "cannot read")
			return
		}
		l.ConfigKeys()
	})
}
