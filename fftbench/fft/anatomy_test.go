package fft_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// described is a kind of plan that can be built and described.
type described struct {
	name     string
	powers   bool // takes powers of two alone
	build    func(n int) (interface{ Footprint() fft.Footprint }, error)
	describe func(n int) (*fft.Anatomy, error)
}

// describedBy pairs a constructor with its description.
func describedBy[T interface{ Footprint() fft.Footprint }](name string, powers bool, build func(int) (T, error), describe func(int) (*fft.Anatomy, error)) described {
	return described{name, powers, func(n int) (interface{ Footprint() fft.Footprint }, error) { return build(n) }, describe}
}

// describedPlans are all of package fft.
func describedPlans() []described {
	list := append(describedComplex[complex64](), describedComplex[complex128]()...)
	return append(list,
		describedBy("real32", false, plain(fft.NewReal32), plain(fft.DescribeReal[float32])),
		describedBy("real64", false, plain(fft.NewReal64), plain(fft.DescribeReal[float64])),
		describedBy("butterfly_q8", true, fft.NewButterflyQ8, fft.DescribeButterflyQ8))
}

func describedComplex[C fft.Complex]() []described {
	masked := func(n int) (*fft.Masked[C], error) { return fft.NewMasked[C](n, make([]float64, n)) }
	kinds := []described{
		describedBy("plan", false, plain(fft.New[C]), plain(fft.Describe[C])),
		describedBy("masked", false, masked, plain(fft.DescribeMasked[C])),
		describedBy("butterfly_eager", true, fft.NewButterflyEager[C], fft.DescribeButterflyEager[C]),
		describedBy("butterfly_compiled", true, fft.NewButterflyCompiled[C], fft.DescribeButterflyCompiled[C]),
		describedBy("stockham_eager", true, fft.NewStockhamEager[C], fft.DescribeStockhamEager[C]),
		describedBy("stockham_compiled", true, fft.NewStockhamCompiled[C], fft.DescribeStockhamCompiled[C]),
	}
	if hasArchsimd() {
		kinds = append(kinds, describedBy("stockham_archsimd", true, fft.NewStockhamArchsimd[C], fft.DescribeStockhamArchsimd[C]))
	}
	for i := range kinds {
		kinds[i].name += fmt.Sprintf("/%T", C(0))
	}
	return kinds
}

// lengths are those of a kind: all short ones, powers of two, smooth lengths,
// primes, squares of large primes.
func (d *described) lengths() []int {
	longest, allTo, some := 1<<17, 600, 30
	if testing.Short() {
		longest, allTo, some = 1<<12, 40, 0
	}
	var lengths []int
	for n := 1; n <= longest; n *= 2 {
		lengths = append(lengths, n)
	}
	if d.powers {
		return lengths
	}
	for n := 1; n <= allTo; n++ {
		lengths = append(lengths, n)
	}
	random := rand.New(rand.NewPCG(5, 9))
	for range some {
		n := 1
		for n < 600 {
			n *= []int{2, 2, 2, 3, 3, 5, 7, 11, 13}[random.IntN(9)]
		}
		lengths = append(lengths, n, random.IntN(20000)+1)
	}
	lengths = append(lengths, 60, 97, 134, 210, 257, 1000, 1001, 61*59, 67*67)
	if !testing.Short() {
		lengths = append(lengths, 1009, 2017, 4099, 8191, 10007, 20011, 2*4099, 71*71, 64*67, 65537, 100003)
	}
	return lengths
}

// A description tells the footprint of the plan that is built, part by part.
func TestDescriptionsAreFootprints(t *testing.T) {
	for _, d := range describedPlans() {
		t.Run(d.name, func(t *testing.T) {
			for _, n := range d.lengths() {
				plan, err := d.build(n)
				require.NoError(t, err)
				a, err := d.describe(n)
				require.NoError(t, err)
				require.Equal(t, plan.Footprint(), a.Footprint(), "n=%d", n)
				require.NoError(t, a.Check(), "n=%d", n)
			}
		})
	}
}

// Plans for other machines are sound too, and theirs are not all the same.
func TestDescriptionsForOtherMachines(t *testing.T) {
	longest := 2100
	if testing.Short() {
		longest = 100
	}
	for _, isa := range []string{"AVX-512", "AVX2+FMA", "Go"} {
		for n := 1; n <= longest; n += 1 + n/100 {
			single, err := fft.Describe[complex64](n, fft.ForISA(isa))
			require.NoError(t, err)
			require.NoError(t, single.Check(), "%s n=%d", isa, n)
			double, err := fft.DescribeMasked[complex128](n, fft.ForISA(isa))
			require.NoError(t, err)
			require.NoError(t, double.Check(), "%s masked n=%d", isa, n)
		}
	}
}

func part(name string, kind fft.PartKind, count int, bytes int64) fft.Part {
	return fft.Part{Name: name, Kind: kind, Count: count, Bytes: bytes}
}

