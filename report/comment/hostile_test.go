package comment_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/comment"
)

// hostileNames are names that mean something to a forge.
var hostileNames = []string{
	"@everyone", "#123", "org/repo#1", "GH-1", "https://evil.example", "<script>alert(1)</script>", "</details>", "<!-- benchx:v1 key=x -->",
	"a|b", "a\\|b", "a\\\\|b", "|", "`", "``", "`a``b```", "\\`", "```\ncode\n```", "line\nbreak", "cr\rlf\r\n", "tab\there",
	"[link](https://evil.example)", "![image](https://evil.example/x.png)", "**bold**", "__init__", "~~gone~~", "# head", "- [ ] task",
	"user\u202eexe", "zero\u200bwidth", "nul\x00", "\x1b[31mred", "broken\xff\xfe", "é快😀", " ", "  both  ", "", "&amp;&lt;", "$`x`$", "$$x$$",
	"::set-output name=x::y", "%0A::error::x", strings.Repeat("x", 4096), strings.Repeat("`", 4096), strings.Repeat("|", 4096), strings.Repeat("\\|", 2048),
}

func nameGen() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom(hostileNames),
		rapid.StringOf(rapid.SampledFrom([]rune("a`|\\ \n@#<>&*_[]()!/=-\u202e"))),
		rapid.StringN(0, 30, -1),
		rapid.Map(rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("ab_*`|\\<@=-.:w")), 0, 12, -1), 3, 8),
			func(parts []string) string { return strings.Join(parts, "/") }),
	)
}

// columnGen draws a run of n benchmarks whose every text is a stranger's.
func columnGen(label string, names []string) *rapid.Generator[compare.Column] {
	return rapid.Custom(func(t *rapid.T) compare.Column {
		text := nameGen()
		value := rapid.OneOf(rapid.Float64Range(0.9, 1.2), rapid.SampledFrom([]float64{0, 1, 2, 1e-300, 1e300, -1}))
		r := &ablation.Report{
			Environments: []ablation.Environment{{GOOS: "linux", GOARCH: "amd64", CPU: text.Draw(t, "cpu"), Go: text.Draw(t, "go"), Commit: text.Draw(t, "commit")}},
			Incomplete:   rapid.Bool().Draw(t, "incomplete"),
			Command:      text.Draw(t, "command"),
			Problems:     []ablation.Problem{{Where: text.Draw(t, "where"), Severity: "warning", Msg: text.Draw(t, "msg")}},
		}
		unit := rapid.SampledFrom([]string{"sec/op", "B/op", "allocs/op", "rel-l2", "B/s", "widgets", "odd|`unit", "heap-B"})
		for _, name := range names {
			if rapid.IntRange(0, 9).Draw(t, "left out") == 0 {
				continue
			}
			row := ablation.Row{Package: rapid.SampledFrom([]string{"p", "q/`r`"}).Draw(t, "pkg"), Name: name, Procs: 1, Status: wire.OK}
			if rapid.IntRange(0, 9).Draw(t, "fails") == 0 {
				row.Status, row.Note = rapid.SampledFrom(wire.Statuses()[1:]).Draw(t, "status"), text.Draw(t, "note")
			}
			factor := rapid.SampledFrom([]float64{1, 1, 1.5}).Draw(t, "factor")
			for _, u := range rapid.SliceOfNDistinct(unit, 0, 3, rapid.ID).Draw(t, "units") {
				samples := rapid.SliceOfN(value, 1, 8).Draw(t, "samples")
				for i := range samples {
					samples[i] *= factor
				}
				row.Metrics = append(row.Metrics, ablation.Metric{Unit: u, N: len(samples), Samples: samples, Median: samples[0], Lo: math.Inf(-1), Hi: math.Inf(1)})
			}
			r.Rows = append(r.Rows, row)
		}
		return compare.Column{Label: label, Report: r}
	})
}

// judged is a run with what it came from.
type judged struct {
	*comment.Run
	cols    []compare.Column
	options compare.Options
	meta    comment.Meta
}

func optionsGen() *rapid.Generator[compare.Options] {
	return rapid.Custom(func(t *rapid.T) compare.Options {
		policy := compare.DefaultPolicy()
		policy.Correction = rapid.SampledFrom([]compare.Correction{compare.Holm, compare.BenjaminiHochberg, compare.Uncorrected}).Draw(t, "correction")
		policy.AcrossMachines = rapid.Bool().Draw(t, "across")
		policy.Looks = rapid.IntRange(0, 3).Draw(t, "looks")
		policy.Limit = rapid.SampledFrom([]float64{0, 0.03, 0.3}).Draw(t, "limit")
		policy.Pairing = rapid.SampledFrom([]compare.Pairing{compare.PairedIfSaid, compare.Paired}).Draw(t, "pairing")
		return compare.Options{Alpha: 0.2, Policy: &policy}
	})
}

func runGen() *rapid.Generator[judged] {
	return rapid.Custom(func(t *rapid.T) judged {
		names := rapid.SliceOfNDistinct(nameGen(), 0, 60, rapid.ID).Draw(t, "names")
		text := nameGen()
		cols := []compare.Column{columnGen(text.Draw(t, "label"), names).Draw(t, "base"), columnGen("new", names).Draw(t, "head")}
		if rapid.IntRange(0, 4).Draw(t, "alone") == 0 {
			cols = cols[1:]
		}
		options := optionsGen().Draw(t, "options")
		res, err := compare.Reports(cols, options)
		require.NoError(t, err)
		m := meta()
		m.Key, m.Base.Name, m.Head.SHA = text.Draw(t, "key"), text.Draw(t, "ref"), text.Draw(t, "sha")
		return judged{comment.New(res, cols, m), cols, options, m}
	})
}

