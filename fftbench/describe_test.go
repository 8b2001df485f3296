package fftbench

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// describedLengths are of all kinds: none, short ones that are kernels by
// themselves, powers of two, smooth ones, primes that are padded and primes that
// are not, squares.
var describedLengths = []int{-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 16, 17, 24, 30, 31, 32, 48, 60, 64, 77,
	96, 97, 100, 101, 120, 125, 127, 128, 191, 256, 257, 360, 384, 512, 521, 640, 1000, 1021, 1024, 1155, 1331, 1536,
	2048, 2187, 3000, 4096, 4097, 4100, 5000, 8192, 10007, 10240}

// The plan that is built holds what its description says, and both refuse the
// same cells.
func TestDescriptionsAgreeWithPlans(t *testing.T) {
	everyCell(t, func(t *testing.T, c Cell) {
		lengths := describedLengths
		if c.Variant == "fftw" {
			lengths = []int{-1, 0, 1, 8, 100, 101} // it measures for long while it plans
		}
		for _, c.N = range lengths {
			c.Batch = 1
			plan, planErr := c.Plan()
			d, err := c.Describe("")
			at := fmt.Sprintf("n=%d", c.N)
			if planErr != nil {
				require.Error(t, err, at)
				require.Nil(t, d, at)
				require.Equal(t, is(planErr), is(err), "%s: %v, %v", at, planErr, err)
				continue
			}
			require.NoError(t, err, at)
			require.Equal(t, plan.Footprint(), footprintOf(d), at)
			require.NoError(t, d.Anatomy.Check(), at)
			require.Equal(t, c.Variant == "fftw", len(d.Stages) == 0, at)
			for _, c.Batch = range []int{1, 3, 8} {
				d, err := c.Describe(fft.ISA())
				require.NoError(t, err, at)
				require.Equal(t, plan.BatchBytes(c.Batch), d.Input.Bytes+d.Output.Bytes, "%s batch=%d", at, c.Batch)
			}
		}
	})
}

// footprintOf is nil of an anatomy without holdings, as of a plan that does not
// tell.
func footprintOf(d *Description) fft.Footprint {
	if len(d.Anatomy.Holdings) == 0 {
		return nil
	}
	return d.Anatomy.Footprint()
}

func is(err error) bool { return errors.Is(err, ErrUnsuited) }

// Any machine is described on any machine, and differently where it matters.
func TestDescriptionsOfOtherMachines(t *testing.T) {
	everyCell(t, func(t *testing.T, c Cell) {
		for _, c.N = range []int{64, 1000, 1024, 4099} {
			for _, isa := range []string{"Go", "AVX2+FMA", "AVX-512"} {
				c.Batch = 2
				d, err := c.Describe(isa)
				if errors.Is(err, ErrUnsuited) {
					continue
				}
				require.NoError(t, err, "n=%d, %s", c.N, isa)
				require.NoError(t, d.Anatomy.Check(), "n=%d, %s", c.N, isa)
			}
		}
	})
	wide := func(isa string) int64 {
		d, err := Cell{Variant: "stft_op_fft", Dir: wire.DirSTFT, N: 1024, Batch: 1, Precision: F32}.Describe(isa)
		require.NoError(t, err)
		for _, h := range d.Anatomy.Holdings {
			if h.Name == "frames" {
				return h.Bytes
			}
		}
		return 0
	}
	assert.EqualValues(t, 4*1024, wide("Go"))
	assert.EqualValues(t, 8*4*1024, wide("AVX2+FMA"))
	assert.EqualValues(t, 16*4*1024, wide("AVX-512"))
	_, err := Cell{Variant: "op_fft", Dir: wire.DirForward, N: 64, Batch: 1, Precision: F32}.Describe("NEON")
	assert.ErrorIs(t, err, fft.ErrOption)
}

