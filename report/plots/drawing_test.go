package plots

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/report/style"
)

func TestDrawMemory(t *testing.T) {
	skipShort(t)
	figures, errs := Draw(memoryExamples(), Options{})
	checkFigures(t, figures, errs)
	dumpFigures(t, "circuit", figures)
	for _, f := range figures {
		assert.Equal(t, SectionMemory, f.Section)
		assert.Less(t, len(f.PNG), 40<<10, f.Name)
	}
	again, _ := Draw(memoryExamples()[4:7], Options{Workers: 1})
	assert.True(t, slices.EqualFunc(figures[4:7], again, func(a, b Figure) bool { return slices.Equal(a.PNG, b.PNG) }), "same data, same bytes")
}

// TestDrawNames: a figure without data is none, and equal names get numbers.
func TestDrawNames(t *testing.T) {
	toy := []WaterfallTerm{{Name: "activations", Bytes: 1}}
	figures, errs := Draw([]Drawing{
		Waterfall{Of: "Toy/1", Terms: toy}, Waterfall{}, Waterfall{Of: "toy 1", Terms: toy}, nil,
		MemoryStack{X: []int64{1}}, LiveSet{Arena: 5}, AddressMap{Of: "empty"},
		AddressMap{Run: "decode", Buffers: []PlacedBuffer{{Bytes: 1}}},
	}, Options{})
	checkFigures(t, figures, errs)
	assert.Equal(t, []string{"memory-budget-toy-1", "memory-budget-toy-1-2", "address-map-decode"}, figureNames(figures))
}

// TestMemoryCaptions: worked out by hand from the examples.
func TestMemoryCaptions(t *testing.T) {
	for _, c := range []struct {
		d    Drawing
		want string
	}{
		{Waterfall{Budget: 100, Terms: []WaterfallTerm{{Name: "a", Bytes: 30}, {Name: "b", Bytes: 50}}},
			"Of a budget of 100 B, 80 B are taken and 20 B stay free; the largest term is b (50 B · 50.0 %)."},
		{Waterfall{Budget: 60, Terms: []WaterfallTerm{{Name: "a", Bytes: 30}, {Name: "b", Bytes: 50}}},
			"80 B are taken, 20 B more than the budget of 60 B; the largest term is b (50 B · 83.3 %)."},
		{Waterfall{Terms: []WaterfallTerm{{Name: "a", Bytes: 30}, {Name: "of a", Bytes: 29, Part: true}}},
			"30 B are taken; the largest term is a (30 B · 100.0 %)."},
		{Waterfall{Budget: 60}, "Of a budget of 60 B, 0 B are taken and 60 B stay free."},
		// 2·64·256 KiB + 256 + 384 + 64 KiB = 33472 KiB, of which 32768 activations.
		{batchLadder(), "Batch 64 takes 32.7 MiB, the largest part activations (97.9 %); the largest that fits the budget of 256 MiB is batch 509."},
		{MemoryStack{Knob: "n", X: []int64{8, 4}, Budget: 20, Terms: []MemoryTerm{{"a", []int64{16, 8}}}},
			"From 8 B at n = 4 to 16 B at n = 8; every value shown fits the budget of 20 B."},
		{MemoryStack{X: []int64{8, 4}, Budget: 7, Terms: []MemoryTerm{{"a", []int64{16, 8}}}},
			"From 8 B at x = 4 to 16 B at x = 8; no value shown fits the budget of 7 B."},
		{MemoryStack{Knob: "batch", X: []int64{4}, Terms: []MemoryTerm{{"a", []int64{1}}, {"b", []int64{3}}}},
			"Batch 4 takes 4 B, the largest part b (75.0 %)."},
		{LiveSet{Arena: 40, Buffers: []LiveBuffer{{"x", "", 10}, {"y", "", 20}}},
			"At the peak 2 buffers of 30 B are alive, the largest y (20 B); 10 B · 25.0 % of the arena are lost to fragmentation."},
		{LiveSet{Buffers: []LiveBuffer{{"x", "", 10}}}, "At the peak one buffer of 10 B is alive."},
		// 20 buffers of 16 MiB; those of steps 6 and 7 live at step 7.
		{pingPong(), "20 buffers of 320 MiB in an arena of 32.0 MiB, the smallest possible; 2 are alive at the peak, step 7 (32.0 MiB)."},
		{AddressMap{Peak: -1, Arena: 30, Lower: 20, Buffers: []PlacedBuffer{{Bytes: 30}}},
			"1 buffer of 30 B in an arena of 30 B, 50.0 % above the lower bound."},
	} {
		assert.Equal(t, c.want, c.d.draft().caption)
	}
}

// TestColoursOfTerms: a term has one colour in all figures, also where another
// takes nothing, and none has that of the warning.
func TestColoursOfTerms(t *testing.T) {
	for place := range 100 {
		assert.NotEqual(t, style.WorseColor(), termColor(place), "%d", place)
		assert.Equal(t, place%23 == 0, termColor(place) == termColor(0), "all but the warning's, then again")
	}
	f := newFall(Waterfall{Terms: []WaterfallTerm{{Name: "a"}, {Name: "b", Bytes: 2}}})
	assert.Equal(t, termColor(1), f.bars.bars[0].color)
	st := newStack(MemoryStack{X: []int64{1}, Terms: []MemoryTerm{{"a", []int64{0}}, {"b", []int64{2}}}})
	assert.Equal(t, termColor(1), st.color(0))
}

func TestShareOf(t *testing.T) {
	assert.Equal(t, "50.0 %", shareOf(1, 2))
	assert.Equal(t, "100.0 %", shareOf(7, 7))
	assert.Equal(t, "0.0 %", shareOf(0, 7))
	assert.Equal(t, "< 0.1 %", shareOf(1, 1e12))
	assert.Equal(t, "0.1 %", shareOf(1, 1000))
	assert.Equal(t, "", shareOf(1, 0))
}

