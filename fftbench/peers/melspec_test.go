package peers_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/fftbench/peers"
)

func TestMelSpecRefusals(t *testing.T) {
	good := peers.MelBand{Weights: []float32{1}}
	for name, spec := range map[string]peers.MelSpec{
		"nothing":      {},
		"no hop":       {Len: 2, Window: make([]float32, 2), Bands: []peers.MelBand{good}},
		"short window": {Len: 2, Hop: 1, Window: make([]float32, 1), Bands: []peers.MelBand{good}},
		"no bands":     {Len: 2, Hop: 1, Window: make([]float32, 2)},
		"beyond a bin": {Len: 2, Hop: 1, Window: make([]float32, 2), Bands: []peers.MelBand{{First: 1, Weights: make([]float32, 2)}}},
		"before bins":  {Len: 2, Hop: 1, Window: make([]float32, 2), Bands: []peers.MelBand{{First: -1, Weights: make([]float32, 2)}}},
	} {
		_, err := peers.NewLogMel(nil, spec)
		assert.ErrorIs(t, err, peers.ErrLength, name)
	}
}
