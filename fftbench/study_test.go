package fftbench

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/fftbench/cuda"
)

func TestParseSizes(t *testing.T) {
	cases := []struct {
		list string
		want []int
		err  string
	}{
		{list: "64", want: []int{64}},
		{list: "4096,64, 100", want: []int{64, 100, 4096}},
		{list: "64-512", want: []int{64, 128, 256, 512}},
		{list: "100-1000", want: []int{128, 256, 512}},
		{list: "64-128,64,128-256", want: []int{64, 128, 256}},
		{list: "2-2", want: []int{2}},
		{list: "", err: `"": want whole numbers from 2 to 4096, or a range of powers of two such as 64-4096`},
		{list: "64;128", err: `"64;128": want whole numbers`},
		{list: "1", err: "want whole numbers from 2 to 4096"},
		{list: "8192", err: "want whole numbers from 2 to 4096"},
		{list: "64-", err: `"64-": want whole numbers`},
		{list: "65-127", err: `"65-127": no power of two from 65 to 127`},
		{list: "512-64", err: `"512-64": no power of two from 512 to 64`},
		{list: "-5", err: `"-5": want whole numbers`},
	}
	for _, c := range cases {
		got, err := ParseSizes(c.list, 2, 4096)
		if c.err != "" {
			assert.ErrorContains(t, err, c.err, c.list)
			continue
		}
		require.NoError(t, err, c.list)
		assert.Equal(t, c.want, got, c.list)
	}
}

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "300000000": 300000000, "4KiB": 4096, "512MiB": 512 << 20, "2 GiB": 2 << 30} {
		got, err := ParseBytes(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "0", "-1", "5MB", "1.5GiB", "MiB", "9999999999999GiB"} {
		_, err := ParseBytes(text)
		assert.EqualError(t, err, `"`+text+`": want a number of bytes such as 512MiB or 2GiB`)
	}
}

func TestSpellBytes(t *testing.T) {
	for bytes, want := range map[int64]string{5: "5 B", 1023: "1023 B", 1024: "1 KiB", 94196: "91.99 KiB",
		512 << 20: "512 MiB", 3 << 30: "3 GiB", 5 << 40: "5120 GiB"} {
		assert.Equal(t, want, spellBytes(bytes))
	}
}

func TestBrief(t *testing.T) {
	for ns, want := range map[float64]string{12: "12ns", 1234.5: "1.234µs", 123456789: "123.5ms", 1111111111: "1.111s"} {
		assert.Equal(t, want, brief(ns).String())
	}
}

// ownVariants selects all that every build can run.
func ownVariants() string { return strings.Join(inEveryBuild(), ",") }

// Cells of a size and batch: 7 forward, 7 inverse, 3 fused, 4 Welch, 10 others. Of
// what is trained there are 2 forward, 2 inverse and 1 other up to 512, and one
// cell a variant beyond.
func TestPresetCells(t *testing.T) {
	cases := []struct {
		preset               string
		fft, welch, spectral int
	}{
		{"demo", 7*2*17 + 4*2*4 + 2, 7 * 2 * 4, 7*2*10 + 4*2 + 1},
		{"quick", 9*3*17 + 4*3*4 + 2, 9 * 3 * 4, 9*3*10 + 4*3 + 1},
	}
	for _, c := range cases {
		s, err := NewStudy(c.preset, Selection{Variants: ownVariants()})
		require.NoError(t, err)
		assert.Len(t, s.Cells(BenchFFT), c.fft, c.preset)
		assert.Len(t, s.Cells(BenchWelch), c.welch, c.preset)
		assert.Len(t, s.Cells(BenchSpectral), c.spectral, c.preset)
	}
}

// Batches that fill a device, beside what holds the host against it.
func TestPresetGPU(t *testing.T) {
	if !cuda.Built {
		_, err := NewStudy("gpu", Selection{})
		assert.EqualError(t, err, "preset gpu: this build has no variants on a device: it needs -tags cuda, on Linux")
		return
	}
	s, err := NewStudy("gpu", Selection{Sizes: "64,131072"})
	require.NoError(t, err)
	assert.True(t, s.HasDevice())
	for _, c := range slices.Concat(s.Cells(BenchFFT), s.Cells(BenchWelch)) {
		switch elements := c.N * c.Batch; {
		case OnDevice(c.Variant):
			assert.Contains(t, []int{1 << 20, 1 << 24}, elements, c.Variant)
		default:
			assert.NotContains(t, c.Variant, "gonum", "it would take more time than all of the device")
			assert.Equal(t, 1<<20, elements, c.Variant)
		}
	}
	assert.Empty(t, s.Cells(BenchSpectral))
	few, err := NewStudy("gpu", Selection{Sizes: "64", Batches: "4"})
	require.NoError(t, err)
	for _, c := range few.Cells(BenchFFT) {
		assert.Equal(t, 4, c.Batch)
	}
}

func TestFullPresetKeepsToItsElements(t *testing.T) {
	s, err := NewStudy("full", Selection{Variants: ownVariants()})
	require.NoError(t, err)
	largest, sizes := map[int]int{}, map[Precision]int{}
	for _, c := range s.Cells(BenchFFT) {
		if c.Variant == "butterfly_unitary" || c.Variant == "domain_twiddle" {
			assert.LessOrEqual(t, c.N, 1024, "up to 512, and one cell that says so")
			continue
		}
		largest[c.N] = max(largest[c.N], c.Batch)
		sizes[c.Precision]++
	}
	assert.Equal(t, 4096, largest[64])
	assert.Equal(t, 512, largest[4096])
	assert.Equal(t, 8, largest[131072], "64 rows would be four times 2^21 elements")
	// Of 17 variants and directions, gonum's two and one, and both of q8, are f32 only.
	assert.Equal(t, 12*sizes[F32], 17*sizes[F64])
}