// Lengths whose tables no memory would hold are described without making any.
func TestDescribeWhatFitsNoMemory(t *testing.T) {
	everyCell(t, func(t *testing.T, c Cell) {
		c.Batch = 3
		for _, c.N = range []int{1 << 40, 1<<40 + 15, 1000003 * 1000033} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d, err := c.Describe("AVX-512")
			runtime.ReadMemStats(&after)
			if err != nil {
				require.ErrorIs(t, err, ErrUnsuited)
				continue
			}
			require.NoError(t, d.Anatomy.Check())
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "n=%d", c.N)
			require.Greater(t, d.Input.Bytes, int64(c.N))
			if c.Variant != "fftw" {
				_, bytes := d.Anatomy.Footprint().Sum(fft.Parameter)
				require.Greater(t, bytes, int64(c.N), "n=%d", c.N)
			}
		}
	})
}

// What the study's directions read and write, counted by hand.
func TestDescribedData(t *testing.T) {
	for _, c := range []struct {
		variant, dir string
		n, batch     int
		in, out      Data
		hop          int
	}{
		{"op_fft", "forward", 1000, 8, Data{"complex64", 1000, 8000, 64000}, Data{"complex64", 1000, 8000, 64000}, 0},
		{"gonum", "inverse", 10, 2, Data{"complex64", 10, 20, 160}, Data{"complex64", 10, 20, 160}, 0},
		{"fused_gonum", "fused", 10, 2, Data{"complex64", 10, 20, 160}, Data{"complex64", 10, 20, 160}, 0},
		// Eight segments of 64 that overlap by half: 64 + 7·32 samples.
		{"welch_op_fft", "welch", 64, 3, Data{"float32", 288, 864, 3456}, Data{"float32", 33, 99, 396}, 0},
		{"peaks_op_fft", "peaks", 64, 3, Data{"float32", 288, 864, 3456}, Data{"peak", 16, 48, 768}, 0},
		{"peaks_op_fft", "peaks", 16, 1, Data{"float32", 72, 72, 288}, Data{"peak", 9, 9, 144}, 0},
		// Three frames of 64, 16 samples apart.
		{"stft_op_fft", "stft", 64, 3, Data{"float32", 64, 96, 384}, Data{"complex64", 33, 99, 792}, 16},
		{"mel_gonum", "mel", 64, 3, Data{"float32", 64, 96, 384}, Data{"float32", 40, 120, 480}, 16},
	} {
		cell := Cell{Variant: c.variant, Dir: c.dir, N: c.n, Batch: c.batch, Precision: F32}
		d, err := cell.Describe("")
		require.NoError(t, err, c.variant)
		assert.Equal(t, c.in, d.Input, c.variant)
		assert.Equal(t, c.out, d.Output, c.variant)
		assert.Equal(t, c.hop, d.Hop, c.variant)
	}
}

func TestDescribeRefuses(t *testing.T) {
	for want, c := range map[string]Cell{
		"cufft: its plans are on a device; Circuit tells what they take": {Variant: "cufft", Dir: "forward", N: 64, Batch: 1, Precision: F32},
		"op_fft has no direction inverse in f32: not for this variant":   {Variant: "op_fft", Dir: "inverse", N: 64, Batch: 1, Precision: F32},
		"input of 0 rows, want one or more":                              {Variant: "op_fft", Dir: "forward", N: 64, Precision: F32},
		"input of 9223372036854775807 rows of 64 elements: its bytes do not fit 64 bits": {
			Variant: "op_fft", Dir: "forward", N: 64, Batch: math.MaxInt, Precision: F32},
		"output of 1152921504606846976 rows of 40 elements: its bytes do not fit 64 bits": {
			Variant: "mel_op_fft", Dir: "mel", N: 4, Batch: 1 << 60, Precision: F32},
	} {
		_, err := c.Describe("")
		assert.EqualError(t, err, want)
	}
}

// A call of the cell's direction: gonum converts the other way round.
func TestDescribedStages(t *testing.T) {
	names := func(dir string) (to []string) {
		d, err := Cell{Variant: "gonum", Dir: dir, N: 64, Batch: 1, Precision: F32}.Describe("")
		require.NoError(t, err)
		for _, s := range d.Stages[:len(d.Stages)-1] {
			to = append(to, d.Anatomy.Holdings[s.To[0]].Name)
		}
		return to
	}
	assert.Equal(t, []string{"time", "transform work", "transform work", "spectrum"}, names(wire.DirForward))
	assert.Equal(t, []string{"spectrum", "transform work", "transform work", "time"}, names(wire.DirInverse))
}
