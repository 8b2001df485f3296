package fft_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

func TestOptionsAreChecked(t *testing.T) {
	for name, option := range map[string]fft.Option{
		"planner":    fft.WithPlanner(fft.Planner(7)),
		"wisdom":     fft.WithWisdom(nil),
		"goroutines": fft.WithGoroutines(0),
	} {
		p, err := fft.New[complex64](8, option)
		assert.ErrorIs(t, err, fft.ErrOption, name)
		assert.Nil(t, p, name)
	}
	_, err := fft.New[complex64](8, fft.WithPlanner(fft.Estimate), fft.WithGoroutines(3))
	assert.NoError(t, err)
}

// Whatever the clock says, a measured plan transforms.
func TestMeasuredPlans(t *testing.T) {
	measured := func(n int) (*fft.Plan[complex64], error) {
		return fft.New[complex64](n, fft.WithPlanner(fft.Measure))
	}
	v := variant[complex64]{build: builder(measured), tolerance: roundingTolerance[complex64]}
	for _, n := range []int{1, 2, 3, 16, 60, 67, 128, 134, 257, 1000} {
		checkLength(t, n, 2, v)
	}
}

func marshal(t *testing.T, w *fft.Wisdom) string {
	t.Helper()
	text, err := w.MarshalText()
	require.NoError(t, err)
	return string(text)
}

// Measuring leaves a choice; planning with it again, even in another process,
// takes that choice and adds nothing.
func TestWisdomIsLearntAndUsed(t *testing.T) {
	var w fft.Wisdom
	assert.Equal(t, "fft wisdom 1\n", marshal(t, &w))
	plan, err := fft.New[complex64](1000, fft.WithPlanner(fft.Measure), fft.WithWisdom(&w))
	require.NoError(t, err)
	text := marshal(t, &w)
	recipe, ok := strings.CutPrefix(plan.String(), "complex64 1000: ")
	assert.True(t, ok, plan)
	assert.Equal(t, fmt.Sprintf("fft wisdom 1\n1000 complex64 %s %s\n", fft.ISA(), recipe), text)

	// A choice that no clock would make is taken all the same.
	odd := fmt.Sprintf("fft wisdom 1\n1000 complex64 %s mixed(5,5,5,2,2,2)\n", fft.ISA())
	require.NoError(t, w.UnmarshalText([]byte(odd)))
	for _, planner := range []fft.Planner{fft.Estimate, fft.Measure} {
		plan, err = fft.New[complex64](1000, fft.WithPlanner(planner), fft.WithWisdom(&w))
		require.NoError(t, err)
		assert.Equal(t, "complex64 1000: mixed(5,5,5,2,2,2)", plan.String())
	}
	assert.Equal(t, odd, marshal(t, &w))

	double, err := fft.New[complex128](1000, fft.WithWisdom(&w))
	require.NoError(t, err)
	assert.NotContains(t, double.String(), "mixed(5,5,5,2,2,2)", "another precision")
}

// Wisdom serves the parts of a plan too.
func TestWisdomOfInnerPlans(t *testing.T) {
	var w fft.Wisdom
	text := fmt.Sprintf("fft wisdom 1\n65536 complex64 %s stockham(65536)\n", fft.ISA())
	require.NoError(t, w.UnmarshalText([]byte(text)))
	plan, err := fft.New[complex64](65537, fft.WithWisdom(&w))
	require.NoError(t, err)
	assert.Equal(t, "complex64 65537: rader(65537,stockham(65536))", plan.String())
}

func TestWisdomText(t *testing.T) {
	const text = `
# Two machines.
fft wisdom 1

1000 complex64 AVX2+FMA mixed(8,5,5,5)
1000 complex64 Go bluestein(1000,dit(2048))
1000 complex32 NEON mixed(8,5,5,5)
514  complex128   Go   split(dit(2),rader(257,dit(256)))
8 complex64 Go quantum(8,entangled(2))
`
	const want = `fft wisdom 1
8 complex64 Go quantum(8,entangled(2))
514 complex128 Go split(dit(2),rader(257,dit(256)))
1000 complex32 NEON mixed(8,5,5,5)
1000 complex64 AVX2+FMA mixed(8,5,5,5)
1000 complex64 Go bluestein(1000,dit(2048))
`
	var w fft.Wisdom
	require.NoError(t, w.UnmarshalText([]byte(text)))
	assert.Equal(t, want, marshal(t, &w))
	require.NoError(t, w.UnmarshalText(nil))
	assert.Equal(t, "fft wisdom 1\n", marshal(t, &w), "replaced")
}