func TestLimitPresetSearchesOnePlaceAVariant(t *testing.T) {
	s, err := NewStudy("limit", Selection{Sizes: "64", Variants: ownVariants()})
	require.NoError(t, err)
	var places []string
	for _, bench := range []string{BenchFFT, BenchWelch, BenchSpectral} {
		for _, p := range s.Places(bench) {
			places = append(places, p.Variant+" "+p.Dir)
		}
	}
	assert.Equal(t, []string{
		"gonum forward", "op_fft forward", "butterfly_eager forward", "stockham_eager forward",
		"stockham_compiled forward", "butterfly_compiled forward", "butterfly_q8 forward",
		"butterfly_unitary forward", "domain_twiddle forward",
		"op_ifft inverse",
		"fused_gonum fused", "fused_spectral_eager fused", "fused_spectral_compiled fused",
		"welch_gonum welch", "welch_op_fft welch", "welch_butterfly_eager welch", "welch_butterfly_compiled welch",
		"mel_gonum mel", "mel_op_fft mel", "mel_butterfly_eager mel", "learned_e2e mel",
		"peaks_gonum peaks", "peaks_op_fft peaks", "peaks_fast peaks", "peaks_ultra peaks",
		"stft_gonum stft", "stft_op_fft stft", "stft_butterfly_eager stft",
	}, places)
	assert.Empty(t, s.Cells(BenchFFT))
}

func TestSelection(t *testing.T) {
	s, err := NewStudy("quick", Selection{
		Sizes: "64-128", Batches: "1-4", Variants: "stockham_eager,gonum", Dirs: "forward", Precisions: "f32,f64",
	})
	require.NoError(t, err)
	var names []string
	for _, c := range s.Cells(BenchFFT) {
		names = append(names, benchx.Name(BenchFFT, c.Axes()))
	}
	assert.Len(t, names, 2*3*3)
	assert.Equal(t, []string{
		"BenchmarkFFT/variant=gonum/dir=forward/n=64/batch=1/device=cpu",
		"BenchmarkFFT/variant=stockham_eager/dir=forward/n=64/batch=1/device=cpu",
		"BenchmarkFFT/variant=stockham_eager/dir=forward/n=64/batch=1/device=cpu/precision=f64",
		"BenchmarkFFT/variant=gonum/dir=forward/n=64/batch=2/device=cpu",
	}, names[:4], "what is compared stands together; the reference has one row")
}

func TestHas(t *testing.T) {
	for _, c := range []struct {
		preset               string
		s                    Selection
		fft, welch, spectral bool
	}{
		{"quick", Selection{}, true, true, true},
		{"quick", Selection{Dirs: "forward,fused"}, true, false, false},
		{"quick", Selection{Dirs: "peaks"}, false, false, true},
		{"limit", Selection{Variants: "welch_gonum"}, false, true, false},
		{"full", Selection{Sizes: "1048576"}, true, true, true},
		{"demo", Selection{Variants: "gonum", Dirs: "welch"}, false, false, false},
	} {
		s, err := NewStudy(c.preset, c.s)
		require.NoError(t, err)
		assert.Equal(t, []bool{c.fft, c.welch, c.spectral},
			[]bool{s.Has(BenchFFT), s.Has(BenchWelch), s.Has(BenchSpectral)}, "%v", c)
	}
}

func TestReferenceStaysWithoutItsPrecision(t *testing.T) {
	s, err := NewStudy("demo", Selection{Sizes: "64", Batches: "1", Dirs: "forward", Precisions: "f64"})
	require.NoError(t, err)
	got := map[string]Precision{}
	for _, c := range s.Cells(BenchFFT) {
		got[c.Variant] = c.Precision
	}
	assert.Equal(t, F32, got["gonum"])
	assert.Equal(t, F64, got["op_fft"])
	assert.NotContains(t, got, "butterfly_q8")
}

func TestSelectionRefuses(t *testing.T) {
	cases := []struct {
		preset string
		s      Selection
		err    string
	}{
		{"fast", Selection{}, `no preset "fast"; there are demo, quick, full, gpu, limit`},
		{"demo", Selection{Sizes: "63-"}, `sizes: "63-": want whole numbers from 2 to 1048576, or a range of powers of two such as 64-4096`},
		{"demo", Selection{Batches: "0"}, `batches: "0": want whole numbers from 1 to 1048576`},
		{"limit", Selection{Batches: "8"}, "batches: preset limit searches for the largest batch and takes no list"},
		{"demo", Selection{Variants: "no_fft"}, `variants: "no_fft" is not known here; there are gonum, op_fft`},
		{"demo", Selection{Dirs: "backward"}, `directions: "backward" is not known here; there are forward, inverse, fused, welch, mel, peaks, stft`},
		{"demo", Selection{Precisions: "f16"}, `precisions: "f16" is not known here; there are f32, f64`},
	}
	for _, c := range cases {
		_, err := NewStudy(c.preset, c.s)
		assert.ErrorContains(t, err, c.err)
	}
}
