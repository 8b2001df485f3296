package fft_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/dsp/fourier"

	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// gonum is a second opinion that shares nothing with this project, package
// truth included.
func TestAgainstGonum(t *testing.T) {
	v := named[complex128]("op_fft")
	for _, n := range []int{1, 2, 3, 7, 64, 97, 100, 360, 1024, 1536, 4096} {
		src := gauss[complex128](n, 4)
		peer := fourier.NewCmplxFFT(n)
		rel, _ := truth.Compare(apply(t, v.plan(t, n), truth.Forward, src), peer.Coefficients(nil, src))
		assert.Less(t, rel, 3e-15, "forward n=%d", n)
		rel, _ = truth.Compare(apply(t, v.plan(t, n), truth.Inverse, src), peer.Sequence(nil, src))
		assert.Less(t, rel, 3e-15, "inverse n=%d", n)
	}
}
