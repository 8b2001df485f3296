package spectral

import (
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// describedLanes is lanesFor on the machine that the options describe.
func describedLanes[R Real](f Framing, options []fft.Option) (int, error) {
	isa, err := fft.ISAOf(options...)
	if err != nil {
		return 0, err
	}
	return f.lanesAmong(kernels.FrameLanes[R](isa)), nil
}