// Whatever a benchmark is called and however little room there is, a comment
// is whole, within its size, and says nothing but what it is there to say.
func TestMarkdownOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := runGen().Draw(t, "run")
		size := rapid.SampledFrom([]int{0, 2_000, 3_000, 5_000, 10_000, 30_000}).Draw(t, "size")
		text := comment.Markdown(run.Run, comment.Options{Size: size, Title: nameGen().Draw(t, "title"), ReportURL: "https://example.org/" + nameGen().Draw(t, "url")})
		if size == 0 {
			size = comment.CommentSize
		}
		assert.LessOrEqual(t, len(text), size)
		assert.Contains(t, string(text), "### ")
		checkStructure(t, string(text))
	})
}

// carries reports whether a file has its samples: not where a name is no UTF-8.
func carries(file *bytes.Buffer) bool { return bytes.Contains(file.Bytes(), []byte(`"reports":{`)) }

// What is written is read back, and says the same: with the samples, and without.
func TestJSONOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := runGen().Draw(t, "run")
		for _, run := range []*comment.Run{given.Run, comment.Bare(given.Run)} {
			var file bytes.Buffer
			require.NoError(t, comment.WriteJSON(&file, run))
			options := given.options
			if !carries(&file) { // then there is nothing to pair
				policy := *options.Policy
				policy.Pairing, policy.Looks = compare.PairedIfSaid, 0
				options.Policy = &policy
			}
			back, err := comment.ReadJSON(bytes.NewReader(file.Bytes()), options)
			require.NoError(t, err, file.String())
			o := comment.Options{Size: comment.SummarySize}
			assert.Equal(t, string(comment.Markdown(run, o)), string(comment.Markdown(back, o)))
			assert.Equal(t, comment.Annotations(run), comment.Annotations(back))
			var again bytes.Buffer
			require.NoError(t, comment.WriteJSON(&again, back))
			assert.Equal(t, file.String(), again.String())
		}
	})
}

// Whatever a run was judged by, a file with its samples says what the reader's
// policy makes of them.
func TestReaderJudges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := runGen().Filter(func(j judged) bool { return len(j.cols) == 2 }).Draw(t, "run")
		options := optionsGen().Draw(t, "the reader's options")
		var file bytes.Buffer
		require.NoError(t, comment.WriteJSON(&file, run.Run))
		if !carries(&file) {
			t.Skip("a name is no UTF-8")
		}
		back, err := comment.ReadJSON(&file, options)
		require.NoError(t, err)
		back.Told = nil
		res, err := compare.Reports(run.cols, options)
		require.NoError(t, err)
		o := comment.Options{Size: comment.SummarySize}
		assert.Equal(t, string(comment.Markdown(comment.New(res, run.cols, run.meta), o)), string(comment.Markdown(back, o)))
	})
}

// A run of more rows than a file or a comment has room for keeps its counts.
func TestLargeRun(t *testing.T) {
	var cols []compare.Column
	for c, factor := range []float64{1, 1.2} {
		r := &ablation.Report{Environments: []ablation.Environment{{CPU: "one"}}}
		for i := range 22_000 {
			samples := make([]float64, 15) // enough for the level of 22,000 comparisons
			for k := range samples {
				samples[k] = 1 + float64(k)/1000
				if i%10 == 0 {
					samples[k] *= factor
				}
			}
			name := fmt.Sprintf("B/%d/%s", i, strings.Repeat("\x01", 300)) // six bytes of JSON each
			r.Rows = append(r.Rows, ablation.Row{Package: "p", Name: name, Procs: 1, Status: wire.OK,
				Metrics: []ablation.Metric{{Unit: "sec/op", N: 15, Samples: samples}}})
		}
		cols = append(cols, compare.Column{Label: fmt.Sprint(c), Report: r})
	}
	run := newRun(t, compare.Options{}, meta(), cols...)
	assert.Equal(t, 2200, run.Worse())
	assert.Len(t, run.Judgement.Rest, comment.Rows-2200)
	var file bytes.Buffer
	require.NoError(t, comment.WriteJSON(&file, run))
	assert.LessOrEqual(t, file.Len(), comment.FileSize)
	assert.Greater(t, file.Len(), comment.FileSize-10_000)
	back, err := comment.ReadJSON(&file, compare.Options{})
	require.NoError(t, err)
	assert.Less(t, len(back.Judgement.Rest), comment.Rows-2200)
	assert.Equal(t, comment.Headline(run), comment.Headline(back))
	assert.Equal(t, "2200 slower, 19800 no clear change", comment.Headline(back))
	for _, text := range [][]byte{comment.Markdown(back, comment.Options{}), comment.Summary(back, comment.Options{})} {
		checkStructure(t, string(text))
		assert.Contains(t, string(text), "… and ")
	}
	assert.LessOrEqual(t, len(comment.Markdown(run, comment.Options{})), comment.CommentSize)
	assert.LessOrEqual(t, len(comment.Summary(run, comment.Options{})), comment.SummarySize)
}