// Footprints by hand, of any machine.
func TestDescriptionsByHand(t *testing.T) {
	tests := []struct {
		n    int
		isa  string
		want fft.Footprint
	}{
		// Columns of 8 lanes and passes of radix 5, 5 and 5: 4·25 + 4·5 twiddles and
		// 1000 that join; 120 starts of whole groups of 8 rows and 8 of the last.
		{1000, "AVX2+FMA", fft.Footprint{
			part("twiddles", fft.Parameter, 1120, 1120*8),
			part("row order", fft.Table, 128, 128*4),
			part("scratch", fft.Scratch, 1000, 1000*8),
		}},
		// 16 columns of 128 rows, passes of radix 8 and 16: 7·16 twiddles and 2048;
		// every fourth of 128 rows.
		{2048, "AVX-512", fft.Footprint{
			part("twiddles", fft.Parameter, 112+2048, (112+2048)*8),
			part("row order", fft.Table, 32, 32*4),
			part("scratch", fft.Scratch, 2048, 2048*8),
		}},
		// One codelet of 16 columns of 64 rows: radix 8 and 8.
		{1024, "AVX-512", fft.Footprint{part("twiddles", fft.Parameter, 56+1024, (56+1024)*8)}},
		// One codelet of 16 columns: radix 4.
		{64, "AVX-512", fft.Footprint{part("twiddles", fft.Parameter, 64, 64*8)}},
		// One of 8 columns: radix 8.
		{64, "AVX2+FMA", fft.Footprint{part("twiddles", fft.Parameter, 64, 64*8)}},
		// Two passes of radix 4 in one kernel: 3 twiddles of each of 4 groups.
		{16, "AVX-512", fft.Footprint{part("twiddles", fft.Parameter, 12, 12*8)}},
		// Radix 16 first, then two of radix 4: 3·16 + 3·64 twiddles; a row is a block.
		{256, "Go", fft.Footprint{
			part("twiddles", fft.Parameter, 3*16+3*64, (3*16+3*64)*8),
			part("permutation", fft.Table, 16, 16*4),
		}},
		// 8·5·5·5: 7·125 + 4·25 + 4·5 + 4·1 twiddles.
		{1000, "Go", fft.Footprint{
			part("twiddles", fft.Parameter, 7*125+100+20+4, (7*125+100+20+4)*8),
			part("scratch", fft.Scratch, 1000, 1000*8),
		}},
	}
	for _, test := range tests {
		a, err := fft.Describe[complex64](test.n, fft.ForISA(test.isa))
		require.NoError(t, err)
		assert.Equal(t, test.want, a.Footprint(), "n=%d on %s", test.n, test.isa)
	}
}

// Stages of a convolution, in the words of the plan that runs it.
func TestStages(t *testing.T) {
	a, err := fft.DescribeStockhamCompiled[complex64](1 << 12)
	require.NoError(t, err)
	assert.Equal(t, []string{
		"gather: input → scratch", "radix 16 of twiddles, block places: scratch → output",
		"radix 4 of twiddles: output → scratch", "radix 4 of twiddles: scratch → output",
		"radix 4: output → output", "radix 4 of twiddles: output → output",
	}, told(a, a.Stages))

	a, err = fft.Describe[complex128](100003, fft.ForISA("AVX2+FMA"))
	require.NoError(t, err)
	stages := told(a, a.Stages)
	assert.Equal(t, "chirp of chirp: input → scratch", stages[0])
	assert.Equal(t, "chirp of chirp: scratch → output", stages[len(stages)-1])
	assert.Contains(t, stages, "multiply of chirp spectrum: scratch → scratch")
	assert.True(t, a.Holdings[1].Derived)
	assert.False(t, a.Holdings[0].Derived)

	inverse, err := fft.DescribeStockhamEager[complex64](4)
	require.NoError(t, err)
	assert.Equal(t, []string{
		"radix 2 of twiddles: input → scratch", "radix 2 of twiddles: scratch → output", "reverse: output → output",
	}, told(inverse, inverse.Inverse))
}

// told says what stages do.
func told(a *fft.Anatomy, stages []fft.Stage) []string {
	var lines []string
	name := func(place int) string {
		switch place {
		case fft.InputRow:
			return "input"
		case fft.OutputRow:
			return "output"
		}
		return a.Holdings[place].Name
	}
	for _, s := range stages {
		line := s.Kind
		for i, table := range s.Reads {
			line += []string{" of ", ", "}[min(i, 1)] + name(table)
		}
		lines = append(lines, line+": "+name(s.From[0])+" → "+name(s.To[0]))
	}
	return lines
}

