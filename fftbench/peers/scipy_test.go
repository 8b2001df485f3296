package peers_test

import (
	"errors"
	"math"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers"
)

// A sine of amplitude 1 has a power of 1/2, whatever the window.
func TestSciPyWelch(t *testing.T) {
	const rate, segment = 1000.0, 64
	signal := make([]float64, 4096)
	for i := range signal {
		signal[i] = math.Sin(2 * math.Pi * 8 / segment * float64(i))
	}
	scipy, err := peers.StartSciPy([]string{"no-such-python", "python3", "/usr/bin/python3"}, signal, segment, rate)
	if errors.Is(err, peers.ErrMissing) {
		t.Skip(err)
	}
	require.NoError(t, err)
	assert.Regexp(t, `^scipy \d.* numpy \d.* python 3`, scipy.Version())
	density, err := scipy.Density()
	require.NoError(t, err)
	power := 0.0
	for _, d := range density {
		power += d * rate / segment
	}
	assert.InDelta(t, 0.5, power, 1e-9)
	took, err := scipy.Run(2)
	require.NoError(t, err)
	assert.Positive(t, took)
	require.NoError(t, scipy.Close())
}

func TestSciPyMissing(t *testing.T) {
	_, err := peers.StartSciPy([]string{"no-such-python"}, make([]float64, 8), 4, 1)
	assert.ErrorIs(t, err, peers.ErrMissing)
	assert.ErrorIs(t, err, exec.ErrNotFound)
	assert.ErrorContains(t, err, "apt-get install python3-scipy")
}
