package fftbench

import (
	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// Tiers of the catalog.
const (
	tierBaseline = "baseline" // what others are measured by
	tierA        = "A"        // classical algorithms
	tierB        = "B"        // specialised or quantised butterflies
	tierC        = "C"        // butterflies with trained parameters
	tierD        = "D"        // learned pipelines
	tierGPU      = "gpu"
	tierPeer     = "peer" // other people's libraries
)

// variants is the one list of what the study knows. Entries without an
// implementation belong to other packages or build tags; they are here so that
// a reader of their rows knows role, tier and colour.
func variants() []variant {
	return []variant{
		{Entry: ablation.Entry{Name: "gonum", Tier: tierBaseline, Slot: 0, Reference: true,
			Aliases: []string{"rustfft"},
			About:   "gonum's FFTPACK transform in complex128, planned once, buffers reused: the reference"},
			run: gonumTransforms()},
		{Entry: ablation.Entry{Name: "op_fft", Tier: tierBaseline, Slot: 1, Compiled: true,
			Aliases: []string{"rlx_op_fft"},
			About:   "this project's best planned transform, forward; any length"},
			run: opFFT()},
		{Entry: ablation.Entry{Name: "op_ifft", Tier: tierBaseline, Slot: 7, Compiled: true,
			Aliases: []string{"rlx_op_ifft"},
			About:   "this project's best planned transform, inverse; any length"},
			run: opIFFT()},
		{Entry: ablation.Entry{Name: "butterfly_eager", Tier: tierBaseline, Slot: 2,
			About: "textbook radix-2 decimation in time: bit reversal, then one pass a stage"},
			run: butterflyEager()},
		{Entry: ablation.Entry{Name: "welch_gonum", Tier: tierBaseline, Slot: 8, Reference: true,
			Aliases: []string{"welch_rustfft"},
			About:   "Welch density over gonum's real transform: the reference of the densities"},
			run: welchGonum()},
		{Entry: ablation.Entry{Name: "welch_op_fft", Tier: tierBaseline, Slot: 9, Compiled: true,
			Aliases: []string{"welch_rlx_op_fft"},
			About:   "this project's best Welch density: real transforms side by side in vectors; any length"},
			run: welchOpFFT()},
		{Entry: ablation.Entry{Name: "welch_butterfly_eager", Tier: tierBaseline, Slot: 10,
			About: "Welch density over butterfly_eager, two real segments a transform"},
			run: welch(butterflyEager())},
		{Entry: ablation.Entry{Name: "fused_gonum", Tier: tierBaseline, Slot: 11, Reference: true,
			About: "gonum forward, frequency mask, gonum inverse: the reference of the fused filters"},
			run: fusedGonum()},

		{Entry: ablation.Entry{Name: "mel_gonum", Tier: tierBaseline, Slot: 24, Reference: true,
			About: "log-mel levels over gonum's real transform, filters without zeros: the reference of the levels"},
			run: melGonum()},
		{Entry: ablation.Entry{Name: "mel_op_fft", Tier: tierBaseline, Slot: 25, Compiled: true,
			About: "this project's best log-mel levels: frames side by side in vectors, from the window to the logarithm"},
			run: melOpFFT()},
		{Entry: ablation.Entry{Name: "mel_butterfly_eager", Tier: tierBaseline, Slot: 26,
			About: "log-mel levels over butterfly_eager, frame by frame"},
			run: mel(butterflyEager())},
		{Entry: ablation.Entry{Name: "peaks_gonum", Tier: tierBaseline, Slot: 27, Reference: true,
			About: "the 16 strongest bins of welch_gonum: the reference of the peaks"},
			run: peaksGonum()},
		{Entry: ablation.Entry{Name: "peaks_op_fft", Tier: tierBaseline, Slot: 28, Compiled: true,
			About: "the 16 strongest bins of a Welch density of all eight segments"},
			run: peaksBy(8, 0)},
		{Entry: ablation.Entry{Name: "stft_gonum", Tier: tierBaseline, Slot: 29, Reference: true,
			About: "short-time transform over gonum's real transform: the reference of the spectra"},
			run: stftGonum()},
		{Entry: ablation.Entry{Name: "stft_op_fft", Tier: tierBaseline, Slot: 30, Compiled: true,
			About: "this project's best short-time transform: frames side by side in vectors"},
			run: stftOpFFT()},
		{Entry: ablation.Entry{Name: "stft_butterfly_eager", Tier: tierBaseline, Slot: 31,
			About: "short-time transform over butterfly_eager, frame by frame"},
			run: stft(butterflyEager())},

		{Entry: ablation.Entry{Name: "stockham_eager", Tier: tierA, Slot: 3,
			About: "Stockham's autosort, radix 2: no bit reversal, two buffers, one pass a stage"},
			run: stockhamEager()},
		{Entry: ablation.Entry{Name: "stockham_compiled", Tier: tierA, Slot: 4, Compiled: true,
			About: "Stockham's autosort planned for its length: fused stages, packed twiddles"},
			run: stockhamCompiled()},
		{Entry: ablation.Entry{Name: "stockham_archsimd", Tier: tierA, Slot: 34, Compiled: true,
			About: "Stockham's autosort in vectors of Go's own, without assembly: package simd/archsimd, GOEXPERIMENT=simd"},
			run: stockhamArchsimd()},
		{Entry: ablation.Entry{Name: "fused_spectral_eager", Tier: tierA, Slot: 12,
			About: "stockham_eager forward, frequency mask, inverse, with a buffer between"},
			run: fusedSpectralEager()},
		{Entry: ablation.Entry{Name: "fused_spectral_compiled", Tier: tierA, Slot: 13, Compiled: true,
			About: "frequency filter in one plan: DIF, mask in permuted order, DIT; nothing is reordered"},
			run: fusedSpectralCompiled()},

		{Entry: ablation.Entry{Name: "butterfly_compiled", Tier: tierB, Slot: 5, Compiled: true,
			About: "butterfly network planned for its length: fused stages, reordering in the first pass"},
			run: butterflyCompiled()},
		{Entry: ablation.Entry{Name: "butterfly_q8", Tier: tierB, Slot: 6,
			About: "int8 twiddles with a scale a pass, int16 block-floating data, vectors of integers"},
			run: butterflyQ8()},
		{Entry: ablation.Entry{Name: "welch_butterfly_compiled", Tier: tierB, Slot: 14, Compiled: true,
			About: "Welch density over butterfly_compiled, two real segments a transform"},
			run: welch(butterflyCompiled())},

		{Entry: ablation.Entry{Name: "peaks_fast", Tier: tierB, Slot: 32, Compiled: true,
			About: "the 16 strongest bins of two of eight segments: a fourth of the work, less exact"},
			run: peaksBy(2, peaksTolerance)},
		{Entry: ablation.Entry{Name: "peaks_ultra", Tier: tierB, Slot: 33, Compiled: true,
			About: "the 16 strongest bins of one of eight segments: an eighth of the work, least exact"},
			run: peaksBy(1, peaksTolerance)},

		{Entry: ablation.Entry{Name: "butterfly_unitary", Tier: tierC, Slot: 15,
			About: "butterflies as unitary 2×2 matrices whose angles are trained from examples of the DFT"},
			run: butterflyUnitary()},
		{Entry: ablation.Entry{Name: "domain_twiddle", Tier: tierC, Slot: 16,
			About: "butterfly with 8-bit twiddles whose rounding is trained on signals of one domain"},
			run: domainTwiddle()},

		{Entry: ablation.Entry{Name: "learned_e2e", Tier: tierD, Slot: 17,
			About: "gated butterflies, frequency mask, mel filters and a correction of the levels, trained end to end"},
			run: learnedE2E()},

		{Entry: ablation.Entry{Name: "cufft", Tier: tierGPU, Slot: 18, Compiled: true, Reference: true,
			About: "NVIDIA's library: the reference on a GPU"},
			run: cufftVariant()},
		{Entry: ablation.Entry{Name: "stockham_cuda", Tier: tierGPU, Slot: 19, Compiled: true,
			About: "Stockham's autosort as CUDA kernels, one to n = 8192, two above"},
			run: stockhamCUDA()},
		{Entry: ablation.Entry{Name: "fused_spectral_cuda", Tier: tierGPU, Slot: 20, Compiled: true,
			About: "forward, frequency mask and inverse in one CUDA kernel, three for long rows"},
			run: fusedSpectralCUDA()},
		{Entry: ablation.Entry{Name: "welch_cuda", Tier: tierGPU, Slot: 21, Compiled: true,
			About: "Welch density in one CUDA kernel, three for long segments"},
			run: welchCUDA()},

		{Entry: ablation.Entry{Name: "fftw", Tier: tierPeer, Slot: 22, Compiled: true,
			About: "FFTW 3 through cgo, planned with MEASURE, out of place"},
			run: fftw()},
		{Entry: ablation.Entry{Name: "kissfft", Tier: tierPeer, Slot: 23,
			About: "KISS FFT through cgo, row by row"},
			run: kissfft()},
	}
}

// Catalog returns what is known about every variant of the study, in the order
// in which tables and legends list them.
func Catalog() ablation.Catalog {
	var c ablation.Catalog
	for _, v := range variants() {
		c = append(c, v.Entry)
	}
	return c
}

// Runnable returns the names of the variants that this build can run, in
// catalog order.
func Runnable() []string {
	var names []string
	for _, v := range variants() {
		if v.runs() {
			names = append(names, v.Name)
		}
	}
	return names
}

// Described returns the names of the variants that have circuits in this build, in
// catalog order: those it can run, and those that other builds or devices run.
func Described() []string {
	var names []string
	for _, v := range variants() {
		if v.run != nil {
			names = append(names, v.Name)
		}
	}
	return names
}

// References returns the names of the reference variants, in catalog order.
func References() []string { return withRole(func(e ablation.Entry) bool { return e.Reference }) }

// Compiled returns the names of the compiled variants, in catalog order.
func Compiled() []string { return withRole(func(e ablation.Entry) bool { return e.Compiled }) }

func withRole(has func(ablation.Entry) bool) []string {
	var names []string
	for _, e := range Catalog() {
		if has(e) {
			names = append(names, e.Name)
		}
	}
	return names
}
