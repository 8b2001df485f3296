package study

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"github.com/fftstudy/fftstudy/report/style"
	"github.com/fftstudy/fftstudy/report/web"
)

// payload is the data of a table for the script: by column, since like
// compresses with like.
//
// A column with few distinct values is a dictionary and indices into it; the
// dictionary is sorted, so an index is a sort key. Any other column of numbers
// is their text, the unit taken off and kept in a list with its scale, so
// number·scale is the sort key and number+unit the text: the script formats
// nothing. Texts may be listed grouped by another column, in which they are
// closer to sorted. A column that counts the rows says only how far.
//
// A table that stands in the HTML as a whole needs no texts: its columns are
// the ranks of their values, to sort by.
type payload struct {
	ID      string          `json:"id"`
	Rows    int             `json:"rows"`
	Page    int             `json:"page"` // rows shown at once
	Columns []payloadColumn `json:"columns"`
}

type payloadColumn struct {
	Key     string  `json:"key"`
	Head    string  `json:"head"`
	Ranks   []int   `json:"ranks,omitempty"` // of a whole table; -1 where a value is missing
	Words   bool    `json:"words,omitempty"`
	Facet   bool    `json:"facet,omitempty"`
	RowHead bool    `json:"rowHead,omitempty"`
	RowTint bool    `json:"rowTint,omitempty"`
	Dict    []entry `json:"dict,omitempty"`
	At      []int   `json:"at,omitempty"`
	Text    string  `json:"text,omitempty"`
	Units   []unit  `json:"units,omitempty"`
	By      string  `json:"by,omitempty"`     // key of the column by which Text is grouped
	Serial  int     `json:"serial,omitempty"` // rows 1…Serial are numbered, the others are not
	Bars    []int   `json:"bars,omitempty"`
}

// entry is one distinct value. CSV and Markdown forms stand here where they are
// not simply the text, respectively the text in a code span.
type entry struct {
	Text     string   `json:"t"`
	Num      *float64 `json:"k,omitempty"`
	Class    string   `json:"c,omitempty"`
	CSV      string   `json:"csv,omitempty"`
	Markdown string   `json:"md,omitempty"`

	place int
}

// unit is what stands after the number in a column's texts.
type unit struct {
	Text  string  `json:"t"`
	Scale float64 `json:"s"`
	Class string  `json:"c,omitempty"`
}

// maxDict is how many distinct numbers a dictionary holds at most.
const maxDict = 300

// packLevel is where more effort stops paying: the highest level takes ten times
// as long and saves 4 %.
const packLevel = 6

// pageData is all that the script gets.
type pageData struct {
	Tables   []payload `json:"tables"`
	Surfaces *surfaces `json:"surfaces,omitempty"`
}

// pack returns the page's data as base64url of gzip of JSON: nothing in it can
// end a script element, and it is a third of the size.
func pack(data pageData) (string, error) {
	var packed bytes.Buffer
	zw, err := gzip.NewWriterLevel(&packed, packLevel)
	if err != nil {
		return "", err
	}
	if err := json.NewEncoder(zw).Encode(data); err != nil {
		return "", err
	}
	if err := zw.Close(); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(packed.Bytes()), nil
}

func (t *table[R]) payload() payload {
	p := payload{ID: t.id, Rows: len(t.rows), Page: t.page, Columns: make([]payloadColumn, len(t.columns))}
	for i := range t.columns {
		if t.whole() {
			p.Columns[i] = t.columns[i].ranks(t.rows)
			continue
		}
		p.Columns[i] = t.columns[i].payload(t.rows, p.Columns[:i])
	}
	return p
}

// ranks returns what it takes to sort rows that are in the HTML.
func (c *column[R]) ranks(rows []R) payloadColumn {
	p := payloadColumn{Key: c.key, Head: c.title(), Ranks: make([]int, len(rows))}
	dict, at := c.dict(rows)
	for i, k := range at {
		p.Ranks[i] = k
		if rank(dict[k]) == lastRank {
			p.Ranks[i] = -1
		}
	}
	return p
}

// payload returns the column's data; before are the columns to its left.
func (c *column[R]) payload(rows []R, before []payloadColumn) payloadColumn {
	p := payloadColumn{
		Key: c.key, Head: c.title(), Words: c.words(),
		Facet: c.facet, RowHead: c.rowHead, RowTint: c.rowTint,
	}
	if c.bar != nil {
		p.Bars = make([]int, len(rows))
		for i, r := range rows {
			p.Bars[i] = web.BarWidth(c.bar(r))
		}
	}
	if c.serial {
		for p.Serial < len(rows) && finite(c.num(rows[p.Serial])) {
			p.Serial++
		}
		return p
	}
	if c.words() || c.facet || c.few(rows) {
		p.Dict, p.At = c.dict(rows)
		return p
	}
	if at := groupedBy(c.by, before); at != nil {
		p.By = c.by
		rows = regroup(rows, at)
	}
	p.Text, p.Units = c.texts(rows)
	return p
}

// groupedBy returns the indices of the column with the given key, or nil.
func groupedBy(key string, columns []payloadColumn) []int {
	for i := range columns {
		if key != "" && columns[i].Key == key {
			return columns[i].At
		}
	}
	return nil
}

// regroup sorts rows by their group, else keeps their order.
func regroup[R any](rows []R, group []int) []R {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(group[a], group[b]) })
	out := make([]R, len(rows))
	for to, from := range order {
		out[to] = rows[from]
	}
	return out
}

