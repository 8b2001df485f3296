package tables

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// testdata/run.txt is written by hand: few rounds of round numbers, with every
// kind of work, a library that is missing in places, and in place better than
// out of place.
func TestGolden(t *testing.T) {
	for _, name := range []string{"run", "avx512"} {
		f, err := os.Open("testdata/" + name + ".txt")
		require.NoError(t, err)
		run, err := results.Read(f, name)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		got := Render(run)
		golden := "testdata/" + name + ".md"
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), got)
	}
}

func TestQuantiles(t *testing.T) {
	s := spreadOf([]float64{5, 1, 4, 2, 3})
	assert.Equal(t, spread{2, 3, 4}, s)
	assert.InDelta(t, 1.0/3, s.relative(), 1e-15)
	assert.Equal(t, spread{1.25, 1.5, 1.75}, spreadOf([]float64{2, 1}))
	assert.Equal(t, spread{7, 7, 7}, spreadOf([]float64{7}))
	assert.InDelta(t, 4, geomean([]float64{2, 8}), 1e-15)
}

func series(lib string, inPlace bool, values ...float64) results.Series {
	return results.Series{Entrant: results.Entrant{Lib: lib, InPlace: inPlace, Goroutines: 1}, Values: values}
}

// The ratio is taken round by round: the second round was slow for both.
func TestDuelPairsRounds(t *testing.T) {
	c := &results.Cell{Series: []results.Series{
		series(results.Ours, false, 10, 30, 11),
		series(results.FFTWAVX2, false, 20, 60, 33),
		series(results.FFTWAVX2, true, 100, 1, 100), // its median is worse
	}}
	r, ok := duel(c, results.FFTWAVX2)
	require.True(t, ok)
	assert.Equal(t, 2.0, r.median)
	_, ok = duel(c, results.Gonum)
	assert.False(t, ok)
	_, ok = duel(nil, results.Gonum)
	assert.False(t, ok)
}

func TestBetterPlaceCounts(t *testing.T) {
	c := &results.Cell{Series: []results.Series{
		series("fftw-avx2", false, 20, 21, 22),
		series("fftw-avx2", true, 10, 11, 50),
	}}
	s, ok := best(c, "fftw-avx2")
	require.True(t, ok)
	assert.True(t, s.InPlace)
}

func figuresOf(lower bool, ratios ...float64) figures {
	f := figures{lower: lower}
	for i, r := range ratios {
		f.add(strconv.Itoa(64<<i), spread{median: r}, true)
	}
	return f
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name    string
		figures figures
		bar     bar
		want    string
	}{
		{"nothing asked", figuresOf(false, 1), bar{}, "reported"},
		{"nothing measured", figures{}, bar{each: 1}, "not measured"},
		{"both met", figuresOf(false, 0.92, 1.8), bar{1.2, 0.92}, "met"},
		{"mean missed", figuresOf(false, 1, 1.3), bar{1.2, 0.92}, "**not met**"},
		{"one missed", figuresOf(false, 0.91, 3), bar{1.2, 0.92}, "**not met**"},
		{"mean alone", figuresOf(false, 0.1, 100), bar{geomean: 3}, "met"},
		{"less is better", figuresOf(true, 0.5, 1.1), bar{each: 1.1}, "met"},
		{"less is better, one above", figuresOf(true, 0.5, 1.2), bar{each: 1.1}, "**not met**"},
	} {
		assert.Equal(t, c.want, c.figures.verdict(c.bar), c.name)
	}
}

func TestFiguresInWords(t *testing.T) {
	assert.Equal(t, "geomean 2.00×, lowest 1.00× at 64", figuresOf(false, 1, 4).text("×"))
	assert.Equal(t, "geomean 2.00, highest 4.00 at 128", figuresOf(true, 1, 4).text(""))
	assert.Equal(t, "1.85×", figuresOf(false, 1.85).text("×"))
	assert.Equal(t, "—", figures{}.text("×"))
	assert.Equal(t, "geomean ≥ 1.2×, each ≥ 0.92×", bar{1.2, 0.92}.text("×", false))
	assert.Equal(t, "≤ 1.1", bar{each: 1.1}.text("", true))
	assert.Equal(t, "—", bar{}.text("×", false))
}

// Whatever is not judged has a reason, and nothing that needs AVX-512 is
// judged without.
func TestWhoJudges(t *testing.T) {
	plain := machine{run: &results.Run{Facts: []wire.Fact{{Key: wire.FactISA, Value: "AVX2+FMA"}}}, fftw: results.FFTWAVX2}
	wide := machine{run: &results.Run{
		CPU:   "Intel Xeon, family 6 model 207",
		Facts: []wire.Fact{{Key: wire.FactISA, Value: "AVX-512"}},
	}, fftw: results.FFTWAVX512}
	for need, want := range map[need][2]bool{
		anyMachine: {true, true}, needsAVX512: {false, true}, needsAVX2: {true, false}, needsReference: {false, true},
	} {
		for i, m := range []machine{plain, wide} {
			ok, why := need.judges(m)
			assert.Equal(t, want[i], ok, "%v on %d", need, i)
			assert.Equal(t, !ok, why != "")
		}
	}
	ok, _ := needsAVX2.judges(machine{run: plain.run, fftw: results.FFTWDebian})
	assert.False(t, ok, "Debian's build has no AVX2")
}

func TestFactored(t *testing.T) {
	for n, want := range map[int]string{
		96: "96 = 2⁵·3", 360: "360 = 2³·3²·5", 101: "101, prime", 98304: "98304 = 2¹⁵·3", 121: "121 = 11²",
	} {
		assert.Equal(t, want, factored(n))
	}
}

func TestShortTime(t *testing.T) {
	for sec, want := range map[float64]string{41.26e-9: "41.3 ns", 999.7e-9: "1000 ns", 1.234e-6: "1.23 µs", 0.5756e-3: "576 µs", 2: "2.00 s"} {
		assert.Equal(t, want, shortTime(sec))
	}
}
