package fftbench

import "github.com/fftstudy/fftstudy/fftbench/fft"

// maker makes an operation of one precision for a length, or tells what it
// would make. Its zero value is that of a precision that a variant lacks.
type maker[T any] struct {
	build    func(n int) (T, error)
	describe func(n int, options ...fft.Option) (*fft.Anatomy, error)
}

func (m maker[T]) exists() bool { return m.build != nil }

// over is a maker of what works by means of something else, in the precisions
// that the other has.
func over[T, U any](inner maker[T], build func(t T, n int) (U, error),
	describe func(n int, inner *fft.Anatomy) (*fft.Anatomy, error),
) maker[U] {
	if !inner.exists() {
		return maker[U]{}
	}
	return maker[U]{
		build: func(n int) (U, error) {
			t, err := inner.build(n)
			if err != nil {
				var none U
				return none, err
			}
			return build(t, n)
		},
		describe: func(n int, options ...fft.Option) (*fft.Anatomy, error) {
			a, err := inner.describe(n, options...)
			if err != nil {
				return nil, err
			}
			return describe(n, a)
		},
	}
}

// everywhere describes plans that are the same on every machine.
func everywhere(describe func(n int) (*fft.Anatomy, error)) func(n int, _ ...fft.Option) (*fft.Anatomy, error) {
	return func(n int, _ ...fft.Option) (*fft.Anatomy, error) { return describe(n) }
}