// title is the column's head in one line.
func (c *column[R]) title() string {
	if c.unit == "" {
		return c.head
	}
	return c.head + " (" + c.unit + ")"
}

// few reports whether a column of numbers has so few distinct values that a
// dictionary pays.
func (c *column[R]) few(rows []R) bool {
	seen := map[float64]bool{}
	for _, r := range rows {
		if num := c.num(r); finite(num) {
			seen[num] = true
		}
		if len(seen) > maxDict {
			return false
		}
	}
	return true
}

// dict returns the sorted distinct values and each row's index among them.
func (c *column[R]) dict(rows []R) (dict []entry, at []int) {
	type value struct {
		text string
		num  float64 // 0 where missing
	}
	seen := map[value]int{}
	at = make([]int, len(rows))
	for i, r := range rows {
		v := value{text: c.textOf(r)}
		if !c.words() {
			if num := c.num(r); finite(num) { // NaN would be a new map key each time
				v.num = num
			}
		}
		k, known := seen[v]
		if !known {
			k = len(dict)
			seen[v] = k
			dict = append(dict, c.entry(r, v.text))
		}
		at[i] = k
	}
	return sortDict(dict, at)
}

func (c *column[R]) entry(r R, text string) entry {
	e := entry{Text: text, Class: c.classOf(r)}
	if !c.words() {
		if num := c.num(r); finite(num) {
			e.Num = &num
		}
		return e
	}
	if c.place != nil {
		e.place = c.place(r)
	}
	if csv := style.CSVCell(text); csv != text {
		e.CSV = csv
	}
	if md := style.Markdown(text); md != "`"+text+"`" {
		e.Markdown = md
	}
	return e
}

// sortDict puts the entries in order and renumbers the indices.
func sortDict(dict []entry, at []int) ([]entry, []int) {
	order := make([]int, len(dict))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareEntries(dict[a], dict[b]) })
	sorted := make([]entry, len(dict))
	newIndex := make([]int, len(dict))
	for to, from := range order {
		sorted[to] = dict[from]
		newIndex[from] = to
	}
	for i, k := range at {
		at[i] = newIndex[k]
	}
	return sorted, at
}

// compareEntries sorts numbers by value and words by place, then alphabet; what
// is missing comes last.
func compareEntries(a, b entry) int {
	if a.Num != nil && b.Num != nil {
		return cmp.Compare(*a.Num, *b.Num)
	}
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	if c := cmp.Compare(a.place, b.place); c != 0 {
		return c
	}
	return cmp.Compare(a.Text, b.Text)
}

// lastRank is the rank of what is missing.
const lastRank = 2

func rank(e entry) int {
	switch {
	case e.Num != nil:
		return 0
	case e.Text == style.Missing:
		return lastRank
	}
	return 1
}

// texts returns the numbers one a line, each with the letter of its unit.
func (c *column[R]) texts(rows []R) (string, []unit) {
	var b strings.Builder
	var units []unit
	index := map[string]int{}
	for i, r := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		text, num := c.textOf(r), c.num(r)
		digits, suffix := splitNumber(text)
		k, known := index[suffix]
		if !known {
			k = len(units)
			index[suffix] = k
			units = append(units, unit{Text: suffix, Class: c.classOf(r)})
		}
		if units[k].Scale == 0 {
			units[k].Scale = unitScale(digits, num)
		}
		b.WriteString(digits)
		b.WriteRune(unitLetter(k))
	}
	return b.String(), units
}

// unitLetter marks unit k, behind the number: 'A' for the first.
func unitLetter(k int) rune { return 'A' + rune(k) }

// splitNumber parts a printed number from what follows it: "12.34", " µs".
func splitNumber(text string) (digits, suffix string) {
	end := 0
	for end < len(text) {
		size := numberPart(text[end:])
		if size == 0 {
			break
		}
		end += size
	}
	if !strings.ContainsAny(text[:end], "0123456789") {
		return "", text
	}
	return text[:end], text[end:]
}

// groupSpace stands between the thousands of a printed count.
const groupSpace = "\u202f"

// numberPart returns how many bytes at the start of s go on with a number.
func numberPart(s string) int {
	switch c := s[0]; {
	case c >= '0' && c <= '9', c == '.', c == '+', c == '-':
		return 1
	case c == 'e' && len(s) > 1 && strings.IndexByte("+-0123456789", s[1]) >= 0:
		return 1
	case strings.HasPrefix(s, groupSpace):
		return len(groupSpace)
	}
	return 0
}

// unitScale finds what a printed number must be multiplied by to give its
// value: a power of ten or of 1024, since printing rounds. 0 says that this
// number does not tell.
func unitScale(digits string, value float64) float64 {
	shown, err := strconv.ParseFloat(strings.ReplaceAll(digits, groupSpace, ""), 64)
	if err != nil || shown == 0 || value == 0 || !finite(value) {
		return 0
	}
	ratio := value / shown
	ten := math.Pow(10, math.Round(math.Log10(math.Abs(ratio))))
	binary := math.Pow(1024, math.Round(math.Log2(math.Abs(ratio))/10))
	best := ten
	if math.Abs(math.Log(ratio/binary)) < math.Abs(math.Log(ratio/ten)) {
		best = binary
	}
	return best
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
