package results

// The benchmarks: kinds of work. One op transforms the whole batch.
const (
	C2C      = "C2C"      // complex, forward
	R2C      = "R2C"      // real, forward
	C2R      = "C2R"      // back to real
	LogMel   = "LogMel"   // log-mel spectrogram of 30 s at 16 kHz
	Welch    = "Welch"    // power spectral density of 30 s at 16 kHz
	Parallel = "Parallel" // C2C on a batch, wall clock
	Plan     = "Plan"     // planning one C2C transform
	Accuracy = "Accuracy" // relative RMS error of C2C, no time
)

// Axis keys. A cell is a benchmark with its precision, n and batch; the others
// tell its contenders apart. Keys whose value is the usual one are left out:
// precision f32, batch 1, out of place, one goroutine.
const (
	KeyPrecision  = "precision"
	KeyN          = "n"
	KeyBatch      = "batch"
	KeyLib        = "lib"
	KeyPlace      = "place"
	KeyMode       = "mode" // of planning
	KeyGoroutines = "goroutines"
)

// Precisions, and what else has a name.
const (
	F32     = "f32"
	F64     = "f64"
	InPlace = "in"

	Estimate = "estimate"
	Measure  = "measure"
)

// Libraries.
const (
	Ours       = "ours"
	FFTWDebian = "fftw-deb"    // Debian's build: SSE2 and AVX
	FFTWAVX2   = "fftw-avx2"   // own build, AVX-512 switched off
	FFTWAVX512 = "fftw-avx512" // own build
	Gonum      = "gonum"
	KissFFT    = "kissfft"
	SciPy      = "scipy"
	TorchAudio = "torchaudio"
	Apart      = "ours-apart"    // goroutines with plans and rows of their own
	Archsimd   = "ours-archsimd" // by vectors that Go makes
)

// Facts beside those of package wire. What a library calls itself is the fact
// of its name above.
const (
	FactCaches = "caches"
	FactPasses = "passes" // over all works
	FactSeed   = "seed"   // of the random orders
	FactSlot   = "slot"   // of one contender in one round
	FactLoad   = "load"   // load average of the minute before
)