func TestCorruptWisdom(t *testing.T) {
	for line, why := range map[string]string{
		"1000 complex64 Go":                                       "3 words",
		"1000 complex64 Go mixed(8,5,5,5) x":                      "5 words",
		"x complex64 Go mixed(8,5,5,5)":                           `"x" is no length`,
		"0 complex64 Go dit(1)":                                   `"0" is no length`,
		"268435456 complex64 Go dit(1)":                           "is no length",
		"1000 complex64 Go mixed(8,5,5)":                          "is for 200 elements",
		"1000 complex64 Go mixed(5,8,5,5)":                        "no such plan",
		"1000 complex64 Go mixed(10,10,10)":                       "no such plan",
		"1000 complex64 Go dit(1000)":                             "no such plan",
		"1000 complex64 Go stockham(1000)":                        "no such plan",
		"1000 complex64 Go rader(1000,mixed(3,3,3,37))":           "no such plan",
		"257 complex64 Go rader(257,dit(128))":                    "no such plan",
		"1000 complex64 Go bluestein(1000,dit(1024))":             "no such plan",
		"3 complex64 Go bluestein(3,dit(65536))":                  "no such plan",
		"1024 complex64 Go mixed(4,4,4,4,4)x":                     "behind the recipe",
		"1024 complex64 Go mixed(4,4,4,4,4":                       "wants , or )",
		"1024 complex64 Go mixed":                                 "does not begin with name(",
		"1024 complex64 Go (1024)":                                "does not begin with name(",
		"1024 complex64 Go mixed()":                               "does not begin with name(",
		"1024 complex64 Go mixed(4,,4)":                           "does not begin with name(",
		"1024 complex64 Go dit(dit(1024))":                        "0 numbers",
		"1024 complex64 Go dit(1024,dit(2))":                      "1 recipes",
		"1024 complex64 Go rader(1024)":                           "0 recipes",
		"1024 complex64 Go split(dit(32),dit(32),dit(32))":        "0 numbers",
		"1024 complex64 Go split(dit(32)dit(32))":                 "wants , or )",
		"1024 complex64 Go split(dit(32),32)":                     "is no argument",
		"134217728 complex64 Go mixed(61,61,61,61,61,61,61,61)":   "no such plan",
		"1024 complex64 Go " + strings.Repeat("a(", 40):           "deep",
		"1024 complex64 Go split(dit(134217728),dit(134217728))":  "no such plan",
		"9999999999999999999999 complex64 Go mixed(8,5,5,5)":      "is no length",
		"1024 complex64 Go mixed(99999999999999999999999,2)":      "is no argument",
		"5 complex64 Go dit(4)":                                   "is for 4 elements",
		"8 complex64 Go dit(8)\n8 complex64 Go mixed(8)":          "line 4: a second choice",
		"8 complex64 Go dit(8)\n\n9 complex64 Go mixed(3,3)\nbad": "line 6: 1 words",
	} {
		var w fft.Wisdom
		require.NoError(t, w.UnmarshalText([]byte("fft wisdom 1\n4 complex64 Go dit(4)\n")))
		before := marshal(t, &w)
		err := w.UnmarshalText([]byte("# a comment\nfft wisdom 1\n" + line))
		assert.ErrorIs(t, err, fft.ErrWisdom, line)
		assert.ErrorContains(t, err, why, line)
		assert.ErrorContains(t, err, "line ", line)
		assert.Equal(t, before, marshal(t, &w), "unchanged after %q", line)
	}
	err := new(fft.Wisdom).UnmarshalText([]byte("fft wisdom 2\n"))
	assert.ErrorIs(t, err, fft.ErrWisdom)
	assert.ErrorContains(t, err, "line 1")
}

// One wisdom serves plans made at once.
func TestWisdomInManyGoroutines(t *testing.T) {
	var w fft.Wisdom
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for n := 16; n < 24; n++ {
				_, err := fft.New[complex128](n+g%2, fft.WithPlanner(fft.Measure), fft.WithWisdom(&w))
				assert.NoError(t, err)
				_, err = w.MarshalText()
				assert.NoError(t, err)
			}
		})
	}
	wait.Wait()
	assert.Equal(t, 10, strings.Count(marshal(t, &w), "\n"), "the header and the choices for 16 to 24")
}

// Any text is either refused or read to the same text again, and a plan can be
// made with what was read.
func FuzzWisdom(f *testing.F) {
	f.Add("fft wisdom 1\n8 complex64 Go dit(8)\n", 8)
	f.Add("fft wisdom 1\n1000 complex64 AVX2+FMA mixed(8,5,5,5)\n", 1000)
	f.Add("fft wisdom 1\n257 complex64 AVX2+FMA rader(257,mixed(4,4,4,4))\n# x\n", 257)
	f.Add("fft wisdom 1\n6 complex64 Go split(mixed(2),bluestein(3,dit(8)))\n", 6)
	f.Add("fft wisdom 1\n768 complex64 "+fft.ISA()+" columns(8,4,8,3)\n", 768)
	f.Add("fft wisdom 1\n81 complex64 "+fft.ISA()+" vectors(4,9,9)\n64 complex64 "+fft.ISA()+" codelet(64)\n", 81)
	f.Add("fft wisdom 1\n6 complex64 Go later(2,x(1),y(1))\n", 6)
	f.Fuzz(func(t *testing.T, text string, n int) {
		var w fft.Wisdom
		if err := w.UnmarshalText([]byte(text)); err != nil {
			assert.ErrorIs(t, err, fft.ErrWisdom)
			return
		}
		once := marshal(t, &w)
		require.NoError(t, w.UnmarshalText([]byte(once)))
		assert.Equal(t, once, marshal(t, &w))
		if n < 1 || n > 4096 {
			return
		}
		p, err := fft.New[complex64](n, fft.WithWisdom(&w))
		require.NoError(t, err)
		x := make([]complex64, n)
		x[0] = 1
		require.NoError(t, p.Forward(x, x))
		for _, v := range x {
			require.InDelta(t, 1, real(v), 1e-3, p)
		}
	})
}
