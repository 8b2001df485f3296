//go:build !(fftw && linux && cgo)

package peers

// Built reports whether this program can open libraries at all.
const Built = false

// FFTW is an open build of FFTW; this program can open none.
type FFTW[F Float, C Complex] struct{}

// OpenFFTW32 returns ErrNotBuilt.
func OpenFFTW32(string) (*FFTW[float32, complex64], error) { return nil, ErrNotBuilt }

// OpenFFTW64 returns ErrNotBuilt.
func OpenFFTW64(string) (*FFTW[float64, complex128], error) { return nil, ErrNotBuilt }

// Path returns "".
func (*FFTW[F, C]) Path() string { return "" }

// Version returns "".
func (*FFTW[F, C]) Version() string { return "" }

// Forget does nothing.
func (*FFTW[F, C]) Forget() {}

// Close does nothing.
func (*FFTW[F, C]) Close() error { return nil }

// Complex returns ErrNotBuilt.
func (*FFTW[F, C]) Complex(dst, src []C, n int, dir Direction, rigor Rigor) (*FFTWPlan, error) {
	return nil, ErrNotBuilt
}

// Apply returns ErrNotBuilt.
func (*FFTW[F, C]) Apply(p *FFTWPlan, dst, src []C) error { return ErrNotBuilt }

// Real returns ErrNotBuilt.
func (*FFTW[F, C]) Real(dst []C, src []F, n int, rigor Rigor) (*FFTWPlan, error) {
	return nil, ErrNotBuilt
}

// RealInverse returns ErrNotBuilt.
func (*FFTW[F, C]) RealInverse(dst []F, src []C, n int, rigor Rigor) (*FFTWPlan, error) {
	return nil, ErrNotBuilt
}

// FFTWPlan is a planned transform; there is none here.
type FFTWPlan struct{}

// Run does nothing.
func (*FFTWPlan) Run(times int) {}

// Detach does nothing.
func (*FFTWPlan) Detach() {}

// Close does nothing.
func (*FFTWPlan) Close() {}

// KissFFT is an open build of KISS FFT; this program can open none.
type KissFFT struct{}

// OpenKissFFT returns ErrNotBuilt.
func OpenKissFFT(string) (*KissFFT, error) { return nil, ErrNotBuilt }

// Path returns "".
func (*KissFFT) Path() string { return "" }

// Close does nothing.
func (*KissFFT) Close() error { return nil }

// Complex returns ErrNotBuilt.
func (*KissFFT) Complex(dst, src []complex64, n int, dir Direction) (*KissPlan, error) {
	return nil, ErrNotBuilt
}

// Apply returns ErrNotBuilt.
func (*KissFFT) Apply(p *KissPlan, dst, src []complex64) error { return ErrNotBuilt }

// KissPlan is a planned transform; there is none here.
type KissPlan struct{}

// Run does nothing.
func (*KissPlan) Run(times int) {}

// Detach does nothing.
func (*KissPlan) Detach() {}

// Bytes returns 0.
func (*KissPlan) Bytes() int64 { return 0 }

// Close does nothing.
func (*KissPlan) Close() {}

// LogMel is the log-mel pipeline in C; there is none here.
type LogMel struct{}

// NewLogMel returns ErrNotBuilt.
func NewLogMel(lib *FFTW[float32, complex64], spec MelSpec) (*LogMel, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	return nil, ErrNotBuilt
}

// Run returns ErrNotBuilt.
func (*LogMel) Run(out, signal []float32, times int) error { return ErrNotBuilt }

// Close does nothing.
func (*LogMel) Close() {}
