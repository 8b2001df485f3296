package fft_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// realPlanner plans in one precision.
type realPlanner[F fft.Real, C fft.Complex] func(n int, options ...fft.Option) (*fft.RealPlan[F, C], error)

func (plan realPlanner[F, C]) of(t require.TestingT, n int, options ...fft.Option) *fft.RealPlan[F, C] {
	p, err := plan(n, options...)
	require.NoError(t, err)
	return p
}

// samples is reproducible Gaussian noise.
func samples[F fft.Real](n int, seed uint64) []F {
	x := make([]F, n)
	for j, v := range gauss[complex128](n, seed) {
		x[j] = F(real(v))
	}
	return x
}

// whole is the full spectrum of n bins by its symmetry.
func whole[C fft.Complex](bins []C, n int) []C {
	all := make([]C, n)
	for k := range all {
		if k < len(bins) {
			all[k] = bins[k]
		} else {
			v := complex128(bins[n-k])
			all[k] = C(complex(real(v), -imag(v)))
		}
	}
	return all
}

// widened has imaginary parts of 0.
func widened[C fft.Complex, F fft.Real](x []F) []C {
	wide := make([]C, len(x))
	for j, v := range x {
		wide[j] = C(complex(float64(v), 0))
	}
	return wide
}

// checkReal holds both directions against the truth of complex transforms.
func checkReal[F fft.Real, C fft.Complex](t require.TestingT, plan realPlanner[F, C], n int) {
	p := plan.of(t, n)
	require.Equal(t, n, p.Len())
	require.Equal(t, n/2+1, p.Bins())
	x := samples[F](n, uint64(n))
	bins := make([]C, p.Bins())
	require.NoError(t, p.Forward(bins, x))
	ref, err := truth.New(widened[C](x), n, truth.Forward)
	require.NoError(t, err)
	rel, _, err := ref.Compare(whole(bins, n))
	require.NoError(t, err)
	assert.LessOrEqual(t, rel, roundingTolerance[C](n), "forward n=%d", n)
	assert.Zero(t, imag(complex128(bins[0])), "n=%d", n)

	spectrum := gauss[C](p.Bins(), uint64(n)+1)
	spectrum[0] = C(complex(real(complex128(spectrum[0])), 0))
	if n%2 == 0 {
		assert.Zero(t, imag(complex128(bins[n/2])), "n=%d", n)
		spectrum[n/2] = C(complex(real(complex128(spectrum[n/2])), 0))
	}
	ref, err = truth.New(whole(spectrum, n), n, truth.Inverse)
	require.NoError(t, err)
	require.NoError(t, p.Inverse(x, spectrum))
	rel, _, err = ref.Compare(widened[C](x))
	require.NoError(t, err)
	assert.LessOrEqual(t, rel, roundingTolerance[C](n), "inverse n=%d", n)
}

func TestRealEveryLengthTo512(t *testing.T) {
	for n := 1; n <= 512; n++ {
		checkReal(t, fft.NewReal32, n)
		checkReal(t, fft.NewReal64, n)
	}
}

func TestRealOtherLengths(t *testing.T) {
	for _, n := range append(slices.Clone(otherLengths), 2*10007, 2*65537, 1<<10, 1<<12, 1<<14, 1<<17) {
		if testing.Short() && n > 1<<15 {
			continue
		}
		checkReal(t, fft.NewReal32, n)
		checkReal(t, fft.NewReal64, n)
	}
}

// realLengths take each way: one sample, a pair, codelets, several passes, odd,
// twice a prime.
var realLengths = []int{1, 2, 3, 4, 15, 16, 64, 97, 100, 128, 194, 512, 1000, 2048}

func TestRealProperties(t *testing.T) {
	t.Run("32", rapid.MakeCheck(func(t *rapid.T) { checkRealProperties(t, fft.NewReal32) }))
	t.Run("64", rapid.MakeCheck(func(t *rapid.T) { checkRealProperties(t, fft.NewReal64) }))
}

