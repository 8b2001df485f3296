package fftbench

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// everyCell calls f for each direction and precision of each variant.
func everyCell(t *testing.T, f func(t *testing.T, c Cell)) {
	for _, v := range variants() {
		if !v.runs() {
			continue
		}
		for _, dir := range v.run.directions() {
			for _, p := range v.run.precisions() {
				t.Run(fmt.Sprintf("%s/%s/%s", v.Name, dir, p), func(t *testing.T) {
					c := Cell{Variant: v.Name, Dir: dir, Precision: p}
					if library, ok := v.run.(peer); ok && library.missing(c) {
						_, err := v.run.plan(dir, 64, p)
						t.Skip(err)
					}
					f(t, c)
				})
			}
		}
	}
}

// openLab is a lab that the test closes.
func openLab(t *testing.T) *Lab {
	lab := NewLab()
	t.Cleanup(func() { assert.NoError(t, lab.Close()) })
	return lab
}

// bind binds a plan that can be bound.
func bind(t *testing.T, plan Plan, lab *Lab, batch int) *Op {
	t.Helper()
	op, err := plan.Bind(lab, batch)
	require.NoError(t, err)
	if op.Close != nil {
		t.Cleanup(func() { assert.NoError(t, op.Close()) })
	}
	return op
}

// bound is what the relative L2 error of a right result of length n is under:
// a few rounding units, growing with the number of stages.
func bound(c Cell) float64 {
	unit := 0x1p-24
	if c.Precision == F64 {
		unit = 0x1p-53
	}
	switch {
	case c.Variant == "butterfly_q8":
		return 0.015
	case c.Variant == "domain_twiddle": // twiddles of 8 bits
		return 0.006
	case c.Variant == "learned_e2e": // fewer butterflies than there should be
		return 0.2
	case c.Variant == "peaks_fast" || c.Variant == "peaks_ultra":
		return 0.02
	case c.Dir == "mel": // frequencies in float64 place the filters to that
		return 2*unit*(1+math.Log2(float64(c.N))) + 2e-15
	}
	return 2 * unit * (1 + math.Log2(float64(c.N)))
}

// lacks reports whether a variant has no plan for a length that others have: fewer
// segments than all would find other peaks, and training takes its time.
func lacks(c Cell) bool {
	switch c.Variant {
	case "peaks_fast", "peaks_ultra":
		return c.N < 64
	case "butterfly_unitary", "domain_twiddle", "learned_e2e":
		return c.N < 4 || c.N > 512
	}
	return false
}

func TestEveryVariantIsRight(t *testing.T) {
	lab := openLab(t)
	everyCell(t, func(t *testing.T, c Cell) {
		for _, c.N = range []int{2, 4, 8, 64, 512, 2048} {
			plan, err := c.Plan()
			if lacks(c) {
				assert.ErrorIs(t, err, ErrUnsuited)
				continue
			}
			require.NoError(t, err)
			for _, batch := range []int{1, 3, 7} {
				e, err := bind(t, plan, lab, batch).Errors()
				require.NoError(t, err, "n=%d batch=%d", c.N, batch)
				assert.LessOrEqual(t, e.RelL2, bound(c), "n=%d batch=%d", c.N, batch)
				assert.False(t, math.IsNaN(e.MaxErr))
				if c.N >= 64 {
					assert.Positive(t, e.RelL2, "no error at all: is the truth the variant's own?")
				}
			}
		}
	})
}

// Only the references, op_fft and what is planned with it do lengths other than
// powers of two; to the
// others such a length is no failure.
func TestLengthsThatAreNoPowerOfTwo(t *testing.T) {
	anyLength := map[string]bool{"gonum": true, "op_fft": true, "op_ifft": true,
		"fused_gonum": true, "fused_spectral_compiled": true,
		"welch_gonum": true, "welch_op_fft": true, "fftw": true, "kissfft": true, "cufft": true,
		"mel_gonum": true, "mel_op_fft": true, "stft_gonum": true, "stft_op_fft": true,
		"peaks_gonum": true, "peaks_op_fft": true, "peaks_fast": true, "peaks_ultra": true}
	lab := openLab(t)
	everyCell(t, func(t *testing.T, c Cell) {
		for _, c.N = range []int{3, 100, 101} {
			plan, err := c.Plan()
			if !anyLength[c.Variant] || lacks(c) {
				assert.ErrorIs(t, err, ErrUnsuited)
				continue
			}
			require.NoError(t, err)
			e, err := bind(t, plan, lab, 2).Errors()
			require.NoError(t, err)
			assert.LessOrEqual(t, e.RelL2, 3*bound(c), "n=%d", c.N)
		}
	})
}

