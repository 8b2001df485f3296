package fftbench

import (
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// opFFT and opIFFT are one planned transform, one name for each direction.
func opFFT() transforms  { return opTransform(wire.DirForward) }
func opIFFT() transforms { return opTransform(wire.DirInverse) }

func opTransform(dir string) transforms {
	return transforms{
		single: planned(fft.New[complex64]),
		double: planned(fft.New[complex128]),
		dirs:   []string{dir},
	}
}
