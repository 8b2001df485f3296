package ingest_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// sameAsBenchfmt checks that what benchfmt reads from a line, ingest reads, too,
// but for what it does better: see the comments.
func sameAsBenchfmt(t require.TestingT, line string) {
	r := benchfmt.NewReader(strings.NewReader(line+"\n"), "x")
	var want *benchfmt.Result
	for r.Scan() {
		if res, ok := r.Result().(*benchfmt.Result); ok {
			want = res
		}
	}
	if want == nil || want.Iters <= 0 { // no iterations: a failure
		return
	}
	var got *ingest.Sample
	s := ingest.NewScanner(strings.NewReader(line+"\n"), "x")
	for s.Scan() {
		if res, ok := s.Record().(*ingest.Sample); ok {
			got = res.Clone()
		}
	}
	var values []ingest.Value
	seen := map[string]bool{}
	for _, v := range want.Values {
		value, unit := v.Value, v.Unit
		raw, printed := value, unit
		if v.OrigUnit != "" {
			raw, printed = v.OrigValue, v.OrigUnit
		}
		if raw == 0 { // benchfmt leaves the unit of a zero as it is
			unit, _ = ingest.Tidy(printed)
		}
		if st, ok := wire.ParseStatus(printed); ok && st != wire.OK {
			return // the harness's statuses
		}
		base, factor := ingest.Tidy(printed)
		if base != unit { // a unit that benchfmt does not tidy
			value, unit = raw*factor, base
		}
		if math.IsNaN(value) || math.IsInf(value, 0) { // dropped
			continue
		}
		if seen[unit] { // two values in one unit
			return
		}
		seen[unit] = true
		values = append(values, ingest.Value{Unit: unit, Value: value})
	}
	if strings.ContainsAny(line, "_xX") && got == nil { // 1_000 and 0x1p3
		return
	}
	require.NotNil(t, got, line)
	full := got.Name
	if got.Procs != 1 {
		full += "-" + strconv.Itoa(got.Procs)
	}
	require.Equal(t, want.Name.String(), full, line)
	require.Equal(t, int64(want.Iters), got.Iters, line)
	if strings.ContainsAny(line, "_xX") {
		return
	}
	require.Equal(t, len(values), len(got.Values), line)
	for i, v := range values {
		require.Equal(t, v.Unit, got.Values[i].Unit, line)
		require.Equal(t, math.Float64bits(v.Value), math.Float64bits(got.Values[i].Value), "%s: %v, not %v", line, got.Values[i].Value, v.Value)
	}
}

func TestSameAsBenchfmt(t *testing.T) {
	number := rapid.OneOf(
		rapid.Map(rapid.Float64(), func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }),
		rapid.Map(rapid.Float64Range(0, 1e12), func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }),
		rapid.Map(rapid.Uint64(), func(v uint64) string { return strconv.FormatUint(v, 10) }),
		rapid.StringMatching(`-?[0-9]{1,25}(\.[0-9]{0,25})?`),
		rapid.StringMatching(`[-+0-9.eE_x,]{1,8}`),
		rapid.SampledFrom([]string{"0", "-0", "NaN", "+Inf", ".5", "5.", "00012", "1e-400", "9007199254740993", "0.30000000000000004"}),
	)
	unit := rapid.SampledFrom([]string{"ns/op", "MB/s", "B/op", "allocs/op", "p99-ns", "x", "a=b", "%hit", "µs/op", "ops/ns", "rel-l2-eps", "KB"})
	gap := rapid.SampledFrom([]string{" ", "\t", "   ", "\t       ", "\u00a0", "          ", " \v"})
	name := rapid.SampledFrom([]string{"A", "A-8", "A/b=c-4", "", "-2", "_x", "a", "A/x-1", "Ü/é#01-16"})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		fmt.Fprintf(&b, "Benchmark%s%s%s", name.Draw(t, "name"), gap.Draw(t, "gap"), rapid.OneOf(
			rapid.Map(rapid.Int64Range(-2, 1e10), func(n int64) string { return strconv.FormatInt(n, 10) }), number).Draw(t, "iters"))
		for range rapid.IntRange(0, 20).Draw(t, "pairs") {
			b.WriteString(gap.Draw(t, "gap"))
			b.WriteString(number.Draw(t, "value"))
			b.WriteString(gap.Draw(t, "gap"))
			b.WriteString(unit.Draw(t, "unit"))
		}
		sameAsBenchfmt(t, b.String())
	})
}

// FuzzSameAsBenchfmt is TestSameAsBenchfmt on arbitrary lines.
func FuzzSameAsBenchfmt(f *testing.F) {
	f.Add("A-8 \t 100\t 12.5 ns/op\t0 B/op")
	f.Add("A 1 1e-7 x -0 y 9007199254740993 z")
	f.Add("/x=1-16 5\u00a07\u2003MB/s")
	f.Fuzz(func(t *testing.T, rest string) {
		// One line of text that no repair applies to.
		control := func(r rune) bool { return r < ' ' && !strings.ContainsRune(" \t\v\f", r) }
		if strings.ContainsFunc(rest, control) || strings.Contains(rest, "Benchmark") || len(rest) > 1000 {
			return
		}
		sameAsBenchfmt(t, "Benchmark"+rest)
	})
}