func checkRealProperties[F fft.Real, C fft.Complex](t *rapid.T, plan realPlanner[F, C]) {
	n := rapid.OneOf(rapid.IntRange(1, 300), rapid.SampledFrom(realLengths)).Draw(t, "n")
	rows := rapid.IntRange(0, 20).Draw(t, "rows")
	offset := rapid.IntRange(0, 3).Draw(t, "offset") // of the memory
	p := plan.of(t, n)
	m := p.Bins()
	x := samples[F](n*rows+offset, 3)[offset:]
	before := slices.Clone(x)
	bins := make([]C, m*rows+offset)[offset:]
	require.NoError(t, p.Forward(bins, x))
	require.Equal(t, before, x, "src is not changed")
	one := make([]C, m)
	for r := range rows {
		require.NoError(t, p.Forward(one, x[r*n:][:n]))
		require.Equal(t, one, bins[r*m:][:m], "row %d", r)
	}

	// The imaginary parts of bins 0 and n/2 are ignored.
	spectra := slices.Clone(bins)
	for r := range rows {
		spectra[r*m] += 5i
		if n%2 == 0 {
			spectra[r*m+n/2] -= 7i
		}
	}
	bins = slices.Clone(spectra)
	back := make([]F, n*rows+offset)[offset:]
	require.NoError(t, p.Inverse(back, spectra))
	require.Equal(t, bins, spectra, "src is not changed")
	for j := range back {
		back[j] /= F(n)
	}
	requireNear(t, widened[C](back), widened[C](x), 4*roundingTolerance[C](n), "round trip")
}

func TestRealRefuses(t *testing.T) {
	for _, n := range []int{0, -1, fft.MaxLen + 1} {
		p, err := fft.NewReal32(n)
		assert.ErrorIs(t, err, fft.ErrSize)
		assert.Nil(t, p)
	}
	_, err := fft.NewReal64(8, fft.WithGoroutines(0))
	assert.ErrorIs(t, err, fft.ErrOption)

	for _, n := range []int{7, 8} {
		p := realPlanner[float32, complex64](fft.NewReal32).of(t, n)
		m := p.Bins()
		x, bins, scratch := make([]float32, 2*n), make([]complex64, 2*m), make([]complex64, p.ScratchLen())
		for name, slices := range map[string]struct {
			bins []complex64
			x    []float32
		}{
			"part of a row": {bins[:m], x[:n-1]},
			"too few bins":  {bins[:m-1], x[:n]},
			"too many bins": {bins[:m+1], x[:n]},
			"a row more":    {bins[:2*m], x[:n]},
			"a row less":    {bins[:m], x},
			"no bins":       {nil, x[:n]},
			"no samples":    {bins, nil},
		} {
			assert.ErrorIs(t, p.Forward(slices.bins, slices.x), fft.ErrLength, name)
			assert.ErrorIs(t, p.Inverse(slices.x, slices.bins), fft.ErrLength, name)
			assert.ErrorIs(t, p.ForwardScratch(slices.bins, slices.x, scratch), fft.ErrLength, name)
			assert.ErrorIs(t, p.InverseScratch(slices.x, slices.bins, scratch), fft.ErrLength, name)
		}
		assert.NoError(t, p.Forward(nil, nil))
		assert.NoError(t, p.Inverse(nil, nil))
		require.NotEmpty(t, scratch)
		assert.ErrorIs(t, p.ForwardScratch(bins, x, scratch[1:]), fft.ErrLength)
		assert.ErrorIs(t, p.InverseScratch(x, bins, nil), fft.ErrLength)

		b := fft.Batch{Rows: 2, Src: fft.Layout{Distance: 1}}
		assert.NoError(t, p.ForwardBatch(bins, x, b), "frames overlap in src")
		assert.NoError(t, p.ForwardBatch(bins, x[:n+1], b))
		assert.ErrorIs(t, p.ForwardBatch(bins, x[:n], b), fft.ErrLength)
		assert.ErrorIs(t, p.ForwardBatch(bins[:2*m-1], x, b), fft.ErrLength)
		assert.ErrorIs(t, p.InverseBatch(x, bins, fft.Batch{Rows: 2, Dst: fft.Layout{Distance: 1}}), fft.ErrOverlap)
		assert.ErrorIs(t, p.InverseBatch(x, bins, fft.Batch{Rows: -1}), fft.ErrLayout)
	}
}