// oddSizes is what arithmetic on sizes brings.
func oddSizes() []int64 {
	return []int64{0, 1, -1, 2, 3, 7, 255, 1000, 1 << 20, 1<<20 + 7, 1 << 40, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64}
}

// TestMemoryNeverPanics draws whatever chance makes of hostile sizes and names.
func TestMemoryNeverPanics(t *testing.T) {
	skipShort(t)
	size := rapid.OneOf(rapid.SampledFrom(oddSizes()), rapid.Int64())
	small := rapid.Int64Range(-2, 40)
	name := rapid.SampledFrom(oddNames())
	rapid.Check(t, func(t *rapid.T) {
		number := size
		if rapid.Bool().Draw(t, "plain") {
			number = small
		}
		n := func(label string) int64 { return number.Draw(t, label) }
		w := Waterfall{Of: name.Draw(t, "of"), Budget: n("budget")}
		m := MemoryStack{Of: w.Of, Knob: name.Draw(t, "knob"), Budget: w.Budget, Asked: n("asked"), Largest: n("largest"), Safe: n("safe")}
		m.X = rapid.SliceOfN(number, 0, 150).Draw(t, "x")
		for range rapid.IntRange(0, 14).Draw(t, "terms") {
			term := name.Draw(t, "term")
			w.Terms = append(w.Terms, WaterfallTerm{Name: term, Bytes: n("bytes"), Part: rapid.Bool().Draw(t, "part")})
			ragged := rapid.IntRange(0, 3).Draw(t, "ragged")
			m.Terms = append(m.Terms, MemoryTerm{term, rapid.SliceOfN(number, max(len(m.X)-ragged, 0), len(m.X)+1).Draw(t, "sizes")})
		}
		l := LiveSet{Of: w.Of, Step: name.Draw(t, "step"), Arena: n("arena")}
		a := AddressMap{Of: w.Of, Run: l.Step, Steps: n("steps"), Peak: n("peak"), Arena: l.Arena, Lower: n("lower")}
		for range rapid.IntRange(0, 60).Draw(t, "buffers") {
			b := PlacedBuffer{name.Draw(t, "buffer"), n("offset"), n("size"), n("first"), n("last")}
			a.Buffers = append(a.Buffers, b)
			l.Buffers = append(l.Buffers, LiveBuffer{b.Name, name.Draw(t, "note"), b.Bytes})
		}
		figures, errs := Draw([]Drawing{w, m, l, a}, Options{Workers: 1})
		checkFigures(t, figures, errs)
	})
}

// TestHostileMemory: rows of what happens, to be looked at with -dump.
func TestHostileMemory(t *testing.T) {
	skipShort(t)
	long := oddNames()[8]
	equal := LiveSet{Of: "equal", Arena: 10_000 * mib}
	for range 10_000 {
		equal.Buffers = append(equal.Buffers, LiveBuffer{Name: "b", Bytes: mib})
	}
	huge := []int64{math.MaxInt64, math.MaxInt64}
	var many []WaterfallTerm
	for i := range int64(30) {
		many = append(many, WaterfallTerm{Name: long, Bytes: 1 + i}, WaterfallTerm{Name: "part\n", Bytes: i, Part: true})
	}
	figures, errs := Draw([]Drawing{
		Waterfall{Of: long, Budget: 300, Terms: many},
		Waterfall{Of: "huge", Budget: 1, Terms: []WaterfallTerm{{Name: "a", Bytes: huge[0]}, {Name: "b", Bytes: huge[1]}}},
		Waterfall{Of: "only a budget", Budget: gib},
		Waterfall{Of: "exactly", Budget: gib, Terms: []WaterfallTerm{{Name: "a", Bytes: gib}}},
		MemoryStack{Of: "one point", Knob: "batch", X: []int64{1}, Budget: 1, Asked: 1, Terms: []MemoryTerm{{"a", []int64{1}}}},
		MemoryStack{Of: "huge", Knob: long, X: []int64{1, math.MaxInt64}, Budget: math.MaxInt64, Asked: 2, Largest: 3, Safe: 1,
			Terms: []MemoryTerm{{long, huge}, {"x\ny", huge}}},
		MemoryStack{Of: "zeros and one", Knob: "n", X: []int64{0, 1, 2, 3}, Budget: 1, Largest: 2, Terms: []MemoryTerm{{"a", []int64{0, 0, 0, gib}}}},
		MemoryStack{Of: "tiny budget", Knob: "n", X: []int64{1, 2, 3}, Budget: kib, Asked: 2, Terms: []MemoryTerm{{"a", []int64{gib, 2 * gib, 3 * gib}}}},
		MemoryStack{Of: "tiny budget wide", Knob: "n", X: []int64{1, 2, 3}, Budget: 1, Asked: 2, Terms: []MemoryTerm{{"a", []int64{mib, gib, 1024 * gib}}}},
		equal,
		LiveSet{Of: "empty arena", Arena: 1 << 40, Step: long, Buffers: []LiveBuffer{{long, long, 1}}},
		AddressMap{Of: "one", Buffers: []PlacedBuffer{{long, 0, 1, 0, 0}}},
		AddressMap{Of: "huge", Peak: math.MaxInt64, Arena: 1, Buffers: []PlacedBuffer{{long, math.MaxInt64, math.MaxInt64, 0, math.MaxInt64}, {"b", 0, 1, 5, 6}}},
	}, Options{})
	checkFigures(t, figures, errs)
	require.Len(t, figures, 13)
	dumpFigures(t, "hostile-circuit", figures)
}