// Lengths whose tables would fit no memory, without any.
func TestDescriptionsOfHugeLengths(t *testing.T) {
	lengths := []int{
		1 << 40, 1<<40 - 87, 3 * 5 * 7 << 32, 2 * (1<<40 - 87), (1<<20 - 3) * (1<<20 - 3), fft.MaxDescribed, fft.MaxDescribed - 59,
	}
	for _, isa := range []string{"AVX-512", "AVX2+FMA", "Go"} {
		for _, n := range lengths {
			checkHuge(t, n, "plan "+isa, func() (*fft.Anatomy, error) { return fft.Describe[complex128](n, fft.ForISA(isa)) })
			checkHuge(t, n, "real "+isa, func() (*fft.Anatomy, error) { return fft.DescribeReal[float32](n, fft.ForISA(isa)) })
			checkHuge(t, n, "masked "+isa, func() (*fft.Anatomy, error) { return fft.DescribeMasked[complex64](n, fft.ForISA(isa)) })
		}
	}
	for _, d := range describedPlans() {
		if d.powers {
			checkHuge(t, fft.MaxDescribed, d.name, func() (*fft.Anatomy, error) { return d.describe(fft.MaxDescribed) })
		}
	}
}

func checkHuge(t *testing.T, n int, what string, describe func() (*fft.Anatomy, error)) {
	t.Helper()
	a, err := describe()
	require.NoError(t, err)
	require.NoError(t, a.Check(), "%s n=%d", what, n)
	assert.Less(t, len(a.Stages), 400, "%s n=%d", what, n)
	sum := int64(0)
	for _, h := range a.Holdings {
		assert.Positive(t, h.Bytes, "%s n=%d %s", what, n, h.Name)
		sum += h.Bytes
	}
	assert.Greater(t, sum, int64(n)/8, "%s n=%d", what, n)
	assert.Less(t, sum/512, int64(n), "%s n=%d", what, n)
	assert.Less(t, testing.AllocsPerRun(1, func() { _, _ = describe() }), 20000.0, "%s n=%d", what, n)
}

func TestDescriptionsRefused(t *testing.T) {
	for _, d := range describedPlans() {
		bad := []int{0, -1, fft.MaxDescribed + 1}
		if d.powers {
			bad = append(bad, 3, 100)
		}
		for _, n := range bad {
			a, err := d.describe(n)
			assert.Nil(t, a)
			assert.ErrorIs(t, err, fft.ErrSize, "%s n=%d", d.name, n)
			assert.ErrorContains(t, err, fmt.Sprint(n), d.name)
		}
	}
	_, err := fft.Describe[complex64](8, fft.ForISA("NEON"))
	assert.ErrorIs(t, err, fft.ErrOption)
	assert.ErrorContains(t, err, `"NEON"`)
}

// A plan is built for this machine alone.
func TestPlansOfOtherMachines(t *testing.T) {
	for _, isa := range []string{"AVX-512", "AVX2+FMA", "Go"} {
		_, err := fft.New[complex64](8, fft.ForISA(isa))
		_, realErr := fft.NewReal64(8, fft.ForISA(isa))
		if isa == fft.ISA() {
			assert.NoError(t, err)
			assert.NoError(t, realErr)
		} else {
			assert.ErrorIs(t, err, fft.ErrOption)
			assert.ErrorIs(t, realErr, fft.ErrOption)
		}
	}
}

// What was measured on a machine is described from its wisdom, and from nothing
// else.
func TestDescriptionsOfMeasuredPlans(t *testing.T) {
	var wisdom fft.Wisdom
	require.NoError(t, wisdom.UnmarshalText([]byte("fft wisdom 1\n1000 complex64 AVX-512 mixed(4,2,5,5,5)\n")))
	options := []fft.Option{fft.WithPlanner(fft.Measure), fft.WithWisdom(&wisdom), fft.ForISA("AVX-512")}
	a, err := fft.Describe[complex64](1000, options...)
	require.NoError(t, err)
	assert.Len(t, a.Stages, 5)
	assert.Equal(t, "mixed", a.Stages[0].Block)

	_, err = fft.Describe[complex128](1000, options...)
	assert.ErrorIs(t, err, fft.ErrOption)
	_, err = fft.Describe[complex64](1000, fft.WithPlanner(fft.Measure))
	assert.ErrorIs(t, err, fft.ErrOption)
}

// A call that is part of a larger one reads and writes where that has it do so.
func TestEmbedded(t *testing.T) {
	stages := []fft.Stage{
		{Name: "a", Reads: []int{0}, From: []int{fft.InputRow}, To: []int{1}},
		{Name: "b", From: []int{1}, To: []int{fft.OutputRow}},
	}
	before := slices.Clone(stages)
	assert.Equal(t, []fft.Stage{
		{Name: "in.a", Reads: []int{3}, From: []int{7}, To: []int{4}},
		{Name: "in.b", From: []int{4}, To: []int{fft.OutputRow}},
	}, fft.Embedded(stages, "in.", 3, 7, fft.OutputRow))
	assert.Equal(t, before, stages)
}
