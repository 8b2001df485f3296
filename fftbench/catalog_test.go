package fftbench

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/peers"
)

// tiers is the study's list, tier by tier, by hand.
func tiers() map[string][]string {
	return map[string][]string{
		"baseline": {"gonum", "op_fft", "op_ifft", "butterfly_eager",
			"welch_gonum", "welch_op_fft", "welch_butterfly_eager", "fused_gonum",
			"mel_gonum", "mel_op_fft", "mel_butterfly_eager", "peaks_gonum", "peaks_op_fft",
			"stft_gonum", "stft_op_fft", "stft_butterfly_eager"},
		"A":    {"stockham_eager", "stockham_compiled", "stockham_archsimd", "fused_spectral_eager", "fused_spectral_compiled"},
		"B":    {"butterfly_compiled", "butterfly_q8", "welch_butterfly_compiled", "peaks_fast", "peaks_ultra"},
		"C":    {"butterfly_unitary", "domain_twiddle"},
		"D":    {"learned_e2e"},
		"gpu":  {"cufft", "stockham_cuda", "fused_spectral_cuda", "welch_cuda"},
		"peer": {"fftw", "kissfft"},
	}
}

// inEveryBuild are the variants that need no build tag, no experiment and no device.
func inEveryBuild() []string {
	list := tiers()
	return slices.DeleteFunc(slices.Concat(list["baseline"], list["A"], list["B"], list["C"], list["D"]), func(name string) bool {
		return name == "stockham_archsimd"
	})
}

func TestCatalogListsTheStudy(t *testing.T) {
	got := map[string][]string{}
	for _, e := range Catalog() {
		got[e.Tier] = append(got[e.Tier], e.Name)
	}
	assert.Equal(t, tiers(), got)
}

func TestCatalogEntriesAreDistinct(t *testing.T) {
	names, slots := map[string]bool{}, map[int]string{}
	for _, e := range Catalog() {
		for _, name := range append([]string{e.Name}, e.Aliases...) {
			assert.False(t, names[name], "%s stands twice", name)
			names[name] = true
		}
		assert.Empty(t, slots[e.Slot], "%s has the slot of another", e.Name)
		slots[e.Slot] = e.Name
		assert.NotEmpty(t, e.About, e.Name)
	}
}

func TestCatalogRoles(t *testing.T) {
	assert.Equal(t, []string{"gonum", "welch_gonum", "fused_gonum", "mel_gonum", "peaks_gonum", "stft_gonum", "cufft"}, References())
	for _, name := range []string{"op_fft", "op_ifft", "stockham_compiled", "butterfly_compiled", "fused_spectral_compiled"} {
		assert.Contains(t, Compiled(), name)
	}
	assert.NotContains(t, Compiled(), "butterfly_eager")

	e, ok := Catalog().Lookup("rlx_op_fft")
	require.True(t, ok)
	assert.Equal(t, "op_fft", e.Name)
}

// Tiers baseline and A to D run on any machine: this build has all of them, the
// peers and Go's vectors where they were asked for, and every direction of the
// study has its reference.
func TestEveryCPUVariantRuns(t *testing.T) {
	want := inEveryBuild()
	if peers.Built {
		want = append(want, tiers()["peer"]...)
	}
	if runsArchsimd() {
		want = append(want, "stockham_archsimd")
	}
	assert.ElementsMatch(t, want, Runnable())

	referenced := map[string]bool{}
	for _, v := range variants() {
		if !v.runs() {
			continue
		}
		for _, dir := range v.run.directions() {
			referenced[dir] = referenced[dir] || v.Reference
		}
		if v.run.directions()[0] == wire.DirForward && v.Name != "op_fft" {
			assert.Equal(t, []string{wire.DirForward, wire.DirInverse}, v.run.directions(), v.Name)
		}
	}
	assert.Equal(t, map[string]bool{
		wire.DirForward: true, wire.DirInverse: true, wire.DirFused: true, wire.DirWelch: true,
		wire.DirMel: true, wire.DirPeaks: true, wire.DirSTFT: true,
	}, referenced)
}

// A density has the precisions of the transforms that it is made over.
func TestWelchKeepsToThePrecisionsOfItsTransforms(t *testing.T) {
	assert.Equal(t, []Precision{F32}, welch(butterflyQ8()).precisions())
	assert.Equal(t, []Precision{F32, F64}, welch(butterflyEager()).precisions())
}
