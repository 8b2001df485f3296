package ab

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestCut(t *testing.T) {
	second := time.Second
	costs := func(run time.Duration, names ...string) (list []cost) {
		for _, n := range names {
			list = append(list, cost{name: n, run: run})
		}
		return list
	}
	heavy := costs(second, "X/a", "X/b", "X/c", "Y/a", "Y/b", "Y/c")
	heavy[0].setup = second
	for _, c := range []struct {
		what           string
		list           []cost
		startup, limit time.Duration
		want           [][]string
	}{
		{"none", nil, 0, second, nil},
		{"each by itself", costs(second, "A", "B"), 0, 0, [][]string{{"A"}, {"B"}}},
		{"as many as fit", costs(second, "A", "B", "C"), 0, 2 * second, [][]string{{"A", "B"}, {"C"}}},
		{"one too long stays whole", costs(9*second, "A", "B"), 0, 2 * second, [][]string{{"A"}, {"B"}}},
		{"whatever it costs", costs(second, "A", "B"), second, 0, [][]string{{"A"}, {"B"}}},
		{"a slow start is shared", costs(second, "A", "B", "C", "D"), second, 1, [][]string{{"A", "B", "C"}, {"D"}}},
		{"as is a slow set-up, by its own family", heavy, 0, 1, [][]string{{"X/a", "X/b", "X/c"}, {"Y/a"}, {"Y/b"}, {"Y/c"}}},
	} {
		assert.Equal(t, c.want, cut(c.list, c.startup, c.limit), c.what)
	}
}

// However it is cut, every benchmark is in one slice, in order, and no pattern
// is longer than a system takes.
func TestCutLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []cost
		var names []string
		for i := range rapid.IntRange(1, 60).Draw(t, "benchmarks") {
			name := string(rune('A'+i%26)) + "/" + strings.Repeat("x", rapid.IntRange(0, 3000).Draw(t, "length"))
			list = append(list, cost{
				name: name, run: time.Duration(rapid.IntRange(0, 5).Draw(t, "run")) * time.Second,
				setup: time.Duration(rapid.IntRange(0, 2).Draw(t, "setup")) * time.Second,
			})
			names = append(names, name)
		}
		var got []string
		for _, slice := range cut(list, 0, time.Duration(rapid.IntRange(0, 9).Draw(t, "limit"))*time.Second) {
			got = append(got, slice...)
			assert.LessOrEqual(t, len(Exact(slice)), maxPattern)
		}
		assert.Equal(t, names, got)
	})
}

func TestExpect(t *testing.T) {
	f := &found{Op: 3 * time.Second, Extra: time.Second}
	assert.Equal(t, 7*time.Second, expect(f, time.Second, 0), "at least twice: the first call, and the one that counts")
	assert.Equal(t, 16*time.Second, expect(f, 10*time.Second, 0))
	assert.Equal(t, 13*time.Second, expect(f, 0, 3))
}

func TestExact(t *testing.T) {
	assert.Equal(t, `^BenchmarkA$`, Exact([]string{"A"}))
	assert.Equal(t, `^BenchmarkA$/^n=1\.5$/^$|^BenchmarkB\|C$`, Exact([]string{"A/n=1.5/", "B|C"}))
}