// Real and complex memory that is the same is found, whatever its types.
func TestRealRefusesSharedMemory(t *testing.T) {
	const n = 16
	p := realPlanner[float64, complex128](fft.NewReal64).of(t, n)
	shared := make([]complex128, n)
	x := floats(shared)
	bins, scratch := make([]complex128, p.Bins()), make([]complex128, p.ScratchLen())
	assert.ErrorIs(t, p.Forward(shared[:9], x[:n]), fft.ErrOverlap)
	assert.ErrorIs(t, p.Forward(shared[7:], x[:n]), fft.ErrOverlap, "the last bin of src is the first one of dst")
	assert.ErrorIs(t, p.Inverse(x[:n], shared[7:]), fft.ErrOverlap)
	assert.ErrorIs(t, p.ForwardBatch(shared[7:], x[:n], fft.Batch{Rows: 1}), fft.ErrOverlap)
	assert.ErrorIs(t, p.InverseBatch(x[:n], shared[7:], fft.Batch{Rows: 1}), fft.ErrOverlap)
	assert.ErrorIs(t, p.ForwardScratch(bins, floats(scratch)[:n], scratch), fft.ErrOverlap)
	assert.ErrorIs(t, p.InverseScratch(x[:n], bins, append(scratch, bins...)[:0:0]), fft.ErrLength)
}

// A NaN or an infinity anywhere leaves no finite bin in its row and does not
// reach another row. On the way back a sample may not depend on it.
func TestRealNotFinite(t *testing.T) {
	p32, p64 := realPlanner[float32, complex64](fft.NewReal32), realPlanner[float64, complex128](fft.NewReal64)
	for _, n := range realLengths {
		for _, at := range []int{0, n / 3, n - 1} {
			for _, poison := range []float64{math.NaN(), math.Inf(1)} {
				checkRealPoison(t, p32, n, at, poison)
				checkRealPoison(t, p64, n, at, poison)
			}
		}
	}
}

func checkRealPoison[F fft.Real, C fft.Complex](t *testing.T, plan realPlanner[F, C], n, at int, poison float64) {
	p := plan.of(t, n)
	m := p.Bins()
	x, clean, bins := samples[F](3*n, 5), make([]C, 3*m), make([]C, 3*m)
	require.NoError(t, p.Forward(clean, x))
	x[n+at] = F(poison)
	require.NoError(t, p.Forward(bins, x))
	for k, v := range bins[m : 2*m] {
		z := complex128(v)
		assert.False(t, finite(real(z)) && finite(imag(z)), "n=%d bin %d is %v with %v at %d", n, k, v, poison, at)
	}
	assert.Equal(t, clean[:m], bins[:m])
	assert.Equal(t, clean[2*m:], bins[2*m:])

	clean[m+at/2] = C(complex(poison, 0))
	require.NoError(t, p.Inverse(x, clean))
	poisoned := 0
	for j, v := range x {
		if !finite(float64(v)) {
			assert.Equal(t, 1, j/n, "n=%d sample %d is %v with %v at %d", n, j, v, poison, at)
			poisoned++
		}
	}
	assert.Positive(t, poisoned, "n=%d with %v at %d", n, poison, at)
}

func TestRealInAnyLayout(t *testing.T) {
	for _, n := range realLengths {
		checkRealLayouts(t, fft.NewReal32, n)
		checkRealLayouts(t, fft.NewReal64, n)
	}
}