func TestPlansSayWhatTheyHold(t *testing.T) {
	everyCell(t, func(t *testing.T, c Cell) {
		c.N = 256
		plan, err := c.Plan()
		require.NoError(t, err)
		params, bytes := plan.Footprint().Sum(fft.Parameter)
		if c.Variant != "fftw" && c.Variant != "cufft" { // they do not tell
			assert.Positive(t, params)
		}
		assert.LessOrEqual(t, bytes, HeldBytes(plan))
		one, two := plan.BatchBytes(1), plan.BatchBytes(2)
		assert.Equal(t, one+4*(two-one), plan.BatchBytes(5), "frames share samples, rows do not")
	})
}

func TestMasksCountAsParameters(t *testing.T) {
	params := func(c Cell) int {
		plan, err := c.Plan()
		require.NoError(t, err)
		count, _ := plan.Footprint().Sum(fft.Parameter)
		return count
	}
	const n = 128
	filter := params(Cell{Variant: "fused_spectral_eager", Dir: "fused", N: n, Precision: F32})
	transform := params(Cell{Variant: "stockham_eager", Dir: "forward", N: n, Precision: F32})
	assert.Equal(t, transform+n, filter)
}

func TestNominalOperations(t *testing.T) {
	plan, err := Cell{Variant: "op_fft", Dir: "forward", N: 1024, Precision: F32}.Plan()
	require.NoError(t, err)
	op := bind(t, plan, NewLab(), 8)
	assert.Equal(t, 5.0*1024*10*8, op.Flops)
	assert.EqualValues(t, 2*8*1024*8, op.Bytes, "8 rows of 1024 of 8 bytes, read and written")

	plan, err = Cell{Variant: "welch_op_fft", Dir: "welch", N: 64, Precision: F32}.Plan()
	require.NoError(t, err)
	op = bind(t, plan, NewLab(), 2)
	assert.Zero(t, op.Flops)
	assert.EqualValues(t, 2*4*(64+7*32+33), op.Bytes)
}

// The output is shared, so a variant that writes nothing finds the right
// result of the one before in it.
func TestVariantThatDoesNothingIsFound(t *testing.T) {
	lab := NewLab()
	plan, err := Cell{Variant: "gonum", Dir: "forward", N: 64, Precision: F32}.Plan()
	require.NoError(t, err)
	_, err = bind(t, plan, lab, 6).Errors()
	require.NoError(t, err)

	idle := plan.(rowOp[complex64])
	idle.apply = func(dst, src []complex64) error { return nil }
	_, err = bind(t, idle, lab, 6).Errors()
	assert.EqualError(t, err, "wrong result: relative L2 error NaN, want at most 1e-05")
}

func TestVariantThatForgetsARowIsFound(t *testing.T) {
	plan, err := Cell{Variant: "op_fft", Dir: "forward", N: 64, Precision: F64}.Plan()
	require.NoError(t, err)
	right := plan.(rowOp[complex128])
	lazy := right
	lazy.apply = func(dst, src []complex128) error {
		last := len(src) - 64
		return right.apply(dst[:last], src[:last])
	}
	_, err = bind(t, lazy, NewLab(), 50).Errors()
	assert.ErrorContains(t, err, "wrong result")
}

func TestPlanRefuses(t *testing.T) {
	_, err := Cell{Variant: "no_fft", Dir: "forward", N: 64, Precision: F32}.Plan()
	assert.EqualError(t, err, `no variant "no_fft" in this build`)
	if !cuda.Built {
		_, err := Cell{Variant: "cufft", Dir: "forward", N: 64, Precision: F32}.Plan()
		assert.EqualError(t, err, `no variant "cufft" in this build: it needs -tags cuda, on Linux`)
	}
	_, err = Cell{Variant: "op_fft", Dir: "inverse", N: 64, Precision: F32}.Plan()
	assert.EqualError(t, err, "op_fft has no direction inverse in f32: not for this variant")
}
