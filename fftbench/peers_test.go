package fftbench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers"
)

func TestPeersAreNotInAPlainBuild(t *testing.T) {
	assert.Equal(t, peers.Built, fftw() != nil)
	assert.Equal(t, peers.Built, kissfft() != nil)
}

// A library that is missing is one row of the study, not one for every size,
// batch and direction, and the row says what to install.
func TestMissingLibraryIsOneRow(t *testing.T) {
	if !peers.Built {
		t.Skip("built without peers")
	}
	t.Setenv(fftwFolder, t.TempDir())
	if !fftw().(peer).missing(Cell{Precision: F32}) {
		t.Skip("opened before by another test of this process")
	}
	s, err := NewStudy("full", Selection{Variants: "fftw", Precisions: "f32"})
	require.NoError(t, err)
	cells := s.Cells(BenchFFT)
	require.Len(t, cells, 1)
	_, err = cells[0].Plan()
	assert.ErrorIs(t, err, peers.ErrMissing)
	assert.ErrorContains(t, err, "apt-get install libfftw3-single3")
}