func checkRealLayouts[F fft.Real, C fft.Complex](t *testing.T, plan realPlanner[F, C], n int) {
	const rows = 19
	p := plan.of(t, n)
	m := p.Bins()
	layouts := func(count int) []fft.Layout {
		return []fft.Layout{{}, {Distance: count + 3}, {Stride: rows, Distance: 1}, {Stride: 3}}
	}
	x := samples[F](rows*n, 1)
	bins := make([]C, rows*m)
	require.NoError(t, p.Forward(bins, x))
	back := make([]F, rows*n)
	require.NoError(t, p.Inverse(back, bins))
	for _, signal := range layouts(n) {
		for _, spectrum := range layouts(m) {
			what := fmt.Sprintf("n=%d signal %v spectrum %v", n, signal, spectrum)
			gotBins, gotBack := make([]C, 3*rows*m+3*rows), make([]F, 3*rows*n+3*rows)
			require.NoError(t, p.ForwardBatch(gotBins, spread(x, n, signal), fft.Batch{Rows: rows, Src: signal, Dst: spectrum}))
			require.True(t, slices.Equal(spread(bins, m, spectrum), gotBins), what)
			require.NoError(t, p.InverseBatch(gotBack, spread(bins, m, spectrum), fft.Batch{Rows: rows, Src: spectrum, Dst: signal}))
			require.True(t, slices.Equal(spread(back, n, signal), gotBack), what)
		}
	}
}

// spread lays rows of n elements out; the rest is 0.
func spread[T any](x []T, n int, l fft.Layout) []T {
	rows := len(x) / n
	y := make([]T, 3*rows*n+3*rows)
	if l.Stride == 0 {
		l.Stride = 1
	}
	if l.Distance == 0 {
		l.Distance = n * l.Stride
	}
	for i, v := range x {
		y[i/n*l.Distance+i%n*l.Stride] = v
	}
	return y
}

func TestRealDoesNotAllocate(t *testing.T) {
	for _, n := range realLengths {
		p := realPlanner[float32, complex64](fft.NewReal32).of(t, n)
		x, bins, scratch := make([]float32, 5*n), make([]complex64, 5*p.Bins()), make([]complex64, p.ScratchLen())
		columns := fft.Batch{Rows: 5, Src: fft.Layout{Stride: 5, Distance: 1}}
		assert.Zero(t, testing.AllocsPerRun(5, func() {
			if p.Forward(bins, x) != nil || p.Inverse(x, bins) != nil || p.ForwardBatch(bins, x, columns) != nil ||
				p.ForwardScratch(bins, x, scratch) != nil || p.InverseScratch(x, bins, scratch) != nil {
				panic("refused")
			}
		}), "n=%d", n)
	}
}

// One plan in many goroutines, each with a team, gives the very bits of one.
func TestRealConcurrentUse(t *testing.T) {
	for _, n := range []int{15, 64, 1000, 4096} {
		p := realPlanner[float32, complex64](fft.NewReal32).of(t, n, fft.WithGoroutines(2))
		rows := 1 + 1<<17/n
		x := samples[float32](rows*n, 2)
		want := make([]complex64, rows*p.Bins())
		for r := range rows {
			require.NoError(t, p.Forward(want[r*p.Bins():][:p.Bins()], x[r*n:][:n]))
		}
		var wait sync.WaitGroup
		for range 3 {
			wait.Go(func() {
				got := make([]complex64, len(want))
				assert.NoError(t, p.Forward(got, x))
				assert.True(t, slices.Equal(want, got), "n=%d", n)
			})
		}
		wait.Wait()
	}
}

func TestRealPlanTells(t *testing.T) {
	p := realPlanner[float64, complex128](fft.NewReal64).of(t, 30)
	assert.Regexp(t, `^float64 30 by complex: [a-z]+\(`, p.String())
	params, _ := p.Footprint().Sum(fft.Parameter)
	assert.Positive(t, params)
}
